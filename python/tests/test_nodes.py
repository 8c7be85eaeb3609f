"""Nodes, edges and links: against the command, in every form of input, and what is refused."""

import csv
import json
import pickle

import numpy as np
import pytest

import anonymous_walks as aw

nx = pytest.importorskip("networkx")
pytest.importorskip("sklearn")
from sklearn.base import clone  # noqa: E402
from sklearn.exceptions import NotFittedError  # noqa: E402


def rings(count, first=0):
    """Rings of eight nodes, every second with two leaves, and the role of every node. Ids begin at `first`."""
    edges, roles = [], {}
    for ring in range(count):
        start = first + 16 * ring
        for i in range(8):
            edges.append((start + i, start + (i + 1) % 8))
            roles[start + i] = "hub" if i % 2 == 0 else "ring"
            if i % 2 == 0:
                edges += [(start + i, start + 8 + i), (start + i, start + 9 + i)]
                roles[start + 8 + i] = roles[start + 9 + i] = "leaf"
    return edges, roles


@pytest.fixture(scope="module")
def ringed():
    edges, roles = rings(6, first=10)
    graph = nx.Graph(edges)
    assert list(graph) != sorted(graph)  # the order of networkx is not that of the ids
    return graph, roles


def write(tmp_path, graph, classes):
    made = aw.as_graph(graph)
    ids = made.node_ids
    (tmp_path / "g.edgelist").write_text("".join(f"{ids[u]} {ids[v]}\n" for u, v in made.edges.tolist()))
    (tmp_path / "c.csv").write_text("id,class\n" + "".join(f"{key},{value}\n" for key, value in classes.items()))
    return [tmp_path / "g.edgelist", "--classes", tmp_path / "c.csv"]


def edge_kinds(graph, roles):
    return {(u, v): "spoke" if "leaf" in (roles[u], roles[v]) else "rim" for u, v in graph.edges}


def some(classes, seed=3):
    """Half of the classes."""
    random = np.random.default_rng(seed)
    return {key: value for key, value in classes.items() if random.random() < 0.5}


@pytest.mark.parametrize("level", ["node", "edge", "ego"])
def test_classifiers_are_those_of_the_command(level, ringed, awe, tmp_path):
    graph, roles = ringed
    classes = edge_kinds(graph, roles) if level == "edge" else roles
    known = some(classes)
    texts = {f"{min(k)}-{max(k)}" if level == "edge" else k: value for k, value in known.items()}
    flags = ["--radius", "1"] if level == "ego" else []
    given = write(tmp_path, graph, texts)
    awe("classify", "fit", *given, "--level", level, *flags, "-o", tmp_path / "m.awe")
    model = aw.NodeClassifier(level, radius=1).fit(graph, known)
    model.save(tmp_path / "own.awe")
    awe("classify", "predict", tmp_path / "m.awe", tmp_path / "g.edgelist", "-o", tmp_path / "p.csv")
    awe("classify", "predict", tmp_path / "own.awe", tmp_path / "g.edgelist", "-o", tmp_path / "q.csv")
    assert (tmp_path / "p.csv").read_text() == (tmp_path / "q.csv").read_text()
    with open(tmp_path / "p.csv", newline="") as file:
        lines = {line["id"]: line for line in csv.DictReader(file)}
    keys = list(classes)
    ids = [f"{min(key)}-{max(key)}" if level == "edge" else str(key) for key in keys]
    assert model.predict(graph, keys).tolist() == [lines[name]["class"] for name in ids]
    written = [[float(lines[name][f"probability {c}"]) for c in model.classes_] for name in ids]
    assert np.allclose(model.predict_proba(graph, keys), written, rtol=1e-12)
    loaded = aw.NodeClassifier.load(tmp_path / "m.awe")
    assert (loaded.level, loaded.summary_["level"]) == (level, level)
    assert np.array_equal(loaded.predict(graph), model.predict(graph))
    assert model.score(graph, classes) > 0.95
    with pytest.raises(ValueError, match="model of graphs"):
        aw.GraphClassifier("size").fit(aw.generate_six_families(20, 30, 3)).save(tmp_path / "graphs.awe")
        aw.NodeClassifier.load(tmp_path / "graphs.awe")


