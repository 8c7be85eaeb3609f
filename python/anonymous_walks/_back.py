"""Graphs back to other packages. Names, classes, labels, weights and attributes become attributes there."""

from typing import Any

import numpy as np

from ._core import Graph
from ._extras import need


def to_networkx(graph: Graph) -> Any:
    """A networkx.Graph or DiGraph with the ids of the nodes, `label`, `weight` and `attributes`."""
    nx = need("networkx", "networkx", "to_networkx()")
    made = nx.DiGraph() if graph.directed else nx.Graph()
    if graph.name is not None:
        made.graph["name"] = graph.name
    if graph.class_name is not None:
        made.graph["class"] = graph.class_name
    ids = graph.node_ids
    made.add_nodes_from(ids)
    labels, attributes = graph.node_labels, graph.node_attributes
    for place, node in enumerate(ids):
        if labels is not None:
            made.nodes[node]["label"] = labels[place]
        if attributes is not None:
            made.nodes[node]["attributes"] = attributes[place].tolist()
    weights, edge_labels = graph.weights, graph.edge_labels
    for place, (u, v) in enumerate(graph.edges.tolist()):
        data: dict[str, Any] = {}
        if weights is not None:
            data["weight"] = float(weights[place])
        if edge_labels is not None:
            data["label"] = edge_labels[place]
        made.add_edge(ids[u], ids[v], **data)
    return made


def to_igraph(graph: Graph) -> Any:
    """An igraph.Graph with the vertex attributes `name` (ids other than 0, 1, ...) and `label`, edge attributes `weight`, `label`."""
    igraph = need("igraph", "igraph", "to_igraph()")
    made = igraph.Graph(n=graph.num_nodes, edges=graph.edges.tolist(), directed=graph.directed)
    ids = graph.node_ids
    if ids != list(range(graph.num_nodes)):
        made.vs["name"] = ids
    if graph.name is not None:
        made["name"] = graph.name
    if graph.class_name is not None:
        made["class"] = graph.class_name
    for sequence, key, values in (
        (made.vs, "label", graph.node_labels),
        (made.vs, "attributes", None if graph.node_attributes is None else graph.node_attributes.tolist()),
        (made.es, "label", graph.edge_labels),
        (made.es, "weight", None if graph.weights is None else graph.weights.tolist()),
    ):
        if values is not None:
            sequence[key] = values
    return made


def to_scipy_sparse(graph: Graph) -> Any:
    """The adjacency matrix as a scipy.sparse.csr_array; symmetric for undirected graphs; weights, or ones."""
    sparse = need("scipy.sparse", "scipy", "to_scipy_sparse()")
    edges = graph.edges
    weights = np.ones(len(edges)) if graph.weights is None else graph.weights
    rows, columns = edges[:, 0], edges[:, 1]
    if not graph.directed:
        both = rows != columns
        rows, columns = np.concatenate([rows, columns[both]]), np.concatenate([columns, rows[both]])
        weights = np.concatenate([weights, weights[both]])
    return sparse.csr_array((weights, (rows, columns)), shape=(graph.num_nodes, graph.num_nodes))
