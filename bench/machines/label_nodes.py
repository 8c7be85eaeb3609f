#!/usr/bin/env python3
"""Gives the nodes of generated graphs labels: JSON lines in, JSON lines out.

A label is one of eight letters, most often A, as most atoms of molecules are carbon. The other letters follow the degree
of the node, the class of the graph, or nothing. So neither labels nor structure alone tell the classes apart. The letters
of a graph depend on its name alone. Cost: 40 us per graph of 20 nodes. docs/results/machines.md has the commands.
"""

import json
import random
import sys
import zlib

LETTERS = "ABCDEFGH"


def letters_of(graph):
    degrees = [0] * graph["n"]
    for a, b in graph["edges"]:
        degrees[a] += 1
        degrees[b] += 1
    draw = random.Random(zlib.crc32(graph["name"].encode())).random
    by_class = zlib.crc32(graph["label"].encode()) % len(LETTERS)
    for degree in degrees:
        way = draw()
        if way < 0.6:
            yield LETTERS[0]
        elif way < 0.8:
            yield LETTERS[0 if degree < 2 else 1 if degree < 4 else 2]
        elif way < 0.85:
            yield LETTERS[by_class]
        else:
            yield LETTERS[int(draw() * len(LETTERS))]


def main():
    for line in sys.stdin:
        graph = json.loads(line)
        graph["node_labels"] = list(letters_of(graph))
        sys.stdout.write(json.dumps(graph, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
