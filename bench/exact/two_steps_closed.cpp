// Ours: enumeration up to two steps before the end, as `awe embed --method exact` runs it.
#include "awe/features/exact.h"
#include "contender.h"

namespace awe::bench {

Contender two_steps_closed() {
  return {"last two steps closed", [](const Graph& graph, const WalkIndex& index) {
            return ExactWalks(graph, index).of_graph();
          }};
}

}  // namespace awe::bench
