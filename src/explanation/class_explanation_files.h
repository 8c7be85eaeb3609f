// What separates classes as JSON, as CSV (a line per walk) and as pictures (a file per group).
#pragma once

#include <string>
#include <vector>

#include "awe/drawing.h"
#include "explanation/class_explanation.h"

namespace awe::explanation {

struct ExplanationFile {
  std::string name, text;
};

// `names` says how labels are called. Numbers of a graph's nodes are by node id.
[[nodiscard]] std::string to_json(const ClassExplanation& found, const evaluation::GraphSet& set,
                                  const DrawingOptions& names);
[[nodiscard]] std::string to_csv(const ClassExplanation& found, const evaluation::GraphSet& set,
                                 const DrawingOptions& names);
// COMPARISON-GROUP-walk.svg and COMPARISON-GROUP-examples.svg, both numbered from 1.
[[nodiscard]] std::vector<ExplanationFile> pictures(const ClassExplanation& found, const evaluation::GraphSet& set,
                                                    const DrawingOptions& options);

// Numbers of nodes or edges by their ids, as JSON: zeros are left out.
[[nodiscard]] std::string node_values_json(const Graph& graph, const std::vector<double>& values);
[[nodiscard]] std::string edge_values_json(const Graph& graph, const std::vector<double>& values);

}  // namespace awe::explanation
