"""The package as a whole: every public name has a docstring with an example that runs, a type and a test; imports are lazy."""

import doctest
import importlib
import inspect
import pkgutil
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import anonymous_walks as aw

TESTS = Path(__file__).parent
NAMES = [name for name in aw.__all__ if not name.startswith("__")] + ["spark", "ray", "dask"]
MODULES = ["anonymous_walks"] + [m.name for m in pkgutil.walk_packages(aw.__path__, "anonymous_walks.")]


def test_importing_the_package_imports_nothing_else(python):
    program = """
        import sys
        before = set(sys.modules)
        import anonymous_walks
        print(sorted(m for m in set(sys.modules) - before 
                     if m.split(".")[0] not in sys.stdlib_module_names | {"anonymous_walks"}))
        anonymous_walks.Graph([[0, 1]])
        print([m for m in ("sklearn", "scipy", "networkx", "pandas", "pyarrow", "tqdm") if m in sys.modules])
    """
    lines = python(textwrap.dedent(program)).splitlines()
    assert lines == ["[]", "[]"]


def test_absent_packages_are_named_with_their_extra(python):
    program = """
        import sys
        for name in ("sklearn", "scipy", "tqdm", "pyarrow", "networkx", "igraph", "rdkit"):
            sys.modules[name] = None
        import anonymous_walks as aw
        graphs = aw.generate("cycle:nodes=5")
        assert aw.embed(graphs, 3).shape == (1, 5)
        for use in ("aw.AnonymousWalkFeatures()", "aw.embed(graphs, 3, sparse_output=True)", "aw.embed(graphs, 3, verbose=1)",
                    "aw.from_arrow(None)", "graphs[0].to_networkx()", "graphs[0].to_igraph()", "aw.from_smiles(['C'])"):
            try:
                eval(use)
                print("no error:", use)
            except ImportError as error:
                print(error)
    """
    lines = python(textwrap.dedent(program)).splitlines()
    assert len(lines) == 7
    for line, extra in zip(lines, ["sklearn", "scipy", "progress", "arrow", "networkx", "igraph", "rdkit"]):
        assert f"pip install 'anonymous-walks[{extra}]'" in line


def test_unknown_names():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        aw.nonsense  # noqa: B018
    assert set(NAMES) <= set(dir(aw))


@pytest.mark.parametrize("name", NAMES)
def test_public_names_have_docstrings_examples_types_and_tests(name):
    thing = getattr(aw, name)
    assert inspect.getdoc(thing), name
    if inspect.isclass(thing):
        members = [m for m in vars(thing) if not m.startswith("_")]
        for member in members:
            described = f"{member} :" in thing.__doc__ or f"{member}, " in thing.__doc__ or f", {member}" in thing.__doc__
            assert described or inspect.getdoc(getattr(thing, member)), f"{name}.{member}"
    elif callable(thing):
        assert inspect.signature(thing).return_annotation is not inspect.Signature.empty
    sources = "".join(path.read_text() for path in TESTS.glob("test_*.py"))
    assert re.search(rf"\baw\.{name}\b|\b{name}\(", sources), f"no test uses {name}"


def test_docstrings_follow_their_sections():
    for name in NAMES:
        thing = getattr(aw, name)
        if inspect.ismodule(thing):
            continue
        doc = inspect.getdoc(thing)
        for section in re.findall(r"^(\w[\w ]+)\n-+$", doc, re.MULTILINE):
            assert section in ("Parameters", "Returns", "Yields", "Raises", "Attributes", "Examples"), f"{name}: {section}"
        if inspect.isfunction(thing) or hasattr(thing, "get_params"):
            documented = doc.split("Parameters\n---", 1)[-1]
            for parameter in inspect.signature(thing).parameters:
                assert re.search(rf"\b{parameter}\b", documented), f"{name}: {parameter} is not documented"


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_docstrings_run(module):
    for needed in ("networkx", "igraph", "scipy", "pyarrow", "rdkit", "sklearn"):
        pytest.importorskip(needed)
    if module.endswith("__main__"):
        pytest.skip("the command")
    if module.endswith((".spark", ".ray", ".dask")):  # run by the tests of the engines
        pytest.importorskip({"spark": "pyspark"}.get(module.rpartition(".")[2], module.rpartition(".")[2]))
    loaded = importlib.import_module(module)
    found = doctest.testmod(loaded, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0


def test_examples_of_graph_run():
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    test = doctest.DocTestParser().get_doctest(aw.Graph.__doc__, {}, "Graph", None, None)
    assert len(test.examples) == 3
    assert runner.run(test).failed == 0


TYPED = """
    from collections.abc import Iterator

    import numpy as np
    import anonymous_walks as aw

    def graphs() -> Iterator[aw.Graph]:
        yield aw.Graph(np.array([[0, 1], [1, 2]]), node_labels=["a", "b", "c"], class_name="path")

    for graph in aw.read("graphs.jsonl"):
        edges: np.ndarray[tuple[int, ...], np.dtype[np.int64]] = graph.edges
        name: str | None = graph.name
    for rows in aw.embed_batches(graphs(), length=3):
        ids: list[str] = rows.ids
        errors = float(rows.certified_error.max())
    embedder: aw.Embedder = aw.Embedder.fit(list(graphs()), features="walks(node):0..2")
    accuracy: float = aw.evaluate(graphs(), folds=3).accuracy
    features = aw.AnonymousWalkFeatures(length=5, n_jobs=1).fit(list(graphs()))
    model = aw.GraphClassifier("structure").fit(list(graphs()), [0])
    walk: str = aw.walks(4)[9]
    version: str = aw.__version__
"""


def mypy(*arguments):
    program = shutil.which("mypy", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("mypy is not installed")
    done = subprocess.run([program, "--strict", *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_programs_are_typed(tmp_path):
    (tmp_path / "program.py").write_text(textwrap.dedent(TYPED))
    code, text = mypy(str(tmp_path / "program.py"))
    assert code == 0, text
    (tmp_path / "wrong.py").write_text("import anonymous_walks as aw\n\nx: int = aw.Graph([[0, 1]]).fingerprint\naw.embed()\n")
    code, text = mypy(str(tmp_path / "wrong.py"))
    assert code == 1
    assert "wrong.py:3" in text
    assert "wrong.py:4" in text


def test_the_blocks_of_the_documentation_are_typed(tmp_path):
    files = []
    for page in ("README.md", "docs/python.md"):
        text = (TESTS.parents[1] / page).read_text()
        for block in re.findall(r"^```python needs=anonymous_walks.*\n([\s\S]*?)^```$", text, re.MULTILINE):
            files.append(tmp_path / f"block_{len(files)}.py")
            files[-1].write_text(block)
    assert len(files) > 5
    # scikit-learn has no types.
    code, text = mypy("--disable-error-code", "import-untyped", *map(str, files))
    assert code == 0, text


def test_the_package_itself_is_typed():
    # scikit-learn has no types.
    code, text = mypy("--disable-error-code", "import-untyped", "-p", "anonymous_walks")
    assert code == 0, text
