#!/usr/bin/env python3
"""How much Graph2Vec's vectors (every word, 100 epochs) know of the place of a graph in its input, by the first four outer folds of protocol.py.

  scripts/python bench order_leak.py [NAME]     NAME: a data set of AWE_DATA (default NCI1)

Prints the accuracy for the classes of the set, with the graphs in the order of the file and in a random order, and for the question in which
half of the input a graph was, with the graphs in a random order: no function of the graph can answer that better than half of the time.
"""

import os
import pathlib
import sys

import karateclub_graph2vec_longer as contender
import numpy as np
import protocol

FOLDS = 4


def accuracy(graphs, order, classes):
    """Of the classes of the graphs, if their vectors are learnt in this order."""
    made = contender.embed(contender.prepare([graphs[i] for i in order]))
    vectors = np.empty_like(made)
    vectors[order] = made
    folds = protocol.outer_folds(classes)[:FOLDS]
    predicted = protocol.nested_predictions(protocol.squared_distances(vectors), classes, folds)
    tested = np.concatenate([test for _, test in folds])
    return float(np.mean(predicted[tested] == classes[tested]))


def main():
    name = sys.argv[1] if len(sys.argv) > 1 else "NCI1"
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    folder = pathlib.Path(os.environ.get("AWE_DATA") or root.parent / "shared" / "datasets")
    graphs, classes, _ = protocol.read_set(folder / f"{name}.zip")
    count = len(graphs)
    random = np.random.default_rng(protocol.SEED)
    order = random.permutation(count)
    half = np.zeros(count, int)
    half[order[count // 2 :]] = 1
    print(f"{name}, classes, order of the file   {100 * accuracy(graphs, np.arange(count), classes):6.2f} %", flush=True)
    print(f"{name}, classes, random order        {100 * accuracy(graphs, order, classes):6.2f} %", flush=True)
    print(f"{name}, half of the input            {100 * accuracy(graphs, order, half):6.2f} %")


if __name__ == "__main__":
    main()
