"""Arrow batches of graphs to Arrow batches of rows: the one function behind the adapters for Spark, Ray and Dask.

A batch has a row per graph: `id`, `src` and `dst` (lists of the ends of edges), and optionally `num_nodes`, `node_labels`, `edge_labels`,
`node_attributes` and `weight`. A row of the result depends on its graph and the options alone, so that it has the same bytes whatever batch,
partition or machine the graph is in.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from ._extras import need
from ._options import threads_of
from .convert import from_arrow
from .partial import PartialFit, settled_options
from .rows import Embedder, is_stateless


@dataclass(frozen=True)
class GraphColumns:
    """Which columns of a batch describe the graphs.

    Attributes
    ----------
    name, source, target : str
        Columns with the ids of graphs and the two ends of their edges.
    num_nodes, node_labels, edge_labels, node_attributes, weight : str
        Columns with further data, which are used where they exist.
    directed : bool
        Whether edges are arcs.
    """

    name: str = field(default="id", metadata={"needed": True})
    source: str = field(default="src", metadata={"needed": True})
    target: str = field(default="dst", metadata={"needed": True})
    num_nodes: str = "num_nodes"
    node_labels: str = "node_labels"
    edge_labels: str = "edge_labels"
    node_attributes: str = "node_attributes"
    weight: str = "weight"
    directed: bool = False

    def present(self, available: Iterable[str]) -> list[str]:
        """The columns that are used of those available; a ValueError if one that is needed is missing."""
        columns = list(available)
        used = []
        for entry in fields(self):
            if entry.name == "directed":
                continue
            column = getattr(self, entry.name)
            if column in columns:
                used.append(column)
            elif entry.metadata.get("needed"):
                raise ValueError(f"there is no column {column!r}; the columns are {', '.join(columns)}")
        return used

    def graphs(self, batch: Any, self_loops: bool) -> list[Any]:
        """The graphs of a batch."""
        table = _with_types(batch, (self.source, self.target))
        return from_arrow(
            table,
            source=self.source,
            target=self.target,
            num_nodes=self.num_nodes,
            weight=self.weight if self.weight in table.column_names else None,
            node_labels=self.node_labels,
            edge_labels=self.edge_labels,
            node_attributes=self.node_attributes,
            name=self.name,
            directed=self.directed,
            self_loops="keep" if self_loops else "drop",
        )


def _with_types(batch: Any, keys: tuple[str, ...]) -> Any:
    """A table in which lists of edges that are all empty, whose type nothing tells, are lists of integers."""
    pa = need("pyarrow", "arrow", "Arrow data")
    table = pa.Table.from_batches([batch]) if isinstance(batch, pa.RecordBatch) else batch
    for key in keys:
        kind = table.schema.field(key).type if key in table.column_names else None
        if kind is not None and pa.types.is_list(kind) and pa.types.is_null(kind.value_type):
            table = table.set_column(table.column_names.index(key), key, table.column(key).cast(pa.list_(pa.int64())))
    return table


class BatchEmbedder:
    """Turns an Arrow batch of graphs into an Arrow batch of rows. Can be pickled; works on one thread, as tasks should.

    Parameters
    ----------
    embedder : Embedder
        A fitted embedder.
    columns : GraphColumns
        The columns of the graphs.
    vectors : bool, default False
        Give the columns id, features (a struct: the sparse vectors of Spark's ml), certified_error, unseen, instead of those of
        `Rows.to_arrow`.

    Examples
    --------
    >>> import anonymous_walks as aw, pyarrow as pa
    >>> from anonymous_walks.batches import BatchEmbedder
    >>> batch = pa.RecordBatch.from_pydict({"id": [7], "src": [[0, 1]], "dst": [[1, 2]]})
    >>> embed = BatchEmbedder(aw.Embedder.fit([], length=2))
    >>> embed(batch)["id"].to_pylist(), embed(batch)["values"].to_pylist()
    ([7], [[0.6666666666666666, 0.3333333333333333]])
    """

    def __init__(self, embedder: Embedder, columns: GraphColumns = GraphColumns(), vectors: bool = False) -> None:
        if vectors and embedder.num_columns >= 2**31:
            raise ValueError(f"{embedder.num_columns} columns are more than a vector of Spark can have; use `hash_bits`")
        self.embedder = embedder.with_threads(1)
        self.columns = columns
        self.vectors = vectors

    def __call__(self, batch: Any) -> Any:
        """The rows of a RecordBatch or Table, as a RecordBatch."""
        pa = need("pyarrow", "arrow", "Arrow data")
        self.columns.present(batch.schema.names)
        names = batch.column(self.columns.name)
        if names.null_count:
            raise ValueError(f"column {self.columns.name!r} has a missing value: every graph needs an id")
        rows = self.embedder(self.columns.graphs(batch, self.embedder.self_loops))
        made = rows.to_arrow()
        ids = made.column(0)
        if self.embedder.level == "graph":  # the ids as they came, whatever their type
            ids = names.combine_chunks() if isinstance(names, pa.ChunkedArray) else names
            if isinstance(ids, pa.ChunkedArray):
                ids = pa.concat_arrays(ids.chunks) if ids.num_chunks else pa.array([], ids.type)
        if not self.vectors:
            return pa.RecordBatch.from_arrays([ids, *made.columns[1:]], names=["id", *made.schema.names[1:]])
        count = len(rows)
        if rows.begins[-1] >= 2**31:
            raise MemoryError("the rows of a batch have over 2^31 values; make batches smaller (spark.sql.execution.arrow)")
        offsets = pa.array(rows.begins.astype(np.int32), pa.int32())
        vectors = pa.StructArray.from_arrays(
            [
                pa.array(np.zeros(count, np.int8), pa.int8()),  # sparse
                pa.array(np.full(count, rows.num_columns, np.int32), pa.int32()),
                pa.ListArray.from_arrays(offsets, pa.array(rows.indices.astype(np.int32), pa.int32())),
                pa.ListArray.from_arrays(offsets, pa.array(rows.values, pa.float64())),
            ],
            names=["type", "size", "indices", "values"],
        )
        columns = [ids, vectors, pa.array(rows.certified_error, pa.float64()), pa.array(rows.unseen, pa.float64())]
        return pa.RecordBatch.from_arrays(columns, names=["id", "features", "certified_error", "unseen"])


def learn_batches(empty: PartialFit, batches: Iterable[Any], columns: GraphColumns) -> PartialFit:
    """What is learnt from Arrow batches of graphs: a copy of `empty` to which they were added, on one thread."""
    part = empty.with_threads(1)
    for batch in batches:
        columns.present(batch.schema.names)
        part.add(columns.graphs(batch, part.self_loops))
    return part


def merge_states(states: Iterable[PartialFit]) -> Iterator[PartialFit]:
    """All parts as one; none if there are none."""
    merged = None
    for part in states:
        merged = part if merged is None else merged.merge(part)
    if merged is not None:
        yield merged


def plan_of(columns: GraphColumns, options: dict[str, Any]) -> dict[str, Any]:
    """The options of `embed` for graphs that are elsewhere: dead ends go by the direction, work is done on one thread."""
    return {**settled_options(columns.directed, options), "threads": threads_of(1)}


def stateless_embedder(plan: dict[str, Any]) -> Embedder | None:
    """The embedder of features that learn nothing; None for others, which need a fit."""
    return PartialFit.of_options(plan).finish() if is_stateless(plan) else None
