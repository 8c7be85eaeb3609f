"""Estimators of scikit-learn for graphs. Needs scikit-learn: pip install 'anonymous-walks[sklearn]'."""

from .._extras import need

need("sklearn", "sklearn", "an estimator")

from .classifier import GraphClassifier  # noqa: E402
from .embedding import AnonymousWalkEmbedding  # noqa: E402
from .features import AnonymousWalkFeatures  # noqa: E402
from .kernel import GraphKernel  # noqa: E402
from .multilabel import GraphMultilabelClassifier  # noqa: E402
from .neighbours import NearestGraphs  # noqa: E402
from .nodes import NodeClassifier  # noqa: E402
from .regressor import GraphRegressor  # noqa: E402

__all__ = [
    "AnonymousWalkEmbedding",
    "AnonymousWalkFeatures",
    "GraphClassifier",
    "GraphKernel",
    "GraphMultilabelClassifier",
    "GraphRegressor",
    "NearestGraphs",
    "NodeClassifier",
]
