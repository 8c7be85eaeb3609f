"""What the estimators share: graphs as input, tags, the constraints of common parameters."""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils._param_validation import Interval, StrOptions

from .._core import Graph
from .._options import DEFAULT_MEMORY, FeatureParameters
from ..convert import as_graphs, batches_of, is_stream, readable

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

    def _held(self, X: Any) -> Any:
        """The samples as graphs, except for a stream, which stays one: it is read again instead of held."""
        return X if is_stream(X) else self._graphs(X)

    def _to_read(self, X: Any) -> Any:
        """The samples for a fit that reads them in turn (`readable`); a None is refused."""
        if is_stream(X):
            return readable(X, self_loops=bool(getattr(self, "self_loops", False)), missing=False)
        return self._known_graphs(X)

    def _known_graphs(self, X: Any) -> tuple[Graph, ...]:
        """The samples as graphs; a None is refused."""
        graphs = self._graphs(X)
        _refuse_none(graphs, 0)
        if not graphs:
            raise ValueError("there is no graph to fit on")
        return graphs  # type: ignore[return-value]

    def _batches(self, X: Any) -> Iterable[tuple[Graph | None, ...]]:
        """Lists are one batch; what is read from a file or made by a generator comes in batches of 1024 graphs."""
        if hasattr(X, "__len__") or not hasattr(X, "__iter__"):
            graphs = self._graphs(X)
            return [graphs] if graphs else []
        return batches_of(X, None, self_loops=bool(getattr(self, "self_loops", False)), missing=True)

    def _in_batches(self, work: Callable[[Any, int], dict[str, Any]], X: Any) -> dict[str, Any]:
        """The results of work(graphs, position of the first) for the batches of X, joined; a None is refused."""
        parts: list[dict[str, Any]] = []
        first = 0
        for batch in self._batches(X):
            _refuse_none(batch, first)
            parts.append(work(batch, first))
            first += len(batch)
        if not parts:
            raise ValueError("there is no graph")
        if len(parts) == 1:
            return parts[0]
        return {
            key: np.concatenate([part[key] for part in parts])
            if isinstance(value, np.ndarray)
            else [item for part in parts for item in part[key]]
            for key, value in parts[0].items()
        }


@dataclass(kw_only=True, eq=False, repr=False)
class FeatureEstimator(FeatureParameters, GraphEstimator):
    """An estimator with all parameters of walk features beside its own.

    A subclass names its own parameters in `__init__` and passes the others on: `def __init__(self, ..., **features)` with
    `super().__init__(**features)`. `get_params`, `clone` and signatures show all of them.
    """

    memory: int = DEFAULT_MEMORY
    verbose: Any = 0

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {**FEATURE_CONSTRAINTS, **RUN_CONSTRAINTS, "memory": [int]}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "__init__" in vars(cls):
            own = inspect.signature(cls.__init__).parameters
            inherited = inspect.signature(FeatureEstimator.__init__).parameters
            names = [name for name in own if own[name].kind != inspect.Parameter.VAR_KEYWORD]
            both = [own[name] for name in names] + [inherited[name] for name in inherited if name not in names]
            cls.__init__.__signature__ = inspect.Signature(both)  # type: ignore[attr-defined]


def _refuse_none(graphs: tuple[Graph | None, ...], first: int) -> None:
    for position, graph in enumerate(graphs):
        if graph is None:
            raise ValueError(f"graph {first + position} is None; leave it out")
