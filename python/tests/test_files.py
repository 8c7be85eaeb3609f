"""Reading, writing, generating and describing collections; data sets."""

import io
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import anonymous_walks as aw
from anonymous_walks import _download
from anonymous_walks.__main__ import fetch as fetch_command
from anonymous_walks._download import PartFile


@pytest.mark.parametrize("name", ["g.jsonl", "g.awg", "g.zip", "g.jsonl.gz"])
def test_graphs_survive_files(name, molecules, tmp_path):
    aw.write(molecules, tmp_path / name)
    stream = aw.read(tmp_path / name)
    assert isinstance(stream, aw.GraphStream)
    for _ in range(2):
        found = list(stream)
        assert [g.fingerprint for g in found] == [g.fingerprint for g in molecules]
        assert [g.node_labels for g in found] == [g.node_labels for g in molecules]
        assert [g.class_name for g in found] == [g.class_name for g in molecules]
    with pytest.raises(ValueError, match="exists"):
        aw.write(molecules, tmp_path / name)
    aw.write(molecules[:3], tmp_path / name, force=True)
    assert len(list(stream)) == 3
    assert name in repr(stream)


def test_several_files_are_one_collection(families, tmp_path):
    aw.write(families[:10], tmp_path / "a.jsonl")
    aw.write(families[10:], tmp_path / "b.awg")
    assert [g.class_name for g in aw.read([tmp_path / "a.jsonl", tmp_path / "b.awg"])] == [g.class_name for g in families]


def test_what_a_format_cannot_hold_is_said(molecules, tmp_path):
    left_out = aw.write(molecules[:1], tmp_path / "g.txt")
    assert any("label" in sentence for sentence in left_out)


def test_errors_are_those_of_the_command(awe, tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"edges": [[0, 1]]}\n{"edges": [[0, ]]}\n')
    with pytest.raises(ValueError) as caught:
        list(aw.read(bad))
    assert "bad.jsonl:2:" in str(caught.value)
    assert awe("info", bad, code=4).strip() == "awe: " + str(caught.value)
    with pytest.raises(OSError, match=r"none\.jsonl"):
        list(aw.read(tmp_path / "none.jsonl"))
    with pytest.raises(ValueError, match="format"):
        aw.read(bad, format="xlsx")
    with pytest.raises(ValueError, match="no file"):
        aw.read([])
    with pytest.raises(ValueError, match="standard input"):
        aw.read("-")


def test_options_of_reading(tmp_path):
    path = tmp_path / "g.txt"
    path.write_text("a b 2\nb c 3\nc c 1\n")
    assert next(iter(aw.read(path))).weighted is False
    weighted = next(iter(aw.read(path, weights="use", directed=True, self_loops="keep")))
    assert (weighted.weights.tolist(), weighted.directed, weighted.has_self_loops) == ([2, 3, 1], True, True)
    assert weighted.node_ids == ["a", "b", "c"]


def test_generated_graphs_are_those_of_the_command(awe, tmp_path):
    awe("generate", "gnm", "--num-nodes", 30, "--num-edges", 60, "--count", 3, "--seed", 5, "-o", tmp_path / "g.jsonl")
    assert aw.generate("gnm:nodes=30,edges=60", 3, random_state=5) == list(aw.read(tmp_path / "g.jsonl"))
    awe("generate", "six-families", "--num-nodes", 40, "--num-edges", 80, "--count", 2, "-o", tmp_path / "s.jsonl")
    assert aw.generate_six_families(40, 80, 2) == list(aw.read(tmp_path / "s.jsonl"))
    assert aw.generate("cycle:nodes=4", class_name="round")[0].class_name == "round"
    with pytest.raises(ValueError, match="gnm"):
        aw.generate("nonsense")


def test_info_counts(molecules):
    found = aw.info(molecules)
    assert found["graphs"] == 40
    assert found["nodes"] == sum(g.num_nodes for g in molecules)
    assert found["edges"] == sum(g.num_edges for g in molecules)
    assert found["classes"] == {"ring": 20, "tree": 20}
    assert sum(found["node_labels"].values()) == found["nodes"]
    assert found["attributes"] == 2


