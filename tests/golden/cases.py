"""The cases of `record`: names, commands, and the graphs that they read.

A command is "[> ][CODE! ][<FILE ]VERB WORDS...": `>` hashes standard output as data, CODE! is the exit code to expect, <FILE
goes to standard input. @NAME is one of the inputs written here, @data/NAME a public data set.
"""
import dataclasses
import json
import os


@dataclasses.dataclass
class Case:
    name: str
    commands: tuple
    text: bool = False          # hash what a person reads
    both_threads: bool = False  # run with one thread and with two, and compare
    json_files: bool = False    # of files .json only the numbers count: they hold times
    leave: tuple = ()           # patterns of files that are not outputs


def molecule(number, weights=False, loops=False, directed=False):
    """A small ring with chords, labels, attributes and a class that shows in the chords."""
    nodes = 7 + number % 6
    pairs = [(node, (node + 1) % nodes) for node in range(nodes)]
    pairs += [(node, (node + 2 + number % 2) % nodes) for node in range(0, nodes, 2 + number % 3)]
    pairs += [(bit, (bit + 3) % nodes) for bit in range(6) if number >> bit & 1]
    if loops:
        pairs += [(node, node) for node in range(0, nodes, 4)]
    pairs = sorted(set(pairs))
    edges = [[u, v, 1 + ((7 * u + v + number) % 5) / 2] if weights else [u, v] for u, v in pairs]
    return {"name": f"g{number}", "n": nodes, "directed": directed, "edges": edges, "label": number % 2,
            "node_labels": ["CNO"[(node * node + number) % 3] for node in range(nodes)],
            "edge_labels": [str((u + v + number) % 3 + 1) for u, v in pairs],
            "node_attributes": [[node / 4, (number + node) % 5 / 2] for node in range(nodes)]}


def write_inputs(folder):
    def write(name, lines):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))

    def collection(name, count, **kind):
        write(name, [json.dumps(molecule(number, **kind)) for number in range(count)])

    collection("molecules.jsonl", 40)
    twins = [dict(molecule(number), name=f"twin{number}", label=number % 3 % 2) for number in range(6)]
    write("more.jsonl", [json.dumps(graph) for graph in [molecule(number) for number in range(50)] + twins])
    noisy = [dict(molecule(number), label=(number + (number % 5 == 0) + (number % 7 == 3)) % 2) for number in range(40)]
    write("noisy.jsonl", [json.dumps(graph) for graph in noisy])  # classes that no features tell apart entirely
    collection("weighted.jsonl", 12, weights=True)
    collection("directed.jsonl", 12, directed=True, weights=True)
    collection("loops.jsonl", 12, loops=True)
    collection("one.jsonl", 1, weights=True)
    write("one.edgelist", [f"{u} {v}" for u in range(30) for v in ((u + 1) % 30, (u * 7 + 3) % 30) if u != v])
    write("subgraphs.csv", [f"g{number},{number % 3},{number % 3 + 2},{number % 3 + 3}" for number in range(12)])
    write("classes.csv", ["id,class"] + [f"g{number},{1 if number % 3 else 3}" for number in range(40)])
    write("broken.jsonl", ['{"edges": [[0, 1]'])


def generate_cases(add):
    for family, words in {
            "erdos-renyi": "--num-nodes 40 --probability 0.1", "gnm": "--num-nodes 30 --num-edges 50",
            "barabasi-albert": "--num-nodes 40 --degree 3", "watts-strogatz": "--num-nodes 40 --degree 4 --rewiring 0.2",
            "random-regular": "--num-nodes 40 --degree 3", "stochastic-block": "--num-nodes 40 --blocks 3 --within 0.3 --between 0.05",
            "geometric": "--num-nodes 40 --radius 0.2", "configuration": "--num-nodes 60 --exponent 2.3 --min-degree 2 --max-degree 9",
            "tree": "--num-nodes 40", "cycle": "--num-nodes 9", "grid": "--rows 4 --columns 5", "complete": "--num-nodes 6",
            "path": "--num-nodes 7", "star": "--num-nodes 8"}.items():
        add(f"generate/{family}", f"> generate {family} {words} --count 3 --seed 7")
    add("generate/exact-edges", *(f"> generate {family} --num-nodes 40 --num-edges 80 --count 2" for family in
                                  ("barabasi-albert", "watts-strogatz", "stochastic-block", "geometric")))
    add("generate/defaults", *(f"> generate {family}" for family in ("erdos-renyi", "configuration", "geometric", "grid")))
    add("generate/degrees", "> generate configuration --degrees 3+2+2+1 --count 3")
    add("generate/torus", "> generate grid --rows 4 --columns 5 --torus")
    add("generate/six-families", "generate six-families --count 3 -o six.jsonl --json", both_threads=True)
    add("generate/mix", "generate mix --family gnm:nodes=20,edges=30,class=random --family tree:nodes=20,count=3 --count 4"
        " -o mix.jsonl --json", both_threads=True)
    for extension in ("awg", "graphml", "gml", "zip"):
        add(f"generate/to-{extension}", f"generate gnm --num-nodes 20 --num-edges 30 --count 3 -o out.{extension}")


