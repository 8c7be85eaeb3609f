"""The Python blocks of docs/how-to/clusters.md run with the engines and print what they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[3] / "docs" / "how-to" / "clusters.md"
BLOCK = r"^```python needs=anonymous_walks(\S*)\n([\s\S]*?)^```\n\n```text prints\n([\s\S]*?)^```$"
BLOCKS = re.findall(BLOCK, PAGE.read_text(), re.MULTILINE)


def test_there_is_a_block_for_every_engine():
    assert [words for words, _, _ in BLOCKS] == [",pyspark", "", ",ray", ",dask"]


@pytest.mark.parametrize(("program", "printed"), [block[1:] for block in BLOCKS], ids=["spark", "parts", "ray", "dask"])
def test_blocks_print_what_they_say(program, printed, tmp_path):
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == printed.strip()
