#!/usr/bin/env python3
"""Walks a second of engines that users have, on one thread, on the graphs of bench_walks:

    build/release/bench_walks graphs FOLDER
    python3 bench/walks/peers.py FOLDER [engine ...]

Engines are the scripts *_walks.py beside this one, by the first part of their names; each runs in a process of its own
with this Python, which must have its package (ensmallen, pecanpy, igraph, graph-walker, node2vec; numpy and scipy). A
line of JSON for each engine and graph, also where it fails.
"""
import json
import pathlib
import subprocess
import sys

if len(sys.argv) < 2:
    sys.exit("peers.py FOLDER [engine ...]: FOLDER holds what `bench_walks graphs FOLDER` wrote")
here = pathlib.Path(__file__).parent
scripts = sorted(here.glob("*_walks.py"))
names = sys.argv[2:] or [script.stem.removesuffix("_walks") for script in scripts]
graphs = sorted(pathlib.Path(sys.argv[1]).glob("*_*.tsv"), key=lambda path: path.stat().st_size)
if not graphs:
    sys.exit(f"{sys.argv[1]}: no graphs here; write them with `bench_walks graphs {sys.argv[1]}`")
for graph in graphs:
    for name in names:
        run = subprocess.run([sys.executable, here / f"{name}_walks.py", graph], capture_output=True, text=True)
        if run.returncode == 0:
            print(run.stdout.strip().splitlines()[-1], flush=True)
        else:
            reason = (run.stderr.strip().splitlines() or ["no message"])[-1]
            print(json.dumps({"engine": name, "graph": graph.stem, "failed": reason}), flush=True)
