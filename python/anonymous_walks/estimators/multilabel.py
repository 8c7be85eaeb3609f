"""The classifier of graphs with several columns of classes."""

import os
from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from .. import _core
from .._options import DEFAULT_MEMORY, seed_of, threads_of
from .._progress import progress
from ..evaluation import label_table
from ._base import FEATURE_CONSTRAINTS, RUN_CONSTRAINTS, GraphEstimator


class GraphMultilabelClassifier(ClassifierMixin, GraphEstimator):  # type: ignore[misc]
    """A classifier of graphs with classes in several columns: kernel ridge regression on classes as numbers 0 and 1.

    All columns share features, kernels and one setting of recipe, gamma and lambda, which inner folds choose. A class that is None or NaN
    is unknown: its graph is left out for that column alone.

    Parameters
    ----------
    recipe : str, default "auto"
        As for `GraphClassifier`.
    features, kernel : str, optional
        Blocks of features and their kernel, instead of a recipe.
    gammas, lambdas : sequences of float
        Values of gamma and of the penalty to choose from.
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
    classes_ : list of array
        The classes of each column.
    model_ : object
        The trained model.
    summary_ : dict
        What was chosen in training: recipe, gamma, lambda, inner_accuracy, voters, ...

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = aw.generate_six_families(60, 180, 10)
    >>> names = sorted({g.class_name for g in graphs})
    >>> family = [names.index(g.class_name) for g in graphs]
    >>> labels = [[f % 2, f // 3] for f in family]
    >>> model = aw.GraphMultilabelClassifier(recipe="structure").fit(graphs, labels)
    >>> model.predict(graphs[:3]).shape
    (3, 2)
    >>> model.score(graphs, labels) > 0.9
    True
    """

    _parameter_constraints: dict[str, list[Any]] = {
        "recipe": [StrOptions(set(_core.recipe_names()))],
        "features": [str, None],
        "kernel": [StrOptions({"linear", "intersection", "chi2", "hellinger", "cosine"}), None],
        "gammas": ["array-like"],
        "lambdas": ["array-like"],
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
        gammas: Sequence[float] = (0.3, 1, 3),
        lambdas: Sequence[float] = (1e-3, 1e-2, 1e-1, 1),
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
        self.gammas = gammas
        self.lambdas = lambdas
        self.walks = walks
        self.self_loops = self_loops
        self.memory = memory
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        tags.target_tags.single_output = False
        tags.classifier_tags.multi_label = True
        return tags

    def fit(self, X: Any, y: Any = None) -> "GraphMultilabelClassifier":
        """Trains on graphs and their classes: a row of classes each, of which None and NaN are unknown."""
        self._validate_params()
        graphs = self._known_graphs(X)
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        check_consistent_length(graphs, y)
        table = label_table(y, getattr(y, "columns", None))
        options = {
            "recipe": self.recipe,
            "features": self.features,
            "kernel": self.kernel,
            "gammas": [float(g) for g in self.gammas],
            "lambdas": [float(value) for value in self.lambdas],
            "walks": int(self.walks),
            "self_loops": bool(self.self_loops),
            "directed": False,
            "weighted": any(graph.weighted for graph in graphs),
            "memory": int(self.memory),
            "seed": seed_of(self.random_state),
            "threads": threads_of(self.n_jobs),
        }
        with progress(self.verbose, "kernels") as report:
            model = _core.MultilabelClassifier.fit(graphs, table.texts, table.names, options, report)
        return self._keep(model, table.classes)

    def _keep(self, model: Any, classes: list[dict[str, Any]]) -> "GraphMultilabelClassifier":
        self.model_ = model
        self.summary_ = model.summary()
        # The classes of each column in the order of the model, and the order of scikit-learn among them.
        self._model_classes = [np.array([own[text] for text in texts]) for own, (_, texts) in zip(classes, model.columns)]
        self._orders = [np.argsort(own, kind="stable") for own in self._model_classes]
        self.classes_ = [own[order] for own, order in zip(self._model_classes, self._orders)]
        return self

    def _predictions(self, X: Any) -> dict[str, Any]:
        check_is_fitted(self, "model_")
        with progress(self.verbose, "graphs") as report:
            return self._in_batches(lambda graphs, first: dict(self.model_.predict(graphs, first, report)), X)

    def predict(self, X: Any) -> Any:
        """The classes of each graph: one row per graph, one column per column of y."""
        predicted = self._predictions(X)["predicted"]
        return np.column_stack([own[predicted[:, i]] for i, own in enumerate(self._model_classes)])

    def predict_proba(self, X: Any) -> Any:
        """For each column the probability of each of its classes, in the order of classes_, calibrated on held-out graphs."""
        probabilities = self._predictions(X)["probabilities"]
        ends = np.cumsum([len(order) for order in self._orders])[:-1]
        return [own[:, order] for own, order in zip(np.split(probabilities, ends, axis=1), self._orders)]

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of graphs whose classes are right in all columns."""
        right = np.all(self.predict(X) == np.asarray(y), axis=1)
        return float(np.average(right, weights=sample_weight))

    def explain(self, X: Any) -> dict[str, Any]:
        """For each graph: the nearest training graph (`nearest`, an index of model_.training_ids), its `distance`, and the share of `unseen` walks."""
        made = self._predictions(X)
        return {key: made[key] for key in ("nearest", "distance", "unseen")}

    def save(self, path: str | os.PathLike[str], force: bool = False) -> None:
        """Writes the model to a file of the command line (`awe classify predict`)."""
        check_is_fitted(self, "model_")
        self.model_.save(os.fspath(path), force)

    @classmethod
    def load(cls, path: str | os.PathLike[str], n_jobs: int | None = -1) -> "GraphMultilabelClassifier":
        """A model of `save` or `awe classify fit --target multilabel`; its classes are texts."""
        made = cls(n_jobs=n_jobs)
        model = _core.MultilabelClassifier.load(os.fspath(path), threads_of(n_jobs))
        return made._keep(model, [{text: text for text in texts} for _, texts in model.columns])
