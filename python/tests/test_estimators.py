"""The estimators: equal to the command line, and at home in scikit-learn."""

import pickle

import numpy as np
import pytest

import anonymous_walks as aw

pytest.importorskip("sklearn")
from sklearn.base import clone  # noqa: E402
from sklearn.exceptions import NotFittedError  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_val_score  # noqa: E402
from sklearn.pipeline import make_pipeline, make_union  # noqa: E402
from sklearn.svm import SVC  # noqa: E402


@pytest.fixture(scope="module")
def classes(families):
    return [g.class_name for g in families]


@pytest.fixture
def files(families, molecules, tmp_path):
    aw.write(families, tmp_path / "f.jsonl")
    aw.write(molecules, tmp_path / "m.jsonl")
    return tmp_path


def test_features_are_those_of_the_command(families, molecules, awe, files):
    awe("embed", files / "f.jsonl", "--length", 5, "-o", files / "x.npy")
    expected = np.load(files / "x.npy")
    features = aw.AnonymousWalkFeatures(5)
    assert features.fit_transform(families).tobytes() == expected.tobytes()
    assert features.fit(families[:1]).transform(families).tobytes() == expected.tobytes()
    assert features.transform(iter(families)).tobytes() == expected.tobytes()
    assert features.transform(aw.read(files / "f.jsonl")).tobytes() == expected.tobytes()
    assert aw.AnonymousWalkFeatures(5).transform(families).tobytes() == expected.tobytes()  # without fit
    awe("embed", files / "m.jsonl", "--features", "walks(node):0..2 + size", "-o", files / "y.npy")
    labelled = aw.AnonymousWalkFeatures(features="walks(node):0..2 + size")
    assert labelled.fit_transform(molecules).tobytes() == np.load(files / "y.npy").tobytes()


def test_facts_about_the_last_rows(families):
    features = aw.AnonymousWalkFeatures(7, method="sampled", walks=1000)
    with pytest.raises(AttributeError, match="after transform"):
        features.fit(families).certified_error_  # noqa: B018
    features.transform(families)
    assert features.certified_error_.shape == (60,)
    assert (features.certified_error_ > 0).all()
    assert features.methods_ == ["sampled"] * 60
    assert features.row_ids_ == [g.name for g in families]
    assert features.stopped_ == pytest.approx([(g.degrees == 0).mean() for g in families], abs=0.05)
    features.set_params(method="exact").fit_transform(families)
    assert (features.certified_error_ == 0).all()
    labelled = aw.AnonymousWalkFeatures(features="walks(degree):0..2").fit(families[:3])
    labelled.transform(families)
    assert labelled.unseen_.max() > 0


def test_features_that_learn_need_a_fit(molecules):
    with pytest.raises(NotFittedError):
        aw.AnonymousWalkFeatures(features="walks(node):0..2").transform(molecules)
    with pytest.raises(NotFittedError):
        aw.AnonymousWalkFeatures(features="walks(node):0..2").get_feature_names_out()


def test_names_of_features_and_frames(families):
    features = aw.AnonymousWalkFeatures((2, 3)).fit(families)
    names = list(features.get_feature_names_out())
    assert names[:3] == ["aw 1 2 1", "aw 1 2 3", "aw 1 2 1 2"]
    pandas = pytest.importorskip("pandas")
    frame = features.set_output(transform="pandas").transform(families)
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == names
    with pytest.raises(ValueError, match="sparse_output"):
        aw.AnonymousWalkFeatures(3, sparse_output=True).set_output(transform="pandas").fit_transform(families)


def test_sparse_rows_have_the_same_values(families):
    dense = aw.AnonymousWalkFeatures(5).fit_transform(families)
    sparse = aw.AnonymousWalkFeatures(5, sparse_output=True).fit_transform(families)
    assert sparse.toarray().tobytes() == dense.tobytes()
    with pytest.raises(MemoryError, match="sparse_output"):
        aw.AnonymousWalkFeatures(5, memory=10).fit_transform(families)


