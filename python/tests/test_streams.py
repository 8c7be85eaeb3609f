"""Fits on streams: files, and other collections that can be read again, are read and not held."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

import anonymous_walks as aw
from anonymous_walks.convert import is_stream, readable


class Again:
    """A collection that can be read again, and counts how often."""

    def __init__(self, graphs):
        self.graphs, self.opened = graphs, 0

    def __iter__(self):
        self.opened += 1
        yield from self.graphs


def test_streams_are_told_from_what_is_held(families, tmp_path):
    aw.write(families, tmp_path / "g.awg")
    assert is_stream(aw.read(tmp_path / "g.awg"))
    assert is_stream(Again(families))
    for other in (families, tuple(families), iter(families), (g for g in families), np.array(families, dtype=object), 7):
        assert not is_stream(other)
    assert readable(iter(families)) == tuple(families)


@pytest.mark.parametrize("features", ["walks(node):0..3", "walks(degree):0..2 + size", "walks(node,edge):0..2 + aw:1..4[sqrt]"])
def test_a_fit_on_a_stream_is_that_on_a_list(features, molecules, tmp_path):
    aw.write(molecules, tmp_path / "g.jsonl")
    stream = aw.read(tmp_path / "g.jsonl")
    expected = aw.Embedder.fit(list(stream), features=features, min_graphs=2)
    found = aw.Embedder.fit(stream, features=features, min_graphs=2)
    assert found.columns() == expected.columns()
    assert found(molecules).to_numpy().tobytes() == expected(molecules).to_numpy().tobytes()
    for source in (stream, Again(molecules), [*molecules, None]):
        rows = aw.embed(source, features=features, min_graphs=2)
        assert rows[: len(molecules)].tobytes() == expected(molecules).to_numpy().tobytes()


def test_estimators_take_streams(molecules, tmp_path):
    pytest.importorskip("sklearn")
    aw.write(molecules, tmp_path / "g.jsonl")
    stream = aw.read(tmp_path / "g.jsonl")
    held = list(stream)
    for estimator in (
        aw.AnonymousWalkFeatures(4),
        aw.AnonymousWalkFeatures(features="walks(node):0..2", sparse_output=False),
        aw.AnonymousWalkEmbedding("walks(node):0..2", n_components=3, min_count=0),
        aw.GraphKernel(features="walks(node):0..2"),
    ):
        expected = estimator.fit(held).transform(held)
        assert estimator.fit(stream).transform(stream).tobytes() == expected.tobytes()
        assert estimator.fit_transform(stream).tobytes() == estimator.fit_transform(held).tobytes()
    model = aw.GraphClassifier("labels").fit(stream)
    assert model.predict(stream).tolist() == model.predict(held).tolist() == model.predict(iter(held)).tolist()
    further = aw.AnonymousWalkEmbedding("walks(node):0..2", n_components=3, min_count=0).fit(held[:20])
    assert further.partial_fit(stream).transform(held).shape == (40, 3)


def test_results_of_batches_are_joined(molecules):
    pytest.importorskip("sklearn")
    many = [molecules[i % 40] for i in range(2500)]
    model = aw.GraphClassifier("structure").fit(molecules)
    whole, parts = model.explain(many), model.explain(Again(many))
    assert sorted(whole) == sorted(parts)
    assert all(whole[key].tobytes() == parts[key].tobytes() for key in whole)
    vectors = aw.AnonymousWalkEmbedding("aw:3", n_components=2).fit(molecules)
    expected = vectors.transform(many)
    assert vectors.transform(Again(many)).tobytes() == expected.tobytes()
    assert len(vectors.row_ids_) == 2500
    with pytest.raises(ValueError, match="graph 2100 is None"):
        vectors.transform(Again([*many[:2100], None]))


def test_features_that_learn_nothing_read_one_batch(families):
    stream = Again(families)
    embedder = aw.Embedder.fit(stream, length=4)
    assert stream.opened <= 1
    assert not embedder.learns


def test_errors_in_a_stream_are_those_of_the_stream(families, molecules, tmp_path):
    class Broken(Again):
        def __iter__(self):
            yield from self.graphs
            raise LookupError("the disk is gone")

    for fit in (lambda x: aw.Embedder.fit(x, features="walks(degree):0..2"), aw.AnonymousWalkEmbedding("aw:3").fit):
        with pytest.raises(LookupError, match="the disk is gone"):
            fit(Broken(families))
        with pytest.raises(TypeError, match="graph 60: .* is not a graph"):
            fit(Again([*families, 7]))
    with pytest.raises(ValueError, match="graph 60 is None"):
        aw.AnonymousWalkEmbedding("aw:3").fit(Again([*families, None]))
    (tmp_path / "g.jsonl").write_text('{"edges": [[0, 1]]}\nnonsense\n')
    with pytest.raises(ValueError, match=r"g\.jsonl:2"):
        aw.Embedder.fit(aw.read(tmp_path / "g.jsonl"), features="walks(degree):0..2")
    assert aw.Embedder.fit(Again(families), features="walks(degree):0..2").learns


MEMORY = """
    import pathlib, sys
    import anonymous_walks as aw
    features = "walks(degree):0..1"
    aw.Embedder.fit(aw.read(sys.argv[1]), features=features)
    def peak():  # not ru_maxrss, which begins with that of the parent
        lines = pathlib.Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) // 1024
    before = peak()
    aw.Embedder.fit(aw.read(sys.argv[2]), features=features, n_jobs=1)
    streamed = peak() - before
    before = peak()
    aw.Embedder.fit(list(aw.read(sys.argv[2])), features=features, n_jobs=1)
    print(streamed, peak() - before)
"""


def test_a_fit_on_files_needs_little_memory(python, tmp_path):
    aw.write(aw.generate("gnm:nodes=500,edges=1000", count=20), tmp_path / "few.jsonl")
    aw.write(aw.generate("gnm:nodes=500,edges=1000", count=5000), tmp_path / "many.jsonl")
    streamed, held = map(int, python(textwrap.dedent(MEMORY), tmp_path / "few.jsonl", tmp_path / "many.jsonl").split())
    assert 2 * streamed < streamed + held  # 5 million edges held take some 80 MB


LONG = """
    import signal, sys
    signal.signal(signal.SIGINT, signal.default_int_handler)
    import anonymous_walks as aw
    class Endless:
        def __iter__(self):
            print("ready", flush=True)
            while True:
                yield from aw.read(sys.argv[1])
    try:
        aw.Embedder.fit(Endless(), features="walks(degree):0..3")
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    print("healthy", aw.embed(aw.generate("cycle:nodes=5"), 3).sum().round(6), flush=True)
"""


def test_ctrl_c_stops_a_fit_on_a_stream(families, tmp_path):
    import signal
    import time

    aw.write(families * 20, tmp_path / "g.awg")
    program = [sys.executable, "-c", textwrap.dedent(LONG), str(tmp_path / "g.awg")]
    child = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "interrupted\n"
        assert child.stdout.readline() == "healthy 1.0\n"
        assert child.wait(60) == 0
    finally:
        child.kill()
        child.wait()
