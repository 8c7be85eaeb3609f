"""Ray with fewer actors than CPUs: the bytes of one machine, whatever the blocks and whichever worker dies."""

import doctest
from pathlib import Path

import pytest
import ray
from helpers import PLANS, KillOnce, row_bytes

import anonymous_walks as aw


@pytest.fixture(scope="module", autouse=True)
def engine():
    runtime = {"env_vars": {"PYTHONPATH": str(Path(__file__).parent)}}
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=200_000_000, runtime_env=runtime, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


def rows_of(dataset):
    return {
        row["id"]: row_bytes(row["indices"], row["values"], row["certified_error"], row["unseen"]) for row in dataset.iter_rows()
    }


@pytest.mark.parametrize(
    ("plan", "blocks"), [("nothing-learnt", 1), ("vocabularies", 1), ("vocabularies", 5), ("clusters", 3), ("sampled", 2)]
)
def test_rows_are_those_of_one_machine(plan, blocks, table, alone):
    dataset = ray.data.from_arrow(table).repartition(blocks).materialize()
    assert rows_of(aw.ray.embed(dataset, actors=1, batch_size=40, **PLANS[plan])) == alone[plan][1]


def test_a_fit_is_that_of_one_machine(table, alone):
    fitted = aw.ray.fit(ray.data.from_arrow(table).repartition(4), **PLANS["clusters"])
    assert fitted.learnt == alone["clusters"][0].learnt
    with pytest.raises(ValueError, match="leave out features"):
        aw.ray.embed(ray.data.from_arrow(table), embedder=fitted, features="size")


def test_a_killed_worker_changes_nothing(table, alone, tmp_path):
    kill = KillOnce(tmp_path / "killed")

    def pass_on(batch):
        kill()
        return batch

    dataset = ray.data.from_arrow(table).repartition(4).map_batches(pass_on, batch_format="pyarrow")
    assert rows_of(aw.ray.embed(dataset, embedder=alone["vocabularies"][0], actors=1)) == alone["vocabularies"][1]
    assert (tmp_path / "killed").exists()


def test_examples_of_the_module_run():
    assert doctest.testmod(aw.ray).failed == 0