@pytest.mark.parametrize("level", ["node", "edge", "ego"])
def test_evaluations_are_those_of_the_command(level, ringed, awe, tmp_path):
    graph, roles = ringed
    random = np.random.default_rng(5)
    classes = edge_kinds(graph, roles) if level == "edge" else roles
    noisy = {key: value if random.random() < 0.7 else "other" for key, value in classes.items()}
    texts = {f"{min(k)}-{max(k)}" if level == "edge" else k: value for k, value in noisy.items()}
    given = write(tmp_path, graph, texts)
    flags = ["--level", level, "--folds", "4", "--repeats", "2", "--seed", "8", "--json"]
    options = {"level": level, "folds": 4, "repeats": 2, "random_state": 8}
    if level == "ego":
        flags += ["--radius", "1", "--recipe", "degrees"]
        options |= {"radius": 1, "recipe": "degrees"}
    command = json.loads(awe("evaluate", *given, *flags))
    found = aw.evaluate(graph, noisy, **options)
    assert found.accuracy == pytest.approx(command["accuracy"]["mean"], rel=1e-12)
    assert found.interval == pytest.approx((command["accuracy"]["low"], command["accuracy"]["high"]), rel=1e-12)
    assert 0.3 < found.accuracy < 0.95
    assert len(found.folds) == 8


def test_several_graphs_are_those_of_the_command(awe, tmp_path):
    parts = [rings(n) for n in (1, 2, 1, 2, 1, 1, 2, 1)]
    graphs = [aw.Graph(edges, name=f"g{i}") for i, (edges, _) in enumerate(parts)]
    classes = [dict(roles) for _, roles in parts]
    random = np.random.default_rng(2)
    for own in classes:
        for node in list(own):
            if random.random() < 0.2:
                own[node] = "other"
            elif random.random() < 0.3:
                del own[node]
    aw.write(graphs, tmp_path / "g.jsonl")
    lines = [f"g{i}/{node},{name}\n" for i, own in enumerate(classes) for node, name in own.items()]
    (tmp_path / "c.csv").write_text("id,class\n" + "".join(lines))
    given = [tmp_path / "g.jsonl", "--classes", tmp_path / "c.csv"]
    for level, flags in (("node", []), ("ego", ["--recipe", "degrees"])):
        command = json.loads(awe("evaluate", *given, "--level", level, *flags, "--folds", "3", "--json"))
        recipe = "degrees" if level == "ego" else "auto"
        assert aw.evaluate(graphs, classes, level=level, folds=3, recipe=recipe).accuracy == pytest.approx(command["accuracy"]["mean"])
    awe("classify", "fit", *given, "--level", "node", "-o", tmp_path / "m.awe")
    model = aw.NodeClassifier().fit(graphs, classes)
    expected = aw.NodeClassifier.load(tmp_path / "m.awe").predict_proba(graphs)
    assert all(np.array_equal(a, b) for a, b in zip(model.predict_proba(graphs), expected))
    assert [len(own) for own in model.predict(graphs)] == [graph.num_nodes for graph in graphs]
    alone = model.predict(graphs[1])
    assert np.array_equal(alone, model.predict(graphs)[1])
    assert model.predict(graphs, [[0, 8], None, [], [3], ["3"], [], [], []])[0].tolist() == model.predict(graphs)[0][[0, 8]].tolist()


