// Trees in layers: each node above its children, subtrees as close as they fit (E. Reingold, J. Tilford, "Tidier
// drawings of trees", IEEE Transactions on Software Engineering 7, 1981). O(nodes).
#pragma once

#include <vector>

#include "awe/drawing.h"
#include "drawing/component.h"

namespace awe::drawing {

struct TreeLayers {
  std::vector<Place> places;  // y: the number of the layer, from 0
  double width = 0;           // of the widest layer
  double depth = 0;           // layers below the root
};

// The root is the only node that no arc leads to, if there is one, otherwise the middle of a longest path. If the
// component is no tree, its breadth-first tree from there is laid out.
[[nodiscard]] TreeLayers tree_layers(const Component& component);

}  // namespace awe::drawing
