"""The portable wheel (AWE_WHEEL, set by scripts/python): small, without libraries that it must not have, at work in an empty
environment of the interpreter AWE_WHEEL_PYTHON (default: that of the tests)."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = os.environ.get("AWE_WHEEL_PYTHON") or sys.executable
MOST_BYTES = 4_000_000
VENDORED = {"libfmt", "libhwy", "libpugixml", "libsimdjson"}  # MIT, Apache-2.0 and BSD-3, MIT, Apache-2.0


@pytest.fixture(scope="module")
def wheel():
    path = os.environ.get("AWE_WHEEL")
    if not path:
        pytest.skip("AWE_WHEEL names no wheel; scripts/python test builds one")
    return Path(path)


def test_it_is_small_and_portable(wheel):
    assert wheel.stat().st_size <= MOST_BYTES
    major, minor = map(int, re.search(r"manylinux_(\d+)_(\d+)_", wheel.name).groups())
    assert (major, minor) <= (2, 34)


def test_it_has_no_other_libraries(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    files = [Path(name).name for name in names if name.startswith("anonymous_walks.libs/") and not name.endswith("/")]
    vendored = {re.match(r"lib[a-z]+", name)[0] for name in files}
    assert vendored <= VENDORED
    package = {name for name in names if name.startswith("anonymous_walks/")}
    assert {"anonymous_walks/py.typed", "anonymous_walks/_core.pyi", "anonymous_walks/bin/awe"} <= package
    assert not [name for name in names if "test" in name.lower()]


@pytest.fixture(scope="module")
def empty(wheel, tmp_path_factory):
    """An environment with the wheel and what it needs: numpy alone."""
    folder = tmp_path_factory.mktemp("empty")
    made = subprocess.run([PYTHON, "-m", "venv", folder], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    python = folder / "bin" / "python"
    command = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return python


def run(python, *arguments, cwd=None):
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV")}
    done = subprocess.run([python, *arguments], capture_output=True, text=True, cwd=cwd, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_numpy_is_all_that_it_needs(empty):
    listed = run(empty, "-m", "pip", "list", "--format", "freeze").split()
    names = {line.split("==")[0] for line in listed}
    assert names <= {"numpy", "anonymous-walks", "pip", "setuptools"}


def test_the_lines_of_the_readme_work_there(empty, tmp_path):
    blocks = re.findall(r"^```python needs=anonymous_walks\n([\s\S]*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(blocks) == 1
    assert run(empty, "-c", blocks[0], cwd=tmp_path) == "32 True\n28 True\nTrue\n"


def test_the_command_works_there(empty, tmp_path):
    awe = empty.parent / "awe"
    assert run(awe, "--version").startswith("awe ")
    run(awe, "generate", "gnm", "--num-nodes", "20", "--num-edges", "40", "--count", "3", "-o", tmp_path / "g.jsonl")
    run(awe, "embed", tmp_path / "g.jsonl", "--length", "4", "-o", tmp_path / "x.npy")
    program = (
        "import sys, numpy, anonymous_walks as aw; "
        "print(numpy.load(sys.argv[2]).tobytes() == aw.embed(aw.read(sys.argv[1]), 4).tobytes())"
    )
    assert run(empty, "-c", program, tmp_path / "g.jsonl", tmp_path / "x.npy") == "True\n"


def test_graphs_and_embedders_survive_pickling_there(empty):
    program = (
        "import pickle, anonymous_walks as aw; graphs = aw.generate_six_families(20, 40, 2); "
        "e = aw.Embedder.fit(graphs, features='walks(degree):0..2'); f = pickle.loads(pickle.dumps(e)); "
        "print(f(pickle.loads(pickle.dumps(graphs))).to_numpy().tobytes() == e(graphs).to_numpy().tobytes())"
    )
    assert run(empty, "-c", program) == "True\n"


def test_estimators_say_what_they_need(empty):
    program = "import anonymous_walks as aw\ntry:\n    aw.GraphKernel\nexcept ImportError as error:\n    print(error)"
    assert run(empty, "-c", program) == "an estimator needs sklearn; pip install 'anonymous-walks[sklearn]' brings it\n"


def test_it_was_made_for_this_interpreter(wheel, empty):
    minor = int(run(empty, "-c", "import sys; print(sys.version_info[1])"))
    tags = wheel.name.split("-")[2:4]
    assert tags == (["cp312", "abi3"] if minor >= 12 else [f"cp3{minor}"] * 2)
    module = run(empty, "-c", "import anonymous_walks._core; print(anonymous_walks._core.__file__)")
    assert (".abi3." in module) == (minor >= 12)


def test_the_source_distribution_has_all_that_a_build_needs(wheel, tmp_path):
    pytest.importorskip("build")
    command = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", tmp_path, ROOT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    assert archive.stat().st_size < 2_000_000
    with tarfile.open(archive) as file:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # not in Python 3.11.2
        file.extractall(tmp_path, **safely)
    source = archive.with_name(archive.name.removesuffix(".tar.gz"))
    options = ["AWE_PYTHON=ON", f"Python_EXECUTABLE={sys.executable}", "AWE_CURL=OFF", "AWE_TESTS=OFF", "AWE_BENCH=OFF", "AWE_EXAMPLES=OFF"]
    configure = ["cmake", "-G", "Ninja", "-S", source, "-B", tmp_path / "made", *(f"-D{option}" for option in options)]
    done = subprocess.run(configure, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (source / "python" / "anonymous_walks" / "py.typed").exists()