def test_links_are_those_of_the_command(awe, tmp_path):
    graph = nx.connected_caveman_graph(10, 6)
    write(tmp_path, graph, {})
    flags = ["--target", "links", "--folds", "4", "--seed", "3", "--json"]
    command = json.loads(awe("evaluate", tmp_path / "g.edgelist", *flags))
    found = aw.evaluate_links(graph, folds=4, random_state=3)
    for score in ("roc_auc", "common_neighbours", "adamic_adar", "degrees"):
        theirs = command[score]
        ours = getattr(found, score)
        assert ours["mean"] == pytest.approx(theirs["mean"], rel=1e-12)
        assert ours["interval"] == pytest.approx((theirs["low"], theirs["high"]), rel=1e-12)
        assert ours["mean"] == pytest.approx(np.mean([fold[score] for fold in found.folds]))
    assert found.roc_auc["mean"] > 0.9 > found.degrees["mean"]
    assert isinstance(found, aw.LinkEvaluation)
    assert "AUC" in repr(found)


def test_classes_come_in_several_forms(ringed):
    graph, roles = ringed
    nodes = list(graph)
    expected = aw.NodeClassifier().fit(graph, roles)
    proba = expected.predict_proba(graph)
    in_order = [roles[node] for node in nodes]
    assert expected.predict(graph).tolist() == in_order
    made = aw.as_graph(graph)
    by_id = np.argsort(nodes)
    for again, of in (
        (aw.NodeClassifier().fit(graph, in_order), graph),
        (aw.NodeClassifier().fit(graph, np.array(in_order)), graph),
        (aw.NodeClassifier().fit(graph, {str(node): role for node, role in roles.items()}), graph),
    ):
        assert np.array_equal(again.predict_proba(of), proba)
    # Inner folds depend on the ids.
    renamed = aw.NodeClassifier().fit(nx.relabel_nodes(graph, lambda node: (node, "x")), in_order)
    assert np.allclose(renamed.predict_proba(graph), proba, atol=0.05)
    sorted_roles = [roles[node] for node in made.node_ids]
    again = aw.NodeClassifier().fit(made, sorted_roles)
    assert np.array_equal(again.predict_proba(made), proba[by_id])

    numbers = {"hub": 3, "leaf": 1, "ring": 2}
    half = [role if i % 3 else None for i, role in enumerate(in_order)]
    expected = aw.NodeClassifier().fit(graph, half).predict_proba(graph)
    unknown = aw.NodeClassifier().fit(graph, np.array([numbers[r] if r else -1 for r in half]))
    assert unknown.classes_.tolist() == [1, 2, 3]
    floats = aw.NodeClassifier().fit(graph, np.array([numbers[r] if r else np.nan for r in half]))
    assert floats.classes_.tolist() == [1.0, 2.0, 3.0]
    assert np.array_equal(floats.predict_proba(graph), unknown.predict_proba(graph))
    assert np.allclose(unknown.predict_proba(graph)[:, [2, 0, 1]], expected, atol=0.05)
    minus = aw.NodeClassifier().fit(graph, {node: -1 if role == "hub" else 1 for node, role in roles.items()})
    assert minus.classes_.tolist() == [-1, 1]


def test_the_index_of_a_series_has_the_nodes(ringed):
    pandas = pytest.importorskip("pandas")
    graph, roles = ringed
    shuffled = pandas.Series(roles).sample(frac=1, random_state=1)
    expected = aw.NodeClassifier().fit(graph, roles).predict_proba(graph)
    assert np.array_equal(aw.NodeClassifier().fit(graph, shuffled).predict_proba(graph), expected)


def test_classes_of_edges_by_position_need_a_graph_of_the_package(ringed):
    graph, roles = ringed
    made = aw.as_graph(graph)
    ids = made.node_ids
    kinds = edge_kinds(graph, roles)
    values = [kinds.get((ids[u], ids[v])) or kinds[ids[v], ids[u]] for u, v in made.edges.tolist()]
    model = aw.NodeClassifier("edge").fit(made, values)
    assert np.array_equal(model.predict_proba(graph), aw.NodeClassifier("edge").fit(graph, kinds).predict_proba(graph))
    with pytest.raises(ValueError, match="by position need a Graph"):
        aw.NodeClassifier("edge").fit(graph, values)
    reverse = [(v, u) for u, v in kinds]
    assert np.array_equal(model.predict(graph, reverse), model.predict(graph, list(kinds)))


