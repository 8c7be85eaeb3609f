"""Graphs of other packages, there and back; what would become something else is refused."""

import copy
from types import SimpleNamespace

import numpy as np
import pytest

import anonymous_walks as aw

nx = pytest.importorskip("networkx")


def random_networkx(seed, ids=int, directed=False):
    random = np.random.default_rng(seed)
    graph = (nx.DiGraph if directed else nx.Graph)()
    nodes = [ids(i) for i in random.permutation(20).tolist()]
    for node in nodes:
        graph.add_node(node, label=str(random.choice(["x", "y"])), value=float(random.random()))
    for _ in range(40):
        u, v = random.choice(20, 2, replace=False)
        graph.add_edge(nodes[u], nodes[v], weight=float(random.integers(1, 5)), label=int(random.integers(3)))
    return graph


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("ids", [int, str, lambda i: 7 * i - 50, lambda i: f"n{i}"])
def test_networkx_there_and_back(ids, directed):
    for seed in range(5):
        graph = random_networkx(seed, ids, directed)
        before = copy.deepcopy(graph)
        ours = aw.from_networkx(graph, weight="weight", node_attributes="value", name="g", class_name=1)
        assert nx.utils.graphs_equal(graph, before)
        assert (ours.num_nodes, ours.num_edges, ours.directed) == (20, graph.number_of_edges(), directed)
        by_id = {str(i): place for place, i in enumerate(ours.node_ids)}
        labels, values = ours.node_labels, ours.node_attributes
        for node, data in graph.nodes(data=True):
            assert labels[by_id[str(node)]] == data["label"]
            assert values[by_id[str(node)], 0] == data["value"]
        listed = {frozenset(e) if not directed else tuple(e): i for i, e in enumerate(ours.edges.tolist())}
        for u, v, data in graph.edges(data=True):
            pair = (by_id[str(u)], by_id[str(v)])
            place = listed[pair if directed else frozenset(pair)]
            assert ours.weights[place] == data["weight"]
            assert ours.edge_labels[place] == str(data["label"])
        assert aw.from_networkx(ours.to_networkx(), weight="weight", node_attributes="attributes") == ours


def test_networkx_is_read_like_its_file(awe, tmp_path):
    import json

    graphs = [random_networkx(seed) for seed in range(4)]
    path = tmp_path / "g.jsonl"
    path.write_text("".join(json.dumps(nx.node_link_data(g)) + "\n" for g in graphs))
    awe("embed", path, "--features", "walks(node,edge):0..2", "-o", tmp_path / "x.npy")
    assert aw.embed(graphs, features="walks(node,edge):0..2").tobytes() == np.load(tmp_path / "x.npy").tobytes()


def test_any_hashable_node():
    odd = nx.Graph([((0, 1), "a"), ("a", frozenset([3])), (frozenset([3]), None or 2.5), (True, "a")])
    ours = aw.from_networkx(odd)
    assert ours.num_nodes == 5
    assert sorted(ours.degrees.tolist()) == sorted(d for _, d in odd.degree)
    booleans = nx.Graph([(True, False), (False, 2)])
    assert sorted(aw.from_networkx(booleans).degrees.tolist()) == [1, 1, 2]
    assert aw.from_networkx(nx.path_graph([5, 3, 10**30])).num_edges == 2


def test_multigraphs_views_and_subclasses():
    multi = nx.MultiGraph([(0, 1), (0, 1), (1, 2)])
    for _, _, data in multi.edges(data=True):
        data["weight"] = 2
    assert aw.from_networkx(multi).num_edges == 2
    assert aw.from_networkx(multi, weight="weight").weights.tolist() == [4, 2]
    path = nx.path_graph(6)
    view = path.subgraph([1, 2, 3])
    assert aw.from_networkx(view).edges.tolist() == [[0, 1], [1, 2]]
    assert aw.from_networkx(view).node_ids == [1, 2, 3]
    assert aw.from_networkx(nx.MultiGraph(multi).subgraph([0, 1])).num_edges == 1
    assert aw.from_networkx(nx.DiGraph([(0, 1)]).reverse(copy=False)).edges.tolist() == [[1, 0]]
    loops = nx.Graph([(0, 0), (0, 1)])
    assert aw.from_networkx(loops).num_edges == 1
    assert aw.from_networkx(loops, self_loops="keep").num_edges == 2


