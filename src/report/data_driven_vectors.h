// The vectors of AWE (DD) for a reproduction: one model of all graphs of a set, and the vector of each.
//
// Two models. "pvdm aw:10" is the paper's: walks predicted from a window of four others and the graph's vector, by a
// sampled softmax and gradient descent. "exact aw:9" is the same without context, solved to its optimum. Both give the
// graphs vectors by inference, and never see a class. Cost: some 10^7 targets of descent, or seconds.
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

// The models tried on a set, by the texts above.
[[nodiscard]] std::vector<std::string> data_driven_models(std::string_view set, bool quick);

// "pvdm aw:10" for a set of so many nodes in all. Throws Error(usage) for a text that names no model.
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
