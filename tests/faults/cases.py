"""The commands that the faults are tried on: every verb, every kind of output, on small inputs that are made here."""
import json
import os
import random
import subprocess


class Case:
    """A command line. {name} of the arguments is an input, {out} the folder of the outputs.

    outputs: the files and folders that it writes, in the order of the arguments. kept: files that may stay after a
    failure, such as checkpoints. product: its standard output is a result, the same in every run.
    """

    def __init__(self, name, line, outputs=(), kept=(), product=False):
        self.name, self.line = name, line.split()
        self.outputs, self.kept, self.product = list(outputs), list(kept), product

    def arguments(self, inputs, out, force=False):
        filled = [word.format(out=out, **inputs) for word in self.line]
        return filled + ["--force"] if force and self.outputs else filled


MATRIX = ("x.rows.csv", "x.columns.csv")

# Every run takes some hundredths of a second.
SMALL = [
    Case("embed npy", "embed {graphs} --length 3 --threads 2 -o {out}/x.npy", ("x.npy", *MATRIX)),
    Case("embed npz sampled", "embed {graphs} --length 3..4 --walks 200 --threads 2 -o {out}/x.npz", ("x.npz", *MATRIX)),
    Case("embed csv nodes", "embed {edges} --level node --length 3 -o {out}/x.csv", ("x.csv",)),
    Case("embed svm", "embed {labelled} --length 3 -o {out}/x.svm", ("x.svm",)),
    Case("embed txt", "embed {awg} --length 3 -o {out}/x.txt", ("x.txt",)),
    Case("embed vocabulary", "embed {labelled} --features walks(node):0..2 --vocabulary-out {out}/v.voc -o {out}/x.npz "
         "--threads 2", ("v.voc", "x.npz", *MATRIX)),
    Case("embed summary", "embed {packed} --length 3"),
    Case("kernel", "kernel {graphs} --length 3 --threads 2 -o {out}/k.npy", ("k.npy", "k.rows.csv", "k.columns.csv")),
    Case("kernel of a matrix", "kernel {matrix} -o {out}/k.npy", ("k.npy", "k.rows.csv", "k.columns.csv")),
    Case("train", "train {graphs} --words aw:3 --dimensions 4 --max-iterations 20 --threads 2 -o {out}/m.awe "
         "--vectors-out {out}/x.npy --walk-vectors-out {out}/w.txt", ("m.awe", "x.npy", *MATRIX, "w.txt")),
    Case("train by descent", "train {graphs} --words aw:3 --solver descent --epochs 1 --window 2 "
         "--walk-dimensions 8 --dimensions 4 --corpus-out {out}/c.txt --checkpoint {out}/p --threads 2 -o {out}/m.awe",
         ("m.awe", "c.txt"), kept=("p",)),
    Case("infer", "infer {model} {graphs} -o {out}/x.csv", ("x.csv",)),
    Case("walks", "walks --length 6", product=True),
    Case("info", "info {graphs}", product=True),
    Case("info verify", "info {awg} --verify", product=True),
    Case("convert awg", "convert {graphs} -o {out}/g.awg", ("g.awg",)),
    Case("convert jsonl.gz", "convert {tu} -o {out}/g.jsonl.gz", ("g.jsonl.gz",)),
    Case("convert zip", "convert {graphs} -o {out}/G.zip", ("G.zip",)),
    Case("convert tu folder", "convert {graphs} -o {out}/G", ("G",)),
    Case("convert edge lists", "convert {graphs} --to edgelist -o {out}/G", ("G",)),
    Case("convert graphml", "convert {awg} -o {out}/g.graphml", ("g.graphml",)),
    Case("convert gml", "convert {graphml} -o {out}/g.gml", ("g.gml",)),
    Case("convert mtx", "convert {gml} --limit 1 -o {out}/g.mtx", ("g.mtx",)),
    Case("evaluate", "evaluate {graphs} --features aw:3 --folds 2 --threads 2 --splits-out {out}/s.json", ("s.json",)),
    Case("classify fit", "classify fit {graphs} --features aw:3 --threads 2 -o {out}/m.awe", ("m.awe",)),
    Case("classify predict", "classify predict {classifier} {graphs} -o {out}/p.csv", ("p.csv",)),
    Case("classify predict to stdout", "classify predict {classifier} {graphs}", product=True),
    Case("index", "index {graphs} --length 3 --approximate always --part-rows 10 --threads 2 -o {out}/x.awi", ("x.awi",)),
    Case("index labelled walks", "index {labelled} --features walks(node):0..2 -o {out}/x.awi", ("x.awi",)),
    Case("add to an index", "index {graphs} --add-to {index} --threads 2 -o {out}/x.awi", ("x.awi",)),
    Case("search", "search {index} {graphs} -k 3 --threads 2 -o {out}/h.csv", ("h.csv",)),
    Case("search to stdout", "search {index} {graphs} -k 3 --exact", product=True),
    Case("info of an index", "info {index} --verify", product=True),
    Case("near-duplicates", "near-duplicates {graphs} --length 3 --max-distance 0.1 --threads 2 -o {out}/d.csv",
         ("d.csv",)),
    Case("generate", "generate six-families --num-nodes 12 --num-edges 24 --count 2 -o {out}/g.jsonl", ("g.jsonl",)),
    Case("generate to stdout", "generate cycle --num-nodes 9 --count 3", product=True),
    Case("reproduce", "reproduce examples -o {out}/r", kept=("r",)),
    Case("datasets list", "datasets list --data {folder}", product=True),
]

