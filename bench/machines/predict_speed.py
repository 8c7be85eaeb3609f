#!/usr/bin/env python3
"""Predicts the same graphs with two programs in turn, and compares processor time and predictions.

    bench/machines/predict_speed.py OLD NEW MODEL GRAPHS [--new-model FILE] [--limit N] [--rounds N]

OLD and NEW are `awe` programs, MODEL is a classifier that both can open; NEW opens the file of --new-model instead if
that is given. Each round runs OLD and NEW once on all graphs (or the first --limit) and once on one graph, on one
thread. Printed are the medians of user and system time: of the whole command, and of a graph without reading the model
(the difference of both runs). Exits with 1 if a predicted class or a nearest graph differs.
"""

import argparse
import csv
import os
import statistics
import subprocess
import sys
import tempfile


def seconds_of(command):
    """The processor time of a command, which must succeed."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)}: {message}")
    return usage.ru_utime + usage.ru_stime


def predictions_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def differences(old, new):
    """Rows whose class differs, rows whose nearest graph differs, and the largest difference of scores or probabilities."""
    if [row["id"] for row in old] != [row["id"] for row in new]:
        sys.exit("the programs predicted different graphs")
    classes = sum(a["class"] != b["class"] for a, b in zip(old, new))
    # A file of an earlier version may have no such column.
    both = "nearest" in old[0] and "nearest" in new[0]
    nearest = sum(a["nearest"] != b["nearest"] for a, b in zip(old, new)) if both else 0
    names = [name for name in old[0] if name.startswith(("score ", "probability ")) and name in new[0]]
    if not names:
        sys.exit("the programs wrote no scores of the same name")
    largest = max((abs(float(a[name]) - float(b[name])) for a, b in zip(old, new) for name in names))
    return classes, nearest, largest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("model")
    parser.add_argument("graphs")
    parser.add_argument("--new-model", help="model for NEW (default: the same)")
    parser.add_argument("--limit", type=int, help="graphs to predict (default: all)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default: 5)")
    flags = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        programs = {"old": (flags.old, flags.model), "new": (flags.new, flags.new_model or flags.model)}
        times = {(name, one): [] for name in programs for one in (False, True)}
        for _ in range(flags.rounds):
            for one in (False, True):
                for name, (program, model) in programs.items():
                    out = os.path.join(folder, f"{name}{one}.csv")
                    command = [program, "classify", "predict", model, flags.graphs, "--threads", "1", "--force", "-o", out]
                    limit = 1 if one else flags.limit
                    times[name, one].append(seconds_of(command + (["--limit", str(limit)] if limit else [])))
        old, new = (predictions_of(os.path.join(folder, f"{name}False.csv")) for name in programs)
    graphs = len(old)
    whole = {name: statistics.median(times[name, False]) for name in programs}
    each = {name: (whole[name] - statistics.median(times[name, True])) / max(1, graphs - 1) for name in programs}
    print(f"{graphs} graphs, {flags.rounds} rounds")
    print(f"whole command  old {whole['old']:.3f} s  new {whole['new']:.3f} s  ratio {whole['old'] / whole['new']:.2f}")
    print(
        f"one graph      old {each['old'] * 1e6:.0f} us  new {each['new'] * 1e6:.0f} us  "
        f"ratio {each['old'] / each['new']:.2f}  new {1 / each['new']:.0f} graphs per second"
    )
    classes, nearest, largest = differences(old, new)
    print(f"different      classes {classes}  nearest {nearest}  largest difference of scores {largest:.2g}")
    if flags.new_model is None and (classes or nearest):
        sys.exit(1)


if __name__ == "__main__":
    main()
