"""What the contenders share: a data set as plain lists, one nested protocol on the same folds, and measurements.

A contender is a file of this folder with three functions, run in a process of its own by compare.py:

  prepare(plain)       the graphs as objects of its library; not timed
  describe(objects)    (nodes, edges, sum of squared degrees, counts of labels) as that library sees them
  embed(objects)       the vectors of the graphs (an array), or ("gram", K); timed

or, instead of `embed`, classify(objects, classes, folds): the predicted classes, for who chooses and trains by itself.

The protocol: ten stratified outer folds; in each, gamma and C of an RBF kernel are chosen among 3 x 3 by the accuracy of three inner folds
of the training graphs, one SVM (LIBSVM through scikit-learn) is trained on all of them, and the test graphs are classified once. Squared
distances are those of the vectors as they are, or K_ii + K_jj - 2 K_ij of a Gram matrix normalised to K_ii = 1; gamma is in units of
their median over the training graphs. Embeddings see all graphs and no class. Data sets are sorted by class, so the graphs come in a random
order: an embedding that is trained in the order of its input would learn the class from the place in the file. Times are processor time of one thread; what takes less than
a second to embed is done five times, and the best counts.
"""

import collections
import hashlib
import io
import json
import os
import pathlib
import time
import zipfile

import numpy as np

OUTER, INNER, SEED = 10, 3, 1
GAMMAS, CS = (0.3, 1.0, 3.0), (1.0, 10.0, 100.0)

Plain = collections.namedtuple("Plain", "nodes edges node_labels edge_labels")  # of one graph; edges (u < v) of numbers from 0


def read_set(path):
    """The graphs of a TU data set (self-loops dropped, the two arcs of an edge are one), their classes, and which labels it has."""
    with zipfile.ZipFile(path) as archive:
        files = {pathlib.PurePath(name).name: name for name in archive.namelist()}

        def numbers(suffix):
            name = next((files[f] for f in files if f.endswith(suffix)), None)
            if name is None:
                return None
            text = archive.read(name).decode().replace(",", " ")
            return np.loadtxt(io.StringIO(text), dtype=np.int64, ndmin=2)

        arcs, graph_of = numbers("_A.txt") - 1, numbers("_graph_indicator.txt")[:, 0] - 1
        classes, labels = numbers("_graph_labels.txt")[:, 0], numbers("_node_labels.txt")
        arc_labels = numbers("_edge_labels.txt")
    count = len(classes)
    begins = np.concatenate([[0], np.cumsum(np.bincount(graph_of, minlength=count))])
    edges = [{} for _ in range(count)]
    kinds = [0] * len(arcs) if arc_labels is None else arc_labels[:, 0].tolist()
    for (u, v), graph, kind in zip(arcs.tolist(), graph_of[arcs[:, 0]].tolist(), kinds):
        if u != v:
            first = int(begins[graph])
            edges[graph][min(u, v) - first, max(u, v) - first] = kind
    graphs = []
    for g in range(count):
        ends = sorted(edges[g])
        degrees = np.bincount(np.array(ends, np.int64).ravel(), minlength=int(begins[g + 1] - begins[g]))
        # Without labels, every contender that needs some gets the degrees.
        names = degrees.tolist() if labels is None else labels[begins[g] : begins[g + 1], 0].tolist()
        graphs.append(Plain(len(degrees), ends, names, [edges[g][e] for e in ends]))
    return graphs, classes, {"node": labels is not None, "edge": arc_labels is not None}


def facts(graphs):
    """What describe() returns for (nodes, edges, degrees, labels) of each graph: the same for all contenders, or something is wrong."""
    nodes = edges = squares = 0
    labels = collections.Counter()
    for num_nodes, num_edges, degrees, names in graphs:
        nodes += int(num_nodes)
        edges += int(num_edges)
        squares += int(np.square(np.asarray(degrees, np.int64)).sum())
        labels.update(str(name) for name in names)
    digest = hashlib.sha256(json.dumps(sorted(labels.items())).encode()).hexdigest()[:16]
    return [nodes, edges, squares, digest]


def as_networkx(plain, attribute):
    """networkx graphs with labels under a name; made anew for every caller, since some libraries change them."""
    import networkx as nx

    graphs = []
    for one in plain:
        graph = nx.Graph()
        graph.add_nodes_from((i, {attribute: str(label)}) for i, label in enumerate(one.node_labels))
        graph.add_edges_from(one.edges)
        graphs.append(graph)
    return graphs


