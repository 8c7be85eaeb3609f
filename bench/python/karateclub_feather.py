"""karateclub's FEATHER of whole graphs with its defaults; it reads no labels."""

from karateclub import FeatherGraph

from karateclub_graph2vec import describe, prepare  # noqa: F401


def embed(graphs):
    model = FeatherGraph()
    model.fit(graphs)
    return model.get_embedding()
