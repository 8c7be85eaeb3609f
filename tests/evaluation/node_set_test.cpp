// Nodes and edges as the items of an evaluation.
#include "evaluation/node_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <unordered_map>

#include "awe/error.h"
#include "awe/evaluation.h"
#include "base/rng.h"
#include "support/process.h"
#include "support/toy_graphs.h"

namespace awe::evaluation {
namespace {

// `wheels` rings of eight nodes; every second node of a ring has two leaves: three roles.
Graph rings_with_leaves(NodeId wheels) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId w = 0; w < wheels; ++w) {
    const NodeId first = w * 16;
    for (NodeId i = 0; i < 8; ++i) {
      edges.emplace_back(first + i, first + (i + 1) % 8);
      if (i % 2 == 0) {
        edges.emplace_back(first + i, first + 8 + i);
        edges.emplace_back(first + i, first + 9 + i);
      }
    }
  }
  return test::make_graph(wheels * 16, edges);
}

std::string role(NodeId node) { return node % 16 >= 8 ? "leaf" : node % 2 == 0 ? "hub" : "ring"; }

// Writes the classes of nodes 0 .. count - 1, with a prefix of each id.
void write_classes(const std::string& path, NodeId count, const std::string& prefix,
                   const std::function<std::string(NodeId)>& class_of) {
  std::ofstream file(path, std::ios::app);
  for (NodeId i = 0; i < count; ++i) file << prefix << i << ',' << class_of(i) << '\n';
}

EvaluationOptions plan_of(const NodeSet& set, const std::vector<std::uint32_t>& groups) {
  EvaluationOptions plan;
  plan.groups = groups;
  const MatrixSet& rows = set.rows;
  plan.splits = {stratified_folds({rows.ids, rows.classes, plan.groups}, 4, {5, 0})};
  return plan;
}

TEST(NodeSets, TellRolesApart) {
  const test::TemporaryFolder folder;
  write_classes(folder.file("roles.csv"), 96, "", role);
  const std::vector<Graph> graphs = {rings_with_leaves(6)};
  NodeSetOptions options;
  options.classes_file = folder.file("roles.csv");
  const NodeSet set = make_node_set(graphs, options);
  EXPECT_EQ(set.rows.size(), 96u);
  EXPECT_EQ(set.without_class, 0u);
  EXPECT_EQ(set.rows.class_names, (std::vector<std::string>{"hub", "leaf", "ring"}));
  const Evaluation found = evaluate_nested(set.rows, plan_of(set, {}));
  EXPECT_EQ(found.accuracy.mean, 1);
}

TEST(NodeSets, CannotPredictRandomClasses) {
  const test::TemporaryFolder folder;
  base::Sequence random(11, {});
  write_classes(folder.file("random.csv"), 320, "", [&](NodeId) { return random.below(2) == 0 ? "a" : "b"; });
  const std::vector<Graph> graphs = {rings_with_leaves(20)};
  NodeSetOptions options;
  options.classes_file = folder.file("random.csv");
  const NodeSet set = make_node_set(graphs, options);
  const Evaluation found = evaluate_nested(set.rows, plan_of(set, {}));
  EXPECT_NEAR(found.accuracy.mean, 0.5, 0.12);
}

TEST(NodeSets, LeaveOutItemsWithoutClassAndKnowTheirGraph) {
  const test::TemporaryFolder folder;
  const std::vector<Graph> graphs = {rings_with_leaves(1), rings_with_leaves(2)};
  write_classes(folder.file("roles.csv"), 10, "0/", role);
  write_classes(folder.file("roles.csv"), 32, "1/", role);
  NodeSetOptions options;
  options.classes_file = folder.file("roles.csv");
  const NodeSet set = make_node_set(graphs, options);
  EXPECT_EQ(set.rows.size(), 42u);
  EXPECT_EQ(set.without_class, 6u);
  EXPECT_EQ(std::count(set.graph_of.begin(), set.graph_of.end(), 0u), 10);
  EXPECT_EQ(set.graph_of.back(), 1u);
  EXPECT_EQ(set.rows.ids.front(), "0/0");
}

