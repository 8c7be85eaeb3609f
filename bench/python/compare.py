#!/usr/bin/env python3
"""Vectors and classes of graphs by anonymous_walks, karateclub, GraKeL and scikit-fingerprints: seconds, memory, accuracy.

  python3 bench/python/compare.py [--sets MUTAG,IMDB-BINARY] [--only WORD,...] [--limit 600] [--output FOLDER]

Needs the package and bench/python/requirements.txt in one environment: `scripts/python bench` makes it and runs this. Data sets come
from AWE_DATA (default ../shared/datasets). Every contender runs in a process of its own, on one thread, under the protocol of
protocol.py; it may use --limit seconds of processor time, and is reported as not finished beyond that. Before anything is printed,
all contenders of a set must have seen the same graphs, and equal kernels must have equal Gram matrices; otherwise the exit code is 1.
Finished results are kept in --output (default build/bench-python) and not measured again; --again measures anew.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CONTENDERS = {
    "ours_quick": "ours: short walks",
    "ours_walks": "ours: walk features",
    "ours_classifier": "ours: GraphClassifier",
    "ours_wl": "ours: WL kernel",
    "ours_shortest_path": "ours: shortest-path kernel",
    "karateclub_graph2vec": "karateclub Graph2Vec",
    "karateclub_graph2vec_longer": "  the same, 100 epochs",
    "karateclub_feather": "karateclub FEATHER",
    "grakel_wl": "GraKeL WL",
    "grakel_shortest_path": "GraKeL shortest path",
    "grakel_random_walk": "GraKeL random walk",
    "skfp_ecfp": "scikit-fingerprints ECFP",
}
EQUAL = (("ours_wl", "grakel_wl"), ("ours_shortest_path", "grakel_shortest_path"))
MOLECULES = ("MUTAG", "NCI1")
THREADS = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")}


def measure(contender, path, output, limit):
    """Runs a contender in a process of its own; returns its result, with `unfinished` or `failed` if there is none."""
    program = "import importlib, sys, protocol; protocol.run(importlib.import_module(sys.argv[1]), *sys.argv[2:])"
    command = [sys.executable, "-W", "ignore", "-c", program, contender, str(path), str(output)]
    environment = {**os.environ, **THREADS, "PYTHONPATH": str(HERE)}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)),
    )  # fmt: skip
    result = json.loads(output.read_text()) if output.exists() else {}
    if done.returncode < 0 and "accuracy" not in result:
        result["unfinished"] = limit
    elif done.returncode != 0:
        result["failed"] = (done.stderr.strip().splitlines() or ["no reason"])[-1]
    output.write_text(json.dumps(result))
    return result


def differences(results):
    """What is wrong with the results of a set, as sentences."""
    wrong = []
    seen = {name: found["facts"] for name, found in results.items() if "facts" in found}
    first = next(iter(seen.values()), None)
    wrong += [f"{name} has other graphs: {found} instead of {first}" for name, found in seen.items() if found != first]
    for ours, theirs in EQUAL:
        pair = [results.get(name, {}).get("gram") for name in (ours, theirs)]
        if None in pair:
            continue
        apart = max(abs(a - b) / max(1, abs(b)) for a, b in zip(*pair))
        if apart > 1e-5:
            wrong.append(f"the Gram matrices of {ours} and {theirs} differ, by {apart:.3g}")
    return wrong


def table(name, results):
    print(f"{name}\n{'':29}{'embed s':>10}{'classify s':>12}{'process s':>11}{'memory MB':>11}{'accuracy %':>16}")
    for contender, found in results.items():
        def seconds(key, width):
            return f"{found[key]:{width}.{3 if key == 'embed_seconds' else 1}f}" if key in found else " " * (width - 1) + "-"

        memory = f"{found['memory'] / 1e6:11.0f}" if "memory" in found else " " * 10 + "-"
        accuracy = f"{100 * found['accuracy']:9.2f} ± {100 * found['deviation']:4.1f}" if "accuracy" in found else ""
        if "unfinished" in found:
            accuracy = f"   not finished in {found['unfinished']} s"
        if "failed" in found:
            accuracy = "   failed: " + found["failed"]
        print(f"  {CONTENDERS[contender]:<27}{seconds('embed_seconds', 10)}{seconds('classify_seconds', 12)}"
              f"{seconds('process_seconds', 11)}{memory}{accuracy}")
    ours, theirs = results.get("ours_quick", {}), results.get("karateclub_graph2vec", {})
    if "accuracy" in ours and "accuracy" in theirs:
        embed = theirs["embed_seconds"] / ours["embed_seconds"]
        print(f"  Graph2Vec takes {embed:.1f} times as long to embed as short walks, which are "
              f"{100 * (ours['accuracy'] - theirs['accuracy']):+.2f} points better")
    classifier = results.get("ours_classifier", {})
    if "accuracy" in classifier and "accuracy" in theirs:
        print(f"  Graph2Vec and its SVM take {theirs['process_seconds'] / classifier['process_seconds']:.1f} times as long as "
              f"GraphClassifier, whole processes; that is {100 * (classifier['accuracy'] - theirs['accuracy']):+.2f} points better")
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="MUTAG,IMDB-BINARY,REDDIT-BINARY,NCI1")
    parser.add_argument("--only", default="", help="these contenders, or those whose names have one of these words")
    parser.add_argument("--limit", type=int, default=600, help="seconds of processor time per contender")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build" / "bench-python")
    parser.add_argument("--again", action="store_true", help="measure again what is there")
    options = parser.parse_args()
    folder = pathlib.Path(os.environ.get("AWE_DATA") or ROOT.parent / "shared" / "datasets")
    wrong = []
    for name in options.sets.split(","):
        path = folder / f"{name}.zip"
        if not path.exists():
            sys.exit(f"compare: there is no {path}; AWE_DATA names the folder of the data sets")
        results = {}
        for contender in CONTENDERS:
            if not any(word == contender or (word not in CONTENDERS and word in contender) for word in options.only.split(",")):
                continue
            if contender == "skfp_ecfp" and name not in MOLECULES:
                continue
            output = options.output / f"{name}.{contender}.json"
            output.parent.mkdir(parents=True, exist_ok=True)
            if output.exists() and not options.again and {"accuracy", "unfinished"} & set(json.loads(output.read_text())):
                results[contender] = json.loads(output.read_text())
                continue
            output.unlink(missing_ok=True)
            print(f"compare: {name}, {contender}", file=sys.stderr, flush=True)
            results[contender] = measure(contender, path, output, options.limit)
        found = differences(results)
        wrong += [f"{name}: {sentence}" for sentence in found]
        if not found:
            table(name, results)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
