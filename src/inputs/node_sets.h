// Named subgraphs: a text file with one subgraph per line, a graph id followed by the ids of its nodes, separated by
// commas (or by spaces and tabs if the line has no comma). '#' begins a comment line.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "awe/graph_source.h"

namespace awe::inputs {

// Graph id -> subgraphs in file order, each a list of node ids. Throws Error(io) or Error(malformed).
[[nodiscard]] std::map<std::string, std::vector<std::vector<std::string>>> read_node_sets(const std::string& path);

// The same graphs; at their end, throws Error(usage) if one of these ids was not the name (or, without a name, the
// position) of a graph. The message names a few ids of both sides and begins with `file`.
[[nodiscard]] std::unique_ptr<GraphSource> require_ids(std::unique_ptr<GraphSource> source,
                                                       std::vector<std::string> ids, std::string file);

}  // namespace awe::inputs
