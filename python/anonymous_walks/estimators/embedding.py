"""The data-driven embedding as a transformer."""

import os
from numbers import Integral, Real
from typing import Any

from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted

from .. import _core
from .._options import node_sets_of, seed_of, threads_of
from .._progress import progress
from ._base import FEATURE_CONSTRAINTS, RUN_CONSTRAINTS, GraphEstimator


class AnonymousWalkEmbedding(ClassNamePrefixFeaturesOutMixin, TransformerMixin, GraphEstimator):  # type: ignore[misc]
    """Learned vectors of graphs: graphs are documents, walks are words, and the vector of a graph predicts its walks.

    The model is solved to its optimum (`solver="exact"`). `transform` infers the vector of any graph, seen or new, by an exact solve
    with the words fixed, so it is the same in any batch and order.

    Parameters
    ----------
    words : str, default "aw:7"
        Walks that serve as words: blocks of features (docs/reference/features.md), for example "walks(node):0..3".
    n_components : int, default 64
        Dimensions of the vectors.
    max_words, min_count : int and float, default 2000 and 20
        At most this many words, each with at least this many expected occurrences.
    walks : int, default 10000
        Walks per graph, where walks are sampled.
    other : bool, default True
        Count walks that are not words as one more word.
    vector_penalty, word_penalty : float, default 0.005 and 5e-5
        Weights of the squared norms of graph vectors and word vectors.
    tol : float, default 3e-4
        Norm of the gradient at which the solver stops.
    max_iter : int, default 500
        Limit of iterations of the solver.
    max_documents : int, default 20000
        Graphs to learn from; of more, evenly spread ones are taken.
    solver : {"exact", "descent"}, default "exact"
        The optimum by L-BFGS, or the paper's model with context by gradient descent.
    descent : dict, optional
        Options of gradient descent: window, walk_dimensions, join, objective, candidates, num_candidates, candidate_power,
        optimiser, rate, final_rate, penalty, batch, epochs, held_out, patience, min_improvement, sentence_walks.
    dead_ends, self_loops, level, node_sets
        As for `AnonymousWalkFeatures`.
    random_state, n_jobs, verbose
        As for `AnonymousWalkFeatures`.

    Attributes
    ----------
    model_ : object
        The trained model.
    unseen_ : array
        Share of the walks of each row of the last transform that no training graph has.
    n_iter_, objective_, converged_ : int, float, bool
        How training ended.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = aw.generate_six_families(60, 180, 5)
    >>> aw.AnonymousWalkEmbedding("aw:4", n_components=4).fit_transform(graphs).shape
    (30, 4)
    """

    _parameter_constraints: dict[str, list[Any]] = {
        "words": [str],
        "n_components": [Interval(Integral, 1, 4096, closed="both")],
        "max_words": [Interval(Integral, 1, None, closed="left")],
        "min_count": [Interval(Real, 0, None, closed="left")],
        "walks": [Interval(Integral, 1, None, closed="left")],
        "other": ["boolean"],
        "vector_penalty": [Interval(Real, 0, None, closed="left")],
        "word_penalty": [Interval(Real, 0, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "max_documents": [Interval(Integral, 1, None, closed="left")],
        "solver": [StrOptions({"exact", "descent"})],
        "descent": [dict, None],
        **{name: FEATURE_CONSTRAINTS[name] for name in ("dead_ends", "self_loops", "level", "node_sets")},
        **RUN_CONSTRAINTS,
    }

    def __init__(
        self,
        words: str = "aw:7",
        *,
        n_components: int = 64,
        max_words: int = 2000,
        min_count: float = 20,
        walks: int = 10_000,
        other: bool = True,
        vector_penalty: float = 0.005,
        word_penalty: float = 5e-5,
        tol: float = 3e-4,
        max_iter: int = 500,
        max_documents: int = 20_000,
        solver: str = "exact",
        descent: Any = None,
        dead_ends: str = "auto",
        self_loops: bool = False,
        level: str = "graph",
        node_sets: Any = None,
        random_state: Any = None,
        n_jobs: int | None = -1,
        verbose: Any = 0,
    ) -> None:
        self.words = words
        self.n_components = n_components
        self.max_words = max_words
        self.min_count = min_count
        self.walks = walks
        self.other = other
        self.vector_penalty = vector_penalty
        self.word_penalty = word_penalty
        self.tol = tol
        self.max_iter = max_iter
        self.max_documents = max_documents
        self.solver = solver
        self.descent = descent
        self.dead_ends = dead_ends
        self.self_loops = self_loops
        self.level = level
        self.node_sets = node_sets
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def _options(self) -> dict[str, Any]:
        options = {
            "words": self.words,
            "dimensions": int(self.n_components),
            "max_words": int(self.max_words),
            "min_count": float(self.min_count),
            "walks": int(self.walks),
            "other": bool(self.other),
            "vector_penalty": float(self.vector_penalty),
            "word_penalty": float(self.word_penalty),
            "tolerance": float(self.tol),
            "max_iterations": int(self.max_iter),
            "max_documents": int(self.max_documents),
            "dead_ends": self.dead_ends,
            "self_loops": bool(self.self_loops),
            "level": self.level,
            "node_sets": node_sets_of(self.node_sets),
            "seed": seed_of(self.random_state),
            "threads": threads_of(self.n_jobs),
        }
        if self.descent is not None and self.solver == "exact":
            raise ValueError("`descent` has options of solver='descent'")
        if self.solver == "descent":
            descent = dict(self.descent or {})
            if "sentence_walks" in descent:
                options["sentence_walks"] = descent.pop("sentence_walks")
            options["descent"] = descent
        return options

    def _keep(self, model: Any) -> "AnonymousWalkEmbedding":
        summary = model.summary()
        self.model_ = model
        self.n_iter_ = int(summary["iterations"])
        self.objective_ = float(summary["objective"])
        self.converged_ = bool(summary["converged"])
        self._n_features_out = int(summary["dimensions"])
        self._last: dict[str, Any] = {}
        return self

    def fit(self, X: Any, y: Any = None) -> "AnonymousWalkEmbedding":
        """Trains a model on graphs. A stream of `read` is read several times and not held."""
        self._validate_params()
        graphs = self._to_read(X)
        each = graphs if isinstance(graphs, tuple) else (graph for batch in graphs() for graph in batch)
        with progress(self.verbose, "steps") as report:
            options = {**self._options(), "weighted": any(graph.weighted for graph in each)}
            return self._keep(_core.EmbeddingModel.train(graphs, options, report))

    def partial_fit(self, X: Any, y: Any = None) -> "AnonymousWalkEmbedding":
        """Goes on: trains on other graphs with the words of the model so far, starting from its parameters."""
        if not hasattr(self, "model_"):
            return self.fit(X, y)
        graphs = self._to_read(X)
        with progress(self.verbose, "steps") as report:
            return self._keep(self.model_.train_further(graphs, report))

    def transform(self, X: Any) -> Any:
        """The vectors of graphs, seen in training or not."""
        check_is_fitted(self, "model_")
        with progress(self.verbose, "graphs") as report:
            made = self._in_batches(lambda graphs, first: self.model_.infer(graphs, first, report), X)
        self._last.update(made)
        return self._last.pop("vectors")

    @property
    def unseen_(self) -> Any:
        """Share of the walks of each row of the last transform that no training graph has."""
        if "unseen" not in getattr(self, "_last", {}):
            raise AttributeError("unseen_ is known after transform()")
        return self._last["unseen"]

    @property
    def row_ids_(self) -> list[str]:
        """Ids of the rows of the last transform."""
        if "ids" not in getattr(self, "_last", {}):
            raise AttributeError("row_ids_ is known after transform()")
        return list(self._last["ids"])

    def save(self, path: str | os.PathLike[str], force: bool = False) -> None:
        """Writes the model to a file of the command line (`awe infer`)."""
        check_is_fitted(self, "model_")
        self.model_.save(os.fspath(path), force)

    @classmethod
    def load(cls, path: str | os.PathLike[str], n_jobs: int | None = -1) -> "AnonymousWalkEmbedding":
        """A model of `save` or `awe train`, ready to transform graphs."""
        model = _core.EmbeddingModel.load(os.fspath(path), threads_of(n_jobs))
        return cls(n_components=model.summary()["dimensions"], n_jobs=n_jobs)._keep(model)
