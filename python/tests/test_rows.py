"""embed, embed_batches and Embedder: the same bytes as the command line, in any batch."""

import itertools
import pickle
import tracemalloc

import numpy as np
import pytest

import anonymous_walks as aw

OPTIONS = [
    ({"length": 5}, ["--length", 5]),
    ({"length": "2..4", "scaling": "sqrt"}, ["--length", "2..4", "--scaling", "sqrt"]),
    ({"length": 6, "method": "sampled", "walks": 500, "random_state": 7},
     ["--length", 6, "--method", "sampled", "--walks", 500, "--seed", 7]),
    ({"length": 8, "method": "sampled", "epsilon": 0.5, "delta": 0.2},
     ["--length", 8, "--method", "sampled", "--epsilon", 0.5, "--delta", 0.2]),
    ({"features": "walks(node,edge):0..2 + size"}, ["--features", "walks(node,edge):0..2 + size"]),
    ({"features": "walks(node):0..3", "min_graphs": 3, "max_columns": 20},
     ["--features", "walks(node):0..3", "--min-graphs", 3, "--max-columns", 20]),
    ({"features": "walks(node):0..2", "hash_bits": 6}, ["--features", "walks(node):0..2", "--hash-bits", 6]),
    ({"features": "walks(attribute:3):0..2"}, ["--features", "walks(attribute:3):0..2"]),
    ({"features": "exponential-walks(node,edge) + geometric-walks(0.01) + return-kernel(node)"},
     ["--features", "exponential-walks(node,edge) + geometric-walks(0.01) + return-kernel(node)"]),
    ({"length": 3, "level": "node"}, ["--length", 3, "--level", "node"]),
    ({"length": 3, "level": "edge", "walk": "non-backtracking"},
     ["--length", 3, "--level", "edge", "--walk", "non-backtracking"]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "flags"), OPTIONS)
def test_rows_are_those_of_the_command(options, flags, molecules, awe, tmp_path):
    path = tmp_path / "graphs.jsonl"
    aw.write(molecules, path)
    assert list(aw.read(path)) == [g.replace(name=None) for g in molecules]
    awe("embed", path, *flags, "-o", tmp_path / "x.npy")
    awe("embed", path, *flags, "-o", tmp_path / "y.npz")
    dense = np.load(tmp_path / "x.npy")
    ours = aw.embed(molecules, **options)
    assert ours.dtype == dense.dtype
    assert ours.tobytes() == dense.tobytes()
    assert aw.embed(iter(molecules), **options, n_jobs=1).tobytes() == dense.tobytes()
    stored = np.load(tmp_path / "y.npz")
    sparse = aw.embed(molecules, **options, sparse_output=True)
    assert sparse.data.tobytes() == stored["data"].tobytes()
    assert sparse.indices.tolist() == stored["indices"].tolist()
    rows = list(aw.embed_batches(molecules, **options, batch_size=7))
    assert isinstance(rows[0], aw.Rows)
    assert [len(r.ids) for r in rows][0] >= 7
    assert np.concatenate([r.to_numpy() for r in rows]).tobytes() == dense.tobytes()
    table = [line.split(",") for line in (tmp_path / "x.rows.csv").read_text().splitlines()]
    place = table[0].index("certified_error")
    assert [name for r in rows for name in r.ids] == [line[0] for line in table[1:]]
    ours_error = [float(e) for r in rows for e in r.certified_error]
    assert ours_error == pytest.approx([float(line[place]) for line in table[1:]], rel=1e-5, abs=1e-12)


def test_columns_are_those_of_the_command(molecules, awe, tmp_path):
    path = tmp_path / "graphs.jsonl"
    aw.write(molecules, path)
    awe("embed", path, "--features", "walks(node):0..1 + aw:2", "-o", tmp_path / "x.npy")
    lines = (tmp_path / "x.columns.csv").read_text().splitlines()[1:]
    embedder = aw.Embedder.fit(molecules, features="walks(node):0..1 + aw:2")
    assert [walk for _, _, walk in embedder.columns()] == [line.split(",")[-1] for line in lines]
    names = embedder.feature_names()
    assert len(set(names)) == embedder.num_columns == len(lines)
    twice = aw.Embedder.fit(molecules, features="aw:2 + aw:2[sqrt]").feature_names()
    assert list(twice) == ["0: aw 1 2 1", "0: aw 1 2 3", "1: aw 1 2 1", "1: aw 1 2 3"]


