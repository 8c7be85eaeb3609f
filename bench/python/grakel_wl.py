"""GraKeL's Weisfeiler-Lehman kernel, five rounds, over histograms of labels."""

from grakel import Graph
from grakel.kernels import VertexHistogram, WeisfeilerLehman

import protocol


def prepare(plain):
    graphs = []
    for one in plain:
        around = {node: {} for node in range(one.nodes)}  # GraKeL loses nodes that are not in the dictionary
        for u, v in one.edges:
            around[u][v] = around[v][u] = 1.0
        graphs.append(Graph(around, node_labels=dict(enumerate(one.node_labels))))
    return graphs


def describe(graphs):
    def parts():
        for graph in graphs:
            rows = graph.get_adjacency_matrix() != 0
            yield graph.nv(), int(rows.sum()) // 2, rows.sum(axis=1), graph.get_labels(purpose="dictionary").values()

    return protocol.facts(parts())


def embed(graphs):
    return "gram", WeisfeilerLehman(n_iter=5, base_graph_kernel=VertexHistogram).fit_transform(graphs)
