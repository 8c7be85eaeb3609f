// Helpers that read a text as graphs and describe a graph.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "awe/error.h"
#include "awe/reader.h"
#include "readers/formats.h"
#include "support/process.h"

namespace awe::test {

inline ReadOptions keep_all() {
  ReadOptions options;
  options.weights = WeightUse::automatic;
  options.self_loops = SelfLoops::keep;
  return options;
}

// All graphs of a text written to a file of that name.
inline std::vector<Graph> read_text(const std::string& file_name, const std::string& text,
                                    const ReadOptions& options = keep_all()) {
  const TemporaryFolder folder;
  return read_all(*open_graphs(folder.write(file_name, text), options));
}

inline Graph read_graph(const std::string& file_name, const std::string& text,
                        const ReadOptions& options = keep_all()) {
  auto graphs = read_text(file_name, text, options);
  if (graphs.size() != 1) throw std::runtime_error("not one graph but " + std::to_string(graphs.size()));
  return std::move(graphs.front());
}

// Edges as "a-b", or "a>b" if directed, with ":weight", each once, parted by blanks; isolated nodes follow alone.
inline std::string describe(const Graph& graph) {
  std::string text;
  const auto add = [&](const std::string& piece) { text += (text.empty() ? "" : " ") + piece; };
  std::vector<bool> seen(graph.num_nodes());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (std::size_t i = 0; i < graph.degree(u); ++i) {
      const NodeId v = graph.neighbours(u)[i];
      seen[u] = seen[v] = true;
      if (!graph.directed() && u > v) continue;
      std::string weight;
      if (graph.weighted()) {
        weight = std::to_string(graph.weights(u)[i]);
        weight.erase(weight.find_last_not_of('0') + 1);
        if (weight.ends_with('.')) weight.pop_back();
        weight.insert(0, 1, ':');
      }
      add(graph.node_ids().name(u) + (graph.directed() ? ">" : "-") + graph.node_ids().name(v) + weight);
    }
  }
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    if (!seen[u]) add(graph.node_ids().name(u));
  }
  return text;
}

inline std::string describe_labels(const LabelColumn& labels) {
  std::string text;
  for (std::size_t i = 0; i < labels.ids.size(); ++i) text += (i == 0 ? "" : " ") + labels.name_of(i);
  return text;
}

// Runs and expects an Error of that kind whose message holds `piece`.
template <class Run>
void expect_error(ErrorKind kind, std::string_view piece, Run run) {
  try {
    run();
    ADD_FAILURE() << "no error; expected one with: " << piece;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_NE(std::string_view(error.what()).find(piece), std::string_view::npos) << error.what();
  }
}

}  // namespace awe::test
