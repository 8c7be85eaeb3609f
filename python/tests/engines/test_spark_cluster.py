"""Spark with executors of their own: the environment travels to them as an archive, and one that is killed changes nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import PLANS, KillOnce, frame_of, rows_of, session

import anonymous_walks as aw


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Two executors that run the environment of AWE_EXECUTORS, which travels as an archive."""
    folder = tmp_path_factory.mktemp("cluster")
    executors = os.environ.get("AWE_EXECUTORS")
    if not executors:
        pytest.skip("AWE_EXECUTORS names no environment: run scripts/python engines")
    archive = folder / "environment.tar.gz"
    pack = [sys.executable, "-m", "venv_pack", "-p", executors, "-o", str(archive), "--compress-level", "1"]
    subprocess.run(pack, check=True, capture_output=True)
    before = os.environ.get("PYSPARK_PYTHON")
    os.environ["PYSPARK_PYTHON"] = "./environment/bin/python"
    made = session(
        "local-cluster[2,1,1024]",
        archives=f"{archive}#environment",
        executor_memory="1g",
        task_maxFailures="8",
        sql_execution_arrow_maxRecordsPerBatch="16",
    )
    yield made
    made.stop()
    if before is not None:
        os.environ["PYSPARK_PYTHON"] = before


def test_executors_run_the_packed_environment(cluster):
    def describe(batches):
        import sys

        import anonymous_walks
        import pyarrow as pa

        for _ in batches:
            yield pa.RecordBatch.from_pydict({"python": [sys.executable], "package": [anonymous_walks.__file__]})

    for row in cluster.range(4, numPartitions=2).mapInArrow(describe, "python string, package string").collect():
        assert "/environment/" in row.python
        assert "/environment/" in row.package


def test_a_killed_executor_changes_nothing(cluster, table, alone, tmp_path):
    plan = "clusters"  # two passes
    cluster.sparkContext.addPyFile(str(Path(__file__).with_name("helpers.py")))
    frame = frame_of(cluster, table, tmp_path).repartition(6)
    # The parent of a worker is the daemon of the workers, whose parent is the executor.
    in_fit, in_embed = KillOnce(tmp_path / "fit", parents=2), KillOnce(tmp_path / "embed", parents=2)
    fitted = aw.spark.fit(frame.mapInArrow(in_fit.batches, frame.schema), **PLANS[plan])
    assert (tmp_path / "fit").exists()
    assert fitted.learnt == alone[plan][0].learnt
    made = aw.spark.embed(frame.mapInArrow(in_embed.batches, frame.schema), embedder=fitted)
    assert rows_of(made) == alone[plan][1]
    assert (tmp_path / "embed").exists()