def info_cases(add):
    for name in ("six", "molecules", "weighted", "directed", "loops"):
        add(f"info/{name}", f"info @{name}.jsonl --json")
    add("info/options", "info @weighted.jsonl --weighted --json", "info @loops.jsonl --self-loops keep --json",
        "info @directed.jsonl --undirected --json", "info @molecules.jsonl --directed --limit 5 --json",
        "info @molecules.jsonl --classes @classes.csv --json", "info @molecules.jsonl --shard 1/3 --json",
        "info @molecules.jsonl --verify --json", "<@six.jsonl info - --json", "info @one.edgelist --json")
    add("info/awg", "convert @molecules.jsonl -o m.awg", "info m.awg --json", "info m.awg --brief --json", "info m.awg --verify --json")


def convert_cases(add):
    many = ("jsonl", "graphml", "gml", "awg", "zip")
    for name in ("molecules", "weighted", "directed", "loops"):
        for extension in many:
            add(f"convert/{name}-to-{extension}", f"convert @{name}.jsonl -o out.{extension} --json", both_threads=name == "molecules")
    for extension in many[1:]:
        add(f"convert/{extension}-to-all", f"convert @weighted.jsonl -o a.{extension}",
            *(f"convert a.{extension} -o b.{other} --json" for other in many))
    add("convert/to-folders", "convert @molecules.jsonl -o tu", "convert @molecules.jsonl --to edgelist -o lists",
        "convert lists -o again.jsonl --json", "convert tu -o back.jsonl --json")
    add("convert/one-graph", *(f"convert @one.jsonl -o one.{extension} --json" for extension in ("edgelist", "mtx", "gml", "jsonl")),
        "convert one.edgelist -o from_list.jsonl", "convert one.mtx -o from_mtx.jsonl", "convert one.mtx -o again.edgelist")
    add("convert/edge-list", *(f"convert @one.edgelist -o one.{extension}" for extension in ("awg", "mtx", "jsonl", "graphml")),
        "convert @one.edgelist --directed -o arcs.awg", "<@one.edgelist convert - --directed -o arcs.mtx", both_threads=True)
    add("convert/options", "convert @loops.jsonl --self-loops drop -o a.jsonl", "convert @directed.jsonl --undirected -o b.jsonl",
        "convert @molecules.jsonl --limit 7 -o c.jsonl", "convert @molecules.jsonl --shard 2/5 -o d.jsonl",
        "convert @molecules.jsonl --directed -o e.jsonl")
    gz = [f"convert @one.jsonl -o out.{extension}.gz" for extension in ("jsonl", "graphml", "gml", "mtx", "edgelist")]
    add("convert/gz", *gz, "convert out.graphml.gz -o back.jsonl")


def walks_cases(add):
    add("walks/list", *(f"walks --length {length} --json" for length in (1, 2, 4, 6)), "walks --length 4 --self-loops keep --json",
        "walks --length 9 --max-walks 12 --json")
    add("walks/count", "walks --length 12 --count --json", "walks --length 25 --count --json", "walks --length 5 --self-loops keep --count --json")
    add("walks/rank", 'walks --rank "1 2 3 2 3" --json', 'walks --rank "1 2 1 3 4 3 5 1" --json', 'walks --rank "1 1 2 2" --self-loops keep --json')
    add("walks/unrank", "walks --length 4 --unrank 9 --json", "walks --length 11 --unrank 600000 --json",
        "walks --length 4 --unrank 9 --self-loops keep --json")
    add("walks/enough", "walks --length 7 --epsilon 0.5 --delta 0.05 --json", "walks --length 3 --epsilon 0.1 --delta 0.01 --json",
        "walks --length 3 --epsilon 0.1 --self-loops keep --json")