def test_missing_graphs(families):
    rows = aw.AnonymousWalkFeatures(3).fit_transform([families[0], None])
    assert np.isnan(rows[1]).all()
    with pytest.raises(ValueError, match="graph 1 is None"):
        aw.GraphKernel(length=3).fit([families[0], None])


def test_nodes_and_edges(families):
    features = aw.AnonymousWalkFeatures(3, level="node")
    assert features.fit_transform(families[:2]).shape == (80, 5)
    assert features.row_ids_ == [f"{graph.name}/{node}" for graph in families[:2] for node in range(40)]
    edges = aw.AnonymousWalkFeatures(3, level="edge").fit_transform(families[:2])
    assert edges.shape == (160, 5)


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf", "cosine", "hellinger", "intersection", "chi2"])
def test_kernels_are_those_of_the_command(kernel, families, awe, files):
    awe("kernel", files / "f.jsonl", "--length", 4, "--kernel", kernel, "-o", files / "k.npy")
    expected = np.load(files / "k.npy")
    made = aw.GraphKernel(kernel, length=4)
    assert made.fit_transform(families).tobytes() == expected.tobytes()
    some = made.fit(families).transform(families[:7])
    assert some.tobytes() == np.ascontiguousarray(expected[:7]).tobytes()
    assert made.get_feature_names_out()[0] == "graphkernel0"


def test_kernels_of_blocks(molecules, awe, files):
    features = "2*walks(node):0..2 + size"
    awe("kernel", files / "m.jsonl", "--features", features, "--blocks-median", "--gamma", 0.5, "-o", files / "k.npy")
    made = aw.GraphKernel(features=features, blocks_median=True, gamma=0.5)
    assert made.fit_transform(molecules).tobytes() == np.load(files / "k.npy").tobytes()
    assert len(made.medians_) == 2
    assert aw.GraphKernel("rbf", length=3).fit(molecules).fit_transform(molecules).shape == (40, 40)


def test_models_are_those_of_the_command(families, awe, files):
    flags = ["--words", "aw:4", "--dimensions", 6]
    awe("train", files / "f.jsonl", *flags, "-o", files / "m.awe", "--vectors-out", files / "v.npy")
    model = aw.AnonymousWalkEmbedding("aw:4", n_components=6)
    vectors = model.fit_transform(families)
    assert vectors.tobytes() == np.load(files / "v.npy").tobytes()
    model.save(files / "ours.awe")
    assert (files / "ours.awe").read_bytes() == (files / "m.awe").read_bytes()
    loaded = aw.AnonymousWalkEmbedding.load(files / "m.awe")
    assert loaded.transform(families[::-1])[::-1].tobytes() == vectors.tobytes()
    assert model.converged_
    assert model.n_iter_ > 0
    assert model.unseen_.shape == (60,)
    assert model.row_ids_[0] == "gnm-0"
    assert list(model.get_feature_names_out())[:2] == ["anonymouswalkembedding0", "anonymouswalkembedding1"]
    assert len(model.model_.words()) == len(model.model_.word_vectors())


def test_partial_fit_goes_on(families):
    model = aw.AnonymousWalkEmbedding("aw:4", n_components=4, max_iter=3).partial_fit(families[:30])
    before = model.objective_
    again = model.partial_fit(families[:30])
    assert again is model
    assert model.objective_ <= before
    assert model.transform(families[30:]).shape == (30, 4)


def test_gradient_descent(families):
    model = aw.AnonymousWalkEmbedding("aw:4", n_components=4, solver="descent", descent={"epochs": 2, "sentence_walks": 5})
    assert model.fit_transform(families[:12]).shape == (12, 4)
    with pytest.raises(ValueError, match="solver='descent'"):
        aw.AnonymousWalkEmbedding(descent={"epochs": 2}).fit(families)
    with pytest.raises(TypeError, match="no option `speed`"):
        aw.AnonymousWalkEmbedding(solver="descent", descent={"speed": 2}).fit(families)


