"""Regression of graphs: against the command, against scikit-learn, and on molecules with a computed property."""

import itertools
import json

import numpy as np
import pytest

import anonymous_walks as aw

pytest.importorskip("sklearn")
from sklearn.kernel_ridge import KernelRidge  # noqa: E402
from sklearn.metrics import r2_score  # noqa: E402
from sklearn.model_selection import KFold, cross_val_score  # noqa: E402
from sklearn.svm import SVR  # noqa: E402


def edges_of(graphs):
    return np.array([float(graph.num_edges) for graph in graphs])


def test_regressions_are_those_of_the_command(molecules, awe, tmp_path):
    numbers = np.column_stack([edges_of(molecules), [len(set(g.node_labels)) for g in molecules]])
    aw.write([g.replace(class_name=None) for g in molecules], tmp_path / "m.jsonl")
    names = [g.name or str(i) for i, g in enumerate(molecules)]
    lines = [f"{name},{a!r},{b!r}" for name, (a, b) in zip(names, numbers.tolist())]
    (tmp_path / "t.csv").write_text("id,edges,kinds\n" + "\n".join(lines) + "\n")
    table = f"{tmp_path / 't.csv'}:edges,kinds"
    awe("classify", "fit", tmp_path / "m.jsonl", "--target", "regression", "--classes", table, "-o", tmp_path / "c.awe")
    model = aw.GraphRegressor().fit(molecules, numbers)
    loaded = aw.GraphRegressor.load(tmp_path / "c.awe")
    assert loaded.model_.names == ["edges", "kinds"]
    assert np.array_equal(model.predict(molecules), loaded.predict(molecules))
    awe("classify", "predict", tmp_path / "c.awe", tmp_path / "m.jsonl", "-o", tmp_path / "p.csv")
    written = [line.split(",") for line in (tmp_path / "p.csv").read_text().splitlines()]
    assert written[0][:3] == ["id", "edges", "kinds"]
    assert np.allclose(np.array([line[1:3] for line in written[1:]], float), model.predict(molecules), rtol=1e-12)
    with pytest.raises(ValueError, match="kind 'regressor'"):
        aw.GraphClassifier.load(tmp_path / "c.awe")

    command = json.loads(
        awe("evaluate", tmp_path / "m.jsonl", "--target", "regression", "--classes", table, "--folds", "4", "--json")
    )
    found = aw.evaluate_regression(molecules, numbers, names=["edges", "kinds"], folds=4)
    for ours, theirs in zip(found.targets, command["targets"]):
        assert ours["name"] == theirs["name"]
        for score in ("mae", "rmse", "r2", "spearman"):
            assert ours[score]["mean"] == pytest.approx(theirs[score]["mean"], rel=1e-12)
            assert ours[score]["interval"][0] == pytest.approx(theirs[score]["low"], rel=1e-12)
    assert isinstance(found, aw.RegressionEvaluation)
    assert "R^2" in repr(found)


