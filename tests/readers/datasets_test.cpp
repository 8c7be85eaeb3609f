// The real data sets have their published sizes: every line of MANIFEST.tsv is read and checked.
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

#include "base/number.h"
#include "readers/reading.h"
#include "support/data.h"

namespace awe::test {
namespace {

// The rows of a tab-separated table with a header, as column -> text.
std::vector<std::map<std::string, std::string>> read_table(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> header;
  std::vector<std::map<std::string, std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> fields;
    std::istringstream text(line);
    for (std::string field; std::getline(text, field, '\t');) fields.push_back(field);
    if (header.empty()) {
      header = fields;
      continue;
    }
    rows.emplace_back();
    for (std::size_t i = 0; i < fields.size(); ++i) rows.back()[header[i]] = fields[i];
  }
  return rows;
}

std::string four_decimals(std::uint64_t sum, std::uint64_t count) {
  char text[64];
  std::snprintf(text, sizeof text, "%.4f", static_cast<double>(sum) / static_cast<double>(count));
  return text;
}

TEST(DataSets, HaveTheSizesOfTheManifest) {
  AWE_NEED_DATA("MANIFEST.tsv");
  const auto rows = read_table(data_path("MANIFEST.tsv"));
  ASSERT_GE(rows.size(), 10u);
  for (const auto& row : rows) {
    const std::string name = row.at("name");
    SCOPED_TRACE(name);
    AWE_NEED_DATA(name + ".zip");
    ReadOptions options;
    options.self_loops = SelfLoops::keep;
    const auto source = open_graphs(data_path(name + ".zip"), options);
    std::uint64_t graphs = 0, nodes = 0, edges = 0, loops = 0, most = 0, node_labels = 0, edge_labels = 0,
                  attributes = 0;
    std::map<std::string, std::uint64_t> classes;
    while (const auto graph = source->next()) {
      EXPECT_EQ(graph->name(), std::to_string(++graphs));
      nodes += graph->num_nodes();
      edges += graph->num_edges();
      loops += graph->build_notes().self_loops;
      ++classes[graph->class_name().value_or("none")];
      node_labels += graph->node_labels().empty() ? 0 : 1;
      edge_labels += graph->edge_labels().empty() ? 0 : 1;
      attributes += graph->attribute_width() > 0 ? 1 : 0;
    }
    for (const auto& [class_name, count] : classes) most = std::max(most, count);
    EXPECT_EQ(source->count(), graphs);
    EXPECT_EQ(std::to_string(graphs), row.at("graphs"));
    EXPECT_EQ(std::to_string(classes.size()), row.at("classes"));
    EXPECT_EQ(std::to_string(most), row.at("max_class"));
    EXPECT_EQ(four_decimals(nodes, graphs), row.at("avg_nodes"));
    EXPECT_EQ(four_decimals(edges, graphs), row.at("avg_undirected_edges"));
    EXPECT_NE(row.at("notes").find("incl. " + std::to_string(loops) + " loops"), std::string::npos) << loops;
    EXPECT_EQ(node_labels == graphs ? "yes" : "no", row.at("node_labels"));
    EXPECT_EQ(edge_labels == graphs ? "yes" : "no", row.at("edge_labels"));
    EXPECT_EQ(attributes == graphs ? "yes" : "no", row.at("node_attributes"));
  }
}

TEST(DataSets, HaveTheSizesOfTheLargeManifest) {
  AWE_NEED_DATA("large/MANIFEST.tsv");
  for (const auto& row : read_table(data_path("large/MANIFEST.tsv"))) {
    const std::string file = "large/" + row.at("name") + ".txt.gz";
    SCOPED_TRACE(file);
    AWE_NEED_DATA(file);
    const auto graphs = read_all(*open_graphs(data_path(file)));
    ASSERT_EQ(graphs.size(), 1u);
    EXPECT_EQ(std::to_string(graphs[0].num_nodes()), row.at("nodes"));
    EXPECT_EQ(std::to_string(graphs[0].num_edges()), row.at("undirected_non_loop_edges"));
    EXPECT_EQ(std::to_string(graphs[0].build_notes().self_loops), row.at("loops"));
  }
}

TEST(DataSets, HaveTheSizesOfTheNodeManifest) {
  AWE_NEED_DATA("nodes/MANIFEST.tsv");
  for (const auto& row : read_table(data_path("nodes/MANIFEST.tsv"))) {
    const std::string file = "nodes/" + row.at("file");
    SCOPED_TRACE(file);
    AWE_NEED_DATA(file);
    ReadOptions options;
    options.self_loops = SelfLoops::keep;
    const auto graphs = read_all(*open_graphs(data_path(file), options));
    ASSERT_EQ(graphs.size(), 1u);
    EXPECT_EQ(std::to_string(graphs[0].num_nodes()), row.at("nodes"));
    EXPECT_EQ(std::to_string(graphs[0].num_edges()), row.at("edges"));
  }
}

}  // namespace
}  // namespace awe::test