def test_classifiers_are_those_of_the_command(families, classes, awe, files):
    awe("classify", "fit", files / "f.jsonl", "--recipe", "structure", "-o", files / "c.awe")
    awe("classify", "predict", files / "c.awe", files / "f.jsonl", "-o", files / "p.csv")
    lines = [line.split(",") for line in (files / "p.csv").read_text().splitlines()]
    model = aw.GraphClassifier("structure").fit(families, classes)
    model.save(files / "ours.awe")
    assert (files / "ours.awe").read_bytes() == (files / "c.awe").read_bytes()
    assert model.predict(families).tolist() == [line[1] for line in lines[1:]]
    loaded = aw.GraphClassifier.load(files / "c.awe")
    assert loaded.predict(families).tolist() == model.predict(families).tolist()
    assert model.decision_function(families).shape == (60, 6)
    assert model.summary_["recipe"]
    assert set(model.explain(families[:3])) == {"nearest", "distance", "unseen"}
    assert model.score(families, classes) > 0.5
    by_graph = aw.GraphClassifier("structure").fit(families)
    assert by_graph.predict(families).tolist() == model.predict(families).tolist()


@pytest.mark.filterwarnings("ignore:machine")
def test_a_classifier_beyond_max_exact_streams_and_takes_checkpoints(families, classes, tmp_path):
    arguments: dict = {"features": "aw:3..5 + size", "max_exact": 10, "landmarks": 40, "random_state": 1}
    plain = aw.GraphClassifier(**arguments).fit(families, classes)
    assert plain.summary_["machine"] in ("landmarks", "linear")
    kept = aw.GraphClassifier(**arguments, checkpoint=tmp_path / "state").fit(families, classes)
    np.testing.assert_array_equal(kept.decision_function(families), plain.decision_function(families))
    (tmp_path / "state").write_text("not a checkpoint")
    with pytest.raises(ValueError, match="state"):
        aw.GraphClassifier(**arguments, checkpoint=str(tmp_path / "state")).fit(families, classes)
    with pytest.raises(ValueError, match="max_exact"):
        aw.GraphClassifier(max_exact=0).fit(families, classes)


@pytest.mark.parametrize("machine", ["svm", "ridge", "landmarks", "linear"])
def test_machines_are_those_of_the_command(families, classes, awe, files, machine):
    awe("classify", "fit", files / "f.jsonl", "--recipe", "structure", "--machine", machine, "-o", files / f"{machine}.awe")
    model = aw.GraphClassifier("structure", machine=machine).fit(families, classes)
    assert model.summary_["machine"] == machine
    model.save(files / f"ours-{machine}.awe")
    assert (files / f"ours-{machine}.awe").read_bytes() == (files / f"{machine}.awe").read_bytes()
    assert model.score(families, classes) > 0.5
    assert model.predict_proba(families).shape == (60, 6)
    assert aw.evaluate(families, classes, recipe="structure", folds=3, machine=machine).accuracy > 0.5


def test_classes_may_be_anything_that_sorts(molecules):
    for kind in (int, bool, str, lambda c: ["zero", "ten"][c], lambda c: 10 - c):
        labels = [kind(g.class_name == "ring") for g in molecules]
        model = aw.GraphClassifier(features="size", probabilities=True).fit(molecules, labels)
        assert model.classes_.tolist() == sorted(set(labels))
        assert set(model.predict(molecules).tolist()) <= set(labels)
        chances = model.predict_proba(molecules)
        assert chances.sum(axis=1) == pytest.approx(np.ones(40))
        best = model.classes_[chances.argmax(axis=1)]
        assert (best == model.predict(molecules)).mean() > 0.95
        assert ((model.decision_function(molecules) > 0) == (chances[:, 1] > chances[:, 0])).all()
    plain = aw.GraphClassifier(features="size").fit(molecules, labels)
    chances = plain.predict_proba(molecules)
    assert chances.sum(axis=1) == pytest.approx(np.ones(40))
    assert (plain.classes_[chances.argmax(axis=1)] == plain.predict(molecules)).all()
    with pytest.raises(ValueError, match="one class"):
        aw.GraphClassifier().fit(molecules, [1] * 40)
    with pytest.raises(ValueError, match="no class"):
        aw.GraphClassifier().fit([g.replace(class_name=None) for g in molecules])
    with pytest.raises(ValueError, match="inconsistent"):
        aw.GraphClassifier().fit(molecules, [1, 2])


