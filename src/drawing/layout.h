// The layout of a whole graph: a layout for each component, then all of them side by side.
#pragma once

#include <vector>

#include "awe/drawing.h"

namespace awe::drawing {

// As awe::layout; without `layered`, automatic layouts draw trees by stress, too, as chemists draw molecules.
[[nodiscard]] std::vector<Place> lay_out(const Graph& graph, LayoutKind kind, bool layered);

}  // namespace awe::drawing
