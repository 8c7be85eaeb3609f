"""Accuracy of graph classification by nested cross-validation, and the paper's experiments."""

import html
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _core
from ._items import LEVELS, Items, class_texts
from ._options import DEFAULT_MEMORY, seed_of, threads_of
from ._progress import progress
from .convert import as_graphs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Evaluation:
    """The result of `evaluate`.

    Attributes
    ----------
    accuracy, deviation : float
        Mean accuracy of the test folds; standard deviation of the folds.
    interval : pair of float
        95 % interval of the mean.
    macro_f1, roc_auc : float
        Macro F1 and, for two classes, the area under the ROC curve, of all test predictions.
    confusion : array, shape (classes, classes)
        Test predictions: rows are true classes.
    folds : list of dict
        For each fold: recipe, gamma, c, voters, inner_accuracy, accuracy, tested.
    """

    accuracy: float
    deviation: float
    interval: tuple[float, float]
    macro_f1: float
    roc_auc: float
    confusion: "NDArray[np.int64]"
    folds: list[dict[str, Any]]

    def __repr__(self) -> str:
        low, high = self.interval
        return (
            f"<Evaluation: accuracy {100 * self.accuracy:.2f} %, 95 % interval {100 * low:.1f} to {100 * high:.1f}, "
            f"{len(self.folds)} folds>"
        )


def evaluate(
    graphs: Any,
    classes: Any = None,
    *,
    level: str = "graph",
    radius: int = 2,
    recipe: str = "auto",
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
    transductive: bool = False,
    memory: int = DEFAULT_MEMORY,
    random_state: Any = None,
    n_jobs: int | None = -1,
    verbose: Any = False,
) -> Evaluation:
    """How well recipes of walk features classify graphs, or their nodes or edges: nested cross-validation, the same as `awe evaluate`.

    Recipe, gamma and C are chosen on the training part of every fold, and everything that is learnt from graphs is learnt there.

    Parameters
    ----------
    graphs : iterable
        Graphs of any kind that `as_graph` takes. For nodes and edges also one graph alone.
    classes : sequence, optional
        A class per graph. Default: the classes that the graphs have. For nodes and edges as y of `NodeClassifier.fit`: a mapping from
        nodes to classes, or a class for each node, None for unknown ones; for a list of graphs a list of these.
    level : {"graph", "node", "edge", "ego"}, default "graph"
        What is classified: graphs; nodes or edges; nodes by the graph around them (ego). The nodes of one graph are split among the folds;
        of several graphs, each stays in one fold.
    radius : int, default 2
        For ego: the largest distance of a node from the centre.
    recipe : str, default "auto"
        auto, structure, degrees, labels, attributes, size, paper-fb, data-driven or data-driven-labels.
    features, kernel : str, optional
        Blocks of features and their kernel, instead of a recipe.
    folds, repeats : int
        Folds of cross-validation, and its repeats.
    gammas, cs : sequences of float
        Values of gamma and C to choose from.
    machine : str, default "auto"
        svm, ridge, landmarks, linear, or auto: ridge for labelled sets of fewer than 2,500 training graphs, otherwise svm.
    lambdas : sequence of float
        Penalties of ridge and landmarks to choose from.
    landmarks : int
        Most landmarks of the machine of that name.
    walks : int
        Walks per graph, where walks are sampled.
    self_loops, transductive, memory, random_state, n_jobs, verbose
        As for `embed`; transductive learns from all graphs, without their classes, what is learnt from graphs.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = aw.generate_six_families(60, 180, 10)
    >>> aw.evaluate(graphs, recipe="structure", folds=5).accuracy > 0.8
    True
    >>> cycle = [(i, (i + 1) % 30) for i in range(30)]
    >>> graph = aw.Graph(cycle + [(i, 30 + i) for i in range(30)])
    >>> aw.evaluate(graph, ["cycle"] * 30 + ["leaf"] * 30, level="node", folds=5).accuracy
    1.0
    """
    if kernel is not None and features is None:
        raise ValueError("`kernel` is for `features`; a recipe has its own kernels")
    options = {
        "recipe": recipe,
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
        "transductive": transductive,
        "memory": int(memory),
        "seed": seed_of(random_state),
        "threads": threads_of(n_jobs),
    }
    if level != "graph":
        return _evaluate_items(graphs, classes, level, radius, options, verbose)
    known = tuple(as_graphs(graphs, self_loops=self_loops))
    if classes is not None and len(classes) != len(known):
        raise ValueError(f"there are {len(classes)} classes for {len(known)} graphs")
    with progress(verbose, "folds") as report:
        found = _core.evaluate(known, None if classes is None else [str(c) for c in classes], options, report)
    return Evaluation(**found)