def test_evaluations_are_those_of_the_command(families, classes, awe, files):
    import json

    told = json.loads(awe("evaluate", files / "f.jsonl", "--recipe", "structure", "--folds", 4, "--seed", 3, "--json"))
    found = aw.evaluate(families, recipe="structure", folds=4, random_state=3)
    assert found.accuracy == pytest.approx(told["accuracy"]["mean"] if isinstance(told["accuracy"], dict) else told["accuracy"])
    assert isinstance(found, aw.Evaluation)
    assert len(found.folds) == 4
    assert found.confusion.sum() == 60
    assert "accuracy" in repr(found)
    assert aw.evaluate(families, classes, recipe="size", folds=3).accuracy < found.accuracy
    with pytest.raises(ValueError, match="2 classes for 60 graphs"):
        aw.evaluate(families, ["a", "b"])
    with pytest.raises(ValueError, match="`kernel` is for `features`"):
        aw.evaluate(families, kernel="linear")


def test_the_papers_examples():
    found = aw.reproduce("examples")
    assert isinstance(found, dict)
    with pytest.raises(RuntimeError, match="awe:"):
        aw.reproduce("--nonsense")


ESTIMATORS = [
    aw.AnonymousWalkFeatures(4),
    aw.AnonymousWalkFeatures(features="walks(degree):0..2"),
    aw.GraphKernel("rbf", length=4),
    aw.AnonymousWalkEmbedding("aw:4", n_components=4),
    aw.GraphClassifier("structure", cs=(1,), gammas=(1,)),
]


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: type(e).__name__)
def test_estimators_survive_clones_and_pickles(estimator, families, classes):
    assert clone(estimator).get_params() == estimator.get_params()
    fitted = clone(estimator).fit(families, classes)
    again = pickle.loads(pickle.dumps(fitted))
    act = "predict" if hasattr(fitted, "predict") else "transform"
    assert getattr(again, act)(families).tobytes() == getattr(fitted, act)(families).tobytes()
    assert "=" in repr(estimator) or repr(estimator)


@pytest.mark.parametrize(
    ("estimator", "parameter"),
    [
        (aw.AnonymousWalkFeatures(scaling="cube"), "scaling"),
        (aw.AnonymousWalkFeatures(epsilon=5), "epsilon"),
        (aw.AnonymousWalkFeatures(26), "length"),
        (aw.GraphKernel("sigmoid"), "kernel"),
        (aw.AnonymousWalkEmbedding(n_components=0), "n_components"),
        (aw.GraphClassifier("none"), "recipe"),
    ],
)
def test_wrong_parameters_are_named(estimator, parameter, families, classes):
    with pytest.raises(ValueError, match=f"'{parameter}' parameter"):
        estimator.fit(families, classes)


def test_a_grid_search_is_the_same_in_two_processes(families, classes):
    pipeline = make_pipeline(aw.AnonymousWalkFeatures(n_jobs=1), LogisticRegression(max_iter=200))
    grid = {"anonymouswalkfeatures__length": [2, 4], "anonymouswalkfeatures__scaling": ["none", "sqrt"]}
    searches = [GridSearchCV(pipeline, grid, n_jobs=n, cv=3).fit(families, classes) for n in (1, 2)]
    scores = [search.cv_results_["mean_test_score"].tolist() for search in searches]
    assert scores[0] == scores[1]
    assert searches[0].best_params_ == searches[1].best_params_
    assert searches[0].predict(families).tolist() == searches[1].predict(families).tolist()


def test_pipelines_of_kernels_and_unions(families, classes):
    kernel = make_pipeline(aw.GraphKernel("hellinger", length=4, n_jobs=1), SVC(kernel="precomputed", C=100))
    assert cross_val_score(kernel, families, classes, cv=3).mean() > 0.5
    union = make_union(aw.AnonymousWalkFeatures(2), aw.AnonymousWalkFeatures(3))
    assert union.fit_transform(families).shape == (60, 7)
    assert cross_val_score(aw.GraphClassifier("structure", n_jobs=1), families, classes, cv=3).mean() > 0.5
