"""Search for similar graphs: equal to the command line, and by the conventions of scikit-learn."""

import csv
import io
import pickle

import numpy as np
import pytest

import anonymous_walks as aw

pytest.importorskip("sklearn")
from sklearn.base import clone  # noqa: E402
from sklearn.exceptions import NotFittedError  # noqa: E402
from sklearn.neighbors import NearestNeighbors  # noqa: E402


@pytest.fixture
def file(families, tmp_path):
    aw.write(families, tmp_path / "f.jsonl")
    return tmp_path / "f.jsonl"


def test_neighbours_are_those_of_the_command(families, awe, file):
    path = file.with_suffix(".awi")
    awe("index", file, "--length", 4, "--approximate", "always", "-o", path)
    nearest = aw.NearestGraphs(length=4, approximate="always").fit(families)
    ours = file.with_suffix(".ours.awi")
    nearest.save(ours)
    assert ours.read_bytes() == path.read_bytes()
    found = list(csv.DictReader(io.StringIO(awe("search", path, file, "-k", 7))))
    distances, rows = nearest.kneighbors(families, 7)
    assert rows.dtype == np.int64
    assert rows.shape == distances.shape == (len(families), 7)
    assert [int(line["row"]) for line in found] == rows.ravel().tolist()
    assert [float(line["distance"]) for line in found] == distances.ravel().tolist()
    opened = aw.NearestGraphs.load(path)
    assert (opened.kneighbors(families, 7, return_distance=False) == rows).all()
    assert opened.ids_ == [g.name for g in families]


def test_neighbours_are_those_of_scikit_learn(families):
    x = np.sqrt(aw.embed(families, length=4) / 2)
    theirs = NearestNeighbors(n_neighbors=6, algorithm="brute").fit(x)
    ours = aw.NearestGraphs(6, length=4).fit(families)
    assert ours.recall_ == 1
    assert ours.n_samples_fit_ == len(families)
    for X, raw in ((families[:9], x[:9]), (None, None)):
        distances, rows = ours.kneighbors(X)
        expected, _ = theirs.kneighbors(raw)
        assert distances == pytest.approx(expected, abs=1e-6)
        if X is None:
            assert (rows != np.arange(len(families))[:, None]).all()
    graph = ours.kneighbors_graph(families, mode="distance")
    assert graph.shape == (len(families), len(families))
    assert graph.nnz == 6 * len(families)
    assert graph.toarray() == pytest.approx(theirs.kneighbors_graph(x, mode="distance").toarray(), abs=1e-6)
    assert set(ours.kneighbors_graph().data) == {1.0}
    radius = float(np.median(distances))
    near, which = ours.radius_neighbors(families[:5], radius)
    expected, _ = theirs.radius_neighbors(x[:5], radius, sort_results=True)
    for i in range(5):
        assert near[i] == pytest.approx(expected[i], abs=1e-6)
        assert which[i][0] == i
    assert len(ours.radius_neighbors(radius=radius, return_distance=False)) == len(families)


def test_graphs_can_be_added(families):
    whole = aw.NearestGraphs(3, length=4).fit(families)
    grown = aw.NearestGraphs(3, length=4).partial_fit(families[:40]).partial_fit(families[40:])
    for a, b in zip(whole.kneighbors(families), grown.kneighbors(families), strict=True):
        assert a.tobytes() == b.tobytes()
    assert grown.ids_ == whole.ids_


def test_shared_walks_and_duplicates(families):
    nearest = aw.NearestGraphs(2, length=3).fit([*families, families[4], families[4]])
    shared = nearest.shared_walks(families[:3], n_walks=2)
    assert len(shared) == 3
    assert [len(walks) for walks in shared[0]] == [2, 2]
    block, length, walk, share = shared[0][0][0]
    assert (block, length) == ("aw", 3)
    assert walk.startswith("1 2")
    assert 0 < share < 1
    groups = [group.tolist() for group in nearest.near_duplicates()]
    assert [4, 60, 61] in groups
    assert len(nearest.near_duplicates(10)) == 1


def test_nodes_and_learned_vectors(families, tmp_path):
    nodes = aw.NearestGraphs(1, length=3, level="node").fit(families[:2])
    assert nodes.kneighbors(families[:1], return_distance=False).ravel().tolist()[0] == 0
    assert nodes.n_samples_fit_ == families[0].num_nodes + families[1].num_nodes
    aw.AnonymousWalkEmbedding("aw:4", n_components=4).fit(families).save(tmp_path / "m.awe")
    learned = aw.NearestGraphs(1, model=tmp_path / "m.awe").fit(families)
    assert learned.kneighbors(families, return_distance=False).ravel().tolist() == list(range(len(families)))
    assert learned.index_.summary()["distance"] == "euclidean"


def test_pickles_clones_and_wrong_use(families, tmp_path):
    estimator = aw.NearestGraphs(2, length=3, distance="cosine")
    assert clone(estimator).get_params() == estimator.get_params()
    with pytest.raises(NotFittedError):
        estimator.kneighbors(families)
    fitted = estimator.fit(families)
    again = pickle.loads(pickle.dumps(fitted))
    assert again.kneighbors(families)[0].tobytes() == fitted.kneighbors(families)[0].tobytes()
    for wrong in (0, -1, len(families) + 1):
        with pytest.raises(ValueError, match="n_neighbors"):
            fitted.kneighbors(families, wrong)
    with pytest.raises(ValueError, match="n_neighbors"):
        fitted.kneighbors(n_neighbors=len(families))
    with pytest.raises(TypeError, match="n_neighbors"):
        fitted.kneighbors(families, 1.5)
    with pytest.raises(ValueError, match="mode"):
        fitted.kneighbors_graph(mode="both")
    with pytest.raises(ValueError, match="'distance' parameter"):
        aw.NearestGraphs(distance="manhattan").fit(families)
    with pytest.raises(ValueError, match="no graph"):
        aw.NearestGraphs().fit([])
    with pytest.raises(ValueError, match="negative value"):
        aw.NearestGraphs(features="aw:3 + size").fit(families)
    with pytest.raises(MemoryError, match="memory"):
        aw.NearestGraphs(memory=10).fit(families)
    fitted.save(tmp_path / "x.awi")
    (tmp_path / "cut.awi").write_bytes((tmp_path / "x.awi").read_bytes()[:-1])
    with pytest.raises(ValueError, match="cut short"):
        aw.NearestGraphs.load(tmp_path / "cut.awi")
    with pytest.raises(OSError):
        aw.NearestGraphs.load(tmp_path / "absent.awi")
