// A contender of this task computes the exact distribution of a graph's anonymous walks, on one thread.
#pragma once

#include <string>

#include "awe/graph.h"
#include "awe/walk_distribution.h"
#include "awe/walk_index.h"

namespace awe::bench {

struct Contender {
  std::string name;
  WalkDistribution (*run)(const Graph& graph, const WalkIndex& index);
};

Contender last_step_closed();
Contender over_walks();
Contender over_visits();
Contender chosen();

}  // namespace awe::bench
