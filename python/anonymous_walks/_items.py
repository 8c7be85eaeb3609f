"""Nodes and edges of graphs as samples: what callers call them, their ids in the library, and their classes."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ._core import Graph
from .convert import as_graph, as_graphs

# What is classified; "ego" are the graphs around nodes.
LEVELS = ("node", "edge", "ego")


def is_one_graph(item: Any) -> bool:
    """Whether an object is a graph rather than a collection of graphs."""
    if isinstance(item, (str, bytes)):
        return False
    return isinstance(item, Graph) or any(
        hasattr(item, name) for name in ("_adj", "get_edgelist", "edge_index", "GetAtoms", "tocoo")
    )


def _own_nodes(item: Any, graph: Graph) -> tuple[list[Any], list[Any]]:
    """The nodes of an object in its order, as it calls them, and the ids that the graph made of it has for them."""
    ids = graph.node_ids
    own: list[Any] = []
    if hasattr(item, "_adj"):  # networkx
        own = list(item.nodes)
    elif hasattr(item, "get_edgelist") and "name" in item.vs.attributes():  # igraph
        own = list(item.vs["name"])
    if not own:
        return list(ids), list(ids)
    integers = all(isinstance(node, int) and not isinstance(node, bool) for node in own)
    kept = (integers or all(isinstance(node, str) for node in own)) and set(own) == set(ids)
    return own, own if kept else list(ids)  # others are numbered in their order


class Items:
    """The nodes or edges of one graph or of several.

    Attributes
    ----------
    graphs : tuple of Graph
    single : bool
        One graph was given, and not a list: classes and results are not in a list either.
    ids : list of list of str
        By graph: the ids of the items in the library, in the order of the input.
    """

    def __init__(self, X: Any, level: str, *, self_loops: bool = False) -> None:
        if level not in LEVELS:
            raise ValueError(f"`level` is {level!r}; it must be one of {', '.join(LEVELS)}")
        self.single = is_one_graph(X)
        given: list[Any] = [X] if self.single else list(X) if isinstance(X, Iterable) else [as_graph(X)]
        self.graphs: tuple[Graph, ...] = tuple(as_graphs(given, self_loops=self_loops))
        if not self.graphs:
            raise ValueError("there is no graph")
        self.level = level
        self.what = "edge" if level == "edge" else "node"
        self.ids: list[list[str]] = []
        self._places: list[dict[Any, int]] = []  # by graph: from what the caller may call an item
        self._in_order: list[bool] = []  # by graph: whether the order is one that the caller knows
        several = len(self.graphs) > 1
        for position, (item, graph) in enumerate(zip(given, self.graphs)):
            prefix = f"{graph.name or position}/" if several else ""
            if level == "edge":
                names, places = self._edges(item, graph)
                self._in_order.append(isinstance(item, Graph))
            else:
                own, ids = _own_nodes(item, graph)
                names = [str(node) for node in ids]
                places = {node: place for place, node in enumerate(own)}
                for place, name in enumerate(names):
                    places.setdefault(name, place)
                self._in_order.append(True)
            self.ids.append([prefix + name for name in names])
            self._places.append(places)
        if len({name for names in self.ids for name in names}) < sum(map(len, self.ids)):
            raise ValueError(f"two {self.what}s have the same id; give every graph a name of its own")

    @staticmethod
    def _edges(item: Any, graph: Graph) -> tuple[list[str], dict[Any, int]]:
        own, ids = _own_nodes(item, graph)
        called = dict(zip(ids, own))
        nodes = graph.node_ids
        names: list[str] = []
        places: dict[Any, int] = {}
        for place, (u, v) in enumerate(graph.edges.tolist()):
            names.append(f"{nodes[u]}-{nodes[v]}")
            ends = called[nodes[u]], called[nodes[v]]
            for key in (ends, ends[::-1]) if not graph.directed else (ends,):
                places[key] = place
            places.setdefault(names[-1], place)
        return names, places

    def __len__(self) -> int:
        return sum(map(len, self.ids))

    def by_graph(self, given: Any, what: str) -> list[Any]:
        """`given` as a list with an entry for each graph."""
        if self.single:
            return [given]
        if isinstance(given, Mapping) or not hasattr(given, "__len__") or len(given) != len(self.graphs):
            raise ValueError(f"with a list of {len(self.graphs)} graphs, `{what}` is a list with an entry for each of them")
        return list(given)

    def _place(self, graph: int, key: Any) -> int:
        places = self._places[graph]
        if isinstance(key, list):
            key = tuple(key)
        place = places.get(key)
        if place is None and not isinstance(key, tuple):
            place = places.get(str(key))
        if place is None:
            some = ", ".join(repr(name) for name in list(places)[:3])
            of = "the graph" if self.single else f"graph {graph}"
            raise ValueError(f"{of} has no {self.what} {key!r}; it has {some}" + (", ..." if len(places) > 3 else ""))
        return place

    def chosen(self, wanted: Any) -> list[list[str]]:
        """By graph: the ids of the wanted items, in their order; None: of all."""
        if wanted is None:
            return self.ids
        return [
            names if keys is None else [names[self._place(graph, key)] for key in keys]
            for graph, (names, keys) in enumerate(zip(self.ids, self.by_graph(wanted, "nodes")))
        ]

    def classes(self, y: Any, least: int = 2) -> dict[str, Any]:
        """The classes that are known, by id: at least two different ones, unless `least` is 1.

        For each graph a mapping (or a Series of pandas) from items to classes, or a sequence with a class for every item. None and NaN stand for unknown
        classes; in a sequence, -1 does, too.
        """
        if y is None:
            raise ValueError(f"requires y to be passed, but the target y is None: the classes of some {self.what}s")
        known: dict[str, Any] = {}
        for graph, (names, given) in enumerate(zip(self.ids, self.by_graph(y, "y"))):
            if isinstance(given, Mapping) or (hasattr(given, "items") and hasattr(given, "index")):  # a Series of pandas
                for key, value in given.items():
                    if not _unknown(value):
                        known[names[self._place(graph, key)]] = value
                continue
            values = given.tolist() if hasattr(given, "tolist") else list(given)
            if not self._in_order[graph]:
                raise ValueError("classes by position need a Graph of this package; use a dict from (u, v) to the class")
            if len(values) != len(names):
                raise ValueError(f"there are {len(values)} classes for {len(names)} {self.what}s")
            for name, value in zip(names, values):
                if not _unknown(value) and not (isinstance(value, (int, float)) and value == -1):
                    known[name] = value
        if not known:
            raise ValueError(f"no {self.what} has a known class")
        if len(set(known.values())) < least:
            only = next(iter(known.values()))
            raise ValueError(f"classification needs at least two classes, and there is only one class, {only!r}")
        return known


def _unknown(value: Any) -> bool:
    return value is None or (isinstance(value, (float, np.floating)) and bool(np.isnan(value)))


def class_texts(known: Mapping[str, Any]) -> dict[str, str]:
    """Classes as texts; whole numbers as integers."""
    return {name: class_text(value) for name, value in known.items()}


def class_text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
