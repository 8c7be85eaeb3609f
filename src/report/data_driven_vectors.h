// The vectors of AWE (DD) for a reproduction: one model for all graphs of a set, and the vector of each graph.
//
// Two models. "pvdm aw:10" is the paper's: walks are predicted from a window of four others and the graph's vector, by
// a sampled softmax and gradient descent. "exact aw:9" is the same without context, solved to its optimum. In both, the
// vectors of graphs come from inference, and classes are never used. Cost: some 10^7 targets of descent, or seconds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "awe/embedding_model.h"
#include "awe/run_options.h"
#include "evaluation/graph_set.h"
#include "evaluation/matrix_set.h"

namespace awe::report {

// The models tried on a set, named as above.
[[nodiscard]] std::vector<std::string> data_driven_models(std::string_view set, bool quick);

// Options of "pvdm aw:10" etc. for a set with this many nodes in total. Throws Error(usage) for an unknown model.
[[nodiscard]] EmbeddingOptions data_driven_plan(std::string_view model, std::uint64_t nodes);

struct DataDrivenOptions {
  std::string model;
  std::uint64_t seed = 1;
  int threads = 1;
};
[[nodiscard]] evaluation::MatrixSet data_driven_vectors(const evaluation::GraphSet& set,
                                                        const DataDrivenOptions& options,
                                                        const Progress& progress = {});

}  // namespace awe::report