def draw_cases(add):
    add("draw/graphs", "draw @six.jsonl -o x.svg", "draw @directed.jsonl -o y.svg --weighted", "draw @loops.jsonl --style graph --text id -o z.svg")
    add("draw/molecules", "draw @molecules.jsonl --ids g7,g3 -o x.svg", "draw @molecules.jsonl --columns 8 --size 80 -o y.svg")
    for layout in ("stress", "layers", "circle"):
        add(f"draw/{layout}", f"draw @more.jsonl --layout {layout} --theme dark -o x.svg")
    add("draw/large", "generate barabasi-albert --num-nodes 1500 -o large.jsonl", "draw large.jsonl -o x.svg")
    add("draw/walks", *(f'draw --walk "{walk}" -o {number}.svg' for number, walk in enumerate(("1 2 3 2 3", "1 2 3 1 4 1", "1 1 2"))))


RICH = "2*walks(degree):0..2 + aw:1..4[sqrt] + colours:1..3[counts] + walks(node,edge):0..2[unit] + ldp(20)"


def embed_cases(add):
    for extension in ("npy", "npz", "csv", "svm", "txt"):
        add(f"embed/exact.{extension}", f"embed @molecules.jsonl --length 4 --method exact -o x.{extension} --json", both_threads=True)
        add(f"embed/labelled.{extension}", f"embed @molecules.jsonl --features 'walks(node,edge):0..3' -o x.{extension} --json")
    for extension in ("npy", "npz"):
        add(f"embed/float32.{extension}", f"embed @six.jsonl --length 4 --dtype float32 -o x.{extension}")
    add("embed/exact-range", "embed @six.jsonl --length 2..6 --method exact -o x.npz --json", both_threads=True)
    add("embed/sampled", "embed @six.jsonl --length 7 --method sampled --epsilon 0.2 --delta 0.1 -o x.npz --json", both_threads=True)
    add("embed/sampled-walks", "embed @six.jsonl --length 5 --method sampled --walks 3000 --seed 9 -o x.npz --json", both_threads=True)
    add("embed/sampled-range", "embed @six.jsonl --length 2..9 --method sampled --walks 500 -o x.npz --json")
    add("embed/auto", "embed @six.jsonl -o x.npy --json", "embed @six.jsonl --budget 1000 -o y.npz --json", both_threads=True)
    for scaling in ("sqrt", "unit"):
        add(f"embed/scaling-{scaling}", f"embed @six.jsonl --length 3..5 --scaling {scaling} --method exact -o x.npy")
    add("embed/normalise", "embed @directed.jsonl --length 4 --normalise -o x.npy --json")
    add("embed/non-backtracking", "embed @six.jsonl --length 5 --walk non-backtracking --method exact -o x.npy",
        "embed @six.jsonl --length 5 --walk non-backtracking --method sampled --walks 999 -o y.npy",
        "embed @molecules.jsonl --features 'walks(node):2..4[non-backtracking, counts]' -o z.npz", both_threads=True)
    for method in ("exact", "sampled --walks 800"):
        name = method.split()[0]
        add(f"embed/weighted-{name}", f"embed @weighted.jsonl --weighted --length 5 --method {method} -o x.npy --json", both_threads=True)
        add(f"embed/directed-{name}", f"embed @directed.jsonl --length 5 --method {method} -o x.npy --json",
            f"embed @directed.jsonl --weighted --length 4 --method {method} -o y.npy --json")
        add(f"embed/self-loops-{name}", f"embed @loops.jsonl --self-loops keep --length 4 --method {method} -o x.npy --json")
        add(f"embed/labelled-{name}", f"embed @molecules.jsonl --features 'walks(node,degree):0..3' --method {method} -o x.npz --json",
            both_threads=True)
    for level in ("node", "edge", "subgraph --nodes @subgraphs.csv"):
        name = level.split()[0]
        for method in ("exact", "sampled --walks 300"):
            add(f"embed/level-{name}-{method.split()[0]}",
                f"embed @weighted.jsonl --level {level} --length 4 --method {method} -o x.npz --json",
                f"embed @weighted.jsonl --level {level} --features 'walks(node):0..2 + aw:3' --method {method} -o y.npz --json",
                both_threads=True)
    add("embed/node-edge-list", "embed @one.edgelist --level node --length 6 -o x.npy", "embed @one.edgelist --level edge --length 3 -o x.csv")
    add("embed/hashed", "embed @molecules.jsonl --features 'walks(node,edge):0..3 + colours:1..2' --hash-bits 6 -o x.npz --json",
        "embed @molecules.jsonl --features 'walks(degree:log2):1..4' --hash-bits 8 --method sampled --walks 500 -o y.npz", both_threads=True)
    add("embed/blocks", f"embed @molecules.jsonl --features '{RICH}' -o x.npz --json", f"embed @molecules.jsonl --features '{RICH}' -o x.csv",
        both_threads=True)
    for name, spec in {"attributes": "walks(attribute:4):0..2", "wl": "walks(wl:2):0..1", "colours": "colours:0..4[counts]",
                       "ldp": "ldp(50)[unit]", "columns": "walks(node,edge):1..3[min-graphs=3, max-columns=40]",
                       "edges": "walks(edge):1..3[sqrt, unit]"}.items():
        add(f"embed/features-{name}", f"embed @molecules.jsonl --features '{spec}' -o x.npz --json", both_threads=name == "attributes")
    add("embed/limits", "embed @molecules.jsonl --features 'walks(node):0..4' --min-graphs 5 --max-columns 25 -o x.npz --json")
    add("embed/vocabulary", f"embed @molecules.jsonl --features '{RICH}' --vocabulary-out a.voc -o x.npz --json",
        "embed @more.jsonl --vocabulary a.voc -o y.npz --json", both_threads=True)
    add("embed/vocabulary-alone", "embed @molecules.jsonl --features 'walks(attribute:3,node):0..2' --vocabulary-out a.voc",
        "embed @weighted.jsonl --vocabulary a.voc --weighted -o y.npz --json")
    shard = "embed @more.jsonl --vocabulary a.voc --shard {0}/3 -o part{0}.npz --json"
    add("embed/shards", "embed @more.jsonl --features 'walks(node,edge):0..3' --vocabulary-out a.voc -o whole.npz",
        *(shard.format(part) for part in range(3)), "embed @six.jsonl --length 5 --walks 500 --method sampled --shard 1/4 -o s.npz")
    add("embed/stdin", "<@six.jsonl embed - --format jsonl --length 3 --json", "<@six.jsonl embed - --length 3 -o x.npy")
    add("embed/classes", "embed @molecules.jsonl --classes @classes.csv --length 2 -o x.svm")


