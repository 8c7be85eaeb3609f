// What `awe embed --method exact` runs: one of the two algorithms, chosen for each graph.
#include "awe/exact_walks.h"
#include "contender.h"

namespace awe::bench {

Contender chosen() {
  return {"chosen", [](const Graph& graph, const WalkIndex& index) { return ExactWalks(graph, index).of_graph(); }};
}

}  // namespace awe::bench
