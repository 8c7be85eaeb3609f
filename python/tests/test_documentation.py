"""The Python blocks of README.md, docs/python.md and the how-to of nodes run and print what they say, and so do the notebooks of examples/."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def blocks(page):
    """(line, language and words, text) of every fenced block."""
    text = (ROOT / page).read_text()
    for match in re.finditer(r"^```(.*)\n([\s\S]*?)^```$", text, re.MULTILINE):
        yield text.count("\n", 0, match.start()) + 1, match[1], match[2]


def without_numbers(text):
    return re.sub(r"[0-9][0-9.]*", "0", text).strip()


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/how-to/nodes-and-edges.md"])
def test_blocks_print_what_they_say(page, tmp_path, data):
    pytest.importorskip("sklearn")
    printed, count = None, 0
    environment = {**os.environ, "AWE_DATA": str(data)}
    for line, words, text in blocks(page):
        if words.startswith("python") and "needs=anonymous_walks" in words:
            done = subprocess.run(
                [sys.executable, "-c", text], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{page}:{line}: {done.stderr}"
            printed, count = done.stdout, count + 1
        elif words == "text prints" and printed is not None:
            assert without_numbers(printed) == without_numbers(text), f"{page}:{line}"
            printed = None
    assert count >= 1


def test_there_are_four_notebooks():
    assert len(NOTEBOOKS) == 4


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(notebook, tmp_path, data, monkeypatch):
    for module in ("nbclient", "nbformat", "ipykernel", "matplotlib", "sklearn", "networkx"):
        pytest.importorskip(module)
    import nbclient
    import nbformat

    if "skfp" in notebook.read_text():
        pytest.importorskip("skfp")
    monkeypatch.setenv("AWE_DATA", str(data))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    content = nbformat.read(notebook, as_version=4)
    assert all(not cell.get("outputs") for cell in content.cells), "notebooks are kept without outputs"
    client = nbclient.NotebookClient(content, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    outputs = [output for cell in content.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs), "no plot"


def test_the_reference_is_that_of_the_docstrings():
    import importlib.machinery
    import importlib.util

    import anonymous_walks as aw

    loader = importlib.machinery.SourceFileLoader("reference", str(ROOT / "scripts" / "python_reference"))
    reference = importlib.util.module_from_spec(importlib.util.spec_from_loader("reference", loader))
    loader.exec_module(reference)
    assert reference.PAGE.read_text() == reference.page(), "run scripts/python reference"
    listed = {name.split(".")[0] for names in reference.GROUPS.values() for name in names}
    assert listed == {name for name in aw.__all__ if not name.startswith("__")} | {"spark", "ray", "dask"}
