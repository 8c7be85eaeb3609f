"""Link prediction: how well the edges of a graph are told from other pairs of nodes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import _core
from ._items import is_one_graph
from ._options import DEFAULT_MEMORY, seed_of, threads_of
from ._progress import progress
from .convert import as_graph


@dataclass(frozen=True)
class LinkEvaluation:
    """The result of `evaluate_links`: areas under the ROC curve of pairs of nodes.

    Attributes
    ----------
    roc_auc : dict
        Of the machine: the mean over the folds, its 95 % interval, and the deviation of the folds.
    common_neighbours, adamic_adar, degrees : dict
        The same for the number of common neighbours, the index of Adamic and Adar, and the product of the degrees.
    folds : list of dict
        For each fold: recipe (roles, proximity or both), roc_auc, common_neighbours, adamic_adar, degrees, tested.
    """

    roc_auc: dict[str, Any]
    common_neighbours: dict[str, Any]
    adamic_adar: dict[str, Any]
    degrees: dict[str, Any]
    folds: list[dict[str, Any]]

    def __repr__(self) -> str:
        low, high = self.roc_auc["interval"]
        return (
            f"<LinkEvaluation: AUC {100 * self.roc_auc['mean']:.2f} %, 95 % interval {100 * low:.1f} to {100 * high:.1f}, "
            f"{len(self.folds)} folds>"
        )


def evaluate_links(
    graph: Any,
    *,
    features: str | None = None,
    kernel: str | None = None,
    folds: int = 10,
    repeats: int = 1,
    gammas: Sequence[float] = (0.3, 1, 3),
    cs: Sequence[float] = (1, 10, 100),
    machine: str = "auto",
    lambdas: Sequence[float] = (1e-3, 1e-2, 1e-1, 1),
    landmarks: int = 2000,
    walks: int = 100_000,
    self_loops: bool = False,
    memory: int = DEFAULT_MEMORY,
    random_state: Any = None,
    n_jobs: int | None = -1,
    verbose: Any = False,
) -> LinkEvaluation:
    """How well the edges of a graph are told from pairs of nodes without one, the same as `awe evaluate --target links`.

    Every fold removes its test edges from the graph, and the edges of its training examples, before anything is computed, so that no
    feature of a pair depends on whether it is an edge. The machine sees the roles of both ends and walks between them.

    Parameters
    ----------
    graph : graph
        An undirected graph of any kind that `as_graph` takes.
    features, kernel : str, optional
        Blocks of features of the ends, and their kernel.
    folds : int, default 10
        Folds of the edges, at least three.
    repeats, gammas, cs, machine, lambdas, landmarks, walks, self_loops, memory, random_state, n_jobs, verbose
        As for `evaluate`.

    Examples
    --------
    >>> import anonymous_walks as aw, networkx as nx
    >>> found = aw.evaluate_links(nx.caveman_graph(12, 6), folds=5)
    >>> found.roc_auc["mean"] > 0.9 > found.degrees["mean"]
    True
    """
    if not is_one_graph(graph):
        raise TypeError("`graph` must be one graph; links are those of one graph")
    if kernel is not None and features is None:
        raise ValueError("`kernel` is for `features`; a recipe has its own kernels")
    options = {
        "features": features,
        "kernel": kernel,
        "folds": int(folds),
        "repeats": int(repeats),
        "gammas": [float(g) for g in gammas],
        "cs": [float(c) for c in cs],
        "machine": machine,
        "lambdas": [float(value) for value in lambdas],
        "landmarks": int(landmarks),
        "walks": int(walks),
        "self_loops": self_loops,
        "memory": int(memory),
        "seed": seed_of(random_state),
        "threads": threads_of(n_jobs),
    }
    with progress(verbose, "folds") as report:
        made = as_graph(graph, self_loops="keep" if self_loops else "drop")
        return LinkEvaluation(**_core.evaluate_links(made, options, report))
