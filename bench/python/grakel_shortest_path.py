"""GraKeL's kernel of shortest paths with labels."""

from grakel.kernels import ShortestPath

from grakel_wl import describe, prepare  # noqa: F401


def embed(graphs):
    return "gram", ShortestPath(with_labels=True).fit_transform(graphs)
