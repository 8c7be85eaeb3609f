"""A drawing of a graph for notebooks, by the library's layout and SVG writer."""

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Graph

LARGEST = 400  # nodes of a graph that is drawn


def layout(graph: Graph) -> NDArray[np.float64]:
    """Positions of the nodes in the unit square, the same at every call."""
    place = _core.layout(graph)
    if not len(place):
        return place
    low, high = place.min(axis=0), place.max(axis=0)
    span = float((high - low).max()) or 1.0
    return (place - (low + high) / 2) / span + 0.5  # type: ignore[no-any-return]


def svg(graph: Graph) -> str | None:
    """The drawing; None for a graph without nodes or with more than 400."""
    return _core.draw(graph) if 0 < graph.num_nodes <= LARGEST else None
