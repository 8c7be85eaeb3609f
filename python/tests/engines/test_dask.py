"""Dask with processes as workers: the bytes of one machine, whatever the partitions and whichever worker dies."""

import doctest
from pathlib import Path

import dask
import dask.dataframe as dd
import pandas as pd
import pytest
from dask.distributed import Client, LocalCluster
from helpers import PLANS, KillOnce, row_bytes

import anonymous_walks as aw


@pytest.fixture(scope="module", autouse=True)
def engine():
    settings = {"dataframe.convert-string": False, "distributed.scheduler.allowed-failures": 5}
    with (
        dask.config.set(settings),
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        client.upload_file(str(Path(__file__).with_name("helpers.py")))
        yield client


def frame_of(table, partitions):
    return dd.from_pandas(table.to_pandas(), npartitions=partitions)


def rows_of(frame):
    made = frame.compute()
    return {
        row.id: row_bytes(row.indices, row.values, row.certified_error, row.unseen)
        for row in made.itertuples()
    }


@pytest.mark.parametrize(
    ("plan", "partitions"), [("nothing-learnt", 1), ("vocabularies", 1), ("vocabularies", 5), ("clusters", 3), ("sampled", 2)]
)
def test_rows_are_those_of_one_machine(plan, partitions, table, alone):
    assert rows_of(aw.dask.embed(frame_of(table, partitions), **PLANS[plan])) == alone[plan][1]


def test_a_fit_of_many_partitions_is_merged_in_a_tree(table, alone):
    fitted = aw.dask.fit(frame_of(table, 40), **PLANS["clusters"])
    assert fitted.learnt == alone["clusters"][0].learnt
    with pytest.raises(ValueError, match="leave out features"):
        aw.dask.embed(frame_of(table, 1), embedder=fitted, features="size")


def test_types_are_known_before_anything_is_computed(table, alone):
    frame = frame_of(table, 2)
    made = aw.dask.embed(frame, embedder=alone["vocabularies"][0])
    computed = made.compute()
    assert list(made.columns) == list(computed.columns)
    pd.testing.assert_series_equal(made.dtypes, computed.dtypes)
    assert computed.index.equals(frame.compute().index)
    assert len(aw.dask.embed(frame[frame["id"] < 0], embedder=alone["vocabularies"][0]).compute()) == 0


def test_lists_that_became_texts_are_refused(table):
    with dask.config.set({"dataframe.convert-string": True}):
        frame = dd.from_pandas(table.to_pandas().astype({"src": "string"}), npartitions=1)
        with pytest.raises(Exception, match="instead of lists"):
            aw.dask.embed(frame, 2).compute()


def test_a_killed_worker_changes_nothing(table, alone, tmp_path):
    kill = KillOnce(tmp_path / "killed")

    def pass_on(part):
        kill()
        return part

    frame = frame_of(table, 4)
    frame = frame.map_partitions(pass_on, meta=frame._meta)
    assert rows_of(aw.dask.embed(frame, embedder=alone["vocabularies"][0])) == alone["vocabularies"][1]
    assert (tmp_path / "killed").exists()


def test_examples_of_the_module_run():
    assert doctest.testmod(aw.dask).failed == 0
