"""The regression of graphs."""

import os
from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_array, check_consistent_length, check_is_fitted

from .. import _core
from .._options import DEFAULT_MEMORY, seed_of, threads_of
from .._progress import progress
from ._base import FEATURE_CONSTRAINTS, RUN_CONSTRAINTS, GraphEstimator


class GraphRegressor(RegressorMixin, GraphEstimator):  # type: ignore[misc]
    """A regression of graphs: kernel ridge or support vector regression with the recipe, gamma and penalty that inner folds choose; settings that are as good are averaged.

    Parameters
    ----------
    recipe : str, default "auto"
        As for `GraphClassifier`.
    features, kernel : str, optional
        Blocks of features and their kernel, instead of a recipe.
    machine : str, default "auto"
        ridge (auto), or svm: support vector regression, one for each number.
    gammas, lambdas : sequences of float
        Values of gamma and of the penalty of a ridge to choose from.
    cs, epsilons : sequences of float
        Values of C and epsilon of an SVM to choose from, in standard deviations of the numbers.
    walks : int, default 100000
        Walks per graph, where walks are sampled.
    self_loops : bool, default False
        Keep self-loops.
    memory : int, default 4 GiB
        Limit of the memory for matrices in bytes.
    random_state, n_jobs, verbose
        As for `AnonymousWalkFeatures`.

    Attributes
    ----------
    model_ : object
        The trained model.
    summary_ : dict
        What was chosen in training: recipe, gamma, lambda (or c and epsilon), inner_r2, voters, ...

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = aw.generate_six_families(60, 180, 10)
    >>> edges = [float(g.num_edges) for g in graphs]
    >>> model = aw.GraphRegressor(recipe="structure").fit(graphs, edges)
    >>> model.score(graphs, edges) > 0.9
    True
    """

    _parameter_constraints: dict[str, list[Any]] = {
        "recipe": [StrOptions(set(_core.recipe_names()))],
        "features": [str, None],
        "kernel": [StrOptions({"linear", "intersection", "chi2", "hellinger", "cosine"}), None],
        "machine": [StrOptions({"auto", "ridge", "svm"})],
        "gammas": ["array-like"],
        "lambdas": ["array-like"],
        "cs": ["array-like"],
        "epsilons": ["array-like"],
        "walks": [Interval(Integral, 1, None, closed="left")],
        "self_loops": FEATURE_CONSTRAINTS["self_loops"],
        "memory": [int],
        **RUN_CONSTRAINTS,
    }

    def __init__(
        self,
        recipe: str = "auto",
        *,
        features: str | None = None,
        kernel: str | None = None,
        machine: str = "auto",
        gammas: Sequence[float] = (0.3, 1, 3),
        lambdas: Sequence[float] = (1e-3, 1e-2, 1e-1, 1),
        cs: Sequence[float] = (1, 10, 100),
        epsilons: Sequence[float] = (0.05, 0.2),
        walks: int = 100_000,
        self_loops: bool = False,
        memory: int = DEFAULT_MEMORY,
        random_state: Any = None,
        n_jobs: int | None = -1,
        verbose: Any = 0,
    ) -> None:
        self.recipe = recipe
        self.features = features
        self.kernel = kernel
        self.machine = machine
        self.gammas = gammas
        self.lambdas = lambdas
        self.cs = cs
        self.epsilons = epsilons
        self.walks = walks
        self.self_loops = self_loops
        self.memory = memory
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        tags.target_tags.single_output = True
        return tags

    def fit(self, X: Any, y: Any = None) -> "GraphRegressor":
        """Trains on graphs and their numbers: one each, or a row each."""
        self._validate_params()
        graphs = self._known_graphs(X)
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        numbers = check_array(y, ensure_2d=False, dtype=np.float64, input_name="y")
        check_consistent_length(graphs, numbers)
        if len(graphs) == 1:
            raise ValueError("one sample is too few to fit on")
        self._flat = numbers.ndim == 1
        rows = np.ascontiguousarray(numbers.reshape(len(graphs), -1))
        names = ["target"] if rows.shape[1] == 1 else [f"target {i + 1}" for i in range(rows.shape[1])]
        columns = getattr(y, "columns", None)  # of a data frame
        if columns is not None:
            names = [str(name) for name in columns]
        options = {
            "recipe": self.recipe,
            "features": self.features,
            "kernel": self.kernel,
            "gammas": [float(g) for g in self.gammas],
            "machine": self.machine,
            "lambdas": [float(value) for value in self.lambdas],
            "cs": [float(c) for c in self.cs],
            "epsilons": [float(value) for value in self.epsilons],
            "walks": int(self.walks),
            "self_loops": bool(self.self_loops),
            "directed": False,
            "weighted": any(graph.weighted for graph in graphs),
            "memory": int(self.memory),
            "seed": seed_of(self.random_state),
            "threads": threads_of(self.n_jobs),
        }
        with progress(self.verbose, "kernels") as report:
            self.model_ = _core.Regressor.fit(graphs, rows, names, options, report)
        self.summary_ = self.model_.summary()
        return self

    def _estimates(self, X: Any) -> dict[str, Any]:
        check_is_fitted(self, "model_")
        with progress(self.verbose, "graphs") as report:
            return self._in_batches(lambda graphs, first: dict(self.model_.predict(graphs, first, report)), X)

    def predict(self, X: Any) -> Any:
        """The number of each graph, or its row of numbers, as in `fit`."""
        values = self._estimates(X)["values"]
        return values.ravel() if self._flat else values

    def explain(self, X: Any) -> dict[str, Any]:
        """For each graph: the nearest training graph (`nearest`, an index of model_.training_ids), its `distance`, and the share of `unseen` walks."""
        made = self._estimates(X)
        return {key: made[key] for key in ("nearest", "distance", "unseen")}

    def save(self, path: str | os.PathLike[str], force: bool = False) -> None:
        """Writes the model to a file of the command line (`awe classify predict`)."""
        check_is_fitted(self, "model_")
        self.model_.save(os.fspath(path), force)

    @classmethod
    def load(cls, path: str | os.PathLike[str], n_jobs: int | None = -1) -> "GraphRegressor":
        """A model of `save` or `awe classify fit --target regression`."""
        made = cls(n_jobs=n_jobs)
        made.model_ = _core.Regressor.load(os.fspath(path), threads_of(n_jobs))
        made.summary_ = made.model_.summary()
        made._flat = len(made.model_.names) == 1
        return made
