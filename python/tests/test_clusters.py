"""What the adapters for Spark, Ray and Dask are made of, without an engine: fits in parts, and Arrow batches to Arrow batches."""

import pickle
import textwrap

import numpy as np
import pytest

import anonymous_walks as aw

PLANS = [
    {"length": 4},
    {"features": "walks(node,edge):0..2 + size", "min_graphs": 2},
    {"features": "walks(attribute:3):0..1 + colours:0..2 + wl(node):0..2", "max_columns": 20},
    {"features": "walks(node):0..5", "method": "sampled", "walks": 100, "random_state": 5},
    {"features": "walks(attribute:3):0..1", "hash_bits": 5},
]


def fitted_in_parts(parts, order, **options):
    """The fit of parts that went through pickles, merged in an order."""
    empty = aw.PartialFit(**options)
    while True:
        states = [pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(empty)).add(graphs))) for graphs in parts]
        merged = states[order[0]]
        for i in order[1:]:
            merged.merge(states[i])
        if not merged.needs_second_pass:
            return merged.finish()
        empty = merged.second_pass()


@pytest.mark.parametrize("options", PLANS)
def test_a_fit_in_parts_is_the_fit_of_the_whole(options, molecules):
    whole = aw.Embedder.fit(molecules, **options)
    for parts, order in (([molecules], [0]), ([molecules[i::3] for i in range(3)], [1, 2, 0]), ([[], molecules[9:], molecules[:9]], [0, 1, 2])):
        made = fitted_in_parts(parts, order, **options)
        assert made.learnt == whole.learnt
        assert made(molecules).values.tobytes() == whole(molecules).values.tobytes()
        assert made.features == whole.features


def test_a_part_counts_its_graphs(molecules):
    part = aw.PartialFit(features="size").add(molecules[:5]).add(molecules[5:8])
    assert part.num_graphs == 8
    assert repr(part) == "<PartialFit: 8 graphs>"
    assert part.with_threads(2).state == part.state


def test_parts_that_do_not_fit_together_are_refused(molecules):
    part = aw.PartialFit(features="walks(attribute:2):0..1").add(molecules)
    with pytest.raises(ValueError, match="different options"):
        part.merge(aw.PartialFit(features="walks(attribute:3):0..1"))
    with pytest.raises(ValueError, match="second pass"):
        part.finish()
    with pytest.raises(ValueError, match="different passes"):
        part.merge(part.second_pass())
    with pytest.raises(ValueError, match="checksum"):
        type(part)._restore(part.state[:-1] + b"x", part._options)
    with pytest.raises(TypeError, match="unknown option"):
        aw.PartialFit(nonsense=1)


def test_dead_ends_of_parts_go_by_the_direction():
    arrows = [aw.Graph([[0, 1], [1, 2]], directed=True)]
    assert aw.PartialFit(directed=True, length=3).add(arrows).finish()(arrows).num_columns == aw.Embedder.fit(arrows, length=3).num_columns
    assert aw.PartialFit(length=3).finish().num_columns == 5


def batch_of(molecules, **more):
    pa = pytest.importorskip("pyarrow")
    columns = {
        "id": [f"m{i}" for i in range(len(molecules))],
        "src": [graph.edges[:, 0].tolist() for graph in molecules],
        "dst": [graph.edges[:, 1].tolist() for graph in molecules],
        "num_nodes": [graph.num_nodes for graph in molecules],
        "node_labels": [list(graph.node_labels) for graph in molecules],
        "edge_labels": [list(graph.edge_labels) for graph in molecules],
        "node_attributes": [np.asarray(graph.node_attributes).tolist() for graph in molecules],
    }
    return pa.RecordBatch.from_pydict({**columns, **more})


def test_batches_of_attributes(molecules):
    graphs = aw.from_arrow(batch_of(molecules))
    assert [graph.name for graph in graphs[:2]] == ["m0", "m1"]
    for made, graph in zip(graphs, molecules):
        assert np.array_equal(made.node_attributes, graph.node_attributes)
    with pytest.raises(ValueError, match="graph 1: node_attributes has 1 rows for 3 nodes"):
        aw.from_arrow({"src": [[0], [0]], "dst": [[1], [1]], "num_nodes": [2, 3], "node_attributes": [[[1.0], [2.0]], [[1.0]]]})


