"""Walk features as a transformer."""

from typing import Any

import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils._set_output import _get_output_config
from sklearn.utils.validation import check_is_fitted

from .._extras import need
from .._progress import progress
from ..convert import readable
from ..rows import Embedder, Rows, check_dense, is_stateless, joined
from ._base import FeatureEstimator


class _LastRows:
    """Facts about the rows of the last transform; kept apart, so that transform() does not change what fit() made."""

    rows: Rows | None = None


class AnonymousWalkFeatures(TransformerMixin, FeatureEstimator):  # type: ignore[misc]
    """Graphs to walk features: the distribution of the anonymous walks of each graph, exact or with a certified error.

    Without labels nothing is learnt, and `transform` needs no `fit`. Labelled walks (`features`) learn their columns.

    Parameters
    ----------
    length : int, pair of int or str, default 7
        Steps of the walks: 7, (2, 7) or "2..7". Not used with `features`.
    features : str, optional
        Blocks of features, for example "2*walks(node):0..3 + aw:1..6[sqrt] + size" (docs/reference/features.md).
    scaling : {"none", "sqrt", "log", "unit"}, default "none"
        Scaling of the probabilities. Not used with `features`.
    walk : {"uniform", "non-backtracking"}, default "uniform"
        Kind of walk. Not used with `features`.
    dead_ends : {"auto", "end", "stop", "restart", "reverse"}, default "auto"
        What a walk does where no step is possible; auto: end if the first graph is directed, otherwise stop.
    self_loops : bool, default False
        Keep self-loops, and use the larger vocabulary.
    level : {"graph", "node", "edge", "subgraph"}, default "graph"
        What a row describes. Other levels than graph give several rows per graph; `row_ids_` names them.
    node_sets : dict, optional
        Subgraphs of level subgraph: name of a graph -> lists of node ids.
    method : {"auto", "exact", "sampled"}, default "auto"
        How distributions are computed; auto chooses the faster way per graph.
    walks : int, optional
        Walks per sampled row. Default: as many as epsilon and delta require.
    epsilon, delta : float, default 0.1 and 0.05
        L1 error of each sampled distribution, and the probability that the error of a row does not hold.
    budget : float, default 1e9
        Limit of steps of an exact enumeration per graph.
    normalise : bool, default False
        Divide rows by 1 - stopped.
    min_graphs, max_columns : int
        Labelled walks that get a column: those of at least min_graphs graphs, at most max_columns per length.
    hash_bits : int, optional
        Hash labelled walks into 2**hash_bits columns instead of learning them.
    sparse_output : bool, default False
        Return a scipy.sparse.csr_array.
    memory : int, default 4 GiB
        Limit of a dense result in bytes.
    random_state : int, Generator, RandomState or None, default None
        Seed of sampled walks; None is the seed 1 of the command line.
    n_jobs : int or None, default -1
        Threads: -1 all CPUs, None 1. Results do not depend on it.
    verbose : int, default 0
        Show a bar of progress (needs tqdm).

    Attributes
    ----------
    embedder_ : Embedder
        What fit() made; it can be saved as a vocabulary of the command line.
    certified_error_, stopped_, unseen_ : arrays
        Of each row of the last transform: bound of its L1 error, mass of walks without a column, share of unseen walks.
    row_ids_, methods_ : lists of str
        Of each row of the last transform: its id, and "exact", "sampled" or "mixed".

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = aw.generate("cycle:nodes=5", count=2) + aw.generate("star:nodes=5")
    >>> features = aw.AnonymousWalkFeatures(length=3)
    >>> features.fit_transform(graphs).shape
    (3, 5)
    >>> features.get_feature_names_out()
    array(['aw 1 2 1 2', 'aw 1 2 1 3', 'aw 1 2 3 1', 'aw 1 2 3 2',
           'aw 1 2 3 4'], dtype=object)
    """

    _parameter_constraints = {**FeatureEstimator._parameter_constraints, "sparse_output": ["boolean"]}

    def __init__(self, length: Any = 7, *, sparse_output: bool = False, **features: Any) -> None:
        super().__init__(length=length, **features)
        self.sparse_output = sparse_output

    def _fit_embedder(self, graphs: Any, report: Any) -> Embedder:
        return Embedder.of_options(readable(graphs, self_loops=self.self_loops), self._feature_options(), report)

    def fit(self, X: Any, y: Any = None) -> "AnonymousWalkFeatures":
        """Learns the columns from graphs, if there is anything to learn. A stream of `read` is not held."""
        self._validate_params()
        graphs = self._held(X)
        with progress(self.verbose, "graphs") as report:
            self.embedder_ = self._fit_embedder(graphs, report)
        self._last = _LastRows()
        return self

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> Any:
        """Fits, and transforms the same graphs, which are converted once, or read again if they are a stream."""
        graphs = self._held(X)
        return self.fit(graphs, y).transform(graphs)

    def transform(self, X: Any) -> Any:
        """The rows of graphs: an array, or a csr_array if `sparse_output` is set. None in X gives a row of NaN."""
        if not hasattr(self, "embedder_"):
            self._validate_params()
            if not is_stateless(self._feature_options()):
                check_is_fitted(self, "embedder_")
            graphs = self._held(X)
            return self._rows(self._fit_embedder(graphs, None), graphs, _LastRows())
        return self._rows(self.embedder_, X, self._last)

    def _rows(self, embedder: Embedder, X: Any, last: _LastRows) -> Any:
        if self.sparse_output and _get_output_config("transform", self)["dense"] != "default":
            raise ValueError("a frame has no sparse rows; set sparse_output=False, or set_output(transform='default')")
        parts: list[Any] = []
        facts: list[Rows] = []
        first = 0
        with progress(self.verbose, "graphs") as report:
            for batch in self._batches(X):
                if self.sparse_output:
                    facts.append(embedder(batch, first=first, report=report))
                    parts.append(facts[-1].to_scipy())
                else:
                    if embedder.level == "graph":
                        check_dense(first + len(batch), embedder.num_columns, self.memory)
                    matrix, about = embedder.dense(batch, first=first, report=report)
                    facts.append(about)
                    parts.append(matrix)
                first += len(batch)
        if not parts:
            raise ValueError("there is no graph to transform")
        last.rows = joined(facts)
        if len(parts) == 1:
            return parts[0]
        if self.sparse_output:
            return need("scipy.sparse", "scipy", "a sparse matrix").vstack(parts, format="csr")
        return np.concatenate(parts)

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The name of each column: block and walk."""
        check_is_fitted(self, "embedder_")
        return self.embedder_.feature_names()

    def _about(self, name: str) -> Any:
        last = getattr(self, "_last", None)
        if last is None or last.rows is None:
            raise AttributeError(f"{name}_ is known after transform()")
        return getattr(last.rows, name)

    @property
    def certified_error_(self) -> Any:
        """Bound of the L1 error of each row of the last transform, before scaling; 0 for exact rows."""
        return self._about("certified_error")

    @property
    def stopped_(self) -> Any:
        """Mass of the walks of each row of the last transform that stopped and have no column."""
        return self._about("stopped")

    @property
    def unseen_(self) -> Any:
        """Share of the walks of each row of the last transform that have no column."""
        return self._about("unseen")

    @property
    def row_ids_(self) -> list[str]:
        """Ids of the rows of the last transform."""
        return list(self._about("ids"))

    @property
    def methods_(self) -> list[str]:
        """How each row of the last transform was computed."""
        return list(self._about("methods"))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        try:
            tags.requires_fit = not is_stateless(self._feature_options())
        except (TypeError, ValueError):
            tags.requires_fit = True
        return tags
