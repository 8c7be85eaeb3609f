#!/usr/bin/env python3
"""What the Python package promises about speed, measured: conversion, the whole beside the command line, import, Ctrl-C, end to end.

  python3 bench/python/bars.py [conversion] [arrays] [whole] [import] [interrupt] [search] [end-to-end] [wheels=FOLDER]

Without arguments everything but wheels. Needs the package, networkx and scikit-learn (`scripts/python bench` makes an environment); end-to-end needs karateclub,
too. Data sets come from AWE_DATA (default ../shared/datasets). Results are compared before they are timed. Times are processor time,
the best of several rounds, unless said otherwise.
"""

import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
DATA = pathlib.Path(os.environ.get("AWE_DATA") or HERE.parent.parent.parent / "shared" / "datasets")
sys.path.insert(0, str(HERE))


def best(work, rounds=5):
    """The least processor time of a call, all threads together."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def child_seconds(command, rounds=3, environment=None):
    """The least processor time of a program."""
    times = []
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def reddit():
    import anonymous_walks as aw

    return list(aw.read(DATA / "REDDIT-BINARY.zip"))


def conversion():
    """networkx graphs of REDDIT-BINARY to graphs: at least 2 million edges per second."""
    import anonymous_walks as aw

    held = reddit()
    given = [graph.to_networkx() for graph in held]
    made = [aw.from_networkx(graph) for graph in given]
    assert [g.fingerprint for g in made] == [g.fingerprint for g in held], "conversion changes graphs"
    edges = sum(graph.num_edges for graph in held)
    seconds = best(lambda: [aw.from_networkx(graph) for graph in given])
    print(f"networkx to graphs, REDDIT-BINARY: {edges / seconds / 1e6:.1f} million edges/s (bar: 2)")


def arrays():
    """Arrays of edges to graphs: at least 20 million edges per second."""
    import anonymous_walks as aw

    held = reddit()
    given = [(graph.edges, graph.num_nodes) for graph in held]
    assert all(aw.Graph(e, num_nodes=n).num_edges == g.num_edges for (e, n), g in zip(given, held)), "edges are lost"
    edges = sum(len(e) for e, _ in given)
    seconds = best(lambda: [aw.Graph(e, num_nodes=n) for e, n in given])
    print(f"arrays to graphs, REDDIT-BINARY: {edges / seconds / 1e6:.1f} million edges/s (bar: 20)")
    random = np.random.default_rng(1)
    for name, nodes, count in (("one random graph of 1,000,000 edges", 100_000, 1_000_000), ("of 5,000,000", 500_000, 5_000_000)):
        ends = random.integers(0, nodes, (count, 2))
        seconds = best(lambda: aw.Graph(ends, num_nodes=nodes), 3)  # noqa: B023
        print(f"arrays to graphs, {name}: {count / seconds / 1e6:.1f} million edges/s")


def whole():
    """fit_transform of networkx graphs: at most 1.2 times the command on the same graphs, plus the conversion."""
    import anonymous_walks as aw
    from anonymous_walks.__main__ import command_path

    held = reddit()
    given = [graph.to_networkx() for graph in held]
    with tempfile.TemporaryDirectory() as folder:
        graphs, rows = os.path.join(folder, "g.awg"), os.path.join(folder, "x.npy")
        aw.write(held, graphs)
        command = [command_path(), "embed", graphs, "--length", "7", "-o", rows, "--force"]
        subprocess.run(command, check=True, capture_output=True)
        found = aw.AnonymousWalkFeatures(7).fit_transform(given)
        assert found.tobytes() == np.load(rows).tobytes(), "the rows of the command differ"
        by_command = child_seconds(command)
    converted = best(lambda: [aw.from_networkx(graph) for graph in given], 3)
    seconds = best(lambda: aw.AnonymousWalkFeatures(7).fit_transform(given), 3)
    print(f"fit_transform of networkx graphs, REDDIT-BINARY: {seconds:.2f} s, of which conversion {converted:.2f} s; the command "
          f"{by_command:.2f} s: {(seconds - converted) / by_command:.2f} times without conversion (bar: 1.2)")


def importing():
    """import anonymous_walks: less than 100 ms."""
    for what, program in (("import", "import anonymous_walks"), ("import and first graph", "import anonymous_walks as aw; aw.Graph([[0, 1]])")):
        seconds = child_seconds([sys.executable, "-c", program], 10) - child_seconds([sys.executable, "-c", "pass"], 10)
        print(f"{what}: {1000 * seconds:.0f} ms of processor time more than Python itself (bar of the import: 100 ms)")


WORK = """
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)
import anonymous_walks as aw
graphs = aw.generate("gnm:nodes=2000,edges=40000", count=4)
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print(time.time(), flush=True)
"""
CALLS = {
    "exact walks": "aw.embed(graphs, 9, method='exact', budget=1e18)",
    "sampled walks": "aw.embed(graphs, 12, method='sampled', walks=10**10)",
    "labelled walks": "aw.embed(graphs, features='walks(degree):0..8', method='exact', budget=1e18)",
    "training": "aw.AnonymousWalkEmbedding('aw:9', walks=10**10).fit(graphs)",
}


def interrupt():
    """Ctrl-C to KeyboardInterrupt: at most 0.2 s (wall time, so other work on the machine counts)."""
    for name, call in CALLS.items():
        worst = 0.0
        for pause in (0.3, 0.5, 0.7):
            child = subprocess.Popen([sys.executable, "-c", WORK.format(call=call)], stdout=subprocess.PIPE, text=True)
            assert child.stdout.readline() == "ready\n"
            time.sleep(pause)
            began = time.time()
            child.send_signal(signal.SIGINT)
            worst = max(worst, float(child.stdout.readline()) - began)
            child.wait()
        print(f"Ctrl-C during {name}: KeyboardInterrupt after {worst:.2f} s at most (bar: 0.2)")


def search():
    """GridSearchCV over a Pipeline with two jobs: the same result as with one."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline

    import anonymous_walks as aw

    graphs = aw.generate_six_families(60, 180, count=20)
    classes = [graph.class_name for graph in graphs]
    pipeline = make_pipeline(aw.AnonymousWalkFeatures(scaling="sqrt", n_jobs=1), LogisticRegression(C=100, max_iter=1000))
    grid = {"anonymouswalkfeatures__length": [3, 5, 7], "logisticregression__C": [1, 100]}
    found = [GridSearchCV(pipeline, grid, cv=3, n_jobs=jobs).fit(graphs, classes) for jobs in (1, 2)]
    same = found[0].cv_results_["mean_test_score"].tolist() == found[1].cv_results_["mean_test_score"].tolist()
    assert same and found[0].best_params_ == found[1].best_params_, "two jobs give another result"
    print(f"GridSearchCV over a Pipeline, 6 candidates, 3 folds: n_jobs=2 gives the scores of n_jobs=1, best {found[0].best_score_:.3f}")