def logarithm_cases(add):
    """Features that take logarithms."""
    add("embed/scaling-log", "embed @six.jsonl --length 3..5 --scaling log --method exact -o x.npy")
    for name, spec in {"size": "size", "log": "walks(degree):0..2[counts, log]", "colours-log": "colours:0..4[log]",
                       "all": RICH + " + size"}.items():
        add(f"embed/features-{name}", f"embed @molecules.jsonl --features '{spec}' --vocabulary-out a.voc -o x.npz --json",
            "embed @more.jsonl --vocabulary a.voc -o y.npz --json", both_threads=True)
    add("embed/size-hashed", "embed @molecules.jsonl --features 'walks(node):0..2 + size' --hash-bits 6 -o x.npz --json")
    for level in ("node", "edge", "subgraph --nodes @subgraphs.csv"):
        add(f"embed/size-{level.split()[0]}", f"embed @weighted.jsonl --level {level} --features 'aw:2[log] + size' -o x.npz --json")


def error_cases(add):
    add("errors/exit-codes", "2! embed", "2! embed @six.jsonl --length 0", "3! info absent.jsonl", "4! info @broken.jsonl",
        "2! embed @six.jsonl --features 'walks(' -o x.npy", "2! nonsense", "2! info @six.jsonl --weighted",
        "embed @six.jsonl --length 1 -o x.npy", "2! embed @six.jsonl --length 1 -o x.npy")


