"""karateclub's Graph2Vec with its defaults (128 dimensions, 2 rounds, 10 epochs of gensim), on one worker; labels as features."""

from karateclub import Graph2Vec

import protocol


def prepare(plain):
    return protocol.as_networkx(plain, "feature")  # its own copies: karateclub adds a self-loop to every node of what it is given


def describe(graphs):
    return protocol.describe_networkx(graphs, "feature")


def embed(graphs):
    model = Graph2Vec(attributed=True, workers=1)
    model.fit(graphs)
    return model.get_embedding()
