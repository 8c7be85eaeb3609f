"""Ours: the walk features that docs/reference/features.md recommends for a first try, from networkx graphs, on one thread."""

import numpy as np

import anonymous_walks as aw
import protocol

LABELLED = "walks(node):0..4[sqrt] + size"
PLAIN = "aw:1..7[sqrt, unit] + size"


def prepare(plain):
    degrees = all(one.node_labels == np.bincount(np.ravel(one.edges).astype(int), minlength=one.nodes).tolist() for one in plain)
    return protocol.as_networkx(plain, "label"), not degrees


def describe(prepared):
    graphs = [aw.from_networkx(graph) for graph in prepared[0]]
    degrees = (np.bincount(g.edges.ravel(), minlength=g.num_nodes) for g in graphs)
    return protocol.facts((g.num_nodes, g.num_edges, d, g.node_labels) for g, d in zip(graphs, degrees))


def embed(prepared):
    graphs, labelled = prepared
    return aw.embed(graphs, features=LABELLED if labelled else PLAIN, n_jobs=1)
