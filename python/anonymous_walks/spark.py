"""Spark: rows of the graphs of a DataFrame, learnt and computed by the executors through Arrow (PySpark 3.5 or later).

The DataFrame has a row per graph: `id`, `src` and `dst` (arrays of the ends of edges), and optionally `num_nodes`, `node_labels`, `edge_labels`,
`node_attributes` and `weight`. Results have the same bytes as on one machine, whatever the partitions, and whatever tasks are run again.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ._extras import need
from .batches import BatchEmbedder, GraphColumns, learn_batches, merge_states, plan_of, stateless_embedder
from .partial import PartialFit, fit_in_parts
from .rows import Embedder

if TYPE_CHECKING:
    from pyspark.sql import DataFrame  # type: ignore[import-not-found, unused-ignore]

_FAN_IN = 32  # states that one task, or the driver, merges


class _Tasks:
    """A function over the Arrow batches of a partition, with an object that is broadcast and opened once by every worker."""

    def __init__(self, work: Callable[[Any, Iterator[Any]], Iterable[Any]], shared: Any) -> None:
        self.work = work
        self.shared = shared

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        yield from self.work(self.shared.value, batches)


class _Learn:
    """The state of a partition as a batch of one row."""

    def __init__(self, columns: GraphColumns) -> None:
        self.columns = columns

    def __call__(self, empty: PartialFit, batches: Iterator[Any]) -> Iterator[Any]:
        yield _batch_of([learn_batches(empty, batches, self.columns)])


def _merge(options: dict[str, Any], batches: Iterator[Any]) -> Iterator[Any]:
    """The states of a partition as one."""
    states = (PartialFit._restore(state.as_py(), options) for batch in batches for state in batch.column(0))
    yield from (_batch_of([merged]) for merged in merge_states(states))


def _embed(embed: BatchEmbedder, batches: Iterator[Any]) -> Iterator[Any]:
    """The rows of a partition."""
    return map(embed, batches)


def _batch_of(parts: list[PartialFit]) -> Any:
    pa = need("pyarrow", "spark", "Spark")
    return pa.RecordBatch.from_pydict({"state": pa.array([part.state for part in parts], pa.binary())})


def _fit(df: "DataFrame", plan: dict[str, Any], columns: GraphColumns) -> Embedder:
    context = df.sparkSession.sparkContext

    def learn(empty: PartialFit) -> Iterator[PartialFit]:
        shared, options = context.broadcast(empty), context.broadcast(plan)
        states = df.mapInArrow(_Tasks(_Learn(columns), shared), "state binary")
        parts = df.rdd.getNumPartitions()
        while parts > _FAN_IN:
            parts = -(-parts // _FAN_IN)
            states = states.repartition(parts).mapInArrow(_Tasks(_merge, options), "state binary")
        for row in states.collect():
            yield PartialFit._restore(bytes(row.state), plan)
        shared.unpersist()
        options.unpersist()

    return fit_in_parts(plan, learn)


def fit(df: "DataFrame", length: Any = 7, *, columns: GraphColumns = GraphColumns(), **options: Any) -> Embedder:
    """Learns what the columns need from the graphs of a DataFrame: each task from a partition, then merged.

    The result has the same bytes as `Embedder.fit` on one machine. Clusters of attributes are learnt from a sample of at most 100,000 nodes
    (see `PartialFit`) and read the DataFrame twice: cache it if it is costly to make. States are merged in a tree, and the last ones by the
    driver, whose memory and spark.driver.maxResultSize must suffice for the vocabulary.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        Graphs, one per row.
    length, **options
        As for `aw.embed`, without n_jobs: tasks use one thread.
    columns : GraphColumns
        The names of the columns, if they are not the usual ones, and whether edges are directed.

    Returns
    -------
    Embedder

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.getOrCreate()
    >>> df = spark.createDataFrame([(1, [0, 1], [1, 2], ["C", "C", "O"])], "id long, src array<long>, dst array<long>, node_labels array<string>")
    >>> aw.spark.fit(df, features="walks(node):0..1")
    <Embedder: walks(node):0..1, 5 columns>
    """
    plan = plan_of(columns, {"length": length, **options})
    return stateless_embedder(plan) or _fit(df.select(*columns.present(df.columns)), plan, columns)


def embed(
    df: "DataFrame",
    length: Any = 7,
    *,
    embedder: Embedder | None = None,
    columns: GraphColumns = GraphColumns(),
    **options: Any,
) -> "DataFrame":
    """The rows of the graphs of a DataFrame: id, features (a vector of Spark's ml), certified_error, unseen.

    Features that learn something are fitted on the same DataFrame first, unless `embedder` is given. Rows are computed when the
    result is used, on one thread per task; the embedder is broadcast and opened once by every Python worker.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        Graphs, one per row.
    length, **options
        As for `aw.embed`, without n_jobs. Not with an embedder, which has its own.
    embedder : Embedder, optional
        The result of `fit`, or of `Embedder.fit` or `Embedder.load` on one machine.
    columns : GraphColumns
        The names of the columns, if they are not the usual ones, and whether edges are directed.

    Returns
    -------
    pyspark.sql.DataFrame

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.getOrCreate()
    >>> df = spark.createDataFrame([(1, [0, 1], [1, 2])], "id long, src array<long>, dst array<long>")
    >>> aw.spark.embed(df, length=2).collect()
    [Row(id=1, features=SparseVector(2, {0: 0.6667, 1: 0.3333}), certified_error=0.0, unseen=0.0)]
    """
    types = need("pyspark.sql.types", "spark", "Spark")
    linalg = need("pyspark.ml.linalg", "spark", "Spark")
    if embedder is not None and options:
        raise ValueError(f"an embedder has its own options; leave out {', '.join(options)}")
    known = embedder if embedder is not None else fit(df, length, columns=columns, **options)
    graphs = df.select(*columns.present(df.columns))
    whole = known.level == "graph"
    schema = types.StructType(
        [
            types.StructField("id", graphs.schema[columns.name].dataType if whole else types.StringType()),
            types.StructField("features", linalg.VectorUDT()),
            types.StructField("certified_error", types.DoubleType()),
            types.StructField("unseen", types.DoubleType()),
        ]
    )
    shared = df.sparkSession.sparkContext.broadcast(BatchEmbedder(known, columns, vectors=True))
    return graphs.mapInArrow(_Tasks(_embed, shared), schema)
