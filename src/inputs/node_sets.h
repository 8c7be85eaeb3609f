// Named subgraphs: a text file with one subgraph per line, a graph id followed by the ids of its nodes, separated by
// commas (or by spaces and tabs if the line has no comma). '#' begins a comment line.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace awe::inputs {

// Graph id -> subgraphs in file order, each a list of node ids. Throws Error(io) or Error(malformed).
[[nodiscard]] std::map<std::string, std::vector<std::vector<std::string>>> read_node_sets(const std::string& path);

}  // namespace awe::inputs
