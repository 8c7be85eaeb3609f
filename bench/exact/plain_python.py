"""Plain Python enumeration of walks, the way the first public implementations do it, beside `awe embed --method exact`.

Usage: plain_python.py AWE MUTAG.zip [LENGTH=7] [GRAPHS=10]
Both compute p(a) for the same graphs; the results are compared before the times are told.
"""
import csv, json, subprocess, sys, tempfile, time
from pathlib import Path


def anonymous(walk):
    names = {}
    return " ".join(str(names.setdefault(node, len(names) + 1)) for node in walk)


def enumerate_walks(neighbours, length):
    result = {}

    def go_on(walk, probability):
        if len(walk) == length + 1:
            key = anonymous(walk)
            result[key] = result.get(key, 0.0) + probability
            return
        here = neighbours[walk[-1]]
        for node in here:
            go_on(walk + [node], probability / len(here))

    for start in neighbours:
        go_on([start], 1.0 / len(neighbours))
    return result


def main():
    awe, data = sys.argv[1], sys.argv[2]
    length = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    graphs = int(sys.argv[4]) if len(sys.argv) > 4 else 10
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "graphs.jsonl"
        subprocess.run([awe, "convert", data, "--limit", str(graphs), "-o", lines], check=True, stdout=subprocess.DEVNULL)
        adjacency = []
        for line in lines.read_text().splitlines():
            graph = json.loads(line)
            neighbours = {node: set() for node in range(graph.get("n", 0))}
            for edge in graph["edges"]:
                neighbours.setdefault(edge[0], set()).add(edge[1])
                neighbours.setdefault(edge[1], set()).add(edge[0])
            adjacency.append(neighbours)

        start = time.process_time()
        plain = [enumerate_walks(neighbours, length) for neighbours in adjacency]
        plain_seconds = time.process_time() - start

        out = Path(folder) / "x.csv"
        command = [awe, "embed", lines, "--length", str(length), "--method", "exact", "--threads", "1", "--json"]
        subprocess.run([*command, "-o", out], check=True, stdout=subprocess.DEVNULL)
        with open(out) as table:
            rows = list(csv.DictReader(table))
        largest = 0.0
        for found, row in zip(plain, rows):
            for walk, value in row.items():
                if walk not in ("id", "class"):
                    largest = max(largest, abs(float(value) - found.get(walk, 0.0)))
        if largest > 1e-12 or len(rows) != len(plain):
            sys.exit(f"the results differ by {largest}; nothing is timed")
        # Repeat the same graphs many times, so that the time is well above the clock's resolution.
        repeats = 200
        many = Path(folder) / "many.jsonl"
        many.write_text(lines.read_text() * repeats)
        command[2] = many
        ours = min(json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["seconds"]["walk"]
                   for _ in range(3)) / repeats
    print(f"{graphs} graphs, length {length}: plain Python {plain_seconds:.3f} s, awe {ours:.6f} s, "
          f"{plain_seconds / ours:.0f}x (largest difference {largest:.1e})")


if __name__ == "__main__":
    main()
