"""Writes graphs with networkx and igraph into the current folder, and what a reader should see into expected.tsv.

A line of expected.tsv: file, "directed" or "undirected" (how to read files that do not say it), place of the graph in the
file, and the graph as `describe` of tests/readers/reading.h writes it.
"""
import json
import random

import igraph
import networkx as nx
from networkx.readwrite import json_graph

random.seed(2018)
lines = []


def number(value):
    return ("%.6f" % value).rstrip("0").rstrip(".")


def describe(graph, id_of=str, weight="weight"):
    ids = {node: id_of(node) for node in graph}
    integers = all(text.lstrip("-").isdigit() and str(int(text)) == text for text in ids.values())
    order = sorted(graph, key=lambda node: int(ids[node]) if integers else ids[node].encode())
    place = {node: i for i, node in enumerate(order)}
    weighted = any(weight in data for _, _, data in graph.edges(data=True))
    parts, seen = [], set()
    for u in order:
        for v in sorted(graph.adj[u], key=place.get):
            seen |= {u, v}
            if not graph.is_directed() and place[u] > place[v]:
                continue
            data = graph.adj[u][v]
            total = sum(d.get(weight, 1) for d in data.values()) if graph.is_multigraph() else data.get(weight, 1)
            arrow = ">" if graph.is_directed() else "-"
            parts.append(ids[u] + arrow + ids[v] + (":" + number(total) if weighted else ""))
    return " ".join(parts + [ids[u] for u in order if u not in seen])


def expect(file, graph, place=0, **how):
    direction = "directed" if graph.is_directed() else "undirected"
    lines.append("\t".join((file, direction, str(place), describe(graph, **how))))


def random_graph(directed, nodes, edges, kind=None):
    graph = (kind or (nx.DiGraph if directed else nx.Graph))()
    graph.add_nodes_from(range(nodes))
    for _ in range(edges):
        graph.add_edge(random.randrange(nodes), random.randrange(nodes), weight=random.randrange(1, 100) / 4, kind="a b")
    return graph


def without_weights(graph):
    plain = graph.copy()
    for *_, data in plain.edges(data=True):
        data.clear()
    return plain


def as_json_id(node):
    return json.dumps(node, separators=(",", ":")) if isinstance(node, tuple) else str(node)


graphs = [random_graph(directed, nodes, edges) for directed in (False, True) for nodes, edges in ((1, 0), (5, 6), (30, 60))]
graphs += [nx.relabel_nodes(nx.petersen_graph(), "node {}".format), nx.grid_2d_graph(3, 4), nx.Graph()]
graphs += [random_graph(directed, 8, 20, kind) for directed, kind in ((False, nx.MultiGraph), (True, nx.MultiDiGraph))]

# Node-link data: pretty, with "links" or "edges"; all in one list; and one per line.
data = []
for i, graph in enumerate(graphs):
    data.append(json_graph.node_link_data(graph, link="links" if i % 2 else "edges"))
    with open(f"link{i}.json", "w") as file:
        json.dump(data[-1], file, indent=2)
    expect(f"link{i}.json", graph, id_of=as_json_id)
    expect("all.json", graph, place=i, id_of=as_json_id)
    expect("all.jsonl", graph, place=i, id_of=as_json_id)
with open("all.json", "w") as file:
    json.dump(data, file, indent=1)
with open("all.jsonl", "w") as file:
    for one in data:
        print(json.dumps(one), file=file)

# Edge indices: both arcs of each edge, as PyTorch Geometric has them.
with open("index.jsonl", "w") as file:
    for i, graph in enumerate(g for g in graphs if set(g) == set(range(len(g))) and not g.is_multigraph()):
        arcs = [(u, v) for u, v in graph.edges] + ([] if graph.is_directed() else [(v, u) for u, v in graph.edges if u != v])
        weights = [graph.edges[arc]["weight"] for arc in arcs]
        print(json.dumps({"edge_index": [[u for u, _ in arcs], [v for _, v in arcs]], "num_nodes": len(graph),
                          "edge_weight": weights, "directed": graph.is_directed()}), file=file)
        expect("index.jsonl", graph, place=i)

for i, graph in enumerate(graphs[:6]):
    if len(graph) > 1:
        nx.write_edgelist(graph, f"data{i}.edgelist")
        touched = graph.subgraph([u for u in graph if any(u in edge for edge in graph.edges)])
        expect(f"data{i}.edgelist", touched)
    nx.write_adjlist(graph, f"list{i}.adjlist")
    expect(f"list{i}.adjlist", without_weights(graph))
    nx.write_graphml(graph, f"nx{i}.graphml")
    expect(f"nx{i}.graphml", graph)
    nx.write_gml(graph, f"nx{i}.gml")
    expect(f"nx{i}.gml", graph)

# graph6 without loops, sparse6 with them; nodes up to three characters of their number.
simple = [nx.gnm_random_graph(n, m, seed=n) for n, m in ((0, 0), (1, 0), (2, 1), (4, 3), (8, 9), (16, 20), (62, 90), (63, 90), (90, 300))]
with open("simple.g6", "wb") as file:
    for i, graph in enumerate(simple):
        file.write(nx.to_graph6_bytes(graph, header=i == 0))
        expect("simple.g6", graph, place=i)
looped = [graph.copy() for graph in simple] + [nx.gnm_random_graph(n, n // 2, seed=n) for n in range(2, 70)]
with open("looped.s6", "wb") as file:
    for i, graph in enumerate(looped):
        graph.add_edges_from((u, u) for u in graph if random.random() < 0.2)
        file.write(nx.to_sparse6_bytes(graph, header=i == 0))
        expect("looped.s6", graph, place=i)

# igraph.
for i, graph in enumerate(graphs[:6]):
    other = igraph.Graph.from_networkx(graph)
    other.es["weight"] = [edge.get("weight", 1.0) for *_, edge in graph.edges(data=True)]
    del other.vs["_nx_name"]
    other.write_graphml(f"igraph{i}.graphml")
    expect(f"igraph{i}.graphml", nx.relabel_nodes(graph, {u: f"n{place}" for place, u in enumerate(graph)}))
    other.write_gml(f"igraph{i}.gml")
    expect(f"igraph{i}.gml", graph)
    other.write_dot(f"igraph{i}.dot")
    expect(f"igraph{i}.dot", graph)

with open("expected.tsv", "w") as file:
    file.write("\n".join(lines) + "\n")
