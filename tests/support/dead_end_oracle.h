// The reference for the rules of dead ends: enumerates every walk of a graph, step by step, straight from the
// definition of each rule, and names its outcome as a column is named. Slow and clear.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "awe/graph.h"
#include "awe/label_rule.h"

namespace awe::test {

struct DeadEndOracle {
  std::map<std::string, double> outcomes;  // "1 2 3", "1:a-2:b-.", ... -> probability
  double stopped = 0;
};

struct DeadEndCase {
  DeadEnds rule = DeadEnds::stop;  // not automatic
  int length = 1;
  bool non_backtracking = false;
  bool node_labels = false, edge_labels = false;  // of the input
};

// Walks that start uniformly in `starts`; with `second`, at the only one of them, and their first step goes there.
[[nodiscard]] DeadEndOracle dead_end_oracle(const Graph& graph, const std::vector<NodeId>& starts,
                                            const DeadEndCase& wanted, std::optional<NodeId> second = std::nullopt);

}  // namespace awe::test
