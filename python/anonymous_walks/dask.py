"""Dask: rows of the graphs of a DataFrame, by `map_partitions` (dask.dataframe).

The frame has a row per graph: `id`, `src` and `dst` (lists of the ends of edges), and optionally `num_nodes`, `node_labels`, `edge_labels`,
`node_attributes` and `weight`. Results have the same bytes as on one machine, whatever the partitions.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._extras import need
from .batches import BatchEmbedder, GraphColumns, learn_batches, merge_states, plan_of, stateless_embedder
from .partial import PartialFit, fit_in_parts
from .rows import Embedder

if TYPE_CHECKING:
    from dask.dataframe import DataFrame  # type: ignore[import-not-found, unused-ignore]

_FAN_IN = 32  # states that one task merges


def _arrow(frame: Any, columns: GraphColumns) -> Any:
    """The graphs of a pandas frame as an Arrow table."""
    pa = need("pyarrow", "dask", "Dask")
    return pa.Table.from_pandas(frame[columns.present(frame.columns)], preserve_index=False)


def _learn(frame: Any, empty: PartialFit, columns: GraphColumns) -> PartialFit:
    return learn_batches(empty, [_arrow(frame, columns)] if len(frame) else [], columns)


def _merge(parts: list[PartialFit]) -> PartialFit:
    return next(merge_states(iter(parts)))


def _embed(frame: Any, embed: BatchEmbedder) -> Any:
    """The rows of a partition as a pandas frame, with its index at the level of graphs."""
    if len(frame) == 0:
        return _empty(frame, embed)
    rows = embed(_arrow(frame, embed.columns)).to_pandas()
    if embed.embedder.level == "graph":
        rows.index = frame.index
        rows["id"] = rows["id"].astype(frame[embed.columns.name].dtype)
    return rows


def _empty(frame: Any, embed: BatchEmbedder) -> Any:
    """No rows, with the types of the columns."""
    pa = need("pyarrow", "dask", "Dask")
    none = pa.table({"id": pa.array([], pa.string()), **{key: pa.array([], pa.list_(pa.int64())) for key in ("src", "dst")}})
    rows = BatchEmbedder(embed.embedder)(none).to_pandas()
    if embed.embedder.level == "graph":
        rows["id"] = frame[embed.columns.name].head(0).to_numpy()
        rows.index = frame.index[:0]
        rows["id"] = rows["id"].astype(frame[embed.columns.name].dtype)
    return rows


def fit(frame: "DataFrame", length: Any = 7, *, columns: GraphColumns = GraphColumns(), **options: Any) -> Embedder:
    """Learns what the columns need from the graphs of a DataFrame: a task for each partition, then merged in a tree.

    The result has the same bytes as `Embedder.fit` on one machine. Clusters of attributes are learnt from a sample (see `PartialFit`) and
    read the frame twice: `persist()` it if it is costly to make.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
        Graphs, one per row. Lists must not have become texts: see the configuration `dataframe.convert-string` of Dask.
    length, **options
        As for `aw.embed`, without n_jobs: tasks use one thread.
    columns : GraphColumns
        The names of the columns, if they are not the usual ones, and whether edges are directed.

    Returns
    -------
    Embedder
    """
    plan = plan_of(columns, {"length": length, **options})
    dask = need("dask", "dask", "Dask")
    need("dask.dataframe", "dask", "Dask")
    used = columns.present(frame.columns)

    def learn(empty: PartialFit) -> Iterator[PartialFit]:
        shared = dask.delayed(empty)
        states = [dask.delayed(_learn)(part, shared, columns) for part in frame[used].to_delayed()]
        while len(states) > 1:
            states = [dask.delayed(_merge)(states[i : i + _FAN_IN]) for i in range(0, len(states), _FAN_IN)]
        yield from dask.compute(*states)

    return stateless_embedder(plan) or fit_in_parts(plan, learn)


def embed(
    frame: "DataFrame",
    length: Any = 7,
    *,
    embedder: Embedder | None = None,
    columns: GraphColumns = GraphColumns(),
    **options: Any,
) -> "DataFrame":
    """The rows of the graphs of a DataFrame, with the columns of `Rows.to_arrow`.

    Features that learn something are fitted on the same frame first, unless `embedder` is given. Rows are computed when the result is
    used, on one thread per task; a worker gets the embedder once.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
        Graphs, one per row, as for `fit`.
    length, **options
        As for `aw.embed`, without n_jobs. Not with an embedder, which has its own.
    embedder : Embedder, optional
        The result of `fit`, or of `Embedder.fit` or `Embedder.load` on one machine.
    columns : GraphColumns
        The names of the columns, if they are not the usual ones, and whether edges are directed.

    Returns
    -------
    dask.dataframe.DataFrame
    """
    dask = need("dask", "dask", "Dask")
    need("dask.dataframe", "dask", "Dask")
    if embedder is not None and options:
        raise ValueError(f"an embedder has its own options; leave out {', '.join(options)}")
    known = embedder if embedder is not None else fit(frame, length, columns=columns, **options)
    work = BatchEmbedder(known, columns)
    graphs = frame[columns.present(frame.columns)]
    return graphs.map_partitions(_embed, dask.delayed(work), meta=_empty(graphs._meta, work))
