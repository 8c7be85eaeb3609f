"""GraKeL's geometric random walk kernel, lambda 0.01 (its default of 0.1 diverges on molecules already); it reads no labels."""

from grakel.kernels import RandomWalk

from grakel_wl import describe, prepare  # noqa: F401


def embed(graphs):
    return "gram", RandomWalk(lamda=0.01).fit_transform(graphs)