# Every run takes some tenths of a second to seconds, in different places.
SLOW = [
    Case("read a large edge list", "convert {large_edges} -o {out}/g.awg", ("g.awg",)),
    Case("read large JSON", "info {large_json}", product=True),
    Case("verify a large awg", "info {large_awg} --verify", product=True),
    Case("write a large zip", "convert {wide} -o {out}/G.zip", ("G.zip",)),
    Case("write a large folder", "convert {many} --to edgelist -o {out}/G", ("G",)),
    Case("embed one graph exactly", "embed {middle} --length 6 --method exact -o {out}/x.npy", ("x.npy", *MATRIX)),
    Case("embed nodes by sampling", "embed {middle} --level node --length 6 --walks 20000 -o {out}/x.npz",
         ("x.npz", *MATRIX)),
    Case("embed labelled walks", "embed {many} --features walks(degree):0..3 --vocabulary-out {out}/v.voc "
         "-o {out}/x.npz", ("v.voc", "x.npz", *MATRIX)),
    Case("kernel of many graphs", "kernel {many} --length 7 -o {out}/k.npy", ("k.npy", "k.rows.csv", "k.columns.csv")),
    Case("train exactly", "train {many} --words aw:6 --dimensions 32 -o {out}/m.awe --vectors-out {out}/x.npy",
         ("m.awe", "x.npy", *MATRIX)),
    Case("train by descent", "train {many} --limit 150 --words aw:4 --solver descent --epochs 12 --window 2 "
         "--walk-dimensions 16 --dimensions 16 --checkpoint {out}/p --checkpoint-every 0.2s -o {out}/m.awe",
         ("m.awe",), kept=("p",)),
    Case("evaluate many graphs", "evaluate {many} --features aw:4 --folds 4 --splits-out {out}/s.json", ("s.json",)),
    Case("fit a classifier", "classify fit {many} --features aw:4 -o {out}/m.awe", ("m.awe",)),
    Case("index many graphs", "index {many} --length 6 --approximate always -o {out}/x.awi", ("x.awi",)),
    Case("generate a large graph", "generate erdos-renyi --num-nodes 60000 --probability 0.001 -o {out}/g.awg",
         ("g.awg",)),
    Case("list many walks", "walks --length 11", product=True),
]


def labelled_graphs(seed):
    random.seed(seed)
    lines = []
    for number in range(8):
        nodes = random.randint(4, 8)
        edges = [[i, random.randrange(i)] for i in range(1, nodes)]
        lines.append(json.dumps({"name": f"g{number}", "n": nodes, "edges": edges, "label": number % 2,
                                 "node_labels": [random.choice("CNO") for _ in range(nodes)],
                                 "edge_labels": [random.choice("12") for _ in edges]}))
    return "\n".join(lines) + "\n"


class Inputs:
    """The inputs of the cases, made by the command itself in `folder`. `large` ones only if they are asked for."""

    def __init__(self, awe, folder, large):
        self.awe, self.folder = awe, folder
        self.new = self.make("new", 1, large)
        self.old = self.make("old", 2, False)  # the outputs that --force replaces come from these

    def make(self, name, seed, large):
        folder = os.path.join(self.folder, name)
        os.mkdir(folder)

        def run(line):
            words = [word.replace("@", folder + "/") for word in line.split()]
            subprocess.run([self.awe, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        run(f"generate six-families --num-nodes 10 --num-edges 20 --count 3 --seed {seed} -o @graphs.jsonl")
        run(f"generate erdos-renyi --num-nodes 20 --probability 0.2 --seed {seed} -o @edges.edgelist")
        with open(f"{folder}/labelled.jsonl", "w", encoding="utf-8") as file:
            file.write(labelled_graphs(seed))
        run("convert @graphs.jsonl -o @graphs.awg")
        run("convert @graphs.jsonl -o @graphs.zip")
        run("convert @graphs.jsonl -o @graphs.jsonl.gz")
        run("convert @graphs.jsonl -o @graphs.graphml")
        run("convert @graphs.jsonl -o @graphs.gml")
        run("embed @graphs.jsonl --length 3 -o @matrix.npz")
        run("train @graphs.jsonl --words aw:3 --dimensions 4 --max-iterations 20 -o @model.awe")
        run("classify fit @graphs.jsonl --features aw:3 -o @classifier.awe")
        run("index @graphs.jsonl --length 3 --approximate always --part-rows 10 -o @index.awi")
        names = {"graphs": "graphs.jsonl", "edges": "edges.edgelist", "labelled": "labelled.jsonl",
                 "awg": "graphs.awg", "tu": "graphs.zip", "packed": "graphs.jsonl.gz", "graphml": "graphs.graphml",
                 "gml": "graphs.gml", "matrix": "matrix.npz", "model": "model.awe", "classifier": "classifier.awe",
                 "index": "index.awi"}
        if large:
            run("generate erdos-renyi --num-nodes 60000 --probability 0.0008 -o @large.edgelist")
            run("convert @large.edgelist -o @large.jsonl")
            run("convert @large.edgelist -o @large.awg")
            run("generate erdos-renyi --num-nodes 60000 --probability 0.0002 -o @wide.awg")
            run("generate erdos-renyi --num-nodes 1500 --probability 0.006 -o @middle.awg")
            run("generate six-families --num-nodes 24 --num-edges 48 --count 120 -o @many.jsonl")
            names |= {"large_edges": "large.edgelist", "large_json": "large.jsonl", "large_awg": "large.awg",
                      "wide": "wide.awg", "middle": "middle.awg", "many": "many.jsonl"}
        return {key: os.path.join(folder, file) for key, file in names.items()} | {"folder": folder}
