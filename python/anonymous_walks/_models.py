"""Pickles of trained models: the bytes of their files."""

import os
import tempfile
from typing import Any

from . import _core


def reduce_model(model: Any) -> tuple[Any, ...]:
    """What pickle needs of a model: how to read it, its type and the bytes of its file."""
    with tempfile.TemporaryDirectory(prefix="awe-") as folder:
        path = os.path.join(folder, "model.awe")
        model.save(path, False)
        with open(path, "rb") as file:
            return restore_model, (type(model).__name__, file.read())


def restore_model(kind: str, content: bytes) -> Any:
    """The model of these bytes, which are checked."""
    with tempfile.TemporaryDirectory(prefix="awe-") as folder:
        path = os.path.join(folder, "model.awe")
        with open(path, "wb") as file:
            file.write(content)
        threads = len(os.sched_getaffinity(0))
        if kind == "Classifier":
            return _core.Classifier.load(path, threads)
        if kind == "Regressor":
            return _core.Regressor.load(path, threads)
        if kind == "MultilabelClassifier":
            return _core.MultilabelClassifier.load(path, threads)
        if kind == "GraphIndex":
            return _core.GraphIndex.load(path, threads)  # mapped: the content stays until the index goes
        return _core.EmbeddingModel.load(path, threads)
