"""Ray: rows of the graphs of a dataset, by `map_batches` on Arrow batches (ray.data).

The dataset has a row per graph: `id`, `src` and `dst` (lists of the ends of edges), and optionally `num_nodes`, `node_labels`, `edge_labels`,
`node_attributes` and `weight`. Results have the same bytes as on one machine, whatever the blocks; their order is that of the engine.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._extras import need
from .batches import BatchEmbedder, GraphColumns, learn_batches, plan_of, stateless_embedder
from .partial import PartialFit, fit_in_parts
from .rows import Embedder

if TYPE_CHECKING:
    from ray.data import Dataset  # type: ignore[import-not-found, unused-ignore]


class _Actor:
    """A BatchEmbedder that an actor opens once."""

    def __init__(self, shared: Any) -> None:
        self.embed: BatchEmbedder = need("ray", "ray", "Ray").get(shared)

    def __call__(self, table: Any) -> Any:
        return need("pyarrow", "ray", "Ray").Table.from_batches([self.embed(table)])


class _Learn:
    """The state of a block as a table of one row."""

    def __init__(self, shared: Any, columns: GraphColumns) -> None:
        self.shared = shared
        self.columns = columns

    def __call__(self, table: Any) -> Any:
        pa = need("pyarrow", "ray", "Ray")
        part = learn_batches(need("ray", "ray", "Ray").get(self.shared), [table], self.columns)
        return pa.table({"state": pa.array([part.state], pa.large_binary())})


def fit(dataset: "Dataset", length: Any = 7, *, columns: GraphColumns = GraphColumns(), **options: Any) -> Embedder:
    """Learns what the columns need from the graphs of a dataset: a task for each block, then merged.

    The result has the same bytes as `Embedder.fit` on one machine. Clusters of attributes are learnt from a sample (see `PartialFit`) and
    read the dataset twice: `materialize()` it if it is costly to make.

    Parameters
    ----------
    dataset : ray.data.Dataset
        Graphs, one per row.
    length, **options
        As for `aw.embed`, without n_jobs: tasks use one thread.
    columns : GraphColumns
        The names of the columns, if they are not the usual ones, and whether edges are directed.

    Returns
    -------
    Embedder
    """
    plan = plan_of(columns, {"length": length, **options})
    ray = need("ray", "ray", "Ray")

    def learn(empty: PartialFit) -> Iterator[PartialFit]:
        work = _Learn(ray.put(empty), columns)
        states = dataset.map_batches(lambda table: work(table), batch_format="pyarrow", batch_size=None)
        for row in states.iter_rows():
            yield PartialFit._restore(row["state"], plan)

    return stateless_embedder(plan) or fit_in_parts(plan, learn)


def embed(
    dataset: "Dataset",
    length: Any = 7,
    *,
    embedder: Embedder | None = None,
    columns: GraphColumns = GraphColumns(),
    actors: int | tuple[int, int] | None = None,
    batch_size: int = 1024,
    **options: Any,
) -> "Dataset":
    """The rows of the graphs of a dataset, with the columns of `Rows.to_arrow`.

    Features that learn something are fitted on the same dataset first, unless `embedder` is given. Rows are computed when the result is
    used, by actors of one thread, each of which opens the embedder once.

    Parameters
    ----------
    dataset : ray.data.Dataset
        Graphs, one per row.
    length, **options
        As for `aw.embed`, without n_jobs. Not with an embedder, which has its own.
    embedder : Embedder, optional
        The result of `fit`, or of `Embedder.fit` or `Embedder.load` on one machine.
    columns : GraphColumns
        The names of the columns, if they are not the usual ones, and whether edges are directed.
    actors : int or pair of int, optional
        Number of actors, or its least and its largest value. By default from one to one fewer than the cluster has CPUs: an actor
        keeps its CPU, and without a free one nothing reads the blocks that actors wait for.
    batch_size : int, default 1024
        Graphs per batch.

    Returns
    -------
    ray.data.Dataset
    """
    ray = need("ray", "ray", "Ray")
    if embedder is not None and options:
        raise ValueError(f"an embedder has its own options; leave out {', '.join(options)}")
    known = embedder if embedder is not None else fit(dataset, length, columns=columns, **options)
    if actors is None:
        actors = (1, max(1, int(ray.cluster_resources().get("CPU", 1)) - 1))
    return dataset.map_batches(
        _Actor,
        fn_constructor_args=(ray.put(BatchEmbedder(known, columns)),),
        batch_format="pyarrow",
        batch_size=batch_size,
        concurrency=actors,
    )
