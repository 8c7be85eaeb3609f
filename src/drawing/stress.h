// Places by stress: the sum over pairs of nodes of (distance on the page - distance in the graph)^2 / distance in the
// graph^2 is minimised, one node at a time (E. Gansner, Y. Koren, S. North, "Graph drawing by stress majorization", GD
// 2004), from the places of classical scaling on the distances to some nodes (U. Brandes, C. Pich, "Eigensolver methods
// for progressive multidimensional scaling", GD 2006). Above kFullLayoutNodes nodes only edges and the distances to 50
// nodes count (M. Ortmann, M. Klimenta, U. Brandes, "A sparse stress model", GD 2016). Many leaves of one node are
// placed on a disc around it. Cost: O(n^2) memory and per sweep, above the limit O(50 n + m); at most 200 sweeps.
#pragma once

#include <vector>

#include "awe/drawing.h"
#include "drawing/component.h"

namespace awe::drawing {

[[nodiscard]] std::vector<Place> stress_places(const Component& component);

}  // namespace awe::drawing
