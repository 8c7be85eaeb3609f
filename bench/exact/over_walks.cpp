// Enumerates walks; the last two steps are in closed form.
#include "awe/exact_walks.h"
#include "contender.h"

namespace awe::bench {

Contender over_walks() {
  return {"over walks", [](const Graph& graph, const WalkIndex& index) {
            return ExactWalks(graph, index, ExactSearch::walks).of_graph();
          }};
}

}  // namespace awe::bench
