"""Anonymous walk embeddings: graphs to vectors, exact or with a certified error.

>>> import anonymous_walks as aw
>>> graphs = aw.generate("cycle:nodes=5") + aw.generate("star:nodes=5")
>>> aw.embed(graphs, length=3).round(2)
array([[0.25, 0.25, 0.  , 0.25, 0.25],
       [0.25, 0.15, 0.  , 0.6 , 0.  ]])

Functions: `read`, `write`, `embed`, `embed_batches`, `write_embedding`, `evaluate`, `evaluate_multilabel`, `evaluate_regression`, `evaluate_links`,
`report`, `info`, `walks`, `generate`, `reproduce`.
On a cluster: `spark`, `ray`, `dask` (modules with `fit` and `embed`), `GraphColumns`, `PartialFit`.
Graphs: `Graph`, `from_networkx`, `from_igraph`, `from_scipy_sparse`, `from_pyg`, `from_rdkit`, `from_smiles`, `from_arrow`.
Estimators of scikit-learn: `AnonymousWalkFeatures`, `AnonymousWalkEmbedding`, `GraphKernel`, `GraphClassifier`, `GraphMultilabelClassifier`,
`GraphRegressor`, `NearestGraphs`; of nodes and edges: `NodeClassifier`.

Nothing but this file is imported before it is used.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import dask as dask
    from . import datasets as datasets
    from . import ray as ray
    from . import spark as spark
    from ._core import Graph as Graph
    from ._core import version as __version__
    from .batches import GraphColumns as GraphColumns
    from .convert import as_graph as as_graph
    from .convert import as_graphs as as_graphs
    from .convert import from_arrow as from_arrow
    from .convert import from_igraph as from_igraph
    from .convert import from_networkx as from_networkx
    from .convert import from_pyg as from_pyg
    from .convert import from_rdkit as from_rdkit
    from .convert import from_scipy_sparse as from_scipy_sparse
    from .convert import from_smiles as from_smiles
    from .estimators import AnonymousWalkEmbedding as AnonymousWalkEmbedding
    from .estimators import AnonymousWalkFeatures as AnonymousWalkFeatures
    from .estimators import GraphClassifier as GraphClassifier
    from .estimators import GraphKernel as GraphKernel
    from .estimators import GraphMultilabelClassifier as GraphMultilabelClassifier
    from .estimators import GraphRegressor as GraphRegressor
    from .estimators import NearestGraphs as NearestGraphs
    from .estimators import NodeClassifier as NodeClassifier
    from .evaluation import Evaluation as Evaluation
    from .evaluation import MultilabelEvaluation as MultilabelEvaluation
    from .evaluation import RegressionEvaluation as RegressionEvaluation
    from .evaluation import Report as Report
    from .evaluation import evaluate as evaluate
    from .evaluation import evaluate_multilabel as evaluate_multilabel
    from .evaluation import evaluate_regression as evaluate_regression
    from .evaluation import report as report
    from .evaluation import reproduce as reproduce
    from .files import GraphStream as GraphStream
    from .files import generate as generate
    from .files import generate_six_families as generate_six_families
    from .files import info as info
    from .files import read as read
    from .files import write as write
    from .links import LinkEvaluation as LinkEvaluation
    from .links import evaluate_links as evaluate_links
    from .partial import PartialFit as PartialFit
    from .rows import Embedder as Embedder
    from .rows import Rows as Rows
    from .rows import embed as embed
    from .rows import embed_batches as embed_batches
    from .rows import write_embedding as write_embedding
    from .vocabulary import Walks as Walks
    from .vocabulary import anonymise as anonymise
    from .vocabulary import walks as walks

# The module of every public name.
_MODULES = {
    "Graph": "_core",
    "GraphColumns": "batches",
    "as_graph": "convert",
    "as_graphs": "convert",
    "from_arrow": "convert",
    "from_igraph": "convert",
    "from_networkx": "convert",
    "from_pyg": "convert",
    "from_rdkit": "convert",
    "from_scipy_sparse": "convert",
    "from_smiles": "convert",
    "AnonymousWalkEmbedding": "estimators",
    "AnonymousWalkFeatures": "estimators",
    "GraphClassifier": "estimators",
    "GraphKernel": "estimators",
    "GraphMultilabelClassifier": "estimators",
    "GraphRegressor": "estimators",
    "NearestGraphs": "estimators",
    "NodeClassifier": "estimators",
    "Evaluation": "evaluation",
    "MultilabelEvaluation": "evaluation",
    "RegressionEvaluation": "evaluation",
    "Report": "evaluation",
    "evaluate": "evaluation",
    "evaluate_multilabel": "evaluation",
    "evaluate_regression": "evaluation",
    "report": "evaluation",
    "reproduce": "evaluation",
    "GraphStream": "files",
    "generate": "files",
    "generate_six_families": "files",
    "info": "files",
    "read": "files",
    "write": "files",
    "LinkEvaluation": "links",
    "evaluate_links": "links",
    "PartialFit": "partial",
    "Embedder": "rows",
    "Rows": "rows",
    "embed": "rows",
    "embed_batches": "rows",
    "write_embedding": "rows",
    "Walks": "vocabulary",
    "anonymise": "vocabulary",
    "walks": "vocabulary",
}

# Modules that are attributes; the engines are not in __all__, since `ray` and `dask` are names of other packages.
_SUBMODULES = ("datasets", "spark", "ray", "dask")

__all__ = [*_MODULES, "datasets", "__version__"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value: Any = importlib.import_module("._core", __name__).version
    elif name in _SUBMODULES:
        value = importlib.import_module("." + name, __name__)
    elif name in _MODULES:
        value = getattr(importlib.import_module("." + _MODULES[name], __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_SUBMODULES})
