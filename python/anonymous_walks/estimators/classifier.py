"""The classifier of graphs."""

import os
from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d

from .. import _core
from .._options import DEFAULT_MEMORY, seed_of, threads_of
from .._progress import progress
from ._base import FEATURE_CONSTRAINTS, RUN_CONSTRAINTS, GraphEstimator


def _has_probabilities(self: Any) -> bool:
    if hasattr(self, "model_") and not self.model_.has_probabilities:
        raise AttributeError("the model is from an earlier version, without probabilities; fit it again")
    return True


class GraphClassifier(ClassifierMixin, GraphEstimator):  # type: ignore[misc]
    """A classifier of graphs: the recipe, gamma and penalty that inner folds choose, and all settings that are as good, vote together.

    Parameters
    ----------
    recipe : str, default "auto"
        auto, structure, degrees, labels, attributes, size, paper-fb, data-driven or data-driven-labels
        (docs/explanation/evaluation.md).
    features, kernel : str, optional
        Blocks of features and their kernel, instead of a recipe.
    gammas, cs : sequences of float
        Values of gamma and C to choose from.
    machine : str, default "auto"
        svm, ridge, landmarks, linear, or auto: svm or ridge, and for more than `max_exact` graphs the better of landmarks and linear.
    lambdas : sequence of float
        Penalties of ridge and landmarks to choose from.
    landmarks : int, default 2000
        Most landmarks of the machine of that name.
    max_exact : int, default 10000
        Number of training graphs up to which the machine auto is exact.
    checkpoint : path, optional
        File that keeps the state of a fit of landmarks or linear: a fit that was stopped continues from it, and gives the same model.
        It stays; delete it after the fit.
    probabilities : bool, default False
        Calibrate every pair of classes of an SVM by five more folds, and predict the most probable class. Without it,
        predict_proba() gives probabilities that were calibrated on the inner folds.
    balanced : bool, default False
        Give every class the same total weight, however many graphs it has.
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
    classes_ : array
        The classes.
    model_ : object
        The trained model.
    summary_ : dict
        What was chosen in training: recipe, gamma, c, inner_accuracy, voters, ...

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = aw.generate_six_families(60, 180, 10)
    >>> classes = [g.class_name for g in graphs]
    >>> model = aw.GraphClassifier(recipe="structure").fit(graphs, classes)
    >>> model.score(graphs, classes) > 0.9
    True
    """

    _parameter_constraints: dict[str, list[Any]] = {
        "recipe": [StrOptions(set(_core.recipe_names()))],
        "features": [str, None],
        "kernel": [StrOptions({"linear", "intersection", "chi2", "hellinger", "cosine"}), None],
        "gammas": ["array-like"],
        "cs": ["array-like"],
        "machine": [StrOptions({"auto", "svm", "ridge", "landmarks", "linear"})],
        "lambdas": ["array-like"],
        "landmarks": [Interval(Integral, 1, None, closed="left")],
        "max_exact": [Interval(Integral, 1, None, closed="left")],
        "checkpoint": [str, os.PathLike, None],
        "probabilities": ["boolean"],
        "balanced": ["boolean"],
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
        cs: Sequence[float] = (1, 10, 100),
        machine: str = "auto",
        lambdas: Sequence[float] = (1e-3, 1e-2, 1e-1, 1),
        landmarks: int = 2000,
        max_exact: int = 10_000,
        checkpoint: str | os.PathLike[str] | None = None,
        probabilities: bool = False,
        balanced: bool = False,
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
        self.cs = cs
        self.machine = machine
        self.lambdas = lambdas
        self.landmarks = landmarks
        self.max_exact = max_exact
        self.checkpoint = checkpoint
        self.probabilities = probabilities
        self.balanced = balanced
        self.walks = walks
        self.self_loops = self_loops
        self.memory = memory
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Any, y: Any = None) -> "GraphClassifier":
        """Trains on graphs and their classes; without y, the classes that the graphs have."""
        self._validate_params()
        graphs = self._known_graphs(X)
        if y is None:
            y = [graph.class_name for graph in graphs]
            if any(name is None for name in y):
                raise ValueError("requires y to be passed, but the target y is None, and some graphs have no class")
        check_consistent_length(graphs, y)
        labels = column_or_1d(y, warn=True)
        check_classification_targets(labels)
        classes = np.unique(labels)
        names = [str(label) for label in classes.tolist()]
        if len(set(names)) < len(names):
            raise ValueError("two classes have the same text")
        if len(names) < 2:
            raise ValueError(f"classification needs at least two classes, and there is only one class, {names[0]!r}")
        options = {
            "recipe": self.recipe,
            "features": self.features,
            "kernel": self.kernel,
            "gammas": [float(g) for g in self.gammas],
            "cs": [float(c) for c in self.cs],
            "machine": self.machine,
            "lambdas": [float(value) for value in self.lambdas],
            "landmarks": int(self.landmarks),
            "max_exact": int(self.max_exact),
            "checkpoint": "" if self.checkpoint is None else os.fspath(self.checkpoint),
            "probabilities": bool(self.probabilities),
            "balanced": bool(self.balanced),
            "walks": int(self.walks),
            "self_loops": bool(self.self_loops),
            "directed": False,
            "weighted": any(graph.weighted for graph in graphs),
            "memory": int(self.memory),
            "seed": seed_of(self.random_state),
            "threads": threads_of(self.n_jobs),
        }
        with progress(self.verbose, "kernels") as report:
            model = _core.Classifier.fit(graphs, [str(label) for label in labels.tolist()], options, report)
        return self._keep(model, classes)

    def _keep(self, model: Any, classes: Any) -> "GraphClassifier":
        self.model_ = model
        self.classes_ = classes
        self.summary_ = model.summary()
        place = {str(name): i for i, name in enumerate(classes.tolist())}
        self._order = np.array([place[name] for name in model.class_names])  # from the model's classes to classes_
        return self

    def _predictions(self, X: Any) -> dict[str, Any]:
        check_is_fitted(self, "model_")
        with progress(self.verbose, "graphs") as report:
            return self._in_batches(lambda graphs, first: dict(self.model_.predict(graphs, first, report)), X)

    def _scores(self, X: Any, which: str = "scores") -> Any:
        scores = self._predictions(X)[which]
        ordered = np.empty_like(scores)
        ordered[:, self._order] = scores
        return ordered

    def predict(self, X: Any) -> Any:
        """The class of each graph."""
        predicted = self._predictions(X)["predicted"]
        return self.classes_[self._order[predicted]]

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Any:
        """The probability of each class, in the order of classes_, calibrated on held-out graphs."""
        return self._scores(X, "probabilities")

    def decision_function(self, X: Any) -> Any:
        """The score of each class; for two classes that of the second less that of the first."""
        scores = self._scores(X)
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def explain(self, X: Any) -> dict[str, Any]:
        """For each graph: the nearest graph that the model holds (`nearest`, an index of model_.training_ids), its `distance`, and the share of `unseen` walks."""
        made = self._predictions(X)
        return {key: made[key] for key in ("nearest", "distance", "unseen")}

    def save(self, path: str | os.PathLike[str], force: bool = False) -> None:
        """Writes the model to a file of the command line (`awe classify predict`)."""
        check_is_fitted(self, "model_")
        self.model_.save(os.fspath(path), force)

    @classmethod
    def load(cls, path: str | os.PathLike[str], n_jobs: int | None = -1) -> "GraphClassifier":
        """A model of `save` or `awe classify fit`; its classes are texts."""
        model = _core.Classifier.load(os.fspath(path), threads_of(n_jobs))
        made = cls(probabilities=bool(model.summary()["probabilities"]), n_jobs=n_jobs)
        return made._keep(model, np.array(model.class_names))