def test_one_setting_is_the_kernel_ridge_of_scikit_learn(molecules):
    """exp(-gamma d / median) with d the squared Hellinger distance, and the mean of the training numbers as offset."""
    numbers = edges_of(molecules)
    train, test = np.arange(30), np.arange(30, 40)
    kernel = aw.GraphKernel("linear", features="walks(node):0..2[sqrt]")
    gram = kernel.fit(molecules).transform(molecules)
    own = np.diag(gram)
    squared = own[:, None] + own[None, :] - 2 * gram
    # The median over pairs of training graphs is not public: it is the one for which the model is reproduced on training graphs.
    model = aw.GraphRegressor(features="walks(node):0..2", gammas=(1,), lambdas=(0.5,)).fit(
        [molecules[i] for i in train], numbers[train]
    )
    ours = model.predict(molecules)
    pairs = np.sort(squared[np.ix_(train, train)][~np.eye(30, dtype=bool)])
    median = np.median(pairs)
    best = None
    for scale in (median, pairs[len(pairs) // 2], pairs[(len(pairs) - 1) // 2]):
        k = np.exp(-squared / scale)
        ridge = KernelRidge(alpha=0.5, kernel="precomputed").fit(k[np.ix_(train, train)], numbers[train] - numbers[train].mean())
        theirs = ridge.predict(k[:, train]) + numbers[train].mean()
        error = np.abs(theirs - ours).max()
        best = error if best is None else min(best, error)
    assert best < 1e-3 * np.std(numbers)
    assert len(test) == 10


def test_one_setting_is_the_svr_of_scikit_learn(molecules):
    """The same kernel; C and epsilon of scikit-learn are those of the setting times the standard deviation of the training numbers."""
    numbers = np.column_stack([edges_of(molecules), [100.0 * len(set(g.node_labels)) - 7 for g in molecules]])
    train = np.arange(30)
    gram = aw.GraphKernel("linear", features="walks(node):0..2[sqrt]").fit(molecules).transform(molecules)
    own = np.diag(gram)
    squared = own[:, None] + own[None, :] - 2 * gram
    pairs = np.sort(squared[np.ix_(train, train)][~np.eye(30, dtype=bool)])
    for c, epsilon in ((0.1, 0.2), (10, 0.05), (100, 0.0)):
        model = aw.GraphRegressor(machine="svm", features="walks(node):0..2", gammas=(1,), cs=(c,), epsilons=(epsilon,))
        ours = model.fit([molecules[i] for i in train], numbers[train]).predict(molecules)
        assert model.summary_["c"] == c
        assert model.summary_["epsilon"] == epsilon
        best = np.inf
        for scale in (np.median(pairs), pairs[len(pairs) // 2], pairs[(len(pairs) - 1) // 2]):
            k = np.exp(-squared / scale)
            worst = 0.0
            for t in range(2):
                deviation = np.std(numbers[train, t], ddof=1)
                svr = SVR(kernel="precomputed", C=c * deviation, epsilon=epsilon * deviation, tol=1e-4 * deviation)
                theirs = svr.fit(k[np.ix_(train, train)], numbers[train, t]).predict(k[:, train])
                worst = max(worst, np.abs(theirs - ours[:, t]).max() / deviation)
            best = min(best, worst)
        assert best < 5e-3, (c, epsilon)


@pytest.mark.parametrize("machine", ["ridge", "svm"])
def test_shuffled_numbers_explain_nothing(families, machine):
    numbers = np.random.default_rng(5).permutation(np.repeat(np.arange(6.0), 10))
    found = aw.evaluate_regression(families, numbers, recipe="structure", machine=machine, folds=5)
    assert ("epsilon" in found.folds[0]) == (machine == "svm")
    assert found.targets[0]["r2"]["mean"] < 0.1


def test_estimator_conventions(families):
    numbers = np.array([i % 6 for i in range(60)], float)
    model = aw.GraphRegressor("structure").fit(families, numbers)
    assert model.predict(families).shape == (60,)
    assert model.score(families, numbers) > 0.8
    both = aw.GraphRegressor("structure").fit(families, np.column_stack([numbers, -numbers]))
    assert both.predict(families).shape == (60, 2)
    assert np.allclose(both.predict(families)[:, 0], -both.predict(families)[:, 1], atol=1e-9)
    assert set(model.explain(families[:2])) == {"nearest", "distance", "unseen"}
    assert cross_val_score(aw.GraphRegressor("structure", n_jobs=1), families, numbers, cv=KFold(4, shuffle=True, random_state=1)).mean() > 0.5
    for bad in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="NaN|infinity"):
            aw.GraphRegressor("structure").fit(families, [bad] + [1.0] * 59)
    with pytest.raises(ValueError, match="None"):
        aw.GraphRegressor("structure").fit(families)
    with pytest.raises(ValueError, match="inconsistent"):
        aw.GraphRegressor("structure").fit(families, [1.0, 2.0])
    with pytest.raises(ValueError, match="shape"):
        aw.evaluate_regression(families, [1.0, 2.0])


CORES = ["c1ccc({})cc1{}", "c1cc({})ncc1{}", "C1CC({})CCC1{}", "c1cc({})sc1{}", "C1CN({})CCC1{}", "O=C(N{})CC{}", "c1ccc2c(c1)c({})cn2{}"]
GROUPS = ["C", "CC", "C(C)C", "CO", "CN", "CF", "CCl", "C(=O)O", "C(=O)N", "CC#N", "CCO", "C(F)(F)F", "CS", "c1ccccc1", "CCCC"]


def smiles_with_logp():
    """300 different molecules, and Crippen's logP of each."""
    chem = pytest.importorskip("rdkit.Chem")
    crippen = pytest.importorskip("rdkit.Chem.Crippen")
    found = {}
    for core, first, second in itertools.product(CORES, GROUPS, GROUPS):
        molecule = chem.MolFromSmiles(core.format(first, second))
        if molecule is not None:
            found[chem.MolToSmiles(molecule)] = crippen.MolLogP(molecule)
    names = sorted(found)
    kept = np.random.default_rng(3).permutation(len(names))[:300]
    return [names[i] for i in kept], np.array([found[names[i]] for i in kept])


def test_logp_beside_ecfp_and_ridge(capsys):
    """R^2 on the same folds; everything that is chosen is chosen on training folds."""
    fingerprints = pytest.importorskip("skfp.fingerprints")
    from sklearn.linear_model import RidgeCV

    smiles, logp = smiles_with_logp()
    graphs = aw.from_smiles(smiles)
    ecfp = fingerprints.ECFPFingerprint().fit_transform(smiles)
    counts = fingerprints.ECFPFingerprint(count=True).fit_transform(smiles)
    scores = {"ours": [], "ECFP + ridge": [], "ECFP counts + ridge": []}
    for train, test in KFold(5, shuffle=True, random_state=7).split(graphs):
        model = aw.GraphRegressor("labels").fit([graphs[i] for i in train], logp[train])
        scores["ours"].append(r2_score(logp[test], model.predict([graphs[i] for i in test])))
        for name, rows in (("ECFP + ridge", ecfp), ("ECFP counts + ridge", counts)):
            ridge = RidgeCV(alphas=np.logspace(-2, 3, 11)).fit(rows[train], logp[train])
            scores[name].append(r2_score(logp[test], ridge.predict(rows[test])))
    with capsys.disabled():
        for name, values in scores.items():
            print(f"\nlogP of {len(graphs)} molecules, R^2: {name} {np.mean(values):.3f} +- {np.std(values):.3f}", end="")
        print()
    assert np.mean(scores["ours"]) > 0.9
    assert np.mean(scores["ours"]) > np.mean(scores["ECFP + ridge"]) - 0.05
