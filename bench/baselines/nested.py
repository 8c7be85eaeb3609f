#!/usr/bin/env python3
"""Accuracies of GraKeL's Gram matrices with scikit-learn's SVM, by nested cross-validation: an independent check of recipes.

  python3 bench/baselines/nested.py SET.zip [--seeds 3] [--graphlets 5 --samples 500]

Ten folds per seed; C, and where two are given the form of the kernel, are chosen within the training part: by one ninth of
it (C from 0.001 to 1000) or by five inner folds (C from 0.1 to 100). Forms: K / mean of the diagonal, and
K_ij / sqrt(K_ii K_jj). Needs grakel (0.1.11) and scikit-learn.
"""
import argparse
import os
import pathlib
import sys
import warnings
import zipfile

os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np
from grakel.kernels import GraphletSampling
from sklearn.model_selection import StratifiedKFold, StratifiedShuffleSplit
from sklearn.svm import SVC

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import grakel_grams


def normalised(gram):
    lengths = np.sqrt(np.maximum(np.diag(gram), 1e-300))
    return gram / lengths[:, None] / lengths[None, :]


def by_mean(gram):
    return gram / np.mean(np.diag(gram))


def accuracy(gram, classes, c, train, test):
    model = SVC(C=c, kernel="precomputed", max_iter=200000)
    model.fit(gram[np.ix_(train, train)], classes[train])
    return (model.predict(gram[np.ix_(test, train)]) == classes[test]).mean()


def nested(forms, classes, cs, ninth, seeds):
    """Mean accuracy in percent of each seed."""
    means = []
    for seed in range(1, seeds + 1):
        found = []
        for train, test in StratifiedKFold(10, shuffle=True, random_state=seed).split(classes, classes):
            if ninth:
                inner = StratifiedShuffleSplit(1, test_size=1 / 9, random_state=seed)
            else:
                inner = StratifiedKFold(5, shuffle=True, random_state=seed)
            splits = [(train[a], train[b]) for a, b in inner.split(train, classes[train])]
            choices = [(np.mean([accuracy(form, classes, c, a, b) for a, b in splits]), -i, c)
                       for i, form in enumerate(forms) for c in cs]
            _, minus_i, c = max(choices, key=lambda choice: choice[:2])
            found.append(accuracy(forms[-minus_i], classes, c, train, test))
        means.append(100 * np.mean(found))
    return means


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--graphlets", type=int, help="size of sampled graphlets instead of shortest paths")
    parser.add_argument("--samples", type=int, default=500)
    options = parser.parse_args()
    warnings.filterwarnings("ignore")  # of SVMs that reach max_iter
    with zipfile.ZipFile(options.set) as archive:
        name = next(n for n in archive.namelist() if n.endswith("_graph_labels.txt"))
        classes = np.array([int(float(t)) for t in archive.read(name).decode().split()])
    graphs, _ = grakel_grams.read_set(options.set)
    if options.graphlets:
        kernel = GraphletSampling(k=options.graphlets, sampling={"n_samples": options.samples}, random_state=1)
        gram = np.asarray(kernel.fit_transform(graphs), dtype=float)
    else:
        gram, _ = grakel_grams.by_grakel(graphs, "sp", 0)
    wide, narrow = [10.0**k for k in range(-3, 4)], [0.1, 1, 10, 100]
    for text, forms in [("normalised", [normalised(gram)]), ("divided by mean", [by_mean(gram)]),
                        ("chosen of both", [by_mean(gram), normalised(gram)])]:
        for ninth, cs in [(True, wide), (False, narrow)]:
            means = nested(forms, classes, cs, ninth, options.seeds)
            print(f"{text:<16} {'one ninth' if ninth else 'five folds':<11} {np.mean(means):6.2f} %  by seed:",
                  " ".join(f"{mean:.2f}" for mean in means), flush=True)


if __name__ == "__main__":
    main()
