"""node2vec's walks (Python, over networkx). Its constructor prepares second-order probabilities and draws all walks; the
drawing is repeated alone."""
import importlib.metadata

import peer

import networkx
from node2vec import Node2Vec

graph = peer.graph_of_arguments()
source, target, weight = graph.read()
if len(source) > 1_000_000:
    raise SystemExit("networkx does not hold so many edges in the memory of a common machine")
loaded = networkx.Graph()
loaded.add_weighted_edges_from(zip(source.tolist(), target.tolist(), weight.astype(float).tolist()))
each = max(1, 10_000 // loaded.number_of_nodes())
engine = Node2Vec(loaded, dimensions=1, walk_length=peer.STEPS + 1, num_walks=each, workers=1, quiet=True)


def draw():
    return engine._generate_walks()


walks = draw()
peer.check([int(node) for node in walks[0]], lambda node: loaded[node])
peer.report("node2vec", importlib.metadata.version("node2vec"), graph, draw, len(walks))
