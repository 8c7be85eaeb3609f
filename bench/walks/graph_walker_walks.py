"""graph-walker's walks (C++): its compiled function on rows that were normalised beforehand, so many from every node."""
import importlib.metadata

import numpy as np

import peer

import _walker

graph = peer.graph_of_arguments()
rows = graph.rows()
nodes = rows.shape[0]
if not graph.weighted:
    rows.data[:] = 1
sums = np.asarray(rows.sum(axis=1)).ravel()
offsets, neighbours = rows.indptr.astype(np.uint32), rows.indices.astype(np.uint32)
chances = (rows.data / np.repeat(sums, np.diff(rows.indptr))).astype(np.float32)
each = max(1, 1_000_000 // nodes)
starts = np.arange(min(nodes, 1_000_000), dtype=np.uint32)


def draw():
    return _walker.random_walks(offsets, neighbours, chances, starts, each, peer.STEPS + 1)


walks = draw()
peer.check(walks[0], lambda node: rows.indices[rows.indptr[node]:rows.indptr[node + 1]])
peer.report("graph-walker", importlib.metadata.version("graph-walker"), graph, draw, len(walks))
