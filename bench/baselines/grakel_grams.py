#!/usr/bin/env python3
"""Gram matrices of graph kernels by awe and by GraKeL, on one thread each: compared first, then timed.

  python3 bench/baselines/grakel_grams.py AWE SET.zip... [--kernels wl,wl-oa,sp] [--rounds 5] [--check]
      [--bench build/release/bench_baselines]

SET.zip is a TU data set. Needs numpy and grakel (0.1.11 with numpy < 2.4). A pair of matrices whose largest relative
difference passes 1e-5 ends the run with exit code 1 and without a time. --check compares and does not print times.
Seconds are processor time, of GraKeL for fit_transform of graphs in memory. With --bench those of awe are for the same:
graphs in memory to a matrix in memory. Without it they are for the whole command, with its start, the reading of the set as
an .awg file, and the writing of the matrix.
"""
import argparse
import collections
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import zipfile

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy
from grakel import Graph
from grakel.kernels import ShortestPath, VertexHistogram, WeisfeilerLehman, WeisfeilerLehmanOptimalAssignment


def read_set(path):
    """The graphs of a TU data set as (edges, labels), with degrees as labels if it has none."""
    with zipfile.ZipFile(path) as archive:
        files = {pathlib.PurePath(name).name: name for name in archive.namelist()}

        def numbers(suffix):
            name = next((files[f] for f in files if f.endswith(suffix)), None)
            if name is None:
                return None
            text = archive.read(name).decode().replace(",", " ")
            return numpy.loadtxt(io.StringIO(text), dtype=numpy.int64, ndmin=2)

        arcs, graph_of, labels = numbers("_A.txt"), numbers("_graph_indicator.txt")[:, 0], numbers("_node_labels.txt")
    count = int(graph_of.max())
    edges = [collections.defaultdict(dict) for _ in range(count)]
    names = [{} for _ in range(count)]
    for node, graph in enumerate(graph_of, 1):
        edges[graph - 1][node] = {}  # GraKeL loses nodes that are not in the dictionary
        names[graph - 1][node] = int(labels[node - 1, 0]) if labels is not None else 0
    for u, v in arcs:
        if u != v:
            edges[graph_of[u - 1] - 1][int(u)][int(v)] = 1.0
            edges[graph_of[v - 1] - 1][int(v)][int(u)] = 1.0
    if labels is None:
        for graph in range(count):
            names[graph] = {node: len(around) for node, around in edges[graph].items()}
    return [Graph(dict(edges[g]), node_labels=names[g]) for g in range(count)], labels is not None


def by_grakel(graphs, kernel, rounds):
    made = {
        "wl": lambda: WeisfeilerLehman(n_iter=rounds, base_graph_kernel=VertexHistogram),
        "wl-oa": lambda: WeisfeilerLehmanOptimalAssignment(n_iter=rounds),
        "sp": lambda: ShortestPath(with_labels=True),
    }[kernel]()
    begun = time.process_time()
    gram = made.fit_transform(graphs)
    return numpy.asarray(gram), time.process_time() - begun


def by_awe(awe, path, kernel, rounds, labelled, bench=None):
    features = "distances(%s)" % ("node" if labelled else "degree") if kernel == "sp" else "wl:0..%d" % rounds
    with tempfile.TemporaryDirectory() as folder:
        graphs, output = os.path.join(folder, "graphs.awg"), os.path.join(folder, "gram.npy")
        subprocess.run([awe, "convert", path, "-o", graphs], check=True, capture_output=True)
        command = [awe, "kernel", graphs, "--features", features, "--threads", "1", "-o", output,
                   "--kernel", "intersection" if kernel == "wl-oa" else "linear"]
        begun = os.times()
        subprocess.run(command, check=True, capture_output=True)
        ended = os.times()
        if bench:
            done = subprocess.run([bench, graphs, features, command[-1]], check=True, capture_output=True, text=True)
            return numpy.load(output), float(done.stdout.split()[-5])
        seconds = ended.children_user - begun.children_user + ended.children_system - begun.children_system
        return numpy.load(output), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("awe")
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--kernels", default="wl,wl-oa,sp")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--bench")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    for path in options.sets:
        for kernel in options.kernels.split(","):
            graphs, labelled = read_set(path)  # GraKeL changes them
            ours, our_seconds = by_awe(options.awe, path, kernel, options.rounds, labelled, options.bench)
            theirs, their_seconds = by_grakel(graphs, kernel, options.rounds)
            difference = float(numpy.max(numpy.abs(ours - theirs) / numpy.maximum(1, numpy.abs(theirs))))
            name = pathlib.Path(path).stem
            if ours.shape != theirs.shape or not difference < 1e-5:
                sys.exit(f"{name} {kernel}: the matrices differ, by {difference:.3g} at most")
            line = f"{name:<16} {kernel:<6} {len(graphs):>6} graphs  largest difference {difference:.1e}"
            if not options.check:
                line += (f"  awe {our_seconds:8.3f} s  GraKeL {their_seconds:8.2f} s"
                         f"  {their_seconds / our_seconds:7.1f} times")
            print(line, flush=True)


if __name__ == "__main__":
    main()