def _evaluate_items(
    graphs: Any, classes: Any, level: str, radius: int, options: dict[str, Any], verbose: Any
) -> Evaluation:
    if level not in LEVELS:
        raise ValueError(f"`level` is {level!r}; it must be one of graph, {', '.join(LEVELS)}")
    if int(radius) < 1:
        raise ValueError(f"`radius` is {radius}; it must be at least 1")
    if level != "ego":
        if options["recipe"] != "auto":
            raise ValueError(f"`recipe` is not for level {level!r}; `features` sets the features")
        if options["transductive"]:
            raise ValueError(f"`transductive` is not for level {level!r}: rows are made from whole graphs, without classes")
    items = Items(graphs, level, self_loops=options["self_loops"])
    if classes is None:
        raise ValueError(f"the {items.what}s have no classes; pass them as `classes`")
    known = class_texts(items.classes(classes))
    with progress(verbose, "folds") as report:
        around = int(radius) if level == "ego" else 0
        return Evaluation(**_core.evaluate_items(items.graphs, items.what, around, known, options, report))


@dataclass(frozen=True)
class Report:
    """The result of `report`: a page, which notebooks show inline.

    Attributes
    ----------
    html : str
        The page: one HTML document that needs no other file and makes no request.
    """

    html: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file, which must not exist."""
        with open(path, "x", encoding="utf-8", newline="") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        return (
            '<iframe title="Report" sandbox="allow-scripts allow-modals" width="100%" height="800" style="border:0" '
            f'srcdoc="{html.escape(self.html)}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Report: {len(self.html)} characters of HTML>"


def report(
    graphs: Iterable[Any],
    classes: Sequence[Any] | None = None,
    *,
    title: str = "Graphs",
    recipe: str = "auto",
    features: str | None = None,
    kernel: str | None = None,
    folds: int = 10,
    most_graphs: int = 2000,
    node_names: Mapping[Any, str] | None = None,
    edge_names: Mapping[Any, str] | None = None,
    walks: int = 100_000,
    self_loops: bool = False,
    memory: int = DEFAULT_MEMORY,
    random_state: Any = None,
    n_jobs: int | None = -1,
    verbose: Any = False,
) -> Report:
    """A collection as one HTML page, the same as `awe report`; notebooks show it inline.

    Accuracy with its baselines, the confusion matrix, maps, separating walks, evidence per node, outliers, twins, sizes, and a learning
    curve. The page works offline.

    Parameters
    ----------
    graphs : iterable
        Graphs of any kind that `as_graph` takes.
    classes : sequence, optional
        A class per graph. Default: the classes that the graphs have.
    title : str
        Heading of the page.
    recipe, features, kernel, folds, walks
        As for `evaluate`.
    most_graphs : int
        Of more graphs a stratified sample is shown.
    node_names, edge_names : mapping, optional
        What to call labels of nodes and edges: {0: "C", 1: "N"}.
    self_loops, memory, random_state, n_jobs, verbose
        As for `embed`.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> page = aw.report(aw.generate_six_families(20, 30, 8), recipe="structure", folds=4)
    >>> page.html.startswith("<!doctype html>")
    True
    """
    known = tuple(as_graphs(graphs, self_loops=self_loops))
    if classes is not None and len(classes) != len(known):
        raise ValueError(f"there are {len(classes)} classes for {len(known)} graphs")
    if kernel is not None and features is None:
        raise ValueError("`kernel` is for `features`; a recipe has its own kernels")
    options = {
        "recipe": recipe,
        "features": features,
        "kernel": kernel,
        "folds": int(folds),
        "walks": int(walks),
        "self_loops": self_loops,
        "title": title,
        "command": "",
        "most_graphs": int(most_graphs),
        "node_names": {str(label): str(name) for label, name in (node_names or {}).items()},
        "edge_names": {str(label): str(name) for label, name in (edge_names or {}).items()},
        "memory": int(memory),
        "seed": seed_of(random_state),
        "threads": threads_of(n_jobs),
    }
    with progress(verbose, "steps") as bar:
        return Report(_core.report(known, None if classes is None else [str(c) for c in classes], options, bar))


@dataclass(frozen=True)
class RegressionEvaluation:
    """The result of `evaluate_regression`.

    Attributes
    ----------
    targets : list of dict
        For each number: its name; mae, rmse, r2 and spearman, each with the mean over the test folds, a 95 % interval and the
        deviation of the folds; mean_mae and mean_rmse, the errors of always predicting the mean of the training part.
    folds : list of dict
        For each fold: recipe, gamma, lambda (SVM: c and epsilon), voters, inner_r2, r2 (one per number), tested.
    """

    targets: list[dict[str, Any]]
    folds: list[dict[str, Any]]

    def __repr__(self) -> str:
        scores = ", ".join(f"{target['name']}: R^2 {target['r2']['mean']:.3f}" for target in self.targets)
        return f"<RegressionEvaluation: {scores}, {len(self.folds)} folds>"


def evaluate_regression(
    graphs: Iterable[Any],
    numbers: Any,
    *,
    names: Sequence[str] | None = None,
    recipe: str = "auto",
    features: str | None = None,
    kernel: str | None = None,
    folds: int = 10,
    repeats: int = 1,
    machine: str = "auto",
    gammas: Sequence[float] = (0.3, 1, 3),
    lambdas: Sequence[float] = (1e-3, 1e-2, 1e-1, 1),
    cs: Sequence[float] = (1, 10, 100),
    epsilons: Sequence[float] = (0.05, 0.2),
    walks: int = 100_000,
    self_loops: bool = False,
    transductive: bool = False,
    memory: int = DEFAULT_MEMORY,
    random_state: Any = None,
    n_jobs: int | None = -1,
    verbose: Any = False,
) -> RegressionEvaluation:
    """How well kernel ridge or support vector regression on walk features predicts numbers: nested cross-validation, the same as `awe evaluate --target regression`.

    Parameters
    ----------
    graphs : iterable
        Graphs of any kind that `as_graph` takes.
    numbers : array
        A finite number, or a row of numbers, for each graph.
    names : sequence of str, optional
        Names of the numbers. Default: target, or target 1, target 2, ...
    machine : str, default "auto"
        ridge (auto) or svm.
    cs, epsilons : sequences of float
        Values of C and epsilon of an SVM to choose from, in standard deviations of the numbers.
    recipe, features, kernel, folds, repeats, gammas, lambdas, walks, self_loops, transductive, memory, random_state, n_jobs, verbose
        As for `evaluate`.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = [aw.generate(f"star:nodes={n}")[0] for n in range(5, 45)]
    >>> found = aw.evaluate_regression(graphs, [g.num_edges for g in graphs], recipe="structure", folds=5)
    >>> found.targets[0]["r2"]["mean"] > 0.8
    True
    """
    import numpy as np

    known = tuple(as_graphs(graphs, self_loops=self_loops))
    values = np.asarray(numbers, dtype=np.float64)
    if values.ndim not in (1, 2) or len(values) != len(known):
        raise ValueError(f"there are numbers of shape {values.shape} for {len(known)} graphs")
    if kernel is not None and features is None:
        raise ValueError("`kernel` is for `features`; a recipe has its own kernels")
    rows = np.ascontiguousarray(values.reshape(len(known), -1))
    width = rows.shape[1]
    if names is None:
        names = ["target"] if width == 1 else [f"target {i + 1}" for i in range(width)]
    options = {
        "recipe": recipe,
        "features": features,
        "kernel": kernel,
        "folds": int(folds),
        "repeats": int(repeats),
        "gammas": [float(g) for g in gammas],
        "machine": machine,
        "lambdas": [float(value) for value in lambdas],
        "cs": [float(c) for c in cs],
        "epsilons": [float(value) for value in epsilons],
        "walks": int(walks),
        "self_loops": self_loops,
        "transductive": transductive,
        "memory": int(memory),
        "seed": seed_of(random_state),
        "threads": threads_of(n_jobs),
    }
    with progress(verbose, "folds") as report:
        found = _core.evaluate_regression(known, rows, [str(name) for name in names], options, report)
    return RegressionEvaluation(**found)


@dataclass(frozen=True)
class LabelTable:
    """Classes in several columns: their texts row by row, empty where unknown; names of the columns; for each column, classes by text."""

    texts: list[str]
    names: list[str]
    classes: list[dict[str, Any]]


def label_table(labels: Any, names: Any) -> LabelTable:
    """Classes of any kind as texts; None and NaN are unknown."""
    import numpy as np

    table = np.asarray(labels)
    if table.dtype.kind in "f" and not isinstance(labels, np.ndarray):
        table = np.asarray(labels, dtype=object)
    if table.ndim != 2 or table.shape[1] == 0:
        raise ValueError(f"there must be a row of classes for each graph, and they have the shape {table.shape}")
    texts: list[str] = []
    classes: list[dict[str, Any]] = [{} for _ in range(table.shape[1])]
    for row in table.tolist():
        for known, value in zip(classes, row):
            unknown = value is None or value != value
            if isinstance(value, float) and not unknown and value.is_integer():
                value = int(value)  # 0.0 and 1.0 beside NaN
            text = "" if unknown else str(value)
            texts.append(text)
            if text and known.setdefault(text, value) != value:
                raise ValueError(f"two classes have the same text, {text!r}")
    if names is None:
        names = [f"label {i + 1}" for i in range(table.shape[1])]
    if len(names) != table.shape[1]:
        raise ValueError(f"there are {len(names)} names for {table.shape[1]} columns of classes")
    return LabelTable(texts, [str(name) for name in names], classes)


@dataclass(frozen=True)
class MultilabelEvaluation:
    """The result of `evaluate_multilabel`.

    Attributes
    ----------
    columns : list of dict
        For each column: its name, classes, number of known classes, the share of the largest one (majority); accuracy and, for two classes,
        roc_auc, each with the mean over the test folds, a 95 % interval and the deviation of the folds.
    accuracy, roc_auc : dict
        Means over the columns; roc_auc is None if no column has two classes.
    subset_accuracy, hamming_loss : dict or None
        Share of graphs whose classes are all right, and share of wrong classes; None if some classes are unknown.
    folds : list of dict
        For each fold: recipe, gamma, lambda, voters, inner_r2, accuracy and roc_auc (one per column), tested.
    """

    columns: list[dict[str, Any]]
    accuracy: dict[str, Any]
    roc_auc: dict[str, Any] | None
    subset_accuracy: dict[str, Any] | None
    hamming_loss: dict[str, Any] | None
    folds: list[dict[str, Any]]

    def __repr__(self) -> str:
        scores = ", ".join(f"{column['name']}: {100 * column['accuracy']['mean']:.2f} %" for column in self.columns)
        return f"<MultilabelEvaluation: accuracy {scores}, {len(self.folds)} folds>"


def evaluate_multilabel(
    graphs: Iterable[Any],
    classes: Any,
    *,
    names: Sequence[str] | None = None,
    recipe: str = "auto",
    features: str | None = None,
    kernel: str | None = None,
    folds: int = 10,
    repeats: int = 1,
    gammas: Sequence[float] = (0.3, 1, 3),
    lambdas: Sequence[float] = (1e-3, 1e-2, 1e-1, 1),
    walks: int = 100_000,
    self_loops: bool = False,
    transductive: bool = False,
    memory: int = DEFAULT_MEMORY,
    random_state: Any = None,
    n_jobs: int | None = -1,
    verbose: Any = False,
) -> MultilabelEvaluation:
    """How well walk features predict classes in several columns: nested cross-validation, the same as `awe evaluate --target multilabel`.

    Parameters
    ----------
    graphs : iterable
        Graphs of any kind that `as_graph` takes.
    classes : array
        A row of classes for each graph; None and NaN are unknown, in their column alone.
    names : sequence of str, optional
        Names of the columns. Default: those of a data frame, or label 1, label 2, ...
    recipe, features, kernel, folds, repeats, gammas, lambdas, walks, self_loops, transductive, memory, random_state, n_jobs, verbose
        As for `evaluate`.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = aw.generate_six_families(60, 180, 10)
    >>> names = sorted({g.class_name for g in graphs})
    >>> family = [names.index(g.class_name) for g in graphs]
    >>> found = aw.evaluate_multilabel(graphs, [[f % 2, f // 3] for f in family], recipe="structure", folds=5)
    >>> found.accuracy["mean"] > 0.8
    True
    """
    known = tuple(as_graphs(graphs, self_loops=self_loops))
    if len(classes) != len(known):
        raise ValueError(f"there are classes for {len(classes)} graphs, and there are {len(known)}")
    if kernel is not None and features is None:
        raise ValueError("`kernel` is for `features`; a recipe has its own kernels")
    table = label_table(classes, getattr(classes, "columns", None) if names is None else names)
    options = {
        "recipe": recipe,
        "features": features,
        "kernel": kernel,
        "folds": int(folds),
        "repeats": int(repeats),
        "gammas": [float(g) for g in gammas],
        "lambdas": [float(value) for value in lambdas],
        "walks": int(walks),
        "self_loops": self_loops,
        "transductive": transductive,
        "memory": int(memory),
        "seed": seed_of(random_state),
        "threads": threads_of(n_jobs),
    }
    with progress(verbose, "folds") as report:
        found = _core.evaluate_multilabel(known, table.texts, table.names, options, report)
    return MultilabelEvaluation(**found)


def reproduce(*arguments: str, data: str | os.PathLike[str] | None = None) -> Any:
    """Runs experiments of the paper with the command `awe reproduce --json`, and returns what it says.

    Parameters
    ----------
    *arguments : str
        Arguments of the command: "examples", "table2", ... (`awe reproduce --help`).
    data : path, optional
        Folder of the data sets. Default: the environment variable AWE_DATA, else ./datasets.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> isinstance(aw.reproduce("examples"), dict)
    True
    """
    from .__main__ import run_command

    command = ["reproduce", *arguments, "--json"]
    if data is not None:
        command += ["--data", os.fspath(data)]
    return json.loads(run_command(command))
