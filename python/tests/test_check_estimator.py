"""scikit-learn's own checks. Graphs are no arrays of numbers, so subclasses turn rows of numbers into graphs: all checks run.

Every row becomes a graph with a node per column, labelled by the column and its rounded value, whose edges join the columns in the
order of their values: equal rows give equal graphs. What does not apply to graphs is listed with its reason.
"""

import numpy as np
import pytest

import anonymous_walks as aw

pytest.importorskip("sklearn")
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402
from sklearn.utils.validation import validate_data  # noqa: E402


def graph_of_row(row):
    order = np.argsort(row, kind="stable")
    edges = [(int(a), int(b)) for a, b in zip(order, order[1:])]
    edges += [(i, (i + 1) % len(row)) for i, value in enumerate(row) if value > np.mean(row) and len(row) > 1]
    labels = [f"{column} {np.floor(2 * value):.0f}" for column, value in enumerate(row)]
    return aw.Graph(np.array(edges, np.int64).reshape(-1, 2), num_nodes=len(row), node_labels=labels)


class OfRows:
    """Takes rows of numbers instead of graphs, and checks them as an estimator of numbers does."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = True
        tags.no_validation = False
        tags.requires_fit = True
        return tags

    def _graphs(self, X):
        if isinstance(X, tuple) and all(isinstance(graph, aw.Graph) for graph in X):
            return X
        rows = validate_data(self, X, reset=self._reset, dtype=np.float64)
        return tuple(graph_of_row(row) for row in rows)

    def _batches(self, X):
        return [self._graphs(X)]

    _reset = False

    def fit(self, X, y=None):
        self._reset = True
        try:
            return super().fit(X, y)
        finally:
            del self._reset


class TransformsRows(OfRows):
    def fit_transform(self, X, y=None, **fit_params):
        self._reset = True
        try:
            return super().fit_transform(X, y, **fit_params)
        finally:
            self.__dict__.pop("_reset", None)


class Features(TransformsRows, aw.AnonymousWalkFeatures):
    def transform(self, X):
        from sklearn.utils.validation import check_is_fitted

        check_is_fitted(self, "embedder_")
        return super().transform(X)


class Kernel(TransformsRows, aw.GraphKernel):
    pass


class Embedding(TransformsRows, aw.AnonymousWalkEmbedding):
    def partial_fit(self, X, y=None):
        self._reset = not hasattr(self, "model_")
        try:
            return super().partial_fit(X, y)
        finally:
            self.__dict__.pop("_reset", None)


class Classifier(OfRows, aw.GraphClassifier):
    pass


class Regressor(OfRows, aw.GraphRegressor):
    pass


class Nearest(OfRows, aw.NearestGraphs):
    pass


ESTIMATORS = [
    Features(3, n_jobs=1),
    Features(features="walks(node):0..1", n_jobs=1),
    Kernel("linear", length=3, n_jobs=1),
    Embedding("walks(node):0..1", n_components=2, min_count=0, n_jobs=1),
    Classifier(features="walks(node):0..1", cs=(1,), gammas=(1,), n_jobs=1),
    Regressor(features="walks(node):0..1", gammas=(1,), n_jobs=1),
    Nearest(1, features="walks(node):0..1", n_jobs=1),
]


def expected_failures(estimator):
    """The checks that do not apply, and why."""
    failures = {}
    if isinstance(estimator, Embedding):
        failures["check_fit2d_1sample"] = "the message is about the words of the graph, not about the number of graphs"
    return failures


@parametrize_with_checks(ESTIMATORS, expected_failed_checks=expected_failures)
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)


GRAPHS = [
    aw.AnonymousWalkFeatures(3),
    aw.AnonymousWalkFeatures(features="walks(degree):0..1"),
    aw.GraphKernel(length=3),
    aw.AnonymousWalkEmbedding(),
    aw.GraphClassifier(),
    aw.GraphMultilabelClassifier(),
    aw.GraphRegressor(),
    aw.NearestGraphs(length=3),
]


@parametrize_with_checks(GRAPHS)
def test_checks_of_graph_input(estimator, check):
    check(estimator)


@pytest.mark.parametrize("estimator", GRAPHS, ids=lambda e: type(e).__name__)
def test_tags_say_that_graphs_are_wanted(estimator):
    tags = estimator.__sklearn_tags__()
    assert not tags.input_tags.two_d_array
    assert tags.requires_fit == (estimator is not GRAPHS[0])