OURS = """
import sys
import anonymous_walks as aw
aw.embed(aw.read(sys.argv[1]), n_jobs=1, **eval(sys.argv[2]))
"""
GRAPH2VEC = """
import sys
import protocol, karateclub_graph2vec as contender
contender.embed(contender.prepare(protocol.read_set(sys.argv[1])[0]))
"""


def end_to_end():
    """From the file to the vectors, whole processes: at least 10 times as fast as karateclub's Graph2Vec."""
    import ours_quick

    environment = {**os.environ, "PYTHONPATH": str(HERE), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    for name, features in (("MUTAG", ours_quick.LABELLED), ("IMDB-BINARY", ours_quick.PLAIN)):
        path = DATA / f"{name}.zip"
        ours = child_seconds([sys.executable, "-c", OURS, path, features], 5, environment)
        theirs = child_seconds([sys.executable, "-c", GRAPH2VEC, path], 3, environment)
        print(f"{name}, file to vectors: ours {ours:.2f} s, Graph2Vec {theirs:.2f} s: {theirs / ours:.1f} times (bar: 10)")


def wheels(folder):
    """Wheels: at most 4 MB, manylinux_2_34 or lower."""
    for path in sorted(pathlib.Path(folder).glob("*.whl")):
        with zipfile.ZipFile(path) as archive:
            libraries = [pathlib.PurePath(name).name for name in archive.namelist() if ".libs/" in name and not name.endswith("/")]
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB (bar: 4); libraries inside: {', '.join(sorted(libraries))}")


BARS = {"conversion": conversion, "arrays": arrays, "whole": whole, "import": importing, "interrupt": interrupt, "search": search,
        "end-to-end": end_to_end}  # fmt: skip


def main():
    chosen = sys.argv[1:] or list(BARS)
    if {"-h", "--help"} & set(chosen):
        sys.exit(__doc__)
    for name in chosen:
        if name.startswith("wheels="):
            wheels(name.removeprefix("wheels="))
        elif name in BARS:
            BARS[name]()
        else:
            sys.exit(f"bars: there is no '{name}'; it is {', '.join(BARS)} or wheels=FOLDER")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