def test_keys_of_networkx():
    graph = random_networkx(1)
    assert aw.from_networkx(graph, node_label="", edge_label="").node_labels is None
    with pytest.raises(ValueError, match="no node has an attribute 'colour'"):
        aw.from_networkx(graph, node_label="colour")
    with pytest.raises(ValueError, match="no edge has an attribute 'colour'"):
        aw.from_networkx(graph, edge_label="colour")
    with pytest.raises(ValueError, match="no weight 'cost'"):
        aw.from_networkx(graph, weight="cost")
    with pytest.raises(ValueError, match="no attribute 'height'"):
        aw.from_networkx(graph, node_attributes="height")
    del graph.nodes[3]["label"]
    with pytest.raises(ValueError, match="label"):
        aw.from_networkx(graph)
    named = nx.Graph([(0, 1)], name="n")
    named.graph["class"] = "c"
    assert (aw.from_networkx(named).name, aw.from_networkx(named).class_name) == ("n", "c")


def test_igraph_there_and_back():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph.Erdos_Renyi(n=15, m=30, directed=True)
    assert aw.from_igraph(graph).edges.tolist() == sorted(map(list, graph.get_edgelist()))
    ours = aw.from_networkx(random_networkx(2, str), weight="weight", node_attributes="value")
    assert aw.from_igraph(ours.to_igraph(), weight="weight", node_attributes="attributes") == ours
    with pytest.raises(ValueError, match="no attribute"):
        aw.from_igraph(graph, node_label="colour")
    named = igraph.Graph.Ring(3)
    named.vs["name"] = ["b", "a", "a"]
    with pytest.raises(ValueError, match="same name"):
        aw.from_igraph(named)


def test_scipy_there_and_back(families):
    sparse = pytest.importorskip("scipy.sparse")
    for graph in families[:6]:
        plain = aw.Graph(graph.edges, num_nodes=40)
        matrix = graph.to_scipy_sparse()
        assert aw.from_scipy_sparse(matrix) == plain
        assert aw.from_scipy_sparse(sparse.coo_matrix(matrix)) == plain
        assert aw.from_scipy_sparse(matrix.toarray()) == plain
    one_way = sparse.csr_array(np.triu(np.ones((3, 3)), 1))
    with pytest.raises(ValueError, match="not symmetric"):
        aw.from_scipy_sparse(one_way)
    assert aw.from_scipy_sparse(one_way, directed=True).num_edges == 3
    weighted = sparse.coo_array(([2.0, 2.0, 1.0, 1.0], ([0, 1, 0, 1], [1, 0, 1, 0])), shape=(2, 2))
    before = weighted.data.copy()
    assert aw.from_scipy_sparse(weighted, weighted=True).weights.tolist() == [3]
    assert weighted.data.tolist() == before.tolist()
    uneven = sparse.csr_array(np.array([[0, 1.0], [2.0, 0]]))
    assert aw.from_scipy_sparse(uneven).num_edges == 1
    with pytest.raises(ValueError, match="not symmetric"):
        aw.from_scipy_sparse(uneven, weighted=True)
    with pytest.raises(ValueError, match="square"):
        aw.from_scipy_sparse(sparse.csr_array((2, 3)))
    with pytest.raises(TypeError, match="two dimensions"):
        aw.from_scipy_sparse([1, 2, 3])


class Tensor:
    """What from_pyg uses of a tensor of torch."""

    def __init__(self, values):
        self.values = np.asarray(values)

    def detach(self):
        return self

    def cpu(self):
        return self

    def numpy(self):
        return self.values


