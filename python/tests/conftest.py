"""What the tests share: the command, graphs, and the real data sets (AWE_DATA)."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import anonymous_walks as aw
from anonymous_walks.__main__ import command_path

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def awe():
    """Runs the command that the package ships; returns its standard output, and fails if it fails."""

    def run(*arguments, code=0, cwd=None):
        done = subprocess.run([command_path(), *map(str, arguments)], capture_output=True, text=True, cwd=cwd, check=False)
        assert done.returncode == code, done.stderr
        return done.stdout if code == 0 else done.stderr

    return run


@pytest.fixture(scope="session")
def data():
    """The folder of the real data sets."""
    folder = Path(os.environ.get("AWE_DATA") or ROOT.parent / "shared" / "datasets")
    if not (folder / "MUTAG.zip").exists():
        if os.environ.get("CI"):
            pytest.fail(f"{folder} has no data sets")
        pytest.skip(f"{folder} has no data sets; AWE_DATA names their folder")
    return folder


@pytest.fixture(scope="session")
def families():
    """Graphs of six families, 60 in all."""
    return aw.generate_six_families(40, 80, 10)


@pytest.fixture(scope="session")
def molecules():
    """Random graphs with labels of nodes and edges, attributes and classes."""
    random = np.random.default_rng(1)
    graphs = []
    for i in range(40):
        n = int(random.integers(4, 12))
        edges = [(j, int(random.integers(0, j))) for j in range(1, n)] + [(0, n - 1)] * (i % 2)
        graphs.append(
            aw.Graph(
                edges,
                num_nodes=n,
                node_labels=random.choice(["C", "N", "O"], n),
                edge_labels=random.choice([1, 2], len(edges)),
                node_attributes=random.normal(size=(n, 2)),
                class_name="ring" if i % 2 else "tree",
            )
        )
    return graphs


@pytest.fixture(scope="session")
def python():
    """Runs a program in a new interpreter; returns what it prints."""

    def run(program, *arguments, timeout=120):
        done = subprocess.run(
            [sys.executable, "-c", program, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
