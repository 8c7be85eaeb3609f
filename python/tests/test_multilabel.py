"""Classes in several columns: against the command, against scikit-learn, and with unknown classes."""

import json
import pickle

import numpy as np
import pytest

import anonymous_walks as aw

pytest.importorskip("sklearn")
from sklearn.metrics import accuracy_score  # noqa: E402


def labels_of(graphs):
    """Whether a graph has many edges, and how many kinds of labels."""
    return np.array([[str(graph.num_edges > 8), str(len(set(graph.node_labels)) % 2)] for graph in graphs])


def test_models_are_those_of_the_command(molecules, awe, tmp_path):
    labels = labels_of(molecules).astype(object)
    labels[3, 1] = None
    aw.write([g.replace(class_name=None) for g in molecules], tmp_path / "m.jsonl")
    names = [g.name or str(i) for i, g in enumerate(molecules)]
    lines = [f"{name},{a},{b or ''}" for name, (a, b) in zip(names, labels.tolist())]
    (tmp_path / "t.csv").write_text("id,large,odd\n" + "\n".join(lines) + "\n")
    table = f"{tmp_path / 't.csv'}:large,odd"
    awe("classify", "fit", tmp_path / "m.jsonl", "--target", "multilabel", "--classes", table, "-o", tmp_path / "c.awe")
    model = aw.GraphMultilabelClassifier().fit(molecules, labels)
    loaded = aw.GraphMultilabelClassifier.load(tmp_path / "c.awe")
    assert [name for name, _ in loaded.model_.columns] == ["large", "odd"]
    assert np.array_equal(model.predict(molecules), loaded.predict(molecules))
    for ours, theirs in zip(model.predict_proba(molecules), loaded.predict_proba(molecules)):
        assert np.array_equal(ours, theirs)
    awe("classify", "predict", tmp_path / "c.awe", tmp_path / "m.jsonl", "-o", tmp_path / "p.csv")
    written = [line.split(",") for line in (tmp_path / "p.csv").read_text().splitlines()]
    assert written[0][:5] == ["id", "large", "odd", "probability large=False", "probability large=True"]
    assert np.array_equal(np.array([line[1:3] for line in written[1:]]), model.predict(molecules))
    assert np.array_equal(pickle.loads(pickle.dumps(model)).predict(molecules), model.predict(molecules))
    with pytest.raises(ValueError, match="kind 'multilabel'"):
        aw.GraphClassifier.load(tmp_path / "c.awe")

    command = json.loads(
        awe("evaluate", tmp_path / "m.jsonl", "--target", "multilabel", "--classes", table, "--folds", "4", "--json")
    )
    found = aw.evaluate_multilabel(molecules, labels, names=["large", "odd"], folds=4)
    assert found.accuracy["mean"] == pytest.approx(command["accuracy"]["mean"], rel=1e-12)
    assert found.hamming_loss is None
    for ours, theirs in zip(found.columns, command["columns"]):
        assert ours["name"] == theirs["name"]
        assert ours["known"] == theirs["known"]
        assert ours["accuracy"]["mean"] == pytest.approx(theirs["accuracy"]["mean"], rel=1e-12)
    assert isinstance(found, aw.MultilabelEvaluation)
    assert "large" in repr(found)


def test_estimator_conventions(families):
    labels = np.array([[i % 2, i % 3 == 0] for i in range(60)], int)
    model = aw.GraphMultilabelClassifier("structure").fit(families, labels)
    predicted = model.predict(families)
    assert predicted.shape == (60, 2)
    assert predicted.dtype.kind == "i"
    assert [list(own) for own in model.classes_] == [[0, 1], [0, 1]]
    probabilities = model.predict_proba(families)
    assert len(probabilities) == 2
    for column, own in enumerate(probabilities):
        assert own.shape == (60, 2)
        assert np.allclose(own.sum(axis=1), 1)
        assert np.array_equal(model.classes_[column][own.argmax(axis=1)], predicted[:, column])
    assert model.score(families, labels) == accuracy_score(labels, predicted)
    assert model.summary_["machine"] == "ridge"
    assert set(model.explain(families[:2])) == {"nearest", "distance", "unseen"}
    unknown = labels.astype(float)
    unknown[::4, 0] = np.nan
    partly = aw.GraphMultilabelClassifier("structure").fit(families, unknown)
    assert [list(own) for own in partly.classes_] == [[0, 1], [0, 1]]
    with pytest.raises(ValueError, match="None"):
        aw.GraphMultilabelClassifier("structure").fit(families)
    with pytest.raises(ValueError, match="shape"):
        aw.GraphMultilabelClassifier("structure").fit(families, labels[:, 0])
    with pytest.raises(ValueError, match="inconsistent"):
        aw.GraphMultilabelClassifier("structure").fit(families, labels[:5])
    with pytest.raises(ValueError, match="at least two classes"):
        aw.GraphMultilabelClassifier("structure").fit(families, np.zeros((60, 2), int))


def test_one_setting_is_a_ridge_for_each_column(molecules):
    """Whatever the kernel is, a column is decided by the ridge of that column: here by that of GraphRegressor."""
    labels = (labels_of(molecules) == [["True", "1"]]).astype(int)
    options = {"features": "walks(node):0..2", "gammas": (1,), "lambdas": (0.5,)}
    model = aw.GraphMultilabelClassifier(**options).fit(molecules, labels)
    numbers = aw.GraphRegressor(**options).fit(molecules, labels.astype(float)).predict(molecules)
    assert np.array_equal(model.predict(molecules), (numbers > 0.5).astype(int))


def test_shuffled_labels_are_not_predicted(families):
    random = np.random.default_rng(5)
    labels = random.integers(0, 2, (60, 3))
    found = aw.evaluate_multilabel(families, labels, recipe="structure", folds=5)
    assert abs(found.roc_auc["mean"] - 0.5) < 0.2
    assert found.hamming_loss["mean"] > 0.3
