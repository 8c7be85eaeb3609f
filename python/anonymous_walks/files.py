"""Files of graphs, generated graphs, and statistics of collections."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from . import _core
from ._core import Graph
from ._progress import progress
from .convert import as_graphs

PathLike = str | os.PathLike[str]


class GraphStream:
    """The graphs of files, read when they are asked for. Can be iterated any number of times; made by `read`."""

    def __init__(self, paths: Sequence[str], options: dict[str, Any]) -> None:
        self._paths = list(paths)
        self._options = options

    def __iter__(self) -> Iterator[Graph]:
        reader = _core.Reader(self._paths, self._options)
        while batch := reader.next_batch(1024, 1 << 20):
            yield from batch

    def __repr__(self) -> str:
        return f"<GraphStream of {', '.join(self._paths)}>"


def read(
    paths: PathLike | Sequence[PathLike],
    *,
    format: str | None = None,
    directed: bool | None = None,
    weights: str = "ignore",
    self_loops: str = "drop",
    node_label_key: str | None = None,
    edge_label_key: str | None = None,
    class_key: str | None = None,
    weight_key: str | None = None,
    classes_file: PathLike | None = None,
    classes_column: str | None = None,
    numbers: bool = False,
    class_from: str = "input",
    pattern: str | None = None,
    verify: bool = False,
) -> GraphStream:
    """The graphs of a file, a folder, an archive, or several of them, in any format of the command line; read lazily.

    Parameters
    ----------
    paths : path or list of paths
    format : str, optional
        Format of the files. Default: by content and extension.
    directed : bool, optional
        Read as directed or undirected graphs. Default: as the file says, otherwise undirected.
    weights : {"ignore", "use", "auto"}, default "ignore"
        Whether to use the weights of edges.
    self_loops : {"drop", "keep"}, default "drop"
        What to do with edges from a node to itself.
    node_label_key, edge_label_key, class_key, weight_key : str, optional
        Keys of formats that have keys. Default: label, label, class, weight.
    classes_file, classes_column : optional
        CSV or TSV file of ids and classes, and its column with the classes, as COLUMN or ID=COLUMN.
    numbers : bool, default False
        The class of a graph is one or more numbers, joined by commas: several columns of classes_file, a list in JSON, or the graph
        attributes of a TU data set.
    class_from : {"input", "folder", "name"}
        Take classes from the names of folders or files.
    pattern : str, optional
        Files of folders and archives to read, as "*.txt".
    verify : bool, default False
        Check every byte of formats with checksums.

    Returns
    -------
    GraphStream
        An iterable of `Graph`; list(...) holds them all.

    Raises
    ------
    OSError, ValueError
        While iterating, with the message file:line: reason; what to do.
    """
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    if weight_key is not None and weights == "ignore":
        weights = "use"
    options = {
        "format": format,
        "directed": directed,
        "weights": weights,
        "self_loops": self_loops,
        "node_label_key": node_label_key,
        "edge_label_key": edge_label_key,
        "class_key": class_key,
        "weight_key": weight_key,
        "classes_file": None if classes_file is None else os.fspath(classes_file),
        "classes_column": classes_column,
        "numbers": numbers,
        "class_from": class_from,
        "pattern": pattern,
        "verify": verify,
    }
    names = [os.fspath(path) for path in paths]
    if not names:
        raise ValueError("there is no file to read")
    if any(name == "-" for name in names):
        raise ValueError("standard input is for the command line; read a file")
    _core.Reader(names, options)  # checks the options
    return GraphStream(names, options)


def write(
    graphs: Iterable[Any], path: PathLike, *, format: str | None = None, force: bool = False, verbose: Any = False
) -> list[str]:
    """Writes graphs to a file, whose extension is the format (.jsonl, .awg, .graphml, .gml, .zip for a TU data set, ...).

    Parameters
    ----------
    graphs : iterable
        Graphs of any kind that `as_graph` takes.
    path : path
        File to write.
    format : str, optional
        Format of the file, if its extension does not say it.
    force : bool, default False
        Replace an existing file.
    verbose : bool, default False
        Show a bar of progress (needs tqdm).

    Returns
    -------
    list of str
        What the format could not represent, one sentence each.

    Examples
    --------
    >>> import anonymous_walks as aw, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "graphs.jsonl")
    ...     aw.write(aw.generate("cycle:nodes=5", count=3), path)
    ...     len(list(aw.read(path)))
    []
    3
    """
    known = tuple(as_graphs(graphs, self_loops=True))
    with progress(verbose, "graphs") as report:
        return list(_core.write(known, os.fspath(path), {"format": format, "force": force}, report))


def generate(family: str, count: int = 1, *, random_state: int = 1, class_name: str | None = None) -> list[Graph]:
    """Random or regular graphs of a family, the same as those of the command `awe generate` for the same seed.

    Parameters
    ----------
    family : str
        Name and parameters, for example "gnm:nodes=50,edges=100" (docs/reference/generators.md).
    count : int, default 1
        Number of graphs.
    random_state : int, default 1
        Seed.
    class_name : str, optional
        Class of the graphs. Default: the name of the family.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> aw.generate("gnm:nodes=50,edges=100", count=2)
    [<Graph 'gnm-0': 50 nodes, 100 edges, class 'gnm'>, <Graph 'gnm-1': 50 nodes, 100 edges, class 'gnm'>]
    """
    return list(_core.generate(family, count, random_state, class_name))


def generate_six_families(num_nodes: int, num_edges: int, count: int, *, random_state: int = 1) -> list[Graph]:
    """`count` graphs each of six families with equal numbers of nodes and edges, which only their structure tells apart.

    Parameters
    ----------
    num_nodes, num_edges : int
        Nodes and edges of every graph; 2 num_edges / num_nodes must be a whole number.
    count : int
        Graphs of each family.
    random_state : int, default 1
        Seed.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> sorted({g.class_name for g in aw.generate_six_families(60, 180, 1)})
    ['barabasi-albert', 'geometric', 'gnm', 'random-regular', 'stochastic-block', 'watts-strogatz']
    """
    return list(_core.six_families(num_nodes, num_edges, count, random_state))


def info(graphs: Iterable[Any]) -> dict[str, Any]:
    """Statistics of a collection: sizes, degrees, components, labels, classes, repeats.

    Parameters
    ----------
    graphs : iterable
        Graphs of any kind that `as_graph` takes.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> found = aw.info(aw.generate("cycle:nodes=5", count=3))
    >>> found["graphs"], found["degrees"]["max"], found["repeated_graphs"]
    (3, 2, 2)
    """
    summary = _core.Summary()
    for graph in as_graphs(graphs, self_loops=True):
        summary.add(graph)
    return dict(summary.result())
