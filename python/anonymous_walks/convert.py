"""Graphs from the objects of other packages. None of them is imported here: objects are recognised by what they offer.

Inputs are never changed, and what would silently become something else is refused.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ._core import Graph, graph_of_adjacency, graphs_of_columns
from ._extras import need

BATCH = 1024
_HELD = 1 << 19  # nodes and edges of the graphs that a fit on a stream holds


def from_networkx(
    graph: Any,
    *,
    node_label: Any = None,
    edge_label: Any = None,
    weight: Any = None,
    node_attributes: Any = None,
    self_loops: str = "drop",
    class_name: Any = None,
    name: Any = None,
) -> Graph:
    """A graph of networkx (Graph, DiGraph, MultiGraph, MultiDiGraph or a view of one) as a `Graph`.

    Parameters
    ----------
    graph : networkx graph
        Its nodes may be any hashable objects. Integers and texts stay the ids of the nodes, which are sorted by them; all
        others are numbered in their order.
    node_label, edge_label : optional
        Attribute with the labels. Default: "label", if nodes or edges have it; "" uses none.
    weight : optional
        Attribute with the weights of edges. Default: weights are not used.
    node_attributes : attribute or list of attributes, optional
        Attributes with numbers of the nodes.
    self_loops : {"drop", "keep"}, default "drop"
        What to do with edges from a node to itself.
    class_name : optional
        Class of the graph. Default: graph.graph["class"], if it is there.
    name : optional
        Name of the graph. Default: graph.name, if it has one.

    Examples
    --------
    >>> import anonymous_walks as aw, networkx as nx
    >>> aw.from_networkx(nx.karate_club_graph())
    <Graph "Zachary's Karate Club": 34 nodes, 78 edges>
    """
    adjacency, nodes = graph._adj, graph._node
    if type(adjacency) is not dict or type(nodes) is not dict:  # a view, which computes what it shows
        nodes = {node: dict(data) for node, data in graph.nodes(data=True)}
        adjacency = {node: dict(graph.adj[node]) for node in nodes}
        if graph.is_multigraph():
            adjacency = {u: {v: dict(keys) for v, keys in row.items()} for u, row in adjacency.items()}
    attributes = None
    if node_attributes is not None and nodes:
        attributes = _attribute_rows(nodes, node_attributes)
    about = graph.graph
    if class_name is None:
        class_name = about.get("class")
    if name is None:
        name = about.get("name") or None
    return graph_of_adjacency(
        adjacency,
        nodes,
        graph.is_directed(),
        graph.is_multigraph(),
        node_label,
        edge_label,
        weight,
        attributes,
        self_loops,
        class_name,
        name,
    )


def _attribute_rows(nodes: Mapping[Any, Mapping[Any, Any]], keys: Any) -> Any:
    wanted = keys if isinstance(keys, (list, tuple)) else [keys]
    rows = []
    for node, data in nodes.items():
        missing = [key for key in wanted if key not in data]
        if missing:
            raise ValueError(f"node {node!r} has no attribute {missing[0]!r}")
        rows.append(np.concatenate([np.atleast_1d(np.asarray(data[key], np.float64)) for key in wanted]))
    if len({len(row) for row in rows}) > 1:
        raise ValueError("nodes have different numbers of attributes")
    return np.stack(rows)


def from_igraph(
    graph: Any,
    *,
    node_label: str | None = None,
    edge_label: str | None = None,
    weight: str | None = None,
    node_attributes: str | Sequence[str] | None = None,
    self_loops: str = "drop",
    class_name: Any = None,
    name: Any = None,
) -> Graph:
    """A graph of igraph as a `Graph`. The vertex attribute "name", if there is one, has the ids of the nodes.

    Parameters
    ----------
    graph : igraph.Graph
    node_label, edge_label : str, optional
        Attribute with the labels. Default: "label", if there is one; "" uses none.
    weight : str, optional
        Edge attribute with the weights. Default: weights are not used.
    node_attributes : str or list of str, optional
        Vertex attributes with numbers.
    self_loops, class_name, name
        As for `from_networkx`.

    Examples
    --------
    >>> import anonymous_walks as aw, igraph
    >>> aw.from_igraph(igraph.Graph.Ring(6))
    <Graph: 6 nodes, 6 edges>
    """
    ids = graph.vs["name"] if "name" in graph.vs.attributes() else None
    if ids is not None and not (all(type(i) is int for i in ids) or all(isinstance(i, str) for i in ids)):
        ids = None
    if ids is not None and len(set(ids)) < len(ids):
        raise ValueError("two vertices have the same name")
    attributes = None
    if node_attributes is not None:
        nodes = {v.index: v.attributes() for v in graph.vs}
        attributes = _attribute_rows(nodes, node_attributes) if nodes else None
    about = graph.attributes()
    return Graph(
        np.array(graph.get_edgelist(), np.int64).reshape(-1, 2),
        num_nodes=graph.vcount(),
        weights=graph.es[weight] if weight else None,
        node_labels=_attribute_or_none(graph.vs, node_label),
        edge_labels=_attribute_or_none(graph.es, edge_label),
        node_attributes=attributes,
        directed=graph.is_directed(),
        self_loops=self_loops,
        node_ids=ids,
        class_name=class_name if class_name is not None else (graph["class"] if "class" in about else None),
        name=name if name is not None else (graph["name"] if "name" in about else None),
    )


def _attribute_or_none(sequence: Any, key: str | None) -> Any:
    if key == "" or (key is None and "label" not in sequence.attributes()):
        return None
    if (key or "label") not in sequence.attributes():
        raise ValueError(f"there is no attribute {key!r}")
    return sequence[key or "label"]


def from_scipy_sparse(
    matrix: Any,
    *,
    directed: bool = False,
    weighted: bool = False,
    node_labels: Any = None,
    node_attributes: Any = None,
    self_loops: str = "drop",
    class_name: Any = None,
    name: Any = None,
) -> Graph:
    """The graph of an adjacency matrix, sparse (scipy) or dense (numpy): an edge wherever the matrix is not 0.

    Parameters
    ----------
    matrix : sparse matrix, sparse array or 2-D array
        Square. It must be symmetric unless `directed` is set: nothing is made symmetric silently.
    directed : bool, default False
        Row i, column j is an arc from i to j.
    weighted : bool, default False
        Use the values as weights.
    node_labels, node_attributes, self_loops, class_name, name
        As for `Graph`.

    Examples
    --------
    >>> import anonymous_walks as aw, scipy.sparse
    >>> aw.from_scipy_sparse(scipy.sparse.eye_array(4, k=1) + scipy.sparse.eye_array(4, k=-1))
    <Graph: 4 nodes, 3 edges>
    """
    if not hasattr(matrix, "tocoo"):
        dense = np.asarray(matrix)
        if dense.ndim != 2 or dense.dtype.kind not in "biuf":
            raise TypeError("an adjacency matrix has two dimensions and numbers")
        rows, columns = np.nonzero(dense)
        values, shape = dense[rows, columns], dense.shape
    else:
        entries = matrix.tocsr(copy=True)
        entries.sum_duplicates()
        entries = entries.tocoo()
        rows, columns, values, shape = entries.row, entries.col, entries.data, entries.shape
        kept = values != 0
        rows, columns, values = rows[kept], columns[kept], values[kept]
    if shape[0] != shape[1]:
        raise ValueError(f"an adjacency matrix is square, and this one has shape {tuple(shape)}")
    rows, columns = rows.astype(np.int64), columns.astype(np.int64)
    if not directed:
        forth, back = np.lexsort((columns, rows)), np.lexsort((rows, columns))
        same = np.array_equal(rows[forth], columns[back]) and np.array_equal(columns[forth], rows[back])
        if not same or (weighted and not np.array_equal(values[forth], values[back])):
            raise ValueError("the matrix is not symmetric; directed=True takes it as it is")
        upper = rows <= columns
        rows, columns, values = rows[upper], columns[upper], values[upper]
    return Graph(
        np.stack([rows, columns], axis=1),
        num_nodes=int(shape[0]),
        weights=values.astype(np.float64) if weighted else None,
        node_labels=node_labels,
        node_attributes=node_attributes,
        directed=directed,
        self_loops=self_loops,
        class_name=class_name,
        name=name,
    )


def _host_array(tensor: Any) -> Any:
    """A tensor of torch, or anything like an array, as a numpy array."""
    for step in ("detach", "cpu"):
        if hasattr(tensor, step):
            tensor = getattr(tensor, step)()
    return tensor.numpy() if hasattr(tensor, "numpy") else np.asarray(tensor)


def from_pyg(
    data: Any,
    *,
    directed: bool | None = None,
    weight: str | None = None,
    node_attributes: str | None = None,
    node_labels: Any = None,
    edge_labels: Any = None,
    self_loops: str = "drop",
    class_name: Any = None,
    name: Any = None,
) -> Graph:
    """A graph of PyTorch Geometric, or any object with `edge_index` of shape (2, arcs), as a `Graph`.

    Parameters
    ----------
    data : torch_geometric.data.Data or alike
        `edge_index` and, if they are there, `num_nodes` and `y` (a single value: the class) are used.
    directed : bool, optional
        Default: undirected if every arc has its reverse.
    weight : str, optional
        Attribute with the weights of arcs, for example "edge_weight".
    node_attributes : str, optional
        Attribute with numbers of the nodes, for example "x".
    node_labels, edge_labels : optional
        A label per node; a label per arc of `edge_index`.
    self_loops, class_name, name
        As for `Graph`.
    """
    index = _host_array(data.edge_index)
    if index.ndim != 2 or index.shape[0] != 2:
        raise ValueError(f"edge_index has shape {index.shape} instead of (2, number of arcs)")
    if index.size and index.dtype.kind not in "iu":
        raise TypeError(f"edge_index has type {index.dtype}; it holds the numbers of nodes")
    arcs = index.T.astype(np.int64, copy=False)
    weights = None if weight is None else _host_array(getattr(data, weight)).ravel()
    labels = None if edge_labels is None else list(edge_labels)
    for what, values in (("weights", weights), ("edge_labels", labels)):
        if values is not None and len(values) != len(arcs):
            raise ValueError(f"{what} has {len(values)} entries for {len(arcs)} arcs")
    if directed is None or not directed:
        reverse = {(v, u) for u, v in arcs.tolist()} if len(arcs) < 1 << 16 else None
        if reverse is not None:
            symmetric = reverse == set(map(tuple, arcs.tolist()))
        else:
            symmetric = np.array_equal(np.unique(arcs, axis=0), np.unique(arcs[:, ::-1], axis=0))
        if directed is None:
            directed = not symmetric
        elif not symmetric:
            raise ValueError("some arcs have no reverse; directed=True takes them as they are")
    if not directed:
        kept = arcs[:, 0] <= arcs[:, 1]
        arcs = arcs[kept]
        weights = None if weights is None else weights[kept]
        labels = None if labels is None else list(itertools.compress(labels, kept))
    if class_name is None and getattr(data, "y", None) is not None:
        y = np.ravel(_host_array(data.y))
        if y.size == 1:
            class_name = y[0].item()
    nodes = getattr(data, "num_nodes", None)
    attributes = None
    if node_attributes is not None:
        attributes = _host_array(getattr(data, node_attributes))
    return Graph(
        arcs,
        num_nodes=None if nodes is None else int(nodes),
        weights=weights,
        node_labels=node_labels,
        edge_labels=labels,
        node_attributes=attributes,
        directed=directed,
        self_loops=self_loops,
        class_name=class_name,
        name=name,
    )


_ATOM_LABELS: dict[str, Callable[[Any], Any]] = {
    "symbol": lambda atom: atom.GetSymbol(),
    "charge": lambda atom: atom.GetFormalCharge(),
    "aromatic": lambda atom: "a" if atom.GetIsAromatic() else "n",
    "hydrogens": lambda atom: atom.GetTotalNumHs(),
    "degree": lambda atom: atom.GetDegree(),
    "ring": lambda atom: "r" if atom.IsInRing() else "c",
}
_BOND_LABELS: dict[str, Callable[[Any], Any]] = {
    "order": lambda bond: str(bond.GetBondType()).lower(),
    "aromatic": lambda bond: "a" if bond.GetIsAromatic() else "n",
    "ring": lambda bond: "r" if bond.IsInRing() else "c",
    "conjugated": lambda bond: "j" if bond.GetIsConjugated() else "n",
}


def _labels(parts: Sequence[str], known: Mapping[str, Callable[[Any], Any]], what: str, items: Iterable[Any]) -> Any:
    chosen = [parts] if isinstance(parts, str) else list(parts)
    for part in chosen:
        if part not in known:
            raise ValueError(f"{part!r} is not a label of {what}; use {', '.join(known)}")
    if not chosen:
        return None
    return [" ".join(str(known[part](item)) for part in chosen) for item in items]


def from_rdkit(
    molecule: Any,
    *,
    atoms: Sequence[str] = ("symbol",),
    bonds: Sequence[str] = ("order",),
    class_name: Any = None,
    name: Any = None,
) -> Graph:
    """A molecule of RDKit as a `Graph`: atoms are nodes, bonds are edges.

    Parameters
    ----------
    molecule : rdkit.Chem.Mol
    atoms : sequence of str, default ("symbol",)
        What the label of an atom is made of: symbol, charge, aromatic, hydrogens, degree, ring. Empty: no labels.
    bonds : sequence of str, default ("order",)
        What the label of a bond is made of: order, aromatic, ring, conjugated. Empty: no labels.
    class_name, name : optional
        Class and name of the graph.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> from rdkit import Chem
    >>> aw.from_rdkit(Chem.MolFromSmiles("CCO")).node_labels
    ['C', 'C', 'O']
    """
    bond_list = list(molecule.GetBonds())
    return Graph(
        np.array([(b.GetBeginAtomIdx(), b.GetEndAtomIdx()) for b in bond_list], np.int64).reshape(-1, 2),
        num_nodes=molecule.GetNumAtoms(),
        node_labels=_labels(atoms, _ATOM_LABELS, "atoms", molecule.GetAtoms()),
        edge_labels=_labels(bonds, _BOND_LABELS, "bonds", bond_list) if bond_list else None,
        class_name=class_name,
        name=name,
    )


def from_smiles(
    smiles: Iterable[str],
    *,
    atoms: Sequence[str] = ("symbol",),
    bonds: Sequence[str] = ("order",),
    classes: Iterable[Any] | None = None,
    errors: str = "raise",
) -> list[Graph | None]:
    """Molecules in SMILES as graphs, named by their SMILES. Needs RDKit.

    Parameters
    ----------
    smiles : iterable of str
    atoms, bonds
        As for `from_rdkit`.
    classes : iterable, optional
        A class per molecule.
    errors : {"raise", "none"}, default "raise"
        What a text becomes that RDKit cannot read: a ValueError that names it, or None. Estimators and `embed` give a row of
        NaN to None.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> aw.from_smiles(["CCO", "c1ccccc1"])
    [<Graph 'CCO': 3 nodes, 2 edges, 2 node labels, 1 edge label>, <Graph 'c1ccccc1': 6 nodes, 6 edges, 1 node label, 1 edge label>]
    """
    if isinstance(smiles, str):
        raise TypeError("`smiles` is a list of texts; write ['" + smiles + "']")
    if errors not in ("raise", "none"):
        raise ValueError(f"`errors` is {errors!r}; use 'raise' or 'none'")
    chem = need("rdkit.Chem", "rdkit", "SMILES")
    blocked = need("rdkit.rdBase", "rdkit", "SMILES").BlockLogs()  # restored when it is deleted
    graphs: list[Graph | None] = []
    try:
        for position, (text, class_name) in enumerate(zip(smiles, itertools.repeat(None) if classes is None else classes)):
            molecule = chem.MolFromSmiles(text) if isinstance(text, str) else None
            if molecule is None:
                if errors == "raise":
                    raise ValueError(f"molecule {position}: {text!r} is not SMILES; errors='none' gives None for it")
                graphs.append(None)
                continue
            graphs.append(from_rdkit(molecule, atoms=atoms, bonds=bonds, class_name=class_name, name=text))
    finally:
        del blocked
    return graphs


def from_arrow(
    table: Any,
    *,
    source: str = "src",
    target: str = "dst",
    num_nodes: str = "num_nodes",
    weight: str | None = None,
    node_labels: str = "node_labels",
    edge_labels: str = "edge_labels",
    node_attributes: str = "node_attributes",
    name: str = "id",
    class_name: str = "class",
    directed: bool = False,
    self_loops: str = "drop",
) -> list[Graph]:
    """Graphs of an Arrow table or batch, one per row, with lists of the ends of their edges. Needs pyarrow.

    Parameters
    ----------
    table : object with the Arrow C data interface
        A pyarrow Table or RecordBatch, a frame of pandas or polars, a relation of DuckDB.
    source, target : str
        Columns with the two ends of the edges of each graph, as lists of integers.
    num_nodes, node_labels, edge_labels, node_attributes, name, class_name : str
        Columns with further data; absent ones are not used. Without `num_nodes`, the number of labels or the largest end counts.
        Attributes are a list of numbers for every node.
    weight : str, optional
        Column with the lists of weights.
    directed : bool, default False
        Whether edges are arcs.
    self_loops : {"drop", "keep"}
        What to do with edges from a node to itself.

    Examples
    --------
    >>> import anonymous_walks as aw, pyarrow as pa
    >>> aw.from_arrow(pa.table({"src": [[0, 1], [0]], "dst": [[1, 2], [1]], "id": ["path", "edge"]}))
    [<Graph 'path': 3 nodes, 2 edges>, <Graph 'edge': 2 nodes, 1 edge>]
    """
    pa = need("pyarrow", "arrow", "Arrow data")
    if isinstance(table, pa.RecordBatch):
        table = pa.Table.from_batches([table])
    elif not isinstance(table, pa.Table):
        table = pa.table(table)
    columns = {key: table.column(key).combine_chunks() for key in table.column_names}
    for key in (source, target, *([weight] if weight else [])):
        if key not in columns:
            raise ValueError(f"there is no column {key!r}; the columns are {', '.join(columns)}")

    def flat(key: str, dtype: str) -> tuple[Any, Any]:
        column = columns[key]
        if not (pa.types.is_list(column.type) or pa.types.is_large_list(column.type)):
            raise TypeError(f"column {key!r} has type {column.type} instead of lists")
        values = column.type.value_type
        if dtype == "int64" and not pa.types.is_integer(values):
            raise TypeError(f"column {key!r} has lists of {values}; the ends of edges are integers")
        if column.null_count:
            raise ValueError(f"column {key!r} has rows without a list")
        offsets = column.offsets.to_numpy().astype(np.int64)
        inner = column.values.slice(int(offsets[0]), int(offsets[-1] - offsets[0]))
        if inner.null_count:
            raise ValueError(f"column {key!r} has a list with a missing value")
        return offsets - offsets[0], np.ascontiguousarray(inner.to_numpy(zero_copy_only=False), dtype)

    begins, sources = flat(source, "int64")
    others, targets = flat(target, "int64")
    weights = None
    if weight:
        weight_begins, weights = flat(weight, "float64")
        if not np.array_equal(begins, weight_begins):
            raise ValueError(f"the lists of {source!r} and {weight!r} differ in length")
    if not np.array_equal(begins, others):
        raise ValueError(f"the lists of {source!r} and {target!r} differ in length")
    counts = None
    if num_nodes in columns:
        if columns[num_nodes].null_count:
            raise ValueError(f"column {num_nodes!r} has a missing value")
        counts = np.ascontiguousarray(columns[num_nodes].to_numpy(zero_copy_only=False), np.int64)

    def optional(key: str) -> Any:
        return columns[key].to_pylist() if key in columns else None

    return graphs_of_columns(
        begins, sources, targets, counts, weights, optional(node_labels), optional(edge_labels),
        optional(node_attributes), optional(name), optional(class_name), directed, self_loops,
    )  # fmt: skip


def as_graph(item: Any, *, self_loops: str = "drop") -> Graph:
    """Any supported object as a `Graph`: a graph of this package, networkx, igraph or PyTorch Geometric, a molecule of RDKit, a
    sparse adjacency matrix.

    Parameters
    ----------
    item : object
        Anything else gives a TypeError that says what to use instead.
    self_loops : {"drop", "keep"}, default "drop"
        Whether a conversion keeps edges from a node to itself.

    Examples
    --------
    >>> import anonymous_walks as aw, networkx as nx
    >>> aw.as_graph(nx.path_graph(3))
    <Graph: 3 nodes, 2 edges>
    """
    if isinstance(item, Graph):
        return item
    if hasattr(item, "_adj") and hasattr(item, "is_multigraph"):
        return from_networkx(item, self_loops=self_loops)
    if hasattr(item, "get_edgelist") and hasattr(item, "vs"):
        return from_igraph(item, self_loops=self_loops)
    if hasattr(item, "edge_index"):
        return from_pyg(item, self_loops=self_loops)
    if hasattr(item, "GetAtoms") and hasattr(item, "GetBonds"):
        return from_rdkit(item)
    if hasattr(item, "tocoo") and hasattr(item, "shape"):
        return from_scipy_sparse(item, self_loops=self_loops)
    advice = "use Graph(edges), from_networkx, from_igraph, from_scipy_sparse, from_pyg or from_rdkit"
    if isinstance(item, str):
        advice = "read(path) reads a file, from_smiles([text]) makes molecules"
    elif isinstance(item, (np.ndarray, list, tuple)):
        advice = "Graph(edges) makes a graph from an array of edges, from_scipy_sparse from an adjacency matrix"
    raise TypeError(f"an object of type {type(item).__module__}.{type(item).__qualname__} is not a graph; {advice}")


def _check_collection(graphs: Any) -> Any:
    if isinstance(graphs, Graph) or hasattr(graphs, "_adj") or hasattr(graphs, "get_edgelist"):
        raise TypeError("a single graph where a list of graphs is expected; write [graph]")
    if isinstance(graphs, (str, bytes)):
        raise TypeError("a text where a list of graphs is expected; read(path) reads a file")
    if isinstance(graphs, np.ndarray):
        if graphs.dtype.kind != "O":
            raise TypeError(
                f"an array of {graphs.dtype} where a list of graphs is expected; Graph(edges) makes a graph from an array of edges"
            )
        if graphs.ndim != 1:
            raise TypeError(
                f"an array of objects with shape {graphs.shape} where a list of graphs is expected: numpy has taken the graphs "
                "apart; pass a list"
            )
    if hasattr(graphs, "tocoo"):
        raise TypeError("a single matrix where a list of graphs is expected; write [matrix]")
    return graphs


def as_graphs(graphs: Iterable[Any], *, self_loops: bool | str = False, missing: bool = False) -> Iterator[Any]:
    """The graphs of a list, a generator or any other iterable, converted one by one by `as_graph`.

    Parameters
    ----------
    graphs : iterable
    self_loops : bool or {"drop", "keep"}, default False
        Whether conversions keep edges from a node to itself.
    missing : bool, default False
        Let None pass, for rows of NaN, instead of refusing it.

    Examples
    --------
    >>> import anonymous_walks as aw, networkx as nx
    >>> list(aw.as_graphs([nx.path_graph(3), aw.Graph([[0, 1]])]))
    [<Graph: 3 nodes, 2 edges>, <Graph: 2 nodes, 1 edge>]
    """
    rule = self_loops if isinstance(self_loops, str) else ("keep" if self_loops else "drop")
    for position, item in enumerate(_check_collection(graphs)):
        if isinstance(item, Graph) or (missing and item is None):
            yield item
            continue
        try:
            yield as_graph(item, self_loops=rule)
        except (TypeError, ValueError) as error:
            raise type(error)(f"graph {position}: {error}") from error


def batches_of(
    graphs: Iterable[Any], size: int | None, *, self_loops: bool = False, missing: bool = False
) -> Iterator[tuple[Any, ...]]:
    """The graphs in batches of `size`; None: a list as one batch, anything else in batches of 1024."""
    if size is not None and size < 1:
        raise ValueError(f"`batch_size` is {size}; it must be at least 1")
    if size is None and isinstance(graphs, (list, tuple, np.ndarray)):
        size = max(1, len(graphs))
    iterator = as_graphs(graphs, self_loops=self_loops, missing=missing)
    while batch := tuple(itertools.islice(iterator, size or BATCH)):
        yield batch


def is_stream(graphs: Any) -> bool:
    """Whether graphs are read again rather than held: a collection without a length, such as `GraphStream`, but no generator."""
    if hasattr(graphs, "__len__") or not hasattr(graphs, "__iter__"):
        return False
    return iter(_check_collection(graphs)) is not graphs


def readable(
    graphs: Iterable[Any], *, self_loops: bool = False, missing: bool = True
) -> tuple[Graph, ...] | Callable[[], Iterator[tuple[Graph, ...]]]:
    """What a fit reads: a stream as a function that opens it again, in small batches; anything else as a tuple. Without None,
    which is refused unless `missing` is set."""
    if is_stream(graphs):
        return lambda: _small_batches(_known(graphs, self_loops, missing))
    return tuple(_known(graphs, self_loops, missing))


def _known(graphs: Iterable[Any], self_loops: bool, missing: bool) -> Iterator[Graph]:
    for position, graph in enumerate(as_graphs(graphs, self_loops=self_loops, missing=True)):
        if graph is not None:
            yield graph
        elif not missing:
            raise ValueError(f"graph {position} is None; leave it out")


def _small_batches(graphs: Iterator[Graph]) -> Iterator[tuple[Graph, ...]]:
    batch: list[Graph] = []
    held = 0
    for graph in graphs:
        batch.append(graph)
        held += graph.num_nodes + graph.num_edges
        if len(batch) == BATCH or held >= _HELD:
            yield tuple(batch)
            batch, held = [], 0
    if batch:
        yield tuple(batch)