def test_walks():
    walks = aw.walks(5)
    assert isinstance(walks, aw.Walks)
    assert len(walks) == 52 == len(list(walks))
    assert [walks.rank(w) for w in walks] == list(range(52))
    assert walks[-1] == "1 2 3 4 5 6"
    assert len(aw.walks(3, self_loops=True)) == 15
    assert "52" in repr(walks)
    with pytest.raises(IndexError):
        walks[52]
    with pytest.raises(IndexError):
        walks[-53]
    with pytest.raises(ValueError, match="walk"):
        walks.rank("1 3 2")
    assert aw.anonymise([("a", 1), 2, ("a", 1)]) == "1 2 1"


class Server:
    """tests/support/http_server.py on a folder with MUTAG; the first part of an address says how it behaves."""

    def __init__(self, folder, log):
        self.folder, self.log = folder, log
        program = Path(__file__).resolve().parents[2] / "tests" / "support" / "http_server.py"
        self.process = subprocess.Popen([sys.executable, program, folder, log], stdout=subprocess.PIPE, text=True)
        self.address = f"http://127.0.0.1:{self.process.stdout.readline().strip()}/"

    def __call__(self, mode):
        return self.address + mode

    def ranges(self):
        """The ranges of the requests so far, "-" for none; they are forgotten."""
        lines = self.log.read_text().splitlines()
        self.log.write_text("")
        return [line.split()[2] for line in lines]