def train_cases(add):
    both = "--vectors-out v.npy --walk-vectors-out w.txt --json"
    add("train/exact", f"train @six.jsonl --words aw:5 --dimensions 16 -o m.awe {both}", both_threads=True)
    add("train/exact-labelled", f"train @molecules.jsonl --words 'walks(node):0..2' --dimensions 8 --min-count 5 --max-words 60 -o m.awe {both}")
    add("train/exact-options", "train @six.jsonl --words aw:4 --dimensions 8 --no-other --vector-penalty 0.01 --word-penalty 0.001"
        " --tolerance 0.01 --max-iterations 40 --max-documents 20 --walks 2000 -o m.awe --vectors-out v.csv --json",
        "train @six.jsonl --words aw:9 --dimensions 8 --walks 500 --max-words 100 --min-count 0 -o n.awe --vectors-out v.txt")
    for level in ("node", "edge", "subgraph --nodes @subgraphs.csv"):
        add(f"train/level-{level.split()[0]}", f"train @weighted.jsonl --level {level} --words aw:3 --dimensions 4 -o m.awe {both}",
            f"infer m.awe @weighted.jsonl {level.partition(' ')[2]} -o i.npy --json", both_threads=True)
    short = "--solver descent --epochs 2 --dimensions 8 --walk-dimensions 8 --words aw:4 --sentence-walks 6 --batch 128"
    for objective in ("full-softmax", "sampled-softmax", "nce", "negative-sampling", "hierarchical-softmax"):
        add(f"train/descent-{objective}", f"train @six.jsonl {short} --objective {objective} --num-candidates 8 -o m.awe {both}",
            both_threads=True)
    for name, words in {"sum": "--join sum --window 2", "alone": "--window 0", "sgd": "--optimiser sgd --rate 0.5 --final-rate 0.5",
                        "adam": "--optimiser adam --row-penalty 0.001", "uniform": "--candidates uniform --objective nce",
                        "measured": "--candidates measured --candidate-power 0.75 --objective negative-sampling",
                        "patience": "--epochs 4 --patience 1 --min-improvement 0.5 --held-out 0.2"}.items():
        settings = short.replace("--epochs 2 ", "") if "--epochs" in words else short
        add(f"train/descent-{name}", f"train @molecules.jsonl {settings} {words} -o m.awe {both}")
    add("train/descent-node", f"train @one.edgelist --level node {short} -o m.awe {both}", "infer m.awe @one.edgelist -o i.npy --json")
    add("train/corpus", f"train @six.jsonl {short} --corpus-out c.txt -o m.awe {both}",
        f"train --corpus c.txt {short} -o n.awe --vectors-out vn.npy --json")
    add("train/checkpoint", f"train @six.jsonl {short} --checkpoint part --checkpoint-every 1h -o m.awe --json", leave=("part",))
    for solver in ("exact", "descent --epochs 1 --window 0 --walk-dimensions 8"):
        add(f"train/start-from-{solver.split()[0]}", f"train @molecules.jsonl --words aw:4 --dimensions 8 --solver {solver} -o m.awe",
            "train @more.jsonl --start-from m.awe -o n.awe --vectors-out v.npy --json")
    outs = [f"infer m.awe @more.jsonl -o i.{extension} --json" for extension in ("npy", "csv", "svm", "txt")]
    add("infer/formats", "train @molecules.jsonl --words 'walks(node):1..2' --dimensions 8 -o m.awe", *outs, both_threads=True)
    add("infer/descent", f"train @molecules.jsonl {short} -o m.awe", "infer m.awe @more.jsonl -o i.npy --json",
        "infer m.awe @six.jsonl --shard 1/2 -o j.npy --json", "<@more.jsonl infer m.awe - --format jsonl -o k.npy")
    add("walks/similar", "train @six.jsonl --words aw:4 --dimensions 8 -o m.awe", '> walks --similar "1 2 3 2 3" --model m.awe --json')


def kernel_cases(add):
    for kernel in ("linear", "poly --degree 3 --coef0 0.5", "rbf --sigma median", "rbf --sigma 0.7", "cosine", "hellinger", "intersection", "chi2"):
        name = kernel.replace(" ", "").replace("--", "-")
        add(f"kernel/{name}", f"kernel @six.jsonl --length 4 --kernel {kernel} -o k.npy --json",
            f"kernel @molecules.jsonl --features 'walks(node):0..2' --kernel {kernel} -o s.npy --json", both_threads=True)
    add("kernel/blocks-median", "kernel @molecules.jsonl --features '2*walks(node):0..3 + aw:4 + size' --blocks-median --gamma 0.5 -o k.npy --json",
        "kernel @molecules.jsonl --features 'walks(node):0..3 + aw:4' --blocks-median --kernel hellinger -o h.npy", both_threads=True)
    add("kernel/matrix", "embed @molecules.jsonl --features 'walks(node):0..2 + aw:3' -o x.npz", "embed @six.jsonl --length 4 -o y.npy",
        "kernel x.npz --kernel hellinger -o a.npy --json", "kernel x.npz --blocks-median -o b.npy", "kernel y.npy --kernel rbf -o c.npy")
    add("kernel/vocabulary", "embed @molecules.jsonl --features 'walks(node):0..2' --vocabulary-out a.voc", "kernel @more.jsonl --vocabulary a.voc -o k.npy",
        "kernel @weighted.jsonl --level node --length 3 -o n.npy", "kernel @six.jsonl --length 6 --method sampled --walks 400 -o w.npy")


