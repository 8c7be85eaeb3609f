"""Graphs to rows: `embed` for a matrix, `embed_batches` for a stream, `Embedder` for one batch at a time.

An `Embedder` turns a batch of graphs into a batch of rows. It is fitted once, can be pickled and sent to other processes,
and gives the same bytes for a graph whatever the batch: everything else here, the estimators and the adapters for other
engines are made of it.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._extras import need
from ._options import DEFAULT_MEMORY, feature_options, threads_of
from ._progress import Report, progress
from .convert import as_graphs, batches_of, from_arrow, is_stream, readable

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Rows:
    """Rows of a feature matrix, and what is known about each.

    Attributes
    ----------
    begins, indices, values : arrays
        The rows in compressed form: row i has values[begins[i]:begins[i+1]] in the columns indices[begins[i]:begins[i+1]].
    num_columns : int
        Number of columns.
    ids : list of str
        Id of the graph, node, edge or subgraph of each row; graphs without a name have their position.
    methods : list of str
        "exact", "sampled" or "mixed".
    walks : array of int
        Number of walks drawn; 0 for exact rows.
    certified_error : array of float
        Bound of the L1 distance to the true row, before scaling; 0 for exact rows.
    stopped : array of float
        Probability of walks that could not make all their steps and have no column.
    unseen : array of float
        Share of the probability in walks that have no column.
    missing : array of bool or None
        Rows of what was None instead of a graph, which are NaN. None: there are none.
    """

    begins: "NDArray[np.int64]"
    indices: "NDArray[np.int64]"
    values: "NDArray[np.float64]"
    num_columns: int
    ids: list[str]
    methods: list[str]
    walks: "NDArray[np.int64]"
    certified_error: "NDArray[np.float64]"
    stopped: "NDArray[np.float64]"
    unseen: "NDArray[np.float64]"
    missing: "NDArray[np.bool_] | None" = None

    def __len__(self) -> int:
        return len(self.ids)

    def to_numpy(self, memory: int = DEFAULT_MEMORY) -> "NDArray[np.float64]":
        """The rows as a dense array; a MemoryError if it would take more than `memory` bytes."""
        check_dense(len(self), self.num_columns, memory)
        dense = np.zeros((len(self), self.num_columns))
        dense[np.repeat(np.arange(len(self)), np.diff(self.begins)), self.indices] = self.values
        if self.missing is not None:
            dense[self.missing] = np.nan
        return dense

    def to_scipy(self) -> Any:
        """The rows as a scipy.sparse.csr_array."""
        sparse = need("scipy.sparse", "scipy", "a sparse matrix")
        if self.missing is not None:
            raise ValueError("a sparse matrix has no rows of NaN; leave out what is None, or use a dense result")
        return sparse.csr_array((self.values, self.indices, self.begins), shape=(len(self), self.num_columns))

    def to_arrow(self) -> Any:
        """The rows as a pyarrow.RecordBatch: id, indices and values (lists), certified_error, stopped, unseen, walks, method."""
        pa = need("pyarrow", "arrow", "an Arrow batch")
        offsets = pa.array(self.begins, pa.int64())
        columns = {
            "id": pa.array(self.ids, pa.string()),
            "indices": pa.LargeListArray.from_arrays(offsets, pa.array(self.indices, pa.int64())),
            "values": pa.LargeListArray.from_arrays(offsets, pa.array(self.values, pa.float64())),
            "certified_error": pa.array(self.certified_error, pa.float64()),
            "stopped": pa.array(self.stopped, pa.float64()),
            "unseen": pa.array(self.unseen, pa.float64()),
            "walks": pa.array(self.walks, pa.int64()),
            "method": pa.array(self.methods, pa.string()),
        }
        batch = pa.RecordBatch.from_pydict(columns)
        return batch.replace_schema_metadata({"num_columns": str(self.num_columns)})


def check_dense(rows: int, columns: int, memory: int) -> None:
    """Raises MemoryError if a dense matrix would take more than `memory` bytes."""
    needed = 8 * rows * columns
    if needed > memory:
        raise MemoryError(
            f"a dense matrix of {rows} rows and {columns} columns needs {needed} bytes, more than {memory}; use "
            "sparse_output=True, or raise `memory`"
        )


_EMPTY = _core.Graph([])


def joined(parts: Sequence[Rows]) -> Rows:
    """The facts about the rows of several batches, one after another, without their values."""
    if len(parts) == 1:
        return parts[0]
    empty = np.zeros(1, np.int64)
    return Rows(
        begins=empty,
        indices=empty[:0],
        values=np.zeros(0),
        num_columns=parts[0].num_columns,
        ids=[name for part in parts for name in part.ids],
        methods=[method for part in parts for method in part.methods],
        walks=np.concatenate([part.walks for part in parts]),
        certified_error=np.concatenate([part.certified_error for part in parts]),
        stopped=np.concatenate([part.stopped for part in parts]),
        unseen=np.concatenate([part.unseen for part in parts]),
    )


class Embedder:
    """Turns batches of graphs into batches of rows with fixed columns. Made by `Embedder.fit`; immutable, picklable.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> embedder = aw.Embedder.fit(aw.generate("cycle:nodes=5"), length=3)
    >>> rows = embedder(aw.generate("star:nodes=5"))
    >>> rows.num_columns, rows.methods
    (5, ['exact'])
    """

    def __init__(self, core: Any, options: dict[str, Any]) -> None:
        self._core = core
        self._options = options

    @classmethod
    def fit(cls, graphs: Iterable[Any], *, verbose: Any = False, **options: Any) -> "Embedder":
        """Learns what the columns need from graphs, if anything. Options: those of `embed`.

        The graphs of `read` are read twice, if anything is learnt, and not held.
        """
        plan = feature_options(**options)
        with progress(verbose, "graphs") as report:
            return cls.of_options(readable(graphs, self_loops=plan["self_loops"]), plan, report)

    @classmethod
    def of_options(cls, graphs: Any, plan: dict[str, Any], report: Report | None = None) -> "Embedder":
        """The same for the results of `readable` (or a tuple of `Graph`) and `feature_options`."""
        core = _core.Featurizer.fit(graphs, plan, report)
        return cls(core, {**plan, "dead_ends": core.dead_ends, "features": core.features})

    @classmethod
    def load(cls, path: str | os.PathLike[str], **options: Any) -> "Embedder":
        """From a vocabulary file (`save`, or --vocabulary-out of the command). Options: those of `embed`, without features."""
        plan = feature_options(**options)
        core = _core.Featurizer.load(os.fspath(path), plan)
        return cls(core, {**plan, "dead_ends": core.dead_ends, "features": core.features})

    def save(self, path: str | os.PathLike[str], force: bool = False) -> None:
        """Writes what was learnt to a vocabulary file, which the command reads, too (--vocabulary)."""
        self._core.save(os.fspath(path), force)

    def __call__(self, graphs: Sequence[Any], *, first: int = 0, report: Report | None = None) -> Rows:
        """The rows of a batch of graphs. `first` is the position of its first graph, for ids of graphs without a name."""
        known, missing = self._checked(graphs)
        made = self._core.transform(known, first, False, report)
        return Rows(num_columns=self.num_columns, missing=missing, **made)

    def dense(
        self, graphs: Sequence[Any], *, first: int = 0, report: Report | None = None
    ) -> tuple["NDArray[np.float64]", Rows]:
        """The rows as a dense array, and the facts about them (with empty values)."""
        known, missing = self._checked(graphs)
        made = self._core.transform(known, first, True, report)
        matrix = made.pop("dense")
        if missing is not None:
            matrix[missing] = np.nan
        empty = np.zeros(len(matrix) + 1, np.int64)
        return matrix, Rows(empty, empty[:0], matrix[:0].ravel(), self.num_columns, missing=missing, **made)

    def arrow(self, batch: Any, **columns: Any) -> Any:
        """A batch of Arrow data to a batch of rows: `from_arrow`, with its options, and `Rows.to_arrow`. Needs pyarrow.

        Examples
        --------
        >>> import anonymous_walks as aw, pyarrow as pa
        >>> batch = pa.RecordBatch.from_pydict({"id": ["edge"], "src": [[0]], "dst": [[1]]})
        >>> aw.Embedder.fit(aw.from_arrow(batch), length=2).arrow(batch)["values"]
        <pyarrow.lib.LargeListArray object at ...>
        [
          [
            1
          ]
        ]
        """
        return self(from_arrow(batch, **columns)).to_arrow()

    def _checked(self, graphs: Sequence[Any]) -> tuple[tuple[_core.Graph, ...], "NDArray[np.bool_] | None"]:
        """The graphs, and where there is None instead of one; an empty graph takes its place."""
        known = tuple(as_graphs(graphs, self_loops=self._options["self_loops"], missing=True))
        if None not in known:
            return known, None
        if self.level != "graph":
            raise ValueError("a graph is None, and its nodes are not known; leave it out")
        missing = np.array([graph is None for graph in known])
        return tuple(_EMPTY if graph is None else graph for graph in known), missing

    def with_threads(self, n_jobs: int | None) -> "Embedder":
        """The same embedder with another number of threads, which changes no result."""
        return Embedder._restore(self._core.learnt, {**self._options, "threads": threads_of(n_jobs)})

    @property
    def num_columns(self) -> int:
        """Number of columns."""
        return int(self._core.num_columns)

    @property
    def features(self) -> str:
        """The blocks of features as text."""
        return str(self._options["features"])

    @property
    def level(self) -> str:
        """What a row describes: graph, node, edge or subgraph."""
        return str(self._options["level"])

    @property
    def learns(self) -> bool:
        """Whether anything was learnt from the graphs of the fit."""
        return len(self.learnt) > 0

    @property
    def learnt(self) -> bytes:
        """What was learnt, as the bytes of the file that `save` writes; empty if nothing was."""
        return bytes(self._core.learnt)

    @property
    def self_loops(self) -> bool:
        """Whether self-loops are kept."""
        return bool(self._options["self_loops"])

    def blocks(self) -> list[tuple[str, int, int, float]]:
        """Name, first column, end and weight of every block."""
        return list(self._core.blocks())

    def columns(self) -> list[tuple[str, int, str]]:
        """Block, length and walk of every column."""
        return list(self._core.columns(0, self.num_columns))

    def feature_names(self) -> "NDArray[np.object_]":
        """A distinct name for every column: block and walk."""
        names = [f"{block} {walk}" for block, _, walk in self.columns()]
        if len(set(names)) < len(names):  # blocks that differ in weight or scaling only
            for number, (_, first, last, _) in enumerate(self.blocks()):
                names[first:last] = [f"{number}: {name}" for name in names[first:last]]
        return np.array(names, dtype=object)

    def __repr__(self) -> str:
        return f"<Embedder: {self.features}, {self.num_columns} columns>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Embedder._restore, (self._core.learnt, self._options)

    @staticmethod
    def _restore(learnt: bytes, options: dict[str, Any]) -> "Embedder":
        return Embedder(_core.Featurizer.restore(learnt, options), options)


def is_stateless(options: dict[str, Any]) -> bool:
    """Whether the columns of these options depend on no graph."""
    try:
        _core.Featurizer.restore(b"", options)
    except ValueError:
        return False
    return True


def embed(
    graphs: Iterable[Any],
    length: Any = 7,
    *,
    sparse_output: bool = False,
    memory: int = DEFAULT_MEMORY,
    verbose: Any = False,
    **options: Any,
) -> Any:
    """The feature matrix of graphs: one row per graph, one column per anonymous walk.

    Parameters
    ----------
    graphs : iterable
        Graphs of any kind that `as_graph` takes, also mixed. A generator is read in batches.
    length : int, pair of int or str, default 7
        Steps of the walks: 7, (2, 7) or "2..7".
    sparse_output : bool, default False
        Return a scipy.sparse.csr_array instead of a numpy array.
    memory : int
        Limit of a dense result in bytes; beyond it MemoryError is raised.
    verbose : bool, default False
        Show a bar of progress (needs tqdm).
    **options
        features : str, blocks of features instead of `length`, for example "walks(node):0..3 + size";
        scaling : {"none", "sqrt", "log", "unit"};
        walk : {"uniform", "non-backtracking"};
        dead_ends : {"auto", "end", "stop", "restart", "reverse"};
        self_loops : bool, keep self-loops and use the larger vocabulary;
        level : {"graph", "node", "edge", "subgraph"}, what a row describes;
        node_sets : dict from graph names to lists of nodes, for level subgraph (or the nodes of level node);
        method : {"auto", "exact", "sampled"};
        walks : int, walks per sampled row, instead of epsilon and delta;
        epsilon, delta : L1 error of a sampled distribution, and the probability that it does not hold;
        budget : limit of steps for the exact enumeration of a graph;
        normalise : bool, divide rows by 1 - stopped;
        min_graphs, max_columns, hash_bits : which labelled walks get columns;
        random_state : seed, default 1 as on the command line;
        n_jobs : threads, default -1 (all CPUs); results do not depend on it.

    Returns
    -------
    numpy.ndarray or scipy.sparse.csr_array

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> aw.embed([aw.Graph([[0, 1], [1, 2], [2, 0]])], length=2)
    array([[0.5, 0.5]])
    """
    parts: list[Any] = []
    rows = 0
    for embedder, batch, first, report in _each_batch(graphs, length, None, verbose, options):
        if sparse_output:
            parts.append(embedder(batch, first=first, report=report).to_scipy())
            continue
        if embedder.level == "graph":
            check_dense(rows + len(batch), embedder.num_columns, memory)
        parts.append(embedder.dense(batch, first=first, report=report)[0])
        rows += len(parts[-1])
        check_dense(rows, embedder.num_columns, memory)
    if len(parts) == 1:
        return parts[0]
    if sparse_output:
        return need("scipy.sparse", "scipy", "a sparse matrix").vstack(parts, format="csr")
    return np.concatenate(parts)


def embed_batches(
    graphs: Iterable[Any],
    length: Any = 7,
    *,
    batch_size: int | None = 1024,
    verbose: Any = False,
    **options: Any,
) -> Iterator[Rows]:
    """The rows of graphs, a batch at a time: a generator of a million graphs needs the memory of one batch.

    Parameters
    ----------
    graphs : iterable
        As for `embed`. Features that learn something from graphs need a list, or anything else that can be read twice.
    batch_size : int or None, default 1024
        Graphs per batch. None: one batch of a list, 1024 graphs of anything else.
    length, verbose, **options
        As for `embed`.

    Yields
    ------
    Rows

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> many = (aw.Graph([[i, i + 1] for i in range(n % 20 + 1)]) for n in range(2999))
    >>> [len(rows) for rows in aw.embed_batches(many, length=3)]
    [1024, 1024, 951]
    """
    for embedder, batch, first, report in _each_batch(graphs, length, batch_size, verbose, options):
        yield embedder(batch, first=first, report=report)


def _each_batch(
    graphs: Iterable[Any], length: Any, batch_size: int | None, verbose: Any, options: dict[str, Any]
) -> Iterator[tuple[Embedder, tuple[Any, ...], int, Report | None]]:
    """The fitted embedder with every batch, the position of its first graph, and the function for reports."""
    plan = feature_options(length=length, **options)
    stateless = is_stateless(plan)
    if not stateless and not is_stream(graphs):
        graphs = list(as_graphs(graphs, self_loops=plan["self_loops"], missing=True))  # converted once, and read twice
    with progress(verbose, "graphs") as report:
        embedder = None
        if not stateless:
            embedder = Embedder.of_options(readable(graphs, self_loops=plan["self_loops"]), plan, report)
        first = 0
        for batch in batches_of(graphs, batch_size, self_loops=plan["self_loops"], missing=True):
            if embedder is None:
                embedder = Embedder.of_options(tuple(graph for graph in batch if graph is not None)[:1], plan)
            yield embedder, batch, first, _shifted(report, first)
            first += len(batch)
        if first == 0:
            yield embedder or Embedder.of_options((), plan), (), 0, None


def _shifted(report: Report | None, first: int) -> Report | None:
    if report is None or first == 0:
        return report
    shifted_report = report
    return lambda done, total: shifted_report(first + done, 0)


def write_embedding(graphs: Iterable[Any], path: str | os.PathLike[str], length: Any = 7, **options: Any) -> int:
    """Writes the rows of graphs to a Parquet (.parquet) or Arrow (.arrow) file, batch by batch; returns their number.

    The file has the columns of `Rows.to_arrow`; it appears at its path when it is complete. Needs pyarrow.

    Parameters
    ----------
    graphs : iterable
        As for `embed_batches`; a generator needs the memory of one batch.
    path : path
        File to write, which ends in .parquet or .arrow.
    length, **options
        As for `embed_batches`.
    """
    pa = need("pyarrow", "arrow", "a Parquet or Arrow file")
    target = os.fspath(path)
    if not target.endswith((".parquet", ".arrow")):
        raise ValueError(f"{target}: the name must end in .parquet or .arrow")
    part = target + ".part"
    count = 0
    writer = None
    try:
        for rows in embed_batches(graphs, length, **options):
            batch = rows.to_arrow()
            if writer is None:
                if target.endswith(".parquet"):
                    writer = need("pyarrow.parquet", "arrow", "a Parquet file").ParquetWriter(part, batch.schema)
                else:
                    writer = pa.ipc.new_file(part, batch.schema)
            writer.write_batch(batch)
            count += len(rows)
        if writer is not None:
            writer.close()
        os.replace(part, target)
    except BaseException:
        if writer is not None:
            writer.close()
        if os.path.exists(part):
            os.remove(part)
        raise
    return count
