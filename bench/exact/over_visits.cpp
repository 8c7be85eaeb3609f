// Enumerates ordered sets of first visits; the last three steps are in closed form.
#include "awe/exact_walks.h"
#include "contender.h"

namespace awe::bench {

Contender over_visits() {
  return {"over visits", [](const Graph& graph, const WalkIndex& index) {
            return ExactWalks(graph, index, ExactSearch::visits).of_graph();
          }};
}

}  // namespace awe::bench