@pytest.fixture
def server(data, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    folder = tmp_path_factory.mktemp("served")
    shutil.copy(data / "MUTAG.zip", folder)
    made = Server(folder, folder / "log")
    yield made
    made.process.kill()
    made.process.wait()
    made.process.stdout.close()


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_datasets_are_fetched_and_checked(server, tmp_path, monkeypatch, capfd):
    path = aw.datasets.fetch("MUTAG", data=tmp_path, url=server("plain"))
    assert aw.datasets.fetch("MUTAG", data=tmp_path, url="http://127.0.0.1:1") == path  # it is there
    assert len(list(aw.datasets.load("MUTAG", data=tmp_path))) == 188
    monkeypatch.setenv("AWE_DATA", str(tmp_path))
    assert aw.info(aw.datasets.load("MUTAG"))["graphs"] == 188
    with pytest.raises(FileNotFoundError, match=r"fetch\('NCI1'\)"):
        aw.datasets.load("NCI1")
    with pytest.raises(OSError):
        aw.datasets.fetch("NCI1", data=tmp_path, url=server("plain"))
    assert "the server answers 404" in capfd.readouterr().err
    with pytest.raises(OSError):
        aw.datasets.fetch("NOSUCH", data=tmp_path, url=server("plain"))
    assert "not a known data set" in capfd.readouterr().err
    assert fetch_command(["MUTAG", "--data", str(tmp_path), "--url", server("plain")]) == 2
    assert "exists" in capfd.readouterr().err
    assert names(tmp_path) == ["MUTAG.zip"]


def test_an_interrupted_download_goes_on(server, tmp_path, capfd):
    whole = (server.folder / "MUTAG.zip").read_bytes()
    half = len(whole) // 2
    arguments = ["MUTAG", f"--data={tmp_path}", "--url", server("cut")]
    assert fetch_command(arguments) == 3
    assert f"{half} bytes are kept, the same command fetches the rest" in capfd.readouterr().err
    assert names(tmp_path) == ["MUTAG.zip.part"]
    assert (tmp_path / "MUTAG.zip.part").read_bytes() == whole[:half]
    assert server.ranges() == ["-"]
    assert fetch_command(arguments) == 0
    assert f"{half} of {len(whole)} bytes had been fetched before" in capfd.readouterr().err
    assert server.ranges() == [f"bytes={half}-"]
    assert names(tmp_path) == ["MUTAG.zip"]
    assert (tmp_path / "MUTAG.zip").read_bytes() == whole


@pytest.mark.parametrize("mode", ["norange", "shifted", "moved"])
def test_a_server_that_cannot_continue_sends_the_whole_file(server, tmp_path, mode):
    whole = (server.folder / "MUTAG.zip").read_bytes()
    (tmp_path / "MUTAG.zip.part").write_bytes(whole[:1000])
    assert fetch_command(["MUTAG", "--data", str(tmp_path), "--url", server(mode)]) == 0
    wanted = {"norange": ["bytes=1000-"], "shifted": ["bytes=1000-", "-"], "moved": ["bytes=1000-"] * 2}
    assert server.ranges() == wanted[mode]
    assert names(tmp_path) == ["MUTAG.zip"]
    assert (tmp_path / "MUTAG.zip").read_bytes() == whole


def test_a_part_that_is_complete_too_long_or_of_another_file(server, tmp_path):
    whole = (server.folder / "MUTAG.zip").read_bytes()
    size = len(whole)
    fetch = ["MUTAG", "--data", str(tmp_path), "--url", server("plain"), "--force"]
    for part, ranges in (
        (whole, [f"bytes={size}-"]),
        (whole + b"more", [f"bytes={size + 4}-", "-"]),
        (b"x" * 1000, ["bytes=1000-", "-"]),  # its statistics are wrong: a fresh copy
    ):
        (tmp_path / "MUTAG.zip.part").write_bytes(part)
        assert fetch_command(fetch) == 0
        assert server.ranges() == ranges
        assert names(tmp_path) == ["MUTAG.zip"]
        assert (tmp_path / "MUTAG.zip").read_bytes() == whole


def test_a_file_that_is_not_the_set_is_removed(server, tmp_path, capfd):
    (server.folder / "MUTAG.zip").write_text("<html>moved for good</html>")
    assert fetch_command(["MUTAG", "--data", str(tmp_path), "--url", server("plain")]) == 4
    message = capfd.readouterr().err
    assert "not a TU data set" in message
    assert server("plain") in message
    assert names(tmp_path) == []


def test_failures_of_downloads_have_the_codes_of_the_command(server, tmp_path, capfd):
    fetch = ["MUTAG", "--data", str(tmp_path), "--url"]
    assert fetch_command([*fetch, "ftp://127.0.0.1/"]) == 2
    assert fetch_command([*fetch, "http://127.0.0.1:1/"]) == 3
    assert "check the network" in capfd.readouterr().err
    assert fetch_command([*fetch, server("loop")]) == 3
    with PartFile(str(tmp_path / "MUTAG.zip")):
        assert fetch_command([*fetch, server("plain")]) == 7
    assert "another process downloads it" in capfd.readouterr().err
    assert names(tmp_path) == []


def test_a_download_of_any_file_goes_on(server, tmp_path, monkeypatch):
    whole = (server.folder / "MUTAG.zip").read_bytes()
    with pytest.raises(OSError, match="are kept"):
        aw.datasets.download(server("cut/MUTAG.zip"), str(tmp_path / "x"), only_https=False)
    assert aw.datasets.download(server("cut/MUTAG.zip"), str(tmp_path / "x"), only_https=False) == len(whole)
    assert names(tmp_path) == ["x"]
    assert (tmp_path / "x").read_bytes() == whole
    monkeypatch.setattr(_download, "LIMIT", 1000)
    with pytest.raises(MemoryError, match="more than 1000 bytes"):
        aw.datasets.download(server("plain/MUTAG.zip"), str(tmp_path / "y"), only_https=False)
    assert names(tmp_path) == ["x"]


def test_only_https_is_fetched_unless_asked(tmp_path):
    with pytest.raises(ValueError, match="allowed are https"):
        aw.datasets.download("file:///etc/hostname", str(tmp_path / "x"))


def test_a_long_download_shows_its_rate(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    now, terminal = [100.0], Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(_download.time, "monotonic", lambda: now[0])
    report = _download.terminal_report("x.zip")
    now[0] += 1
    report(1_000_000, 10_000_000)
    assert terminal.getvalue() == ""
    now[0] += 2
    report(4_000_000, 10_000_000)
    assert terminal.getvalue().endswith("x.zip: 4.0 of 10.0 MB, 1.0 MB/s, 6 s left")
    report(10_000_000, 10_000_000)
    assert terminal.getvalue().endswith("left\r\033[K")
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert _download.terminal_report("x.zip") is None
