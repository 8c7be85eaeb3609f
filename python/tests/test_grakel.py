"""GraKeL as an oracle: the same Gram matrices on real data sets, for the subtree kernel of Weisfeiler and Lehman, its
optimal assignment and shortest paths. bench/baselines/grakel_grams.py avoids what GraKeL is known to get wrong."""

import importlib.util

import numpy as np
import pytest

from anonymous_walks.__main__ import command_path
from conftest import ROOT

SETS = ["MUTAG", "PTC_MR", "ENZYMES"]
# GraKeL takes a minute for the optimal assignment of 600 graphs with five rounds.
KERNELS = [("wl", 5), ("wl-oa", 2), ("sp", 0)]


@pytest.fixture(scope="module")
def grams():
    """The functions of the benchmark."""
    path = ROOT / "bench" / "baselines" / "grakel_grams.py"
    spec = importlib.util.spec_from_file_location("grakel_grams", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(("kernel", "rounds"), KERNELS)
def test_gram_matrices_are_those_of_grakel(name, kernel, rounds, grams, data):
    path = str(data / f"{name}.zip")
    graphs, labelled = grams.read_set(path)
    theirs, _ = grams.by_grakel(graphs, kernel, rounds)
    ours, _ = grams.by_awe(command_path(), path, kernel, rounds, labelled)
    assert ours.shape == theirs.shape == (len(graphs), len(graphs))
    assert np.max(theirs) > 50
    np.testing.assert_allclose(ours, theirs, rtol=1e-6)
