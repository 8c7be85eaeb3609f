"""What the tests of all engines share: graphs as an Arrow table, and their rows on one machine."""

import numpy as np
import pyarrow as pa
import pytest
from helpers import PLANS, row_bytes

import anonymous_walks as aw

@pytest.fixture(scope="session")
def table():
    """150 graphs with weights, labels and attributes; one without edges, one without nodes."""
    random = np.random.default_rng(3)
    columns = {key: [] for key in ("id", "src", "dst", "num_nodes", "node_labels", "edge_labels", "node_attributes", "weight")}
    for i in range(150):
        nodes = 0 if i == 17 else int(random.integers(3, 9))
        edges = [] if i in (5, 17) else [(v, int(random.integers(0, v))) for v in range(1, nodes)] + [(nodes - 1, 0)]
        columns["id"].append(10 * i)
        columns["src"].append([u for u, _ in edges])
        columns["dst"].append([v for _, v in edges])
        columns["num_nodes"].append(nodes)
        columns["node_labels"].append(random.choice(["C", "N", "O"], nodes).tolist())
        columns["edge_labels"].append(random.choice(["1", "2"], len(edges)).tolist())
        columns["node_attributes"].append(random.normal(size=(nodes, 2)).tolist())
        columns["weight"].append(random.integers(1, 4, len(edges)).astype(float).tolist())
    types = {
        "id": pa.int64(),
        "src": pa.list_(pa.int64()),
        "dst": pa.list_(pa.int64()),
        "num_nodes": pa.int64(),
        "node_labels": pa.list_(pa.string()),
        "edge_labels": pa.list_(pa.string()),
        "node_attributes": pa.list_(pa.list_(pa.float64())),
        "weight": pa.list_(pa.float64()),
    }
    return pa.table({key: pa.array(values, types[key]) for key, values in columns.items()})


@pytest.fixture(scope="session")
def alone(table):
    """name of a plan -> the embedder fitted on one machine, and {id: (indices, values, certified_error, unseen)} as bytes."""
    graphs = aw.from_arrow(table, weight="weight")

    def make(plan):
        embedder = aw.Embedder.fit(graphs, **PLANS[plan])
        rows = embedder(graphs)
        return embedder, {
            key: row_bytes(
                rows.indices[rows.begins[i] : rows.begins[i + 1]],
                rows.values[rows.begins[i] : rows.begins[i + 1]],
                rows.certified_error[i],
                rows.unseen[i],
            )
            for i, key in enumerate(table["id"].to_pylist())
        }

    made = {plan: make(plan) for plan in PLANS}
    assert len({rows[10] for _, rows in made.values()}) == len(PLANS)
    return made
