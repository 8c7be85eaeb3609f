// The obvious oracle: every walk of a graph, one by one, straight from the definition. Slow and clear.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "awe/graph.h"
#include "awe/walk_index.h"

namespace awe::test {

struct BruteForce {
  std::map<std::string, double> probability;  // by the text of the walk, "1 2 3"
  double stopped = 0;
};

// Walks of `length` steps from the node; if `second` is given, only those whose first step goes there, with that step's
// probability taken as 1.
[[nodiscard]] BruteForce brute_force_node(const Graph& graph, NodeId start, int length,
                                          std::optional<NodeId> second = std::nullopt);
// Mean over all nodes.
[[nodiscard]] BruteForce brute_force_graph(const Graph& graph, int length);

// Every anonymous walk of that length, in lexicographic order of the walks themselves.
[[nodiscard]] std::vector<AnonymousWalk> brute_force_vocabulary(int length, bool self_loops);

}  // namespace awe::test
