// The reference for anonymous walks: enumerates every walk of a graph, straight from the definition. Slow and clear.
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
  std::map<std::string, double> probability;  // keyed by the text of the walk, "1 2 3"
  double stopped = 0;
};

// Walks of `length` steps from the node; if `second` is given, only those whose first step goes there, with the
// probability of that step taken as 1.
[[nodiscard]] BruteForce brute_force_node(const Graph& graph, NodeId start, int length,
                                          std::optional<NodeId> second = std::nullopt);
// The mean over all nodes.
[[nodiscard]] BruteForce brute_force_graph(const Graph& graph, int length);

// Every anonymous walk of this length, in lexicographic order.
[[nodiscard]] std::vector<AnonymousWalk> brute_force_vocabulary(int length, bool self_loops);

}  // namespace awe::test