def test_directed_graphs_and_dead_ends(awe, tmp_path):
    graphs = [aw.Graph([[0, 1], [1, 2], [0, 2]], directed=True), aw.Graph([[0, 1], [1, 0], [2, 1]], directed=True)]
    path = tmp_path / "d.jsonl"
    aw.write(graphs, path)
    for rule in ("auto", "end", "stop", "restart", "reverse"):
        awe("embed", path, "--length", 4, "--dead-ends", rule, "-o", tmp_path / "x.npy", "--force")
        assert aw.embed(graphs, 4, dead_ends=rule).tobytes() == np.load(tmp_path / "x.npy").tobytes()


def test_weights_and_self_loops(awe, tmp_path):
    graph = aw.Graph([[0, 1], [1, 2], [0, 0]], weights=[1, 2, 0.5], self_loops="keep")
    path = tmp_path / "w.jsonl"
    aw.write([graph], path)
    awe("embed", path, "--weighted", "--self-loops", "keep", "--length", 4, "-o", tmp_path / "x.npy")
    assert aw.embed([graph], 4, self_loops=True).tobytes() == np.load(tmp_path / "x.npy").tobytes()
    with pytest.raises(ValueError, match="self-loop"):
        aw.embed([graph], 4)


def test_subgraphs_and_listed_nodes(families):
    named = families[0].replace(name="g")
    rows = aw.embed([named], 3, level="subgraph", node_sets={"g": [[0, 1, 2], [5]]})
    nodes = aw.embed([named], 3, level="node")
    assert rows.shape == (2, 5)
    assert rows[0] == pytest.approx(nodes[:3].mean(axis=0))
    assert rows[1].tolist() == nodes[5].tolist()
    assert aw.embed([named], 3, level="node", node_sets={"g": [[7, 3]]}).tolist() == nodes[[3, 7]].tolist()


def test_an_embedder_goes_to_other_processes(molecules, families):
    for options in ({"features": "walks(node):0..2 + size"}, {"length": 4, "scaling": "log"}):
        embedder = aw.Embedder.fit(molecules[:20], **options)
        again = pickle.loads(pickle.dumps(embedder))
        rows, others = embedder(molecules), again.with_threads(1)(molecules)
        assert rows.to_numpy().tobytes() == others.to_numpy().tobytes()
        assert again.features == embedder.features
        assert again.learns == embedder.learns
    assert "columns" in repr(embedder)


def test_an_embedder_and_the_command_share_vocabularies(molecules, awe, tmp_path):
    embedder = aw.Embedder.fit(molecules[:20], features="walks(node):0..2")
    embedder.save(tmp_path / "v.voc")
    with pytest.raises(ValueError, match="exists"):
        embedder.save(tmp_path / "v.voc")
    aw.write(molecules, tmp_path / "g.jsonl")
    awe("embed", tmp_path / "g.jsonl", "--vocabulary", tmp_path / "v.voc", "-o", tmp_path / "x.npy")
    expected = np.load(tmp_path / "x.npy").tobytes()
    assert embedder(molecules).to_numpy().tobytes() == expected
    assert aw.Embedder.load(tmp_path / "v.voc")(molecules).to_numpy().tobytes() == expected
    with pytest.raises(ValueError, match="nothing to save"):
        aw.Embedder.fit(molecules, length=3).save(tmp_path / "n.voc")


def test_a_generator_needs_the_memory_of_a_batch():
    def graphs(count):
        for i in range(count):
            yield aw.Graph([[j, j + 1] for j in range(20 + i % 5)])

    def peak(count):
        tracemalloc.start()
        total = sum(rows.values.sum() for rows in aw.embed_batches(graphs(count), 4, batch_size=100))
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert total == pytest.approx(count)
        return found

    peak(200)  # what is imported on first use
    assert peak(3000) < 2 * peak(300)


def test_positions_name_graphs_across_batches(families):
    plain = [g.replace(name=None) for g in families]
    names = [name for rows in aw.embed_batches(iter(plain), 2, batch_size=25) for name in rows.ids]
    assert names == [str(i) for i in range(60)]


def test_no_graphs_give_no_rows():
    assert aw.embed([], 3).shape == (0, 5)
    assert aw.embed(iter([]), 3, sparse_output=True).shape == (0, 5)


def test_none_gives_a_row_of_nan(families):
    rows = aw.embed([families[0], None, families[1]], 3)
    assert np.isnan(rows[1]).all()
    assert rows[[0, 2]].tolist() == aw.embed(families[:2], 3).tolist()
    with pytest.raises(ValueError, match="NaN"):
        aw.embed([families[0], None], 3, sparse_output=True)