@pytest.mark.parametrize("options", PLANS)
def test_rows_of_batches_are_those_of_graphs(options, molecules):
    from anonymous_walks.batches import BatchEmbedder, learn_batches
    from anonymous_walks.partial import fit_in_parts, settled_options

    batch = batch_of(molecules)
    embedder = aw.Embedder.fit(molecules, **options)
    batches = [batch.slice(0, 7), batch.slice(7, 0), batch.slice(7)]
    plan = settled_options(False, options)
    columns = aw.GraphColumns()
    fitted = fit_in_parts(plan, lambda empty: (learn_batches(empty, [part], columns) for part in batches))
    assert fitted.learnt == embedder.learnt
    rows = embedder(molecules)
    made = [BatchEmbedder(fitted)(part) for part in batches]
    assert [len(part) for part in made] == [7, 0, len(molecules) - 7]
    assert [key for part in made for key in part["id"].to_pylist()] == batch["id"].to_pylist()
    assert np.concatenate([part["values"].flatten().to_numpy() for part in made]).tobytes() == rows.values.tobytes()
    vectors = pickle.loads(pickle.dumps(BatchEmbedder(fitted, vectors=True)))(batch)["features"]
    assert vectors.field("indices").flatten().to_pylist() == rows.indices.tolist()
    assert set(vectors.field("size").to_pylist()) == {rows.num_columns}


def test_weights_directions_and_ids_of_any_type():
    pa = pytest.importorskip("pyarrow")
    from anonymous_walks.batches import BatchEmbedder

    columns = aw.GraphColumns(directed=True)
    batch = pa.RecordBatch.from_pydict({"id": [3, 4], "src": [[0, 0], []], "dst": [[1, 2], []], "num_nodes": [3, 2], "weight": [[1.0, 3.0], []]})
    embedder = aw.Embedder.fit(aw.from_arrow(batch, directed=True), length=2, level="node")
    made = BatchEmbedder(embedder, columns)(batch)
    assert made["id"].to_pylist() == ["3/0", "3/1", "3/2", "4/0", "4/1"]
    whole = aw.PartialFit(directed=True, features="walks(degree):0..1").finish()
    assert BatchEmbedder(whole, columns)(batch)["id"].to_pylist() == [3, 4]
    graphs = columns.graphs(batch, False)
    assert graphs[0].weights.tolist() == [1.0, 3.0]
    assert graphs[0].directed
    no_edges = pa.RecordBatch.from_pydict({"id": ["a"], "src": [[]], "dst": [[]], "num_nodes": [1]})
    assert BatchEmbedder(aw.Embedder.fit([], length=2))(no_edges)["id"].to_pylist() == ["a"]


def test_wrong_batches_are_refused():
    pa = pytest.importorskip("pyarrow")
    from anonymous_walks.batches import BatchEmbedder

    embed = BatchEmbedder(aw.Embedder.fit([], length=2))
    with pytest.raises(ValueError, match="no column 'id'; the columns are src, dst"):
        embed(pa.RecordBatch.from_pydict({"src": [[0]], "dst": [[1]]}))
    with pytest.raises(ValueError, match="every graph needs an id"):
        embed(pa.RecordBatch.from_pydict({"id": [None], "src": [[0]], "dst": [[1]]}))
    with pytest.raises(TypeError, match="lists of string"):
        embed(pa.RecordBatch.from_pydict({"id": [1], "src": [["a"]], "dst": [["b"]]}))


@pytest.mark.parametrize(("engine", "package"), [("spark", "pyspark"), ("ray", "ray"), ("dask", "dask")])
def test_absent_engines_are_named_with_their_extra(engine, package, python):
    program = f"""
        import sys
        sys.modules[{package!r}] = None
        import anonymous_walks as aw
        try:
            aw.{engine}.embed(None, 2)
        except ImportError as error:
            print(error)
    """
    assert f"pip install 'anonymous-walks[{engine}]'" in python(textwrap.dedent(program))


def test_engines_are_modules_of_the_package():
    assert {"spark", "ray", "dask"} <= set(dir(aw))
    assert not {"ray", "dask"} & set(aw.__all__)
    for module in (aw.spark, aw.ray, aw.dask):
        assert callable(module.fit)
        assert callable(module.embed)
