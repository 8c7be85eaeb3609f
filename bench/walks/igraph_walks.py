"""igraph's walks (C): one call a walk, from a random node."""
import numpy as np

import peer

import igraph

graph = peer.graph_of_arguments()
source, target, weight = graph.read()
if len(source) > 1_000_000:
    raise SystemExit("left out: handing over so many edges takes minutes of processor time")
nodes = int(max(source.max(), target.max())) + 1
loaded = igraph.Graph(n=nodes, edges=np.column_stack([source, target]))
if graph.weighted:
    loaded.es["weight"] = weight.astype(float)
weights = "weight" if graph.weighted else None
# The time of a call on a weighted graph grows with the graph.
walks = max(5, min(100_000, 20_000_000 // len(source))) if graph.weighted else 100_000
starts = np.random.default_rng(1).integers(nodes, size=walks).tolist()


def draw():
    return [loaded.random_walk(start, peer.STEPS, weights=weights) for start in starts]


peer.check(loaded.random_walk(0, peer.STEPS, weights=weights), loaded.neighbors)
peer.report("igraph", igraph.__version__, graph, draw, walks)
