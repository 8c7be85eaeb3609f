// What each node of each graph contributed to the decision about it, by models that were not trained on the graph.
//
// A linear machine on walks is trained on all graphs but those of a fold, and explains the graphs of the fold
// (explanation/model_explanation.h): contributions of nodes, what belongs to no node, and the bias add up to the
// decision. Cost: a fit per fold, and a search of the walks of every graph, which is limited; where the limit is
// passed, visits are estimated from drawn walks.
#pragma once

#include <string>
#include <vector>

#include "awe/drawing.h"
#include "awe/run_options.h"
#include "evaluation/graph_set.h"

namespace awe::page {

struct GraphEvidence {
  int decided = 0, other = 0;  // classes: the decision is for the first, against the second
  double decision = 0, bias = 0, elsewhere = 0;
  bool exact = true;          // false: visits of walks were estimated
  std::vector<double> nodes;  // contributions
  struct Walk {
    std::string text;  // as people read it
    double contribution = 0;
  };
  std::vector<Walk> walks;  // the largest contributions
};

struct CollectionEvidence {
  std::string features;  // of the linear machines
  int folds = 0;         // and their number
  std::vector<GraphEvidence> graphs;
};

// Progress counts graphs.
[[nodiscard]] CollectionEvidence evidence_of(const evaluation::GraphSet& set, const DrawingOptions& names,
                                             const RunOptions& run);

}  // namespace awe::page
