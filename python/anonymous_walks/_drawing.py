"""A drawing of a graph for notebooks: nodes placed by stress majorisation of their distances, as SVG."""

from html import escape

import numpy as np
from numpy.typing import NDArray

from ._core import Graph

LARGEST = 400  # nodes of a graph that is drawn
SIZE, MARGIN = 360, 14
COLOURS = ("#4878d0", "#ee854a", "#6acc64", "#d65f5f", "#956cb4", "#8c613c", "#dc7ec0", "#797979", "#d5bb67", "#82c6e2")


def _distances(graph: Graph) -> NDArray[np.float64]:
    """Steps between all pairs of nodes, over edges in either direction; unreachable pairs are a little beyond the farthest."""
    n = graph.num_nodes
    adjacent = np.zeros((n, n), bool)
    edges = graph.edges
    adjacent[edges[:, 0], edges[:, 1]] = adjacent[edges[:, 1], edges[:, 0]] = True
    distance = np.full((n, n), np.inf)
    np.fill_diagonal(distance, 0)
    reached = np.eye(n, dtype=bool)
    steps = 0
    while True:
        steps += 1
        further = (reached.astype(np.float32) @ adjacent.astype(np.float32) > 0) & np.isinf(distance)
        if not further.any():
            break
        distance[further] = steps
        reached = further
    distance[np.isinf(distance)] = max(2, steps) + 1
    return distance


def layout(graph: Graph) -> NDArray[np.float64]:
    """Positions of the nodes in the unit square, the same at every call."""
    n = graph.num_nodes
    angle = 2 * np.pi * np.arange(n) / max(n, 1)
    place = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    if n > 2:
        distance = _distances(graph)
        weight = 1 / np.maximum(distance, 1) ** 2
        np.fill_diagonal(weight, 0)
        total = weight.sum(axis=1, keepdims=True)
        place *= distance.max() / 2
        for _ in range(200 if n <= 150 else 60):
            offset = place[:, None, :] - place[None, :, :]
            length = np.maximum(np.linalg.norm(offset, axis=2), 1e-9)
            place = (weight @ place + ((weight * distance / length)[:, :, None] * offset).sum(axis=1)) / total
    low, high = place.min(axis=0), place.max(axis=0)
    span = float((high - low).max()) or 1.0
    return (place - (low + high) / 2) / span + 0.5  # type: ignore[no-any-return]


def svg(graph: Graph) -> str | None:
    """The drawing; None for a graph without nodes or with more than 400."""
    if not 0 < graph.num_nodes <= LARGEST:
        return None
    place = MARGIN + layout(graph) * (SIZE - 2 * MARGIN)
    labels = graph.node_labels
    kinds = sorted(set(labels)) if labels is not None else []
    radius = 7 if graph.num_nodes <= 30 else 4.5 if graph.num_nodes <= 100 else 3
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}" '
        f'font-family="sans-serif" font-size="8"><title>{escape(repr(graph))}</title>'
    ]
    if graph.directed:
        parts.append(
            '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
            '<path d="M0 0L8 4L0 8z" fill="#999"/></marker></defs>'
        )
    arrow = ' marker-end="url(#arrow)"' if graph.directed else ""
    for u, v in graph.edges.tolist():
        (x1, y1), (x2, y2) = place[u], place[v]
        if u == v:
            parts.append(f'<circle cx="{x1:.1f}" cy="{y1 - radius:.1f}" r="{radius:.1f}" fill="none" stroke="#999"/>')
            continue
        if graph.directed:
            back = radius / max(float(np.hypot(x2 - x1, y2 - y1)), 1e-9)
            x2, y2 = x2 - back * (x2 - x1), y2 - back * (y2 - y1)
        parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#999"{arrow}/>')
    ids = graph.node_ids
    for node in range(graph.num_nodes):
        x, y = place[node]
        colour = COLOURS[kinds.index(labels[node]) % len(COLOURS)] if labels is not None else COLOURS[0]
        about = str(ids[node]) + (f": {labels[node]}" if labels is not None else "")
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"><title>{escape(about)}</title></circle>'
        )
        if labels is not None and graph.num_nodes <= 30 and len(labels[node]) <= 3:
            parts.append(f'<text x="{x:.1f}" y="{y + 3:.1f}" text-anchor="middle" fill="#fff">{escape(labels[node])}</text>')
    return "".join(parts) + "</svg>"
