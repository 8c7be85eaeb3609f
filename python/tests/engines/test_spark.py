"""Spark in this process: the bytes of one machine, whatever the partitions."""

import doctest
import os
from pathlib import Path

import helpers
import pytest
from helpers import PLANS, frame_of, rows_of, session
from pyspark.ml.feature import Normalizer
from pyspark.ml.linalg import VectorUDT
from pyspark.sql import functions as sql

import anonymous_walks as aw


@pytest.fixture(scope="module")
def spark():
    made = session("local[2]", sql_execution_arrow_maxRecordsPerBatch="16")
    yield made
    made.stop()


@pytest.fixture
def frame(spark, table, tmp_path):
    return frame_of(spark, table, tmp_path)


@pytest.mark.parametrize(
    ("plan", "partitions"),
    [("nothing-learnt", 1), ("nothing-learnt", 5), ("vocabularies", 1), ("vocabularies", 3), ("clusters", 4), ("sampled", 2)],
)
def test_rows_are_those_of_one_machine(plan, partitions, frame, alone):
    embedder, rows = alone[plan]
    made = aw.spark.embed(frame.repartition(partitions), **PLANS[plan])
    assert made.columns == ["id", "features", "certified_error", "unseen"]
    assert isinstance(made.schema["features"].dataType, VectorUDT)
    assert made.first().features.size == embedder.num_columns
    assert rows_of(made) == rows


@pytest.mark.parametrize("plan", ["vocabularies", "clusters"])
def test_a_fit_of_many_partitions_is_merged_in_a_tree(plan, frame, alone):
    assert aw.spark.fit(frame.repartition(40), **PLANS[plan]).learnt == alone[plan][0].learnt


def test_a_fit_serves_other_graphs(frame, alone):
    few = frame.where("id < 300")
    fitted = aw.spark.fit(few, features="walks(node):0..2", min_graphs=3)
    graphs = aw.from_arrow(few.toPandas(), weight="weight")
    assert fitted.learnt == aw.Embedder.fit(graphs, features="walks(node):0..2", min_graphs=3).learnt
    unseen = [row.unseen for row in aw.spark.embed(frame, embedder=fitted).collect()]
    assert len(unseen) == 150
    assert max(unseen) > 0
    with pytest.raises(ValueError, match="leave out features"):
        aw.spark.embed(frame, embedder=fitted, features="size")


def test_vectors_go_into_pipelines(frame):
    made = Normalizer(inputCol="features", outputCol="unit", p=2).transform(aw.spark.embed(frame, length=3))
    norms = [row.unit.norm(2) for row in made.where("id != 50 and id != 170").collect()]
    assert len(norms) == 148
    assert norms == pytest.approx([1] * len(norms))


def test_other_names_texts_as_ids_and_directions(frame, table):
    other = frame.select(sql.col("id").cast("string").alias("graph"), sql.col("src").alias("a"), sql.col("dst").alias("b"))
    columns = aw.GraphColumns(name="graph", source="a", target="b", directed=True)
    made = aw.spark.embed(other, 2, columns=columns).orderBy("id").collect()
    expected = aw.Embedder.fit(aw.from_arrow(table.select(["src", "dst"]), directed=True), length=2)
    assert made[0].features.size == expected.num_columns
    assert {row.id for row in made} == {str(key) for key in table["id"].to_pylist()}


def test_rows_of_nodes(frame, table):
    graphs = aw.from_arrow(table, weight="weight")
    made = aw.spark.embed(frame, 2, level="node").collect()
    rows = aw.Embedder.fit(graphs, length=2, level="node")(graphs)
    assert sorted(row.id for row in made) == sorted(rows.ids)


def test_what_is_wrong_is_said(frame):
    with pytest.raises(ValueError, match="no column 'src'"):
        aw.spark.embed(frame.drop("src"))
    with pytest.raises(Exception, match="every graph needs an id"):
        aw.spark.embed(frame.withColumn("id", sql.lit(None).cast("long")), 2).collect()
    with pytest.raises(Exception, match="instead of lists"):
        aw.spark.embed(frame.withColumn("dst", sql.lit(1)), 2).collect()
    with pytest.raises(ValueError, match="leng"):
        aw.spark.embed(frame, "long")


def test_what_is_broadcast_is_opened_once_by_a_worker(frame, spark, tmp_path):
    from anonymous_walks.spark import _Tasks

    spark.sparkContext.addPyFile(str(Path(__file__).with_name("helpers.py")))
    tasks = _Tasks(helpers.first_columns, spark.sparkContext.broadcast(helpers.Opened(tmp_path)))
    assert frame.repartition(6).mapInArrow(tasks, "id long").count() == 150
    workers = [name.partition("-")[0] for name in os.listdir(tmp_path) if "-" in name]
    assert 1 <= len(workers) == len(set(workers))


def test_examples_of_the_module_run(spark):
    found = doctest.testmod(aw.spark, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert found.attempted >= 8
    assert found.failed == 0
