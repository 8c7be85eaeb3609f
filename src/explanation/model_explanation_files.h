// An explained decision as JSON, as CSV (a line per node and edge) and as a picture.
#pragma once

#include <string>

#include "awe/drawing.h"
#include "explanation/model_explanation.h"

namespace awe::explanation {

[[nodiscard]] std::string to_json(const ModelExplanation& made, const Classifier& model, const Graph& graph,
                                  const DrawingOptions& names);
// The head of the table, and the lines of one graph: graph,kind,first,second,contribution.
inline constexpr const char* kContributionsHead = "graph,kind,first,second,contribution\n";
[[nodiscard]] std::string contribution_lines(const ModelExplanation& made, const Graph& graph);
// The graph with contributions as colours.
[[nodiscard]] std::string picture(const ModelExplanation& made, const Classifier& model, const Graph& graph,
                                  const DrawingOptions& options);
// A column as people read it: a walk with the names of labels, anything else as it is.
[[nodiscard]] std::string readable_column(const std::string& text, const DrawingOptions& names);

}  // namespace awe::explanation
