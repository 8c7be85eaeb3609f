"""Kernels between graphs as a transformer to Gram matrices."""

from numbers import Integral, Real
from typing import Any

from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted

from .. import _core
from .._options import threads_of
from .._progress import progress
from ..rows import Embedder, Rows
from ._base import FeatureEstimator


class GraphKernel(ClassNamePrefixFeaturesOutMixin, TransformerMixin, FeatureEstimator):  # type: ignore[misc]
    """Kernel values between graphs and the graphs of the fit, from walk features; for SVC(kernel="precomputed").

    Parameters
    ----------
    kernel : {"linear", "poly", "rbf", "cosine", "hellinger", "intersection", "chi2"}, default "linear"
        Kernel between the rows of two graphs (docs/reference/kernels.md).
    degree, coef0 : int and float, default 2 and 1
        Exponent and constant term of poly.
    sigma : float, optional
        Width of rbf. Default: the square root of the median squared distance of the graphs of the fit.
    blocks_median : bool, default False
        exp(-gamma D), with the distances of every block divided by their median.
    gamma : float, default 1
        Factor of D with `blocks_median`.
    length, features, scaling, walk, dead_ends, self_loops, level, node_sets, method, walks, epsilon, delta, budget, normalise,
    min_graphs, max_columns, hash_bits, memory, random_state, n_jobs, verbose
        As for `AnonymousWalkFeatures`.

    Attributes
    ----------
    embedder_ : Embedder
        The features of the fit.
    sigma_ : float or None
        Width that rbf used in fit_transform().
    medians_ : list of float
        Medians that blocks_median used in fit_transform().

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> graphs = aw.generate("cycle:nodes=5") + aw.generate("star:nodes=5")
    >>> aw.GraphKernel("hellinger", length=2).fit_transform(graphs).round(3)
    array([[1.   , 0.995],
           [0.995, 1.   ]], dtype=float32)
    """

    _parameter_constraints = {
        **FeatureEstimator._parameter_constraints,
        "kernel": [StrOptions(set(_core.kernel_names()))],
        "degree": [Interval(Integral, 1, 100, closed="both")],
        "coef0": [Real],
        "sigma": [Interval(Real, 0, None, closed="neither"), None],
        "blocks_median": ["boolean"],
        "gamma": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self,
        kernel: str = "linear",
        *,
        degree: int = 2,
        coef0: float = 1,
        sigma: float | None = None,
        blocks_median: bool = False,
        gamma: float = 1,
        **features: Any,
    ) -> None:
        super().__init__(**features)
        self.kernel = kernel
        self.degree = degree
        self.coef0 = coef0
        self.sigma = sigma
        self.blocks_median = blocks_median
        self.gamma = gamma

    def _kernel(self, rows: Rows, others: Rows | None, report: Any) -> tuple[Any, float | None, list[float]]:
        options = {
            "kernel": self.kernel,
            "degree": int(self.degree),
            "coef0": float(self.coef0),
            "sigma": None if self.sigma is None else float(self.sigma),
            "blocks_median": bool(self.blocks_median),
            "gamma": float(self.gamma),
            "threads": threads_of(self.n_jobs),
            "memory": int(self.memory),
        }
        a = (rows.begins, rows.indices, rows.values)
        b = None if others is None else (others.begins, others.indices, others.values)
        return _core.kernel(a, b, rows.num_columns, self.embedder_.blocks(), options, report)

    def fit(self, X: Any, y: Any = None) -> "GraphKernel":
        """Computes the features of the graphs with which kernels will be computed."""
        self._validate_params()
        graphs = self._known_graphs(X)
        with progress(self.verbose, "graphs") as report:
            self.embedder_ = Embedder.of_options(graphs, self._feature_options(), report)
            self._rows = self.embedder_(graphs, report=report)
        self._n_features_out = len(self._rows)
        return self

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> Any:
        """The square, symmetric matrix of kernel values between these graphs."""
        self.fit(X, y)
        with progress(self.verbose, "pieces") as report:
            values, self.sigma_, self.medians_ = self._kernel(self._rows, None, report)
        return values

    def transform(self, X: Any) -> Any:
        """Kernel values between these graphs (rows) and those of the fit (columns), float32."""
        check_is_fitted(self, "embedder_")
        rows = self.embedder_(self._known_graphs(X))
        with progress(self.verbose, "pieces") as report:
            return self._kernel(rows, self._rows, report)[0]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = []  # kernel values are float32
        return tags
