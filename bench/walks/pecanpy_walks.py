"""PecanPy's walks (Numba), first-order: uniform ones directly, weighted ones with alias tables. Its compiled loop alone,
which gives a matrix of node numbers; simulate_walks, which users call, makes lists of names of them at further cost."""
import importlib.metadata

import numpy as np

import peer

from numba_progress import ProgressBar
from pecanpy import pecanpy

graph = peer.graph_of_arguments()
rows = graph.rows()
engine = (pecanpy.PreCompFirstOrder if graph.weighted else pecanpy.FirstOrderUnweighted)(p=1, q=1, random_state=1)
engine.indptr, engine.indices = rows.indptr.astype(np.uint32), rows.indices.astype(np.uint32)
engine.data = rows.data.astype(np.float32)
engine.set_node_ids([str(node) for node in range(rows.shape[0])])
engine._preprocess_transition_probs()
move_forward, has_neighbours = engine.get_move_forward(), engine.get_has_nbrs()
walks = 2_000_000
starts = np.random.default_rng(1).integers(rows.shape[0], size=walks, dtype=np.uint32)


def draw():
    with ProgressBar(total=walks, disable=True) as progress:
        return engine._random_walks(walks, peer.STEPS, 1, starts, has_neighbours, move_forward, progress)


peer.check(draw()[0][:-1], lambda node: rows.indices[rows.indptr[node]:rows.indptr[node + 1]])
peer.report("PecanPy", importlib.metadata.version("pecanpy"), graph, draw, walks)
