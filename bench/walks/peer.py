"""What the scripts of other engines share: the graph of an edge list that `bench_walks graphs` wrote, one thread, and a
line of JSON with the best rate of several rounds, in walks a second of processor time.

Walks make ten steps; they are drawn and kept as an array or list of nodes, whatever the engine gives: neither named nor
counted, which ours does within its time. Reading, preparing and compiling are not timed.
"""
import json
import os
import pathlib
import sys
import time

for variable in ("OMP_NUM_THREADS", "RAYON_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"  # before the engine is imported

import numpy as np  # noqa: E402

STEPS = 10
ROUNDS = 3


class EdgeList:
    def __init__(self, path):
        self.path = path
        self.weighted = pathlib.Path(path).stem.endswith("_weighted")

    def read(self):
        """Ends and weights of the edges, each edge once."""
        fields = np.fromfile(self.path, sep="\t").reshape(-1, 3)
        return fields[:, 0].astype(np.uint32), fields[:, 1].astype(np.uint32), fields[:, 2].astype(np.float32)

    def rows(self):
        """Compressed rows with each edge in both: offsets, neighbours, weights, as scipy has them."""
        from scipy.sparse import coo_matrix

        source, target, weight = self.read()
        nodes = int(max(source.max(), target.max())) + 1
        both = (np.concatenate([source, target]), np.concatenate([target, source]))
        matrix = coo_matrix((np.concatenate([weight, weight]), both), shape=(nodes, nodes)).tocsr()
        matrix.sort_indices()
        return matrix


def graph_of_arguments():
    if len(sys.argv) != 2:
        sys.exit(f"{sys.argv[0]} GRAPH.tsv: give one edge list that `bench_walks graphs FOLDER` wrote")
    return EdgeList(sys.argv[1])


def check(walk, neighbours_of):
    """Refuses walks that are none, or of another length."""
    if len(walk) != STEPS + 1:
        sys.exit(f"a walk of {len(walk)} nodes; expected {STEPS + 1}")
    for here, there in zip(walk[:-1], walk[1:]):
        if there not in neighbours_of(here):
            sys.exit(f"a step from {here} to {there}, where no edge is")


def report(engine, version, graph, draw, walks):
    """draw() draws so many walks; the first call is not timed."""
    draw()
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        draw()
        best = min(best, time.process_time() - start)
    print(json.dumps({"engine": engine, "version": version, "graph": pathlib.Path(graph.path).stem, "walks": walks,
                      "walks_per_second": round(walks / best)}), flush=True)
