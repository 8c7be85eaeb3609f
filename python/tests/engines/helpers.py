"""Functions of the tests that also run in the workers of the engines, where there is no pytest."""

import os
import signal
import time
from pathlib import Path

import numpy as np

# What is embedded: nothing learnt; vocabularies and sizes; clusters of attributes (two passes) and keys; sampled rows.
PLANS = {
    "nothing-learnt": {"length": (2, 5)},
    "vocabularies": {"features": "walks(node,edge):0..2 + size"},
    "clusters": {"features": "walks(attribute:4):0..1 + wl(node):0..2", "max_columns": 40},
    "sampled": {"features": "walks(node):0..4", "method": "sampled", "walks": 60, "random_state": 7},
}


def row_bytes(indices, values, certified_error, unseen):
    """A row as bytes, for comparisons without tolerance."""
    return (
        np.asarray(indices, np.int64).tobytes(),
        np.asarray(values, np.float64).tobytes(),
        float(certified_error).hex(),
        float(unseen).hex(),
    )


class KillOnce:
    """Ends a process with SIGKILL when it is called for the first time, in whatever process: then the file `mark` exists."""

    def __init__(self, mark, parents=0):
        self.mark = str(mark)
        self.parents = parents

    def __call__(self):
        try:
            os.close(os.open(self.mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        victim = os.getpid()
        for _ in range(self.parents):
            victim = int(Path(f"/proc/{victim}/stat").read_text().rpartition(")")[2].split()[1])
        os.kill(victim, signal.SIGKILL)

    def batches(self, batches):
        """Passes on Arrow batches, for Spark."""
        for batch in batches:
            self()
            yield batch


class Opened:
    """Something that leaves a file whenever it is read from a pickle."""

    def __init__(self, folder):
        self.folder = str(folder)

    def __setstate__(self, state):
        self.__dict__.update(state)
        Path(self.folder, f"{os.getpid()}-{time.time_ns()}").touch()


def first_columns(_, batches):
    """Work of Spark: the first column of every batch."""
    return (batch.select([0]) for batch in batches)


def session(master, **settings):
    """A session of Spark; a process has one at a time."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "4")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    for key, value in settings.items():
        builder = builder.config("spark." + key.replace("_", "."), value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    return made


def frame_of(spark, table, folder):
    import pyarrow.parquet as parquet

    parquet.write_table(table, folder / "graphs.parquet")
    return spark.read.parquet(str(folder / "graphs.parquet"))


def rows_of(df):
    """{id: row} of a result; its vectors have `size` columns."""
    return {
        row.id: row_bytes(row.features.indices, row.features.values, row.certified_error, row.unseen) for row in df.collect()
    }