def test_pyg_by_what_it_offers():
    index = np.array([[0, 1, 1, 2], [1, 0, 2, 1]])
    for edge_index in (Tensor(index), Tensor(np.asfortranarray(index)), Tensor(np.repeat(index, 2, axis=1)[:, ::2]), index):
        data = SimpleNamespace(edge_index=edge_index, num_nodes=4, y=Tensor([2]), x=Tensor(np.eye(4)))
        graph = aw.from_pyg(data, node_attributes="x")
        assert graph.edges.tolist() == [[0, 1], [1, 2]]
        assert (graph.num_nodes, graph.class_name, graph.directed) == (4, "2", False)
        assert graph.node_attributes.tolist() == np.eye(4).tolist()
        assert aw.as_graph(data).num_edges == 2
    one_way = SimpleNamespace(edge_index=index[:, :3], w=Tensor([[1.0], [1.0], [2.0]]))
    assert aw.from_pyg(one_way).directed
    assert aw.from_pyg(one_way, weight="w").weights.tolist() == [1, 1, 2]
    with pytest.raises(ValueError, match="no reverse"):
        aw.from_pyg(one_way, directed=False)
    with pytest.raises(TypeError, match="float"):
        aw.from_pyg(SimpleNamespace(edge_index=index * 0.5))
    with pytest.raises(ValueError, match="shape"):
        aw.from_pyg(SimpleNamespace(edge_index=index.T))
    both = aw.from_pyg(SimpleNamespace(edge_index=index), edge_labels=["a", "a", "b", "b"])
    assert both.edge_labels == ["a", "b"]


def test_rdkit_and_smiles():
    chem = pytest.importorskip("rdkit.Chem")
    phenol = chem.MolFromSmiles("c1ccccc1O")
    graph = aw.from_rdkit(phenol, atoms=("symbol", "aromatic", "hydrogens", "charge"), bonds=("order", "ring"))
    assert graph.node_labels[0] == "C a 1 0"
    assert graph.node_labels[-1] == "O n 1 0"
    assert sorted(set(graph.edge_labels)) == ["aromatic r", "single c"]
    assert aw.from_rdkit(phenol, atoms=(), bonds=()).node_labels is None
    assert aw.from_smiles(["C"])[0].num_edges == 0
    with pytest.raises(ValueError, match="'colour' is not a label of atoms"):
        aw.from_rdkit(phenol, atoms=("colour",))
    with pytest.raises(ValueError, match="molecule 1: 'C1CC' is not SMILES"):
        aw.from_smiles(["CC", "C1CC"])
    with pytest.raises(TypeError, match=r"\['CCO'\]"):
        aw.from_smiles("CCO")
    kept = aw.from_smiles(["CC", "C1CC"], errors="none", classes=[0, 1])
    assert kept[1] is None
    assert np.isnan(aw.embed(kept, 2)[1]).all()
    assert aw.embed([phenol], 3).shape == (1, 5)


def test_arrow(families):
    pa = pytest.importorskip("pyarrow")
    table = pa.table(
        {
            "id": [g.name for g in families],
            "src": [g.edges[:, 0] for g in families],
            "dst": [g.edges[:, 1].astype(np.int32) for g in families],
            "num_nodes": [g.num_nodes for g in families],
            "class": [g.class_name for g in families],
        }
    )
    assert aw.from_arrow(table) == families
    assert aw.from_arrow(table.slice(10, 20)) == families[10:30]
    assert aw.from_arrow(table.to_batches(max_chunksize=7)[1]) == families[7:14]
    assert aw.from_arrow(pa.chunked_array(table["src"].chunks) and table.combine_chunks()) == families


    class Exported:  # what DuckDB, polars and others offer
        def __arrow_c_stream__(self, requested_schema=None):
            return table.__arrow_c_stream__(requested_schema)

    assert aw.from_arrow(Exported()) == families
    pytest.importorskip("pandas")
    assert aw.from_arrow(table.to_pandas()) == families
    labelled = pa.table({"src": [[0, 1]], "dst": [[1, 2]], "node_labels": [["a", "b", "c"]], "edge_labels": [[1, 2]], "w": [[1, 2]]})
    graph = aw.from_arrow(labelled, weight="w")[0]
    assert (graph.node_labels, graph.edge_labels, graph.weights.tolist()) == (["a", "b", "c"], ["1", "2"], [1, 2])
    for wrong, text in (
        ({"src": [[0]]}, "no column 'dst'"),
        ({"src": [[0]], "dst": [[1, 2]]}, "differ in length"),
        ({"src": [[0], None], "dst": [[1], [1]]}, "without a list"),
        ({"src": [[0, None]], "dst": [[1, 2]]}, "missing value"),
        ({"src": [[0]], "dst": [[9]], "num_nodes": [3]}, "graph 0: edge 0"),
    ):
        with pytest.raises(ValueError, match=text):
            aw.from_arrow(pa.table(wrong))
    with pytest.raises(TypeError, match="integers"):
        aw.from_arrow(pa.table({"src": [[0.5]], "dst": [[1.5]]}))
    with pytest.raises(TypeError, match="instead of lists"):
        aw.from_arrow(pa.table({"src": [0], "dst": [1]}))