def evaluate_cases(add):
    add("evaluate/nested", "evaluate @six.jsonl --recipe structure --folds 3 --repeats 2 --splits-out s.json --json", both_threads=True)
    add("evaluate/auto", "evaluate @molecules.jsonl --folds 3 --json", "evaluate @six.jsonl --folds 3 --seed 5 --json")
    for recipe in ("degrees", "labels", "attributes", "size", "paper-fb", "data-driven", "data-driven-labels"):
        add(f"evaluate/recipe-{recipe}", f"evaluate @noisy.jsonl --recipe {recipe} --folds 3 --walks 5000 --json")
    add("evaluate/holdout", "evaluate @six.jsonl --recipe structure --protocol holdout --test-share 0.3 --repeats 2 --splits-out s.json --json",
        "evaluate @six.jsonl --recipe size --protocol holdout --splits s.json --json")
    add("evaluate/paper", "evaluate @six.jsonl --protocol paper --features aw:4 --folds 3 --repeats 2 --json",
        "evaluate @molecules.jsonl --protocol paper --folds 3 --repeats 1 --walks 2000 --json")
    for twins in ("keep", "drop", "group"):
        add(f"evaluate/twins-{twins}", f"evaluate @more.jsonl --recipe degrees --folds 3 --twins {twins} --splits-out s.json --json")
    add("evaluate/splits", "evaluate @six.jsonl --recipe size --folds 4 --repeats 2 --splits-out s.json --json",
        "evaluate @six.jsonl --recipe degrees --splits s.json --json")
    for kernel in ("hellinger", "linear", "intersection", "chi2", "cosine"):
        add(f"evaluate/features-{kernel}", f"evaluate @noisy.jsonl --features 'walks(node):0..2 + aw:3' --kernel {kernel} --folds 3 --json")
    add("evaluate/transductive", "evaluate @molecules.jsonl --features 'walks(attribute:3):0..1 + size' --transductive --folds 3 --json",
        "evaluate @noisy.jsonl --recipe data-driven --transductive --folds 2 --walks 2000 --json")
    add("evaluate/classes", "evaluate @molecules.jsonl --classes @classes.csv --recipe labels --folds 3 --json")
    add("evaluate/matrix", "embed @molecules.jsonl --features 'walks(node):0..2 + aw:3' -o x.npz", "evaluate x.npz --folds 3 --kernel linear --json",
        "evaluate x.npz --folds 3 --twins group --json")


def classify_cases(add):
    for name, words in {"plain": "--recipe structure", "probabilities": "--recipe degrees --probabilities", "balanced": "--recipe size --balanced",
                        "features": "--features 'walks(node):0..2 + size' --kernel chi2", "auto": "", "attributes": "--recipe attributes",
                        "data-driven": "--recipe data-driven --walks 3000", "both": "--recipe labels --probabilities --balanced"}.items():
        add(f"classify/{name}", f"classify fit @molecules.jsonl {words} -o m.awe --json", "classify predict m.awe @more.jsonl -o p.csv --json",
            both_threads=name in ("plain", "probabilities"))
    add("classify/many-classes", "classify fit @six.jsonl --recipe structure --probabilities -o m.awe --json",
        "> classify predict m.awe @six.jsonl", "> <@more.jsonl classify predict m.awe - --format jsonl")
    add("classify/classes", "classify fit @molecules.jsonl --classes @classes.csv --recipe labels --balanced -o m.awe --json",
        "classify predict m.awe @more.jsonl --shard 0/2 -o p.csv --json")


def reproduce_cases(add):
    add("reproduce/no-data", "reproduce figure2 -o f", "reproduce examples -o e", "reproduce figure2 -o f --recompute --length 4",
        json_files=True, leave=("*.md",))


