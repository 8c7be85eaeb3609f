// A small data set in TU format under the name of a public one: cycles are class 1, stars are class 2.
#pragma once

#include <string>

#include "support/process.h"

namespace awe::test {

// Writes FOLDER/NAME with `graphs` graphs of 5 to 8 nodes.
inline void write_tu_set(const TemporaryFolder& folder, const std::string& name, int graphs) {
  std::string arcs, indicator, classes;
  int first = 1;  // first node of the graph, numbered through the whole set
  for (int graph = 0; graph < graphs; ++graph) {
    const int nodes = 5 + graph / 2 % 4;
    const bool star = graph % 2 == 1;
    const auto edge = [&](int u, int v) {
      for (const auto& [from, to] : {std::pair{u, v}, std::pair{v, u}}) {
        arcs += std::to_string(first + from) + ", " + std::to_string(first + to) + "\n";
      }
    };
    for (int node = star ? 1 : 0; node < nodes; ++node) edge(star ? 0 : (node + 1) % nodes, node);
    for (int node = 0; node < nodes; ++node) indicator += std::to_string(graph + 1) + "\n";
    classes += star ? "2\n" : "1\n";
    first += nodes;
  }
  const std::string prefix = name + "/" + name;
  folder.write(prefix + "_A.txt", arcs);
  folder.write(prefix + "_graph_indicator.txt", indicator);
  folder.write(prefix + "_graph_labels.txt", classes);
}

}  // namespace awe::test