def test_mixtures_go_into_everything():
    sparse = pytest.importorskip("scipy.sparse")
    path = nx.path_graph(4)
    mixed = [path, aw.from_networkx(path), nx.to_scipy_sparse_array(path), sparse.csr_matrix(nx.to_scipy_sparse_array(path))]
    expected = np.repeat(aw.embed([path], 3), 4, axis=0)
    assert aw.embed(mixed, 3).tolist() == expected.tolist()
    assert [g.num_edges for g in aw.as_graphs(mixed)] == [3, 3, 3, 3]
    assert aw.embed((g for g in mixed), 3).tolist() == expected.tolist()
    as_objects = np.empty(2, object)
    as_objects[:] = mixed[:2]
    assert aw.embed(as_objects, 3).tolist() == expected[:2].tolist()
    assert aw.AnonymousWalkFeatures(3).fit_transform(as_objects).tolist() == expected[:2].tolist()


@pytest.mark.parametrize("estimator", [
    aw.AnonymousWalkFeatures(3),
    aw.AnonymousWalkFeatures(features="walks(degree):0..1"),
    aw.GraphKernel(length=3),
    aw.AnonymousWalkEmbedding("aw:3", n_components=2, min_count=0),
    aw.GraphClassifier("structure"),
], ids=lambda e: type(e).__name__)  # fmt: skip
def test_lists_generators_and_mixtures_go_into_every_estimator(estimator):
    pytest.importorskip("scipy")
    igraph = pytest.importorskip("igraph")
    held = [nx.path_graph(n) for n in range(4, 10)] + [nx.star_graph(n) for n in range(4, 10)]
    classes = ["path"] * 6 + ["star"] * 6
    turned = [
        (lambda g: g, aw.from_networkx, nx.to_scipy_sparse_array, igraph.Graph.from_networkx)[i % 4](g) for i, g in enumerate(held)
    ]
    act = "predict" if hasattr(estimator, "predict") else "transform"
    results = []
    for graphs in (lambda: held, lambda: (g for g in held), lambda: turned, lambda: iter(turned), lambda: tuple(turned)):
        results.append(getattr(estimator.fit(graphs(), classes), act)(graphs()).tolist())
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (nx.path_graph(3), r"write \[graph\]"),
        (aw.Graph([[0, 1]]), r"write \[graph\]"),
        ("graphs.jsonl", "read"),
        (np.array([[0, 1], [1, 2]]), "array of int64"),
        ([[0, 1], [1, 2]], "graph 0: .* is not a graph"),
        (["C"], "from_smiles"),
        ([3], "graph 0: an object of type builtins.int is not a graph"),
        (np.array([[nx.path_graph(3), 1], [2, 3]], object), "pass a list"),
    ],
)
def test_what_is_no_list_of_graphs_is_refused(wrong, text):
    with pytest.raises(TypeError, match=text):
        aw.embed(wrong, 3)


def test_equal_sized_graphs_are_not_taken_apart_by_numpy():
    graphs = [nx.path_graph(3), nx.star_graph(2)]
    for taken_apart in (np.array(graphs, dtype=object), np.array([[graphs[0], graphs[1]]], object)):
        assert taken_apart.ndim > 1
        for estimator in (aw.AnonymousWalkFeatures(3), aw.GraphKernel(length=3), aw.AnonymousWalkEmbedding("aw:3")):
            with pytest.raises(TypeError, match="taken the graphs apart"):
                estimator.fit_transform(taken_apart)
        with pytest.raises(TypeError, match="taken the graphs apart"):
            aw.GraphClassifier().fit(taken_apart, [0, 1])