def describe_networkx(graphs, attribute):
    return facts(
        (g.number_of_nodes(), g.number_of_edges(), [d for _, d in g.degree()], [x for _, x in g.nodes(data=attribute)])
        for g in graphs
    )


def outer_folds(classes):
    from sklearn.model_selection import StratifiedKFold

    return list(StratifiedKFold(OUTER, shuffle=True, random_state=SEED).split(np.zeros(len(classes)), classes))


def shuffled(graphs, classes):
    """The graphs in a random order, their classes, and the outer folds, of the same graphs as in the order of the file."""
    order = np.random.default_rng(SEED).permutation(len(graphs))
    place = np.argsort(order)
    folds = [(np.sort(place[train]), np.sort(place[test])) for train, test in outer_folds(classes)]
    return [graphs[i] for i in order], classes[order], folds


def squared_distances(made):
    """Between all graphs, of an array of vectors or of ("gram", K)."""
    from sklearn.metrics.pairwise import euclidean_distances

    if isinstance(made, tuple):
        gram = np.asarray(made[1], np.float64)
        norms = np.sqrt(np.maximum(np.diag(gram), 1e-300))
        return np.maximum(2 - 2 * gram / norms[:, None] / norms[None, :], 0)
    return euclidean_distances(made, squared=True)


def nested_predictions(distances, classes, folds):
    """The predicted class of every graph, each from the fold in which it is a test graph."""
    from sklearn.model_selection import StratifiedKFold
    from sklearn.svm import SVC

    predicted = np.empty_like(classes)
    for train, test in folds:
        inner = list(StratifiedKFold(INNER, shuffle=True, random_state=SEED).split(train, classes[train]))
        square = distances[np.ix_(train, train)]
        median = np.median(square[square > 0])
        right = {}
        for gamma in GAMMAS:
            gram = np.exp(-gamma / median * square)
            for c in CS:
                for fit, check in inner:
                    machine = SVC(C=c, kernel="precomputed", cache_size=1000).fit(gram[np.ix_(fit, fit)], classes[train][fit])
                    found = machine.predict(gram[np.ix_(check, fit)])
                    right[gamma, c] = right.get((gamma, c), 0) + int(np.sum(found == classes[train][check]))
        gamma, c = max(right, key=right.get)
        machine = SVC(C=c, kernel="precomputed", cache_size=1000).fit(np.exp(-gamma / median * square), classes[train])
        predicted[test] = machine.predict(np.exp(-gamma / median * distances[np.ix_(test, train)]))
    return predicted


def peak_memory():
    """The largest memory of this process so far, in bytes."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def best_embedding(contender, plain, objects):
    """The vectors, the least processor time of five rounds with fresh objects (of one, if it takes longer than a second), and the memory
    after the first."""
    best, memory = np.inf, 0
    for _ in range(5):
        began = time.process_time()
        made = contender.embed(objects)
        best = min(best, time.process_time() - began)
        memory = memory or peak_memory()
        if best > 1:
            break
        objects = contender.prepare(plain)
    return made, best, memory


def run(contender, path, output):
    """Runs a contender (a module) on a set, and writes what was measured to `output`, first after embedding, then at the end."""
    plain, classes, folds = shuffled(*read_set(path)[:2])
    objects = contender.prepare(plain)
    result = {"facts": contender.describe(objects)}
    if hasattr(contender, "embed"):
        made, result["embed_seconds"], result["memory"] = best_embedding(contender, plain, objects)
        if isinstance(made, tuple):  # what must be equal where two contenders compute the same matrix
            gram = np.asarray(made[1], np.float64)
            result["gram"] = [float(np.trace(gram)), float(gram.sum()), float(np.square(gram).sum())]
        elif not np.all(np.isfinite(made)):
            raise ValueError("the vectors have values that are not finite")
        write(output, result)
        began = time.process_time()
        predicted = nested_predictions(squared_distances(made), classes, folds)
        result["classify_seconds"] = time.process_time() - began
    else:
        began = time.process_time()
        predicted = contender.classify(objects, classes, folds)
        result["classify_seconds"] = time.process_time() - began
        result["memory"] = peak_memory()
    scores = [float(np.mean(predicted[test] == classes[test])) for _, test in folds]
    result["accuracy"] = float(np.mean(scores))
    result["deviation"] = float(np.std(scores, ddof=1))
    result["process_seconds"] = time.process_time()
    write(output, result)


def write(path, result):
    temporary = f"{path}.new"
    pathlib.Path(temporary).write_text(json.dumps(result))
    os.replace(temporary, path)
