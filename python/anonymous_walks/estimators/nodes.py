"""The classifier of nodes and edges."""

import os
from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from .. import _core
from .._items import LEVELS, Items, class_text, class_texts
from .._options import DEFAULT_MEMORY, seed_of, threads_of
from .._progress import progress
from ._base import FEATURE_CONSTRAINTS, RUN_CONSTRAINTS, GraphEstimator


class NodeClassifier(ClassifierMixin, GraphEstimator):  # type: ignore[misc]
    """A classifier of the nodes or edges of graphs, the same as `awe classify fit --level`.

    The rows of nodes are made from whole graphs, without classes; those of the nodes whose class is known are trained on. Recipe, gamma
    and penalty are chosen by inner folds, and the best settings vote together. Of several graphs, each stays in one inner fold.

    Parameters
    ----------
    level : {"node", "edge", "ego"}, default "node"
        What is classified: nodes or edges by the walks that begin there, or nodes by the graph around them (ego).
    radius : int, default 2
        For ego: the largest distance of a node from the centre.
    recipe : str, default "auto"
        For ego: a recipe of `GraphClassifier`. Nodes and edges have recipes of their own.
    features, kernel : str, optional
        Blocks of features and their kernel, instead of a recipe.
    gammas, cs : sequences of float
        Values of gamma and C to choose from.
    machine : {"auto", "svm", "ridge"}, default "auto"
        For nodes and edges, auto is svm.
    lambdas : sequence of float
        Penalties of ridge to choose from.
    balanced : bool, default False
        Give every class the same total weight, however many nodes it has.
    walks : int, default 100000
        Walks per node, where walks are sampled.
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
        What was chosen in training: level, recipe, gamma, c, inner_accuracy, voters, ...

    Examples
    --------
    >>> import anonymous_walks as aw, networkx as nx
    >>> graph = nx.caveman_graph(10, 6)
    >>> graph.add_edges_from((node, node + 100) for node in range(0, 60, 2))
    >>> roles = {node: "leaf" if node >= 100 else "hub" if node % 2 == 0 else "member" for node in graph}
    >>> known = {node: role for node, role in roles.items() if node % 10 < 6}
    >>> model = aw.NodeClassifier().fit(graph, known)
    >>> model.predict(graph, [8, 9, 108]).tolist()
    ['hub', 'member', 'leaf']
    >>> model.score(graph, roles)
    1.0
    """

    _parameter_constraints: dict[str, list[Any]] = {
        "level": [StrOptions(set(LEVELS))],
        "radius": [Interval(Integral, 1, None, closed="left")],
        "recipe": [StrOptions(set(_core.recipe_names()))],
        "features": [str, None],
        "kernel": [StrOptions({"linear", "intersection", "chi2", "hellinger", "cosine"}), None],
        "gammas": ["array-like"],
        "cs": ["array-like"],
        "machine": [StrOptions({"auto", "svm", "ridge"})],
        "lambdas": ["array-like"],
        "balanced": ["boolean"],
        "walks": [Interval(Integral, 1, None, closed="left")],
        "self_loops": FEATURE_CONSTRAINTS["self_loops"],
        "memory": [int],
        **RUN_CONSTRAINTS,
    }

    def __init__(
        self,
        level: str = "node",
        *,
        radius: int = 2,
        recipe: str = "auto",
        features: str | None = None,
        kernel: str | None = None,
        gammas: Sequence[float] = (0.3, 1, 3),
        cs: Sequence[float] = (1, 10, 100),
        machine: str = "auto",
        lambdas: Sequence[float] = (1e-3, 1e-2, 1e-1, 1),
        balanced: bool = False,
        walks: int = 100_000,
        self_loops: bool = False,
        memory: int = DEFAULT_MEMORY,
        random_state: Any = None,
        n_jobs: int | None = -1,
        verbose: Any = 0,
    ) -> None:
        self.level = level
        self.radius = radius
        self.recipe = recipe
        self.features = features
        self.kernel = kernel
        self.gammas = gammas
        self.cs = cs
        self.machine = machine
        self.lambdas = lambdas
        self.balanced = balanced
        self.walks = walks
        self.self_loops = self_loops
        self.memory = memory
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Any, y: Any = None) -> "NodeClassifier":
        """Trains on the nodes (edges) whose class is known.

        Parameters
        ----------
        X : graph or list of graphs
            Graphs of any kind that `as_graph` takes.
        y : mapping or sequence, or a list of them
            A mapping from nodes to classes (or a Series of pandas, whose index has the nodes), or a class for each node in the order of
            the input: `Graph.node_ids`, or the nodes of a networkx graph. None and NaN stand for unknown classes; in a sequence, -1 does, too. The keys of edges are pairs of nodes.
            For a list of graphs: a list with one of these for each graph.
        """
        self._validate_params()
        if self.kernel is not None and self.features is None:
            raise ValueError("`kernel` is for `features`; a recipe has its own kernels")
        if self.level != "ego" and self.recipe != "auto":
            raise ValueError(f"`recipe` is for level 'ego'; at level {self.level!r} `features` sets the features")
        items = Items(X, self.level, self_loops=bool(self.self_loops))
        known = items.classes(y)
        classes = np.unique(np.array(list(known.values())))
        check_classification_targets(classes)
        names = [class_text(label) for label in classes.tolist()]
        if len(set(names)) < len(names):
            raise ValueError("two classes have the same text")
        options = {
            "recipe": self.recipe,
            "features": self.features,
            "kernel": self.kernel,
            "gammas": [float(g) for g in self.gammas],
            "cs": [float(c) for c in self.cs],
            "machine": self.machine,
            "lambdas": [float(value) for value in self.lambdas],
            "balanced": bool(self.balanced),
            "walks": int(self.walks),
            "self_loops": bool(self.self_loops),
            "directed": any(graph.directed for graph in items.graphs),
            "weighted": any(graph.weighted for graph in items.graphs),
            "memory": int(self.memory),
            "seed": seed_of(self.random_state),
            "threads": threads_of(self.n_jobs),
        }
        radius = int(self.radius) if self.level == "ego" else 0
        with progress(self.verbose, "kernels") as report:
            model = _core.fit_items(items.graphs, items.what, radius, class_texts(known), options, report)
        return self._keep(model, classes, names)

    def _keep(self, model: Any, classes: Any, names: list[str]) -> "NodeClassifier":
        self.model_ = model
        self.classes_ = classes
        self.summary_ = model.summary()
        place = {name: i for i, name in enumerate(names)}
        self._order = np.array([place[name] for name in model.class_names])  # from the model's classes to classes_
        return self

    def _predictions(self, X: Any, nodes: Any) -> tuple[Items, list[dict[str, Any]]]:
        """By graph: the columns of the predictions for the nodes, in their order."""
        check_is_fitted(self, "model_")
        items = Items(X, self.summary_["level"], self_loops=bool(self.self_loops))
        wanted = items.chosen(nodes)
        ids = None if nodes is None else {name for names in wanted for name in names}
        with progress(self.verbose, "graphs") as report:
            made = dict(_core.predict_items(self.model_, items.graphs, ids, report))
        row_of = {name: row for row, name in enumerate(made.pop("ids"))}
        rows = [np.array([row_of[name] for name in names], dtype=np.intp) for names in wanted]
        return items, [{key: value[own] for key, value in made.items()} for own in rows]

    def _result(self, X: Any, nodes: Any, of: Any) -> Any:
        items, columns = self._predictions(X, nodes)
        results = [of(own) for own in columns]
        return results[0] if items.single else results

    def _ordered(self, scores: Any) -> Any:
        ordered = np.empty_like(scores)
        ordered[:, self._order] = scores
        return ordered

    def predict(self, X: Any, nodes: Any = None) -> Any:
        """The class of each node (edge): an array, or for a list of graphs a list of arrays.

        Parameters
        ----------
        X : graph or list of graphs
        nodes : sequence, or a list of them, optional
            The nodes (for edges: pairs of nodes) to predict. Default: all, in the order of the input; edges in the order of `Graph.edges`.
        """
        return self._result(X, nodes, lambda made: self.classes_[self._order[made["predicted"]]])

    def predict_proba(self, X: Any, nodes: Any = None) -> Any:
        """The probability of each class, in the order of classes_, calibrated on held-out nodes; arguments as for `predict`."""
        return self._result(X, nodes, lambda made: self._ordered(made["probabilities"]))

    def decision_function(self, X: Any, nodes: Any = None) -> Any:
        """The score of each class; for two classes that of the second less that of the first. Arguments as for `predict`."""

        def decide(made: dict[str, Any]) -> Any:
            scores = self._ordered(made["scores"])
            return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

        return self._result(X, nodes, decide)

    def explain(self, X: Any, nodes: Any = None) -> Any:
        """For each node: the nearest node that the model holds (`nearest`, an index of model_.training_ids), its `distance`, and the share of `unseen` walks."""
        return self._result(X, nodes, lambda made: {key: made[key] for key in ("nearest", "distance", "unseen")})

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of right predictions among the nodes whose class is known; y as for `fit`."""
        check_is_fitted(self, "model_")
        if sample_weight is not None:
            raise ValueError("`sample_weight` is not for nodes")
        items, columns = self._predictions(X, None)
        known = class_texts(items.classes(y, least=1))
        right = 0
        for names, made in zip(items.ids, columns):
            for name, predicted in zip(names, made["predicted"].tolist()):
                right += name in known and known[name] == self.model_.class_names[predicted]
        return right / len(known)

    def save(self, path: str | os.PathLike[str], force: bool = False) -> None:
        """Writes the model to a file of the command line (`awe classify predict`)."""
        check_is_fitted(self, "model_")
        self.model_.save(os.fspath(path), force)

    @classmethod
    def load(cls, path: str | os.PathLike[str], n_jobs: int | None = -1) -> "NodeClassifier":
        """A model of `save` or `awe classify fit --level`; its classes are texts."""
        model = _core.Classifier.load(os.fspath(path), threads_of(n_jobs))
        summary = model.summary()
        if summary["level"] == "graph":
            raise ValueError(f"{os.fspath(path)} is a model of graphs; load it with GraphClassifier")
        made = cls(level=summary["level"], radius=max(1, summary["radius"]), n_jobs=n_jobs)
        return made._keep(model, np.array(model.class_names), model.class_names)
