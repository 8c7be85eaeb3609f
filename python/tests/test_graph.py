"""The class Graph: what it takes, what it refuses, and that nothing is lost."""

import copy
import pickle
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import anonymous_walks as aw


def test_edges_in_any_order_give_the_same_graph():
    a = aw.Graph([[0, 1], [1, 2], [2, 3]])
    assert a == aw.Graph([[3, 2], [1, 0], [2, 1]])
    assert a.fingerprint == aw.Graph([[3, 2], [1, 0], [2, 1]]).fingerprint
    assert a != aw.Graph([[0, 1], [1, 2]], num_nodes=4)
    assert a.edges.tolist() == [[0, 1], [1, 2], [2, 3]]
    assert a.degrees.tolist() == [1, 2, 2, 1]
    assert a.neighbours(1).tolist() == [0, 2]


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", ">i4"])
def test_every_integer_type_is_taken(dtype):
    assert aw.Graph(np.array([[0, 1], [1, 2]], dtype)).edges.tolist() == [[0, 1], [1, 2]]


def test_strided_arrays_are_read_where_they_are():
    index = np.array([[0, 9, 1, 9, 2], [1, 9, 2, 9, 3]])
    edges = index[:, ::2].T
    assert not edges.flags.c_contiguous
    assert aw.Graph(edges).edges.tolist() == [[0, 1], [1, 2], [2, 3]]
    assert aw.Graph(edges[::-1]).edges.tolist() == [[0, 1], [1, 2], [2, 3]]
    assert index.tolist() == [[0, 9, 1, 9, 2], [1, 9, 2, 9, 3]]


@pytest.mark.parametrize(
    ("edges", "options", "error", "text"),
    [
        ([[0.7, 1.2]], {}, TypeError, "float64"),
        (np.array([[0.0, 1.0]]), {}, TypeError, "integer type"),
        (np.ones((2, 2), bool), {}, TypeError, "bool"),
        ([["a", "b"]], {}, TypeError, "integer type"),
        ([[0, -1]], {}, ValueError, "edge 0 joins nodes 0 and -1, but nodes are numbered from 0"),
        ([[0, 1], [1, 5]], {"num_nodes": 5}, ValueError, "edge 1 joins nodes 1 and 5, but the graph has only 5 nodes"),
        ([0, 1], {}, ValueError, "shape (2,)"),
        (np.zeros((3, 3), int), {}, ValueError, "from_scipy_sparse"),
        ([[0, 1]], {"num_nodes": -1}, ValueError, "num_nodes"),
        ([[0, 1 << 40]], {}, MemoryError, "at most"),
        ([[0, 1]], {"weights": [1, 2]}, ValueError, "weights has 2 entries for 1 edge"),
        ([[0, 1]], {"weights": [-1.0]}, ValueError, "weight"),
        ([[0, 1]], {"weights": [float("nan")]}, ValueError, "weight"),
        ([[0, 1]], {"weights": ["a"]}, TypeError, "numbers"),
        ([[0, 1]], {"num_nodes": 2, "node_labels": "abc"}, ValueError, "node_labels has 3 entries for 2 nodes"),
        ([[0, 1]], {"edge_labels": "ab"}, ValueError, "edge_labels has 2 entries for 1 edge"),
        ([[0, 1]], {"num_nodes": 2, "node_attributes": [1, 2, 3]}, ValueError, "3 rows for 2 nodes"),
        ([[0, 1]], {"self_loops": "maybe"}, ValueError, "drop or keep"),
        ([[0, 1]], {"node_ids": ["a", "a"]}, ValueError, "only 1 different"),
    ],
)
def test_what_makes_no_sense_is_refused(edges, options, error, text):
    with pytest.raises(error) as caught:
        aw.Graph(edges, **options)
    assert text in str(caught.value)


def full_graph():
    return aw.Graph(
        [[0, 1], [1, 2], [0, 2]],
        weights=[1, 2.5, 3],
        node_labels=["a", "b", "ü"],
        edge_labels=[1, 2, 1],
        node_attributes=[[1, 2], [3, 4], [5, 6]],
        node_ids=["z", "y", "x"],
        class_name=3,
        name="full",
    )


