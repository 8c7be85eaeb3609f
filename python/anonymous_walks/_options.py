"""Options that functions and estimators share, checked and put into the form that the C++ library takes."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

DEFAULT_MEMORY = 4 << 30


def length_range(length: Any) -> tuple[int, int]:
    """7, (2, 7) or "2..7" as a pair."""
    if isinstance(length, str):
        match = re.fullmatch(r"\s*(\d+)\s*(?:\.\.\s*(\d+)\s*)?", length)
        if not match:
            raise ValueError(f"`length` is {length!r}; write a number or a range: 7, '2..7', (2, 7)")
        return int(match[1]), int(match[2] or match[1])
    if isinstance(length, Sequence) and len(length) == 2:
        return int(length[0]), int(length[1])
    if isinstance(length, bool) or not isinstance(length, (int, np.integer)):
        raise TypeError(f"`length` is {length!r}; write a number or a range: 7, '2..7', (2, 7)")
    return int(length), int(length)


def threads_of(n_jobs: int | None) -> int:
    """The number of threads of n_jobs: None is 1, -1 is all CPUs of this process, -2 all but one."""
    if n_jobs is None:
        return 1
    if n_jobs == 0:
        raise ValueError("`n_jobs` must not be 0; -1 uses all CPUs")
    if n_jobs > 0:
        return int(n_jobs)
    return max(1, len(os.sched_getaffinity(0)) + 1 + int(n_jobs))


def seed_of(random_state: Any) -> int:
    """A seed: an integer as it is, None the command line's default of 1, a generator of numpy by a draw from it."""
    if random_state is None:
        return 1
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(0, 2**63))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(0, 2**31 - 1))
    seed = int(random_state)
    if seed < 0:
        raise ValueError(f"`random_state` is {seed}; it must be at least 0")
    return seed


def node_sets_of(node_sets: Any) -> Any:
    """{graph: [[node, ...], ...]} or None."""
    if node_sets is None:
        return None
    if not isinstance(node_sets, Mapping):
        raise TypeError("`node_sets` is a dict from the name of a graph to lists of nodes")
    return {str(graph): [list(nodes) for nodes in sets] for graph, sets in node_sets.items()}


@dataclass(kw_only=True, eq=False, repr=False)
class FeatureParameters:
    """The parameters of walk features with their defaults: one list for functions and estimators (`AnonymousWalkFeatures` explains them)."""

    length: Any = 7
    features: str | None = None
    scaling: str = "none"
    walk: str = "uniform"
    dead_ends: str = "auto"
    self_loops: bool = False
    level: str = "graph"
    node_sets: Any = None
    method: str = "auto"
    walks: int | None = None
    epsilon: float = 0.1
    delta: float = 0.05
    budget: float = 1e9
    normalise: bool = False
    min_graphs: int = 1
    max_columns: int | None = None
    hash_bits: int | None = None
    random_state: Any = None
    n_jobs: int | None = -1

    def _feature_options(self) -> dict[str, Any]:
        """The options of `embed` as the library takes them."""
        return {
            "length": length_range(self.length),
            "features": self.features,
            "scaling": self.scaling,
            "walk": self.walk,
            "dead_ends": self.dead_ends,
            "self_loops": bool(self.self_loops),
            "level": self.level,
            "node_sets": node_sets_of(self.node_sets),
            "method": self.method,
            "walks": None if self.walks is None else int(self.walks),
            "epsilon": float(self.epsilon),
            "delta": float(self.delta),
            "budget": float(self.budget),
            "normalise": bool(self.normalise),
            "min_graphs": int(self.min_graphs),
            "max_columns": None if self.max_columns is None else int(self.max_columns),
            "hash_bits": None if self.hash_bits is None else int(self.hash_bits),
            "seed": seed_of(self.random_state),
            "threads": threads_of(self.n_jobs),
        }


def feature_options(**given: Any) -> dict[str, Any]:
    """The options of `embed` as the library takes them; a TypeError for an unknown name."""
    unknown = given.keys() - FeatureParameters.__dataclass_fields__.keys()
    if unknown:
        raise TypeError(f"unknown option `{min(unknown)}`")
    return FeatureParameters(**given)._feature_options()