def test_a_dense_result_over_the_limit_is_refused(families):
    with pytest.raises(MemoryError, match="sparse_output=True"):
        aw.embed(families, 5, memory=1000)
    assert aw.embed(families, 5, memory=1000, sparse_output=True).shape == (60, 52)


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"length": 0}, ValueError, "1..25"),
        ({"length": 26}, ValueError, "1..25"),
        ({"length": "x"}, ValueError, "range"),
        ({"length": 2.5}, TypeError, "range"),
        ({"features": "aw:1..3 + nonsense"}, ValueError, "nonsense"),
        ({"scaling": "cube"}, ValueError, "none, sqrt, log or unit"),
        ({"epsilon": 3}, ValueError, "`epsilon`"),
        ({"walks": 0}, ValueError, "`walks`"),
        ({"n_jobs": 0}, ValueError, "n_jobs"),
        ({"random_state": -1}, ValueError, "random_state"),
        ({"wrong": 1}, TypeError, "wrong"),
        ({"length": 9, "method": "exact", "budget": 10}, MemoryError, "budget"),
        ({"level": "subgraph"}, ValueError, "node_sets"),
    ],
)
def test_wrong_options_have_the_command_s_messages(options, error, text, families):
    with pytest.raises(error) as caught:
        aw.embed(families, **options)
    assert text in str(caught.value)


def test_seeds(families):
    drawn = [aw.embed(families, 6, method="sampled", walks=100, random_state=s) for s in (1, None, 2)]
    assert drawn[0].tobytes() == drawn[1].tobytes() != drawn[2].tobytes()
    generators = [np.random.default_rng(3), np.random.RandomState(3)]
    for generator in generators:
        assert aw.embed(families[:2], 6, method="sampled", walks=100, random_state=generator).shape == (2, 203)


def test_arrow_and_parquet(families, tmp_path):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    count = aw.write_embedding(iter(families), tmp_path / "x.parquet", 4, batch_size=25)
    table = pyarrow.parquet.read_table(tmp_path / "x.parquet")
    assert count == table.num_rows == 60
    assert table["id"].to_pylist() == [g.name for g in families]
    expected = aw.embed(families, 4, sparse_output=True)
    assert np.concatenate(table["values"].to_numpy()).tobytes() == expected.data.tobytes()
    assert np.concatenate(table["indices"].to_numpy()).tolist() == expected.indices.tolist()
    aw.write_embedding(families, tmp_path / "x.arrow", 4)
    with pa.ipc.open_file(tmp_path / "x.arrow") as file:
        errors = file.read_all()["certified_error"].to_pylist()
    assert errors == next(aw.embed_batches(families, 4)).certified_error.tolist()
    batches = (rows.to_arrow() for rows in aw.embed_batches(iter(families), 4, batch_size=25))
    first = next(batches)
    stream = pa.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))
    assert stream.read_all().combine_chunks().equals(table.combine_chunks())
    with pytest.raises(ValueError, match=r"\.parquet or \.arrow"):
        aw.write_embedding(families, tmp_path / "x.csv")
    with pytest.raises(TypeError):
        aw.write_embedding([*families, "no graph"], tmp_path / "y.parquet", 4, batch_size=10)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["x.arrow", "x.parquet"]


def test_arrow_in_and_arrow_out(families):
    pa = pytest.importorskip("pyarrow")
    batch = pa.RecordBatch.from_pydict(
        {
            "name": [g.name for g in families],
            "src": [g.edges[:, 0] for g in families],
            "dst": [g.edges[:, 1] for g in families],
            "num_nodes": [g.num_nodes for g in families],
        }
    )
    embedder = aw.Embedder.fit(families, features="walks(degree):0..2")
    parts = [embedder.arrow(batch.slice(i, 13), name="name") for i in range(0, 60, 13)]
    whole = embedder.arrow(batch, name="name")
    assert pa.Table.from_batches(parts).combine_chunks().equals(pa.Table.from_batches([whole]))
    assert whole["id"].to_pylist() == [g.name for g in families]
    assert whole["values"].values.to_numpy().tobytes() == embedder(families).values.tobytes()


def test_real_data(data, awe, tmp_path):
    for name, length in (("MUTAG", 7), ("IMDB-BINARY", 5)):
        path = data / f"{name}.zip"
        awe("embed", path, "--length", length, "-o", tmp_path / f"{name}.npy")
        expected = np.load(tmp_path / f"{name}.npy")
        assert aw.embed(aw.read(path), length).tobytes() == expected.tobytes()
        if name == "MUTAG":
            features = "walks(node,edge):0..3"
            awe("embed", path, "--features", features, "-o", tmp_path / "m.npy")
            assert aw.embed(aw.read(path), features=features).tobytes() == np.load(tmp_path / "m.npy").tobytes()