TEST(NodeSets, TakeEdgesToo) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.file("edges.csv")) << "0-1,ring\n0-7,ring\n0-8,spoke\n0-9,spoke\n";
  const std::vector<Graph> graphs = {rings_with_leaves(1)};
  NodeSetOptions options;
  options.level = Level::edge;
  options.classes_file = folder.file("edges.csv");
  const NodeSet set = make_node_set(graphs, options);
  EXPECT_EQ(set.rows.ids, (std::vector<std::string>{"0-1", "0-7", "0-8", "0-9"}));
  EXPECT_EQ(set.without_class, 12u);
}

TEST(NodeSets, RefuseForeignClassesAndOtherLevels) {
  const test::TemporaryFolder folder;
  write_classes(folder.file("roles.csv"), 4, "x", role);
  const std::vector<Graph> graphs = {rings_with_leaves(1)};
  NodeSetOptions options;
  const auto refused = [&] {
    try {
      (void)make_node_set(graphs, options);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  options.classes_file = folder.file("roles.csv");
  EXPECT_NE(refused().find("no node has an id of this file"), std::string::npos);
  options.level = Level::graph;
  EXPECT_NE(refused().find("must be node or edge"), std::string::npos);
  options.level = Level::node;
  options.classes_file.clear();
  EXPECT_NE(refused().find("name a file of classes"), std::string::npos);
}

TEST(NodeSets, AreEvaluatedByClassesInMemoryAsFromAFile) {
  const test::TemporaryFolder folder;
  std::vector<Graph> one = {rings_with_leaves(6)}, several;
  for (NodeId wheels = 1; wheels <= 8; ++wheels) several.push_back(rings_with_leaves(1 + wheels % 2));
  for (const std::vector<Graph>* graphs : {&one, &several}) {
    // A third of the classes are wrong, and a few nodes have none.
    base::Sequence random(graphs->size(), {});
    std::unordered_map<std::string, std::string> classes;
    NodeSetOptions options;
    options.classes_file = folder.file(std::to_string(graphs->size()) + ".csv");
    std::ofstream file(options.classes_file);
    for (std::size_t g = 0; g < graphs->size(); ++g) {
      for (NodeId node = 0; node < (*graphs)[g].num_nodes(); ++node) {
        if (random.below(8) == 0) continue;
        const std::string id = (graphs->size() > 1 ? std::to_string(g) + "/" : "") + std::to_string(node);
        classes[id] = random.below(3) == 0 ? "leaf" : role(node);
        file << id << ',' << classes[id] << '\n';
      }
    }
    file.close();
    const NodeSet set = make_node_set(*graphs, options);
    EvaluationOptions plan;
    plan.folds = 4;
    plan.run.seed = 5;
    plan.groups = graphs->size() > 1 ? set.graph_of : std::vector<std::uint32_t>();
    plan.splits = {stratified_folds({set.rows.ids, set.rows.classes, plan.groups}, 4, {5, 0})};
    const Evaluation expected = evaluate_nested(set.rows, plan);
    plan.splits = {};
    plan.groups = {7};  // not used
    std::string note;
    plan.run.progress.note = [&](std::string_view text) { note = text; };
    const Evaluation found = evaluate_items(*graphs, Level::node, classes, plan);
    EXPECT_EQ(found.accuracy.mean, expected.accuracy.mean);
    EXPECT_EQ(found.confusion.counts, expected.confusion.counts);
    EXPECT_EQ(found.folds.size(), 4u);
    EXPECT_NE(note.find("have no class"), std::string::npos);
  }
}

TEST(NodeSets, RefuseClassesInMemoryThatMatchNothing) {
  const std::vector<Graph> graphs = {rings_with_leaves(1)};
  const auto refused = [&](Level level, const std::unordered_map<std::string, std::string>& classes) {
    try {
      (void)evaluate_items(graphs, level, classes);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused(Level::node, {}), "no node has a class");
  EXPECT_NE(refused(Level::node, {{"x", "a"}}).find("no node has an id of the classes: x; the graphs have 0"),
            std::string::npos);
  EXPECT_NE(refused(Level::edge, {{"0-1", "a"}}).find("at least two classes"), std::string::npos);
  EXPECT_NE(refused(Level::graph, {{"0", "a"}}).find("must be node or edge"), std::string::npos);
}

}  // namespace
}  // namespace awe::evaluation
