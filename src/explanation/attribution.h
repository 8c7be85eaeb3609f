// Where the walks of a graph run: numbers given to walks become numbers of the nodes and edges that these walks visit.
//
// A walk of the graph has a probability: it begins at a uniformly chosen node and chooses its steps as columns do. Its
// number times its probability is divided equally between the different nodes that it visits, and likewise between the
// different edges that it follows; walks without steps give nothing to edges. So the nodes sum to the sum over columns
// of number times value, up to rounding. Exact: depth first over the walks that can still become one with a number.
// If that takes too many steps, walks are drawn instead. Cost: O(steps), at most `budget`; memory O(nodes + arcs +
// walks with numbers).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph.h"
#include "awe/label_rule.h"
#include "awe/run_options.h"
#include "explanation/traced_walk.h"
#include "labels/graph_labels.h"

namespace awe::explanation {

struct WeightedWalk {
  TracedWalk walk;
  double weight = 0;
};

struct Attribution {
  std::vector<double> nodes;    // one per node
  std::vector<double> edges;    // one per edge, in the order of edges_of (awe/drawing.h)
  std::vector<double> through;  // one per node: the same numbers undivided, of all walks that visit it
  double total = 0;             // sum over walks of weight times probability
  bool exact = true;            // false: walks were drawn
};

struct AttributionOptions {
  WalkKind kind = WalkKind::uniform;
  std::uint64_t budget = 20'000'000;  // steps of the exact search
  std::uint64_t walks = 200'000;      // walks that are drawn beyond it
  std::uint64_t seed = 1;
};

// Walks that ended have their weight wherever a walk ends after these steps. Throws Error(interrupted) if progress asks
// to stop.
[[nodiscard]] Attribution attribute(const Graph& graph, const labels::GraphLabels& labels,
                                    std::span<const WeightedWalk> walks, const AttributionOptions& options,
                                    const Progress& progress = {});

}  // namespace awe::explanation