def test_it_is_an_estimator_of_scikit_learn(ringed):
    graph, roles = ringed
    model = aw.NodeClassifier("ego", radius=3, machine="ridge")
    copy = clone(model)
    assert copy.get_params() == model.get_params()
    assert copy.set_params(level="node").level == "node"
    with pytest.raises(NotFittedError):
        model.predict(graph)
    fitted = clone(copy).fit(graph, some(roles))
    again = pickle.loads(pickle.dumps(fitted))
    assert np.array_equal(again.predict_proba(graph), fitted.predict_proba(graph))
    assert fitted.summary_["machine"] == "ridge"
    assert fitted.decision_function(graph).shape == (graph.number_of_nodes(), 3)
    assert set(fitted.explain(graph, [10])) == {"nearest", "distance", "unseen"}
    assert np.allclose(fitted.predict_proba(graph).sum(axis=1), 1)


@pytest.mark.filterwarnings("error")
def test_unknown_classes_are_no_reason_for_a_warning(ringed):
    graph, roles = ringed
    aw.NodeClassifier().fit(graph, some(roles))
    aw.evaluate(graph, some(roles), level="node", folds=3)


def test_what_is_wrong_is_refused(ringed):
    graph, roles = ringed
    model = aw.NodeClassifier()
    with pytest.raises(ValueError, match="the graph has no node 7; it has 10"):
        model.fit(graph, {7: "a", 10: "b"})
    with pytest.raises(ValueError, match="only one class, 'a'"):
        model.fit(graph, {10: "a", 11: "a"})
    for nothing in ({}, {10: None}, [None] * 96, [-1] * 96):
        with pytest.raises(ValueError, match="no node has a known class"):
            model.fit(graph, nothing)
    with pytest.raises(ValueError, match="y is None"):
        model.fit(graph)
    with pytest.raises(ValueError, match="2 classes for 96 nodes"):
        model.fit(graph, ["a", "b"])
    with pytest.raises(ValueError, match="a list with an entry for each"):
        model.fit([graph, graph], roles)
    with pytest.raises(ValueError, match="the same id"):
        model.fit([aw.as_graph(graph).replace(name="x")] * 2, [roles, roles])
    with pytest.raises(ValueError, match="no graph"):
        model.fit([], [])
    with pytest.raises(ValueError, match="'recipe' parameter|`recipe` is for level 'ego'"):
        aw.NodeClassifier(recipe="degrees").fit(graph, roles)
    with pytest.raises(ValueError, match="'level' parameter"):
        aw.NodeClassifier("graph").fit(graph, roles)
    with pytest.raises(ValueError, match="Unknown label type"):
        model.fit(graph, np.linspace(0, 1, 96))
    fitted = model.fit(graph, some(roles))
    with pytest.raises(ValueError, match="no node 'x'"):
        fitted.predict(graph, ["x"])
    with pytest.raises(ValueError, match="no edge \\(10, 99\\)"):
        aw.NodeClassifier("edge").fit(graph, {(10, 99): "a"})
    with pytest.raises(ValueError, match="one of graph, node, edge, ego"):
        aw.evaluate(graph, roles, level="subgraph")
    with pytest.raises(ValueError, match="pass them as `classes`"):
        aw.evaluate(graph, level="node")
    with pytest.raises(ValueError, match="`radius` is 0"):
        aw.evaluate(graph, roles, level="ego", radius=0)
    with pytest.raises(ValueError, match="`features` sets the features"):
        aw.evaluate(graph, roles, level="node", recipe="size")
    with pytest.raises(TypeError, match="one graph"):
        aw.evaluate_links([graph])
    with pytest.raises(ValueError, match="three"):
        aw.evaluate_links(graph, folds=2)
    with pytest.raises(ValueError, match="directed"):
        aw.evaluate_links(graph.to_directed())
