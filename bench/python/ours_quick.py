"""Ours: short walks, hashed where they have labels, so that nothing is learnt and every graph is read once; on one thread."""

import anonymous_walks as aw
from ours_walks import describe, prepare  # noqa: F401

LABELLED = {"features": "walks(node):0..2[sqrt] + size", "hash_bits": 8}
PLAIN = {"features": "aw:1..5[sqrt]"}


def embed(prepared):
    graphs, labelled = prepared
    return aw.embed(graphs, n_jobs=1, **(LABELLED if labelled else PLAIN))
