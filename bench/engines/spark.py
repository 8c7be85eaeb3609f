"""The processor time of Spark in one process of Java (local[N]) beside that of one process of Python, on the same graphs.

    build/engines-venv/bin/python bench/engines/spark.py [--graphs 100000] [--cores 2] [--features TEXT | --length N]

Both read the graphs from the same Parquet file and write rows with ids to Parquet. The rows are compared before the times are printed: they must be the
same bytes. Each contender is a process of its own; its processor time is that of all its descendants, the start of Java included.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def make_graphs(path, count):
    """Random graphs of six families, with 60 nodes and 120 edges each, in row groups of 5000."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as parquet

    import anonymous_walks as aw

    writer = None
    for first in range(0, count, 6000):
        graphs = aw.generate_six_families(60, 120, 1000, random_state=first + 1)[: count - first]
        edges = np.concatenate([graph.edges for graph in graphs])
        begins = pa.array(np.cumsum([0] + [graph.num_edges for graph in graphs]), pa.int32())
        table = pa.table(
            {
                "id": pa.array(np.arange(first, first + len(graphs)), pa.int64()),
                "src": pa.ListArray.from_arrays(begins, pa.array(np.ascontiguousarray(edges[:, 0]), pa.int64())),
                "dst": pa.ListArray.from_arrays(begins, pa.array(np.ascontiguousarray(edges[:, 1]), pa.int64())),
                "num_nodes": pa.array([graph.num_nodes for graph in graphs], pa.int64()),
            }
        )
        writer = writer or parquet.ParquetWriter(path, table.schema)
        writer.write_table(table, row_group_size=5000)
    writer.close()


def alone(graphs, output, options):
    """One process, one thread: batches of Arrow in, batches of Arrow out."""
    import pyarrow.parquet as parquet

    import anonymous_walks as aw
    from anonymous_walks.batches import BatchEmbedder, learn_batches
    from anonymous_walks.partial import fit_in_parts, settled_options

    file, columns = parquet.ParquetFile(graphs), aw.GraphColumns()
    plan = settled_options(False, {**options, "n_jobs": 1})
    embed = BatchEmbedder(fit_in_parts(plan, lambda empty: [learn_batches(empty, file.iter_batches(10000), columns)]), vectors=True)
    writer = None
    for batch in file.iter_batches(10000):
        rows = embed(batch)
        writer = writer or parquet.ParquetWriter(output, rows.schema)
        writer.write_batch(rows)
    writer.close()


def spark(graphs, output, options, cores):
    """Spark in one process of Java with Python workers."""
    from pyspark.sql import SparkSession

    import anonymous_walks as aw

    builder = SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.host", "127.0.0.1").config("spark.sql.files.maxPartitionBytes", "8m").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    aw.spark.embed(session.read.parquet(graphs), **options).write.parquet(output)
    session.stop()


def rows_of(path):
    """A hash of all rows, by id."""
    import hashlib

    import pyarrow.parquet as parquet

    table = parquet.read_table(path).sort_by("id")
    digest = hashlib.sha256()
    for name in ("id", "certified_error", "unseen"):
        digest.update(table[name].to_numpy().tobytes())
    features = table["features"].combine_chunks()
    for name in ("indices", "values"):
        digest.update(features.field(name).flatten().to_numpy().tobytes())
    return table.num_rows, digest.hexdigest()


def processes():
    """Of every process: its parent and its own seconds of processor time."""
    ticks = os.sysconf("SC_CLK_TCK")
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                found[int(folder.name)] = int(fields[1]), (int(fields[11]) + int(fields[12])) / ticks
    return found


def timed(*arguments):
    """Processor and wall seconds of this program with other arguments, its descendants included.

    Processes are looked at every 0.1 s instead of waited for: workers whose parent ignores their end would not be counted.
    """
    begun = time.perf_counter()
    started = subprocess.Popen([sys.executable, __file__, *arguments], env={**os.environ, "PYSPARK_PYTHON": sys.executable})
    used = {started.pid: 0.0}
    while started.poll() is None:
        now = processes()
        found = True
        while found:
            found = {pid for pid, (parent, _) in now.items() if parent in used and pid not in used}
            used.update(dict.fromkeys(found, 0.0))
        used.update({pid: seconds for pid, (_, seconds) in now.items() if pid in used})
        time.sleep(0.1)
    if started.returncode != 0:
        sys.exit(f"{arguments[1]} failed")
    return sum(used.values()), time.perf_counter() - begun


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--graphs", type=int, default=100_000)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--length", type=int, default=7)
    parser.add_argument("--features")
    parser.add_argument("--run", nargs=4, help=argparse.SUPPRESS)  # contender, graphs, output, options
    arguments = parser.parse_args()
    if arguments.run:
        contender, graphs, output, options = arguments.run
        options = json.loads(options)
        cores = options.pop("cores")
        return spark(graphs, output, options, cores) if contender == "spark" else alone(graphs, output, options)
    options = {"features": arguments.features} if arguments.features else {"length": arguments.length}
    with tempfile.TemporaryDirectory() as folder:
        graphs = str(Path(folder, "graphs.parquet"))
        make_graphs(graphs, arguments.graphs)
        results = {}
        for contender in ("alone", "spark"):
            output = str(Path(folder, contender))
            used, wall = timed("--run", contender, graphs, output, json.dumps({**options, "cores": arguments.cores}))
            results[contender] = (used, wall, rows_of(output))
        if results["alone"][2] != results["spark"][2]:
            sys.exit("the rows differ: nothing is compared")
        print(f"{arguments.graphs} graphs, {options}: the same bytes")
        for contender, (used, wall, _) in results.items():
            print(f"{contender:6} {used:8.1f} s of processor time, {wall:8.1f} s")
        print(f"spark / alone: {results['spark'][0] / results['alone'][0]:.2f}")
    return None


if __name__ == "__main__":
    main()