def packed_cases(add):
    add("packed/convert", *(f"convert @one.jsonl -o out.{extension}.gz" for extension in ("jsonl", "graphml", "mtx", "edgelist")),
        "convert @molecules.jsonl -o out.zip", both_threads=True)
    add("packed/embed", "embed @molecules.jsonl --features 'walks(node):0..2' -o x.npz", both_threads=True)


VERBS = ("embed", "kernel", "train", "infer", "walks", "info", "convert", "evaluate", "classify", "classify fit", "classify predict",
         "reproduce", "generate", "datasets", "datasets list", "datasets fetch", "datasets verify")


def text_cases(add):
    add("help/main.text", "--help", text=True)
    for verb in VERBS:
        add(f"help/{verb.replace(' ', '-')}.text", f"{verb} --help", text=True)
    add("info/six.text", "info @six.jsonl", text=True)
    add("info/molecules.text", "info @molecules.jsonl --verify", "info @loops.jsonl", "info @directed.jsonl", text=True)
    add("generate/summary.text", "generate tree --count 2 -o t.jsonl", text=True)
    add("convert/summary.text", "convert @molecules.jsonl -o m.gml", "convert @weighted.jsonl -o w.zip", text=True)
    add("walks/all.text", "walks --length 4", "walks --length 5 --count", "walks --rank '1 2 3 2 3'", "walks --length 4 --unrank 9",
        "walks --length 7 --epsilon 0.5", text=True)
    add("embed/summary.text", "embed @six.jsonl --length 4 -o x.npy", "embed @molecules.jsonl --features 'walks(node):0..2 + size'", text=True)
    add("embed/explain.text", f"embed @molecules.jsonl --features '{RICH}' --explain-features", text=True)
    add("errors/messages.text", "2! embed", "2! embed @six.jsonl --length 0", "3! info absent.jsonl", "4! info @broken.jsonl",
        "2! embed @six.jsonl --features 'walks(' -o x.npy", "2! info @six.jsonl --weighted", text=True)


def machine_text_cases(add):
    add("train/summary.text", "train @six.jsonl --words aw:4 --dimensions 8 -o m.awe", "infer m.awe @six.jsonl -o i.npy",
        "walks --similar '1 2 3 2 3' --model m.awe", text=True)
    add("train/descent.text", "train @six.jsonl --words aw:4 --solver descent --epochs 1 -o m.awe", text=True)
    add("kernel/summary.text", "kernel @six.jsonl --length 4 -o k.npy", text=True)
    add("evaluate/report.text", "evaluate @six.jsonl --recipe structure --folds 3", "evaluate @six.jsonl --protocol paper --features aw:3 --folds 3 --repeats 1",
        "evaluate @more.jsonl --protocol holdout --recipe size", text=True)
    add("classify/summary.text", "classify fit @molecules.jsonl --recipe size -o m.awe", "classify predict m.awe @more.jsonl -o p.csv", text=True)


TU_SETS = ("MUTAG", "ENZYMES", "PTC_MR", "IMDB-BINARY", "NCI1")


def data_cases(add):
    for name in TU_SETS:
        few = " --limit 300" if name in ("NCI1", "IMDB-BINARY") else ""
        graphs = f"@data/{name}.zip{few}"
        labels = "degree:log2" if name == "IMDB-BINARY" else "node"
        add(f"{name}/info", f"info @data/{name}.zip --json")
        add(f"{name}/convert", *(f"convert {graphs} -o out.{extension} --json" for extension in ("jsonl", "awg", "graphml", "gml", "zip")))
        add(f"{name}/embed", f"embed {graphs} --length 5 --method exact -o x.npy --json" if name != "IMDB-BINARY" else
            f"embed {graphs} --length 4 -o x.npy --json", f"embed {graphs} --length 2..7 --walks 500 --method sampled -o y.npz --json", both_threads=name == "MUTAG")
        add(f"{name}/features", f"embed {graphs} --features '2*walks({labels}):0..2 + aw:1..4[sqrt] + colours:1..2' --walks 1000"
            " --vocabulary-out a.voc -o x.npz --json", f"embed {graphs} --vocabulary a.voc --walks 1000 --shard 1/3 -o y.npz --json")
        add(f"{name}/hashed", f"embed {graphs} --features 'walks({labels}):0..3' --hash-bits 8 --walks 500 -o x.npz --json")
        add(f"{name}/summary.text", f"info @data/{name}.zip", f"embed {graphs} --length 3", text=True)
    add("ENZYMES/attributes", "embed @data/ENZYMES.zip --features 'walks(node,attribute:8):0..2' -o x.npz --json")
    add("MUTAG/edges", "embed @data/MUTAG.zip --features 'walks(node,edge):0..4' -o x.npz --json", "embed @data/MUTAG.zip --level node --length 4 -o y.npz --json")
    for name in ("barbell", "brazil-airports", "karate-mirrored", "europe-airports"):
        graph = f"@data/nodes/{name}.edgelist"
        add(f"nodes/{name}", f"info {graph} --json", f"embed {graph} --level node --length 5 --walks 500 --method sampled -o x.npz --json",
            f"embed {graph} --level node --length 3 -o y.npy --json", f"convert {graph} -o g.awg")
    add("datasets/verify", "datasets verify MUTAG --data @data/ --json", "datasets verify PTC_MR --data @data/ --json")
    add("datasets/list.text", "datasets list --data @data/", text=True)


