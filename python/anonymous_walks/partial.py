"""A fit in parts: what features learn from the parts of a collection, in any processes, merged to the fit of the whole."""

from collections.abc import Callable, Iterable
from typing import Any

from . import _core
from ._options import feature_options
from ._progress import Report, progress
from .convert import as_graphs
from .rows import Embedder


class PartialFit:
    """What features learn from a part of a collection. Parts are merged in any order; the result is the fit of the whole.

    `Embedder.fit` on the whole collection gives the same bytes. Counts (of walks, labels, sizes) are exact. Clusters of attributes
    are learnt from a sample of at most 100,000 nodes, which hashes of the nodes choose, not the part that has them; they need a second
    pass: while `needs_second_pass`, every part is added again, to a copy of `second_pass()`. Can be pickled.

    Parameters
    ----------
    directed : bool, default False
        Whether the graphs are directed, which settles the default of `dead_ends`: no part knows the first graph of all.
    **options
        As for `embed`.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = aw.generate_six_families(20, 40, 2)
    >>> parts = [aw.PartialFit(features="walks(degree):0..2").add(graphs[i::3]) for i in range(3)]
    >>> whole = parts[2].merge(parts[0]).merge(parts[1])
    >>> whole.num_graphs, whole.finish().learnt == aw.Embedder.fit(graphs, features="walks(degree):0..2").learnt
    (12, True)
    """

    def __init__(self, *, directed: bool = False, **options: Any) -> None:
        self._options = settled_options(directed, options)
        self._core = _core.PartialFit(self._options)

    @classmethod
    def of_options(cls, plan: dict[str, Any]) -> "PartialFit":
        """The same for the result of `feature_options`, with a rule for dead ends."""
        return cls._of(_core.PartialFit(plan), plan)

    @classmethod
    def _of(cls, core: _core.PartialFit, options: dict[str, Any]) -> "PartialFit":
        made = cls.__new__(cls)
        made._core = core
        made._options = options
        return made

    def add(self, graphs: Iterable[Any], *, verbose: Any = False) -> "PartialFit":
        """Adds graphs of any kind that `embed` takes. Returns this object."""
        known = tuple(g for g in as_graphs(graphs, self_loops=self._options["self_loops"], missing=True) if g is not None)
        with progress(verbose, "graphs") as report:
            self._add(known, report)
        return self

    def _add(self, graphs: tuple[Any, ...], report: Report | None = None) -> None:
        self._core.add(graphs, report)

    def merge(self, other: "PartialFit") -> "PartialFit":
        """Adds the graphs of another part, which is not changed. A ValueError if it has other options. Returns this object."""
        self._core.merge(other._core)
        return self

    @property
    def num_graphs(self) -> int:
        """Number of graphs, those of merged parts included."""
        return int(self._core.num_graphs)

    @property
    def state(self) -> bytes:
        """What was learnt so far, as bytes."""
        return bytes(self._core.state)

    @property
    def needs_second_pass(self) -> bool:
        """Whether clusters of attributes are learnt, and this is the pass for them."""
        return bool(self._core.needs_second_pass)

    @property
    def self_loops(self) -> bool:
        """Whether self-loops are kept."""
        return bool(self._options["self_loops"])

    def second_pass(self) -> "PartialFit":
        """The second pass, of no graphs yet, with the clusters that all parts of the first have given."""
        return PartialFit._of(self._core.second_pass(), self._options)

    def finish(self) -> Embedder:
        """The fitted embedder. A ValueError if a second pass is needed."""
        core = self._core.finish()
        return Embedder(core, {**self._options, "features": core.features})

    def with_threads(self, threads: int) -> "PartialFit":
        """A copy that adds graphs on another number of threads, which changes no result."""
        options = {**self._options, "threads": threads}
        return PartialFit._of(_core.PartialFit.restore(self._core.state, options), options)

    def __repr__(self) -> str:
        return f"<PartialFit: {self.num_graphs} graphs>"

    def __reduce__(self) -> tuple[Any, ...]:
        return PartialFit._restore, (self._core.state, self._options)

    @staticmethod
    def _restore(state: bytes, options: dict[str, Any]) -> "PartialFit":
        return PartialFit._of(_core.PartialFit.restore(state, options), options)


def settled_options(directed: bool, options: dict[str, Any]) -> dict[str, Any]:
    """The options of `embed` as the library takes them, with a rule for dead ends: "auto" goes by `directed`."""
    plan = feature_options(**options)
    if plan["dead_ends"] == "auto":
        plan["dead_ends"] = "end" if directed else "stop"
    return plan


def fit_in_parts(plan: dict[str, Any], learn: Callable[[PartialFit], Iterable[PartialFit]]) -> Embedder:
    """The fit of a collection whose parts are elsewhere.

    Parameters
    ----------
    plan : dict
        Options of `settled_options`.
    learn : function
        Called once or twice, with a `PartialFit` of no graphs; returns copies of it to which all parts have been added. It must be
        able to read the parts again.
    """
    empty = PartialFit.of_options(plan)
    while True:
        merged = PartialFit._restore(empty._core.state, plan)
        for part in learn(empty):
            merged.merge(part)
        if not merged.needs_second_pass:
            return merged.finish()
        empty = merged.second_pass()
