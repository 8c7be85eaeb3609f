// The reference: depth first over walks, only the last step closed, as well as we can write it. Twins are merged,
// visited neighbours are bits, fresh neighbours are counted as nodes come and go, a fresh leaf is never entered.
#include "awe/features/exact.h"
#include "contender.h"

namespace awe::bench {

Contender last_step_closed() {
  return {"over walks", [](const Graph& graph, const WalkIndex& index) {
            return ExactWalks(graph, index, ExactSearch::over_walks).of_graph();
          }};
}

}  // namespace awe::bench