def test_nodes_are_sorted_by_their_ids():
    graph = full_graph()
    assert graph.node_ids == ["x", "y", "z"]
    assert graph.node_labels == ["ü", "b", "a"]
    assert graph.node_attributes.tolist() == [[5, 6], [3, 4], [1, 2]]
    assert graph.edges.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert graph.weights.tolist() == [2.5, 3, 1]
    assert graph.edge_labels == ["2", "1", "1"]
    assert (graph.class_name, graph.name) == ("3", "full")
    assert aw.Graph([[0, 1]], node_ids=[10, 9]).node_ids == [9, 10]


@pytest.mark.parametrize(
    "graph",
    [
        full_graph(),
        aw.Graph([]),
        aw.Graph([], num_nodes=3),
        aw.Graph([[0, 1], [1, 0], [2, 0]], directed=True),
        aw.Graph([[0, 0], [0, 1]], self_loops="keep"),
        aw.Graph([[0, 1]], node_ids=[-5, 1 << 40]),
    ],
)
def test_graphs_survive_pickles_and_copies(graph):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(graph, protocol))
        assert again == graph
        assert hash(again) == hash(graph)
        assert again.node_ids == graph.node_ids
    assert copy.deepcopy(graph) == graph
    assert graph != "a graph"
    assert aw.embed([graph], 3, dead_ends="stop", self_loops=True).tolist() == aw.embed(
        [copy.copy(graph)], 3, dead_ends="stop", self_loops=True
    ).tolist()


def test_a_damaged_pickle_is_refused():
    state = list(full_graph().__getstate__())
    state[1] = b"\xff" * len(state[1])
    with pytest.raises(ValueError, match="damaged pickle"):
        aw.Graph.__new__(aw.Graph).__setstate__(tuple(state))


def test_the_representation_says_what_is_there():
    assert repr(full_graph()) == (
        "<Graph 'full': 3 nodes, 3 edges, weighted, 3 node labels, 2 edge labels, 2 node attributes, class '3'>"
    )
    assert repr(aw.Graph([[0, 1]], directed=True)) == "<Graph: 2 nodes, 1 arc>"


def test_self_loops_and_parallel_edges():
    loops = [[0, 0], [0, 1], [1, 0]]
    assert aw.Graph(loops).num_edges == 1
    assert aw.Graph(loops, self_loops="keep").edges.tolist() == [[0, 0], [0, 1]]
    assert aw.Graph(loops, weights=[1, 2, 3]).weights.tolist() == [5]


def test_replace_changes_name_and_class_only():
    graph = full_graph()
    assert graph.replace(name=None).name is None
    assert graph.replace(class_name="other").class_name == "other"
    assert graph.replace(class_name="other").name == "full"
    assert graph.name == "full"


def test_drawings_are_svg_with_a_circle_per_node():
    for graph in (full_graph(), aw.Graph([[0, 1], [1, 2]], directed=True), aw.Graph([], num_nodes=1)):
        root = ElementTree.fromstring(graph._repr_svg_())
        assert len(root.findall("{http://www.w3.org/2000/svg}circle")) == graph.num_nodes
    assert aw.Graph([], num_nodes=1000)._repr_svg_() is None
    assert aw.Graph([])._repr_svg_() is None


def test_drawings_of_a_cycle_are_round():
    from anonymous_walks._drawing import layout

    place = layout(aw.generate("cycle:nodes=8")[0])
    radius = np.linalg.norm(place - place.mean(axis=0), axis=1)
    assert radius.std() < 0.02 * radius.mean()


def test_summary_counts_components():
    assert aw.Graph([[0, 1]], num_nodes=3).summary() == {
        "components": 2,
        "isolated": 1,
        "min_degree": 0,
        "max_degree": 1,
        "mean_degree": pytest.approx(2 / 3),
    }


def test_neighbours_of_no_node():
    with pytest.raises(IndexError):
        aw.Graph([[0, 1]]).neighbours(2)
