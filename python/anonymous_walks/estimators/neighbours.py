"""Search for similar graphs, by the conventions of scikit-learn's NearestNeighbors."""

import os
from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted

from .. import _core
from .._options import seed_of, threads_of
from .._progress import progress
from ._base import FeatureEstimator


class NearestGraphs(FeatureEstimator):
    """The graphs most like given ones: an index of walk features, searched exactly or approximately.

    Distances are always exact; approximate search may miss neighbours, as often as `recall_` says.

    Parameters
    ----------
    n_neighbors : int, default 5
        Neighbours per graph.
    radius : float, default 0.1
        Distance up to which radius_neighbors() returns graphs.
    distance : {"hellinger", "cosine", "intersection", "euclidean"}, optional
        Distance between rows (docs/how-to/search.md). Default: hellinger; euclidean with `model`.
    model : str, optional
        File of a data-driven model (`AnonymousWalkEmbedding.save`, `awe train`) whose vectors are compared, instead of features.
    approximate : {"auto", "always", "never"}, default "auto"
        Whether to prepare the index for approximate search; auto: from 20,000 rows on.
    recall : float, default 0.97
        Share of the 10 nearest rows that approximate search is tuned to find.
    length, features, scaling, walk, dead_ends, self_loops, level, node_sets, method, walks, epsilon, delta, budget, normalise,
    min_graphs, max_columns, hash_bits, memory, random_state, n_jobs, verbose
        As for `AnonymousWalkFeatures`.

    Attributes
    ----------
    index_ : object
        The index.
    ids_ : list of str
        Ids of its rows: names or positions of graphs, with node, edge or subgraph.
    n_samples_fit_ : int
        Number of rows.
    recall_ : float
        Measured share of the 10 nearest rows that approximate search finds; 1 if searches are exact.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = aw.generate("cycle:nodes=8") + aw.generate("star:nodes=8") + aw.generate("cycle:nodes=9")
    >>> nearest = aw.NearestGraphs(n_neighbors=2, length=4).fit(graphs)
    >>> distances, rows = nearest.kneighbors(aw.generate("cycle:nodes=12"))
    >>> rows.tolist()
    [[0, 2]]
    >>> nearest.kneighbors_graph(mode="connectivity").toarray().sum(axis=1)
    array([2., 2., 2.])
    """

    _parameter_constraints = {
        **FeatureEstimator._parameter_constraints,
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "radius": [Interval(Real, 0, None, closed="left")],
        "distance": [StrOptions(set(_core.distance_names())), None],
        "model": [str, os.PathLike, None],
        "approximate": [StrOptions({"auto", "always", "never"})],
        "recall": [Interval(Real, 0, 1, closed="right")],
    }

    def __init__(
        self,
        n_neighbors: int = 5,
        *,
        radius: float = 0.1,
        distance: str | None = None,
        model: str | os.PathLike[str] | None = None,
        approximate: str = "auto",
        recall: float = 0.97,
        **features: Any,
    ) -> None:
        super().__init__(**features)
        self.n_neighbors = n_neighbors
        self.radius = radius
        self.distance = distance
        self.model = model
        self.approximate = approximate
        self.recall = recall

    def fit(self, X: Any, y: Any = None) -> "NearestGraphs":
        """Builds the index of these graphs."""
        self._validate_params()
        graphs = self._known_graphs(X)
        seed = seed_of(self.random_state)
        options = {
            "features": {**self._feature_options(), "seed": seed},
            "model": None if self.model is None else os.fspath(self.model),
            "distance": self.distance,
            "approximate": self.approximate,
            "recall": float(self.recall),
            "weighted": any(graph.weighted for graph in graphs),
            "seed": seed,
            **self._run(),
        }
        with progress(self.verbose, "graphs") as report:
            return self._keep(_core.GraphIndex.build(graphs, options, report))

    def partial_fit(self, X: Any, y: Any = None) -> "NearestGraphs":
        """Adds graphs to the index, or builds it; features that were learnt stay as they are."""
        if not hasattr(self, "index_"):
            return self.fit(X)
        graphs = self._known_graphs(X)
        with progress(self.verbose, "graphs") as report:
            return self._keep(self.index_.add(graphs, self._run(), report))

    def _run(self) -> dict[str, Any]:
        return {"threads": threads_of(self.n_jobs), "memory": int(self.memory)}

    def _keep(self, index: Any) -> "NearestGraphs":
        self.index_ = index
        self.ids_ = index.ids()
        self.n_samples_fit_ = len(self.ids_)
        self.recall_ = float(index.summary()["recall"])
        return self

    def _search(self, X: Any, **options: Any) -> dict[str, Any]:
        check_is_fitted(self, "index_")
        options["threads"] = threads_of(self.n_jobs)
        with progress(self.verbose, "queries") as report:
            if X is None:
                return dict(self.index_.search_rows(options, report))
            return dict(self.index_.search(self._known_graphs(X), options, report))

    def kneighbors(
        self, X: Any = None, n_neighbors: int | None = None, return_distance: bool = True, *, exact: bool = False
    ) -> Any:
        """The nearest rows of the index to each graph, nearest first.

        Parameters
        ----------
        X : graphs, optional
            Default: the rows of the index, each without itself.
        n_neighbors : int, optional
            Default: that of the estimator.
        return_distance : bool, default True
            Return (distances, indices) instead of indices.
        exact : bool, default False
            Search exactly even if the index is prepared for approximate search.
        """
        check_is_fitted(self, "index_")
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        if isinstance(k, bool) or not isinstance(k, Integral):
            raise TypeError(f"n_neighbors is {k!r}; it must be a whole number")
        most = self.n_samples_fit_ - (X is None)
        if not 0 < k <= most:
            raise ValueError(f"n_neighbors is {k}; it must be from 1 to {most}, the number of rows to choose from")
        found = self._search(X, k=int(k), exact=bool(exact))
        rows = found["rows"].reshape(-1, int(k))
        return (found["distances"].reshape(-1, int(k)), rows) if return_distance else rows

    def radius_neighbors(self, X: Any = None, radius: float | None = None, return_distance: bool = True) -> Any:
        """All rows within a distance of each graph, nearest first: arrays of arrays, as scikit-learn returns them. Exact."""
        check_is_fitted(self, "index_")
        limit = self.radius if radius is None else radius
        found = self._search(X, k=self.n_samples_fit_, max_distance=float(limit))
        begins = found["begins"]

        def split(values: Any) -> Any:
            parts = np.empty(len(begins) - 1, dtype=object)
            for i in range(len(parts)):
                parts[i] = values[begins[i] : begins[i + 1]]
            return parts

        return (split(found["distances"]), split(found["rows"])) if return_distance else split(found["rows"])

    def kneighbors_graph(self, X: Any = None, n_neighbors: int | None = None, mode: str = "connectivity") -> Any:
        """The neighbours as a sparse matrix: 1 (mode "connectivity") or the distance (mode "distance") at (graph, neighbour)."""
        from scipy.sparse import csr_matrix

        if mode not in ("connectivity", "distance"):
            raise ValueError(f"mode is {mode!r}; use 'connectivity' or 'distance'")
        distances, rows = self.kneighbors(X, n_neighbors)
        values = np.ones(rows.size) if mode == "connectivity" else distances.ravel()
        begins = np.arange(0, rows.size + 1, rows.shape[1])
        return csr_matrix((values, rows.ravel(), begins), shape=(rows.shape[0], self.n_samples_fit_))

    def shared_walks(self, X: Any = None, n_neighbors: int | None = None, n_walks: int = 3) -> list[list[list[Any]]]:
        """For each graph and neighbour the walks that the two share most: (block, length, walk, share of the similarity)."""
        check_is_fitted(self, "index_")
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        found = self._search(X, k=int(k), shared_walks=int(n_walks))
        begins = found["begins"]
        return [found["shared"][begins[i] : begins[i + 1]] for i in range(len(begins) - 1)]

    def near_duplicates(self, max_distance: float = 0.0) -> list[Any]:
        """Groups of rows that are connected by distances of at most `max_distance`, as arrays of row numbers. Exact."""
        check_is_fitted(self, "index_")
        with progress(self.verbose, "rows") as report:
            found = self.index_.near_duplicates(float(max_distance), threads_of(self.n_jobs), report)
        begins = found["begins"]
        return [found["rows"][begins[i] : begins[i + 1]] for i in range(len(begins) - 1)]

    def save(self, path: str | os.PathLike[str], force: bool = False) -> None:
        """Writes the index to a file of the command line (`awe search`)."""
        check_is_fitted(self, "index_")
        self.index_.save(os.fspath(path), force)

    @classmethod
    def load(cls, path: str | os.PathLike[str], n_jobs: int | None = -1) -> "NearestGraphs":
        """An index of `save` or `awe index`, mapped into memory; n_neighbors and radius are the defaults."""
        index = _core.GraphIndex.load(os.fspath(path), threads_of(n_jobs))
        summary = index.summary()
        made = cls(distance=summary["distance"], level=summary["level"], n_jobs=n_jobs)
        if summary["source"] == "features":
            made.features = summary["features"]
        return made._keep(index)