def machine_data_cases(add):
    for name in TU_SETS:
        few = " --limit 120" if name in ("NCI1", "IMDB-BINARY", "ENZYMES") else ""
        graphs = f"@data/{name}.zip{few}"
        add(f"{name}/train", f"train {graphs} --words aw:5 --dimensions 16 -o m.awe --vectors-out v.npy --json")
        add(f"{name}/logarithms", f"embed {graphs} --features 'aw:1..3[log] + size' --walks 500 -o x.npy --json")
        add(f"{name}/kernel", f"kernel {graphs} --length 5 --walks 1000 --kernel hellinger -o k.npy --json")
        if not few:
            add(f"{name}/evaluate", f"evaluate {graphs} --folds 3 --walks 5000 --splits-out s.json --json")
            add(f"{name}/classify", f"classify fit {graphs} --recipe labels --probabilities -o m.awe --json",
                f"classify predict m.awe @data/{name}.zip -o p.csv --json")
    add("MUTAG/descent", "train @data/MUTAG.zip --solver descent --epochs 1 --words aw:5 --dimensions 16 -o m.awe --vectors-out v.npy --json",
        "infer m.awe @data/PTC_MR.zip -o i.npy --json", both_threads=True)
    add("MUTAG/paper", "evaluate @data/MUTAG.zip --protocol paper --features aw:5 --repeats 1 --json")
    add("MUTAG/data-driven", "evaluate @data/MUTAG.zip --recipe data-driven --folds 3 --json")
    add("MUTAG/twins", "evaluate @data/MUTAG.zip --recipe labels --folds 3 --twins drop --json",
        "evaluate @data/MUTAG.zip --recipe labels --folds 3 --twins group --splits-out s.json --json")
    add("ENZYMES/evaluate", "evaluate @data/ENZYMES.zip --limit 120 --recipe labels --folds 3 --json",
        "evaluate @data/ENZYMES.zip --shard 0/5 --features 'walks(node):0..2' --protocol holdout --json")
    add("IMDB-BINARY/evaluate", "evaluate @data/IMDB-BINARY.zip --shard 0/8 --recipe degrees --folds 3 --walks 2000 --json")
    add("NCI1/evaluate", "evaluate @data/NCI1.zip --shard 0/20 --features 'walks(node):0..3 + size' --folds 3 --splits-out s.json --json")
    for name in ("brazil-airports", "barbell"):
        add(f"nodes/{name}", f"train @data/nodes/{name}.edgelist --level node --words aw:4 --walks 500 --dimensions 8 -o m.awe --vectors-out v.npy --json",
            f"train @data/nodes/{name}.edgelist --level node --words aw:4 --solver descent --epochs 1 --dimensions 8 -o n.awe --json",
            f"infer m.awe @data/nodes/{name}.edgelist -o i.npy --json")


def all_cases():
    cases = []

    def into(group):
        def add(name, *commands, **settings):
            cases.append(Case(f"{group}/{name}", commands, **settings))
        return add

    for part in (generate_cases, info_cases, convert_cases, walks_cases, draw_cases, embed_cases, logarithm_cases, error_cases,
                 text_cases):
        part(into("everywhere"))
    for part in (train_cases, kernel_cases, evaluate_cases, classify_cases, reproduce_cases, packed_cases, machine_text_cases):
        part(into("machine"))
    data_cases(into("everywhere-data"))
    machine_data_cases(into("machine-data"))
    return cases
