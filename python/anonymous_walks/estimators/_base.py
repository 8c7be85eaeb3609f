"""What the estimators share: graphs as input, tags, the constraints of common parameters."""

from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils._param_validation import Interval, StrOptions

from .._core import Graph
from ..convert import as_graphs

# Constraints of the parameters of walk features.
FEATURE_CONSTRAINTS: dict[str, list[Any]] = {
    "length": [Interval(Integral, 1, 25, closed="both"), str, tuple, list],
    "features": [str, None],
    "scaling": [StrOptions({"none", "sqrt", "log", "unit"})],
    "walk": [StrOptions({"uniform", "non-backtracking"})],
    "dead_ends": [StrOptions({"auto", "end", "stop", "restart", "reverse"})],
    "self_loops": ["boolean"],
    "level": [StrOptions({"graph", "node", "edge", "subgraph"})],
    "node_sets": [dict, None],
    "method": [StrOptions({"auto", "exact", "sampled"})],
    "walks": [Interval(Integral, 1, None, closed="left"), None],
    "epsilon": [Interval(Real, 0, 2, closed="neither")],
    "delta": [Interval(Real, 0, 1, closed="neither")],
    "budget": [Interval(Real, 0, None, closed="neither")],
    "normalise": ["boolean"],
    "min_graphs": [Interval(Integral, 1, None, closed="left")],
    "max_columns": [Interval(Integral, 1, None, closed="left"), None],
    "hash_bits": [Interval(Integral, 1, 32, closed="both"), None],
}
RUN_CONSTRAINTS: dict[str, list[Any]] = {
    "random_state": [Interval(Integral, 0, None, closed="left"), np.random.Generator, np.random.RandomState, None],
    "n_jobs": [Integral, None],
    "verbose": ["verbose"],
}


class GraphEstimator(BaseEstimator):  # type: ignore[misc]
    """An estimator whose samples are graphs of any kind that `as_graph` takes."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.one_d_array = False
        tags.input_tags.allow_nan = False
        tags.no_validation = True
        return tags

    def _graphs(self, X: Any) -> tuple[Graph | None, ...]:
        """The samples as graphs; None stays None."""
        return tuple(as_graphs(X, self_loops=bool(getattr(self, "self_loops", False)), missing=True))

    def _known_graphs(self, X: Any) -> tuple[Graph, ...]:
        """The samples as graphs; a None is refused."""
        graphs = self._graphs(X)
        for position, graph in enumerate(graphs):
            if graph is None:
                raise ValueError(f"graph {position} is None; leave it out")
        if not graphs:
            raise ValueError("there is no graph to fit on")
        return graphs  # type: ignore[return-value]
