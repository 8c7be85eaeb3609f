#include "drawing/tree_layers.h"

#include <algorithm>

namespace awe::drawing {
namespace {

// A breadth-first tree.
struct Tree {
  std::vector<std::uint32_t> order;   // nodes, parents before children
  std::vector<std::uint32_t> parent;  // the root is its own
};

Tree tree_from(const Component& component, std::uint32_t root) {
  Tree tree{{root}, std::vector<std::uint32_t>(component.size(), ~0u)};
  tree.parent[root] = root;
  for (std::size_t i = 0; i < tree.order.size(); ++i) {
    const std::uint32_t u = tree.order[i];
    for (const std::uint32_t v : component.neighbours[u]) {
      if (tree.parent[v] != ~0u) continue;
      tree.parent[v] = u;
      tree.order.push_back(v);
    }
  }
  return tree;
}

std::uint32_t root_of(const Component& component) {
  const auto entered = std::count(component.entered.begin(), component.entered.end(), true);
  if (entered > 0 && static_cast<std::size_t>(entered) + 1 == component.size()) {
    return static_cast<std::uint32_t>(std::find(component.entered.begin(), component.entered.end(), false) -
                                      component.entered.begin());
  }
  const std::uint32_t end = tree_from(component, 0).order.back();
  const Tree tree = tree_from(component, end);
  std::vector<std::uint32_t> path{tree.order.back()};
  while (path.back() != end) path.push_back(tree.parent[path.back()]);
  // Of two nodes in the middle, the one with more neighbours.
  const std::uint32_t one = path[(path.size() - 1) / 2], other = path[path.size() / 2];
  return component.neighbours[other].size() > component.neighbours[one].size() ? other : one;
}

// The left and right ends of a subtree's layers, its deepest layer first, relative to `shift`.
struct Contour {
  std::vector<double> left, right;
  double shift = 0;
};

// Puts `next` to the right of `sum`, and merges both; returns how far `next` was moved.
double join(Contour& sum, Contour&& next) {
  const std::size_t shared = std::min(sum.left.size(), next.left.size());
  const auto at = [](const std::vector<double>& values, std::size_t layer) {
    return values[values.size() - 1 - layer];
  };
  double move = 0;
  for (std::size_t layer = 0; layer < shared; ++layer) {
    move = std::max(move, at(sum.right, layer) + sum.shift + 1 - at(next.left, layer) - next.shift);
  }
  next.shift += move;
  if (next.left.size() > sum.left.size()) {
    for (std::size_t layer = 0; layer < shared; ++layer) {
      next.left[next.left.size() - 1 - layer] = at(sum.left, layer) + sum.shift - next.shift;
    }
    sum = std::move(next);
  } else {
    for (std::size_t layer = 0; layer < shared; ++layer) {
      sum.right[sum.right.size() - 1 - layer] = at(next.right, layer) + next.shift - sum.shift;
    }
  }
  return move;
}

}  // namespace

TreeLayers tree_layers(const Component& component) {
  const Tree tree = tree_from(component, root_of(component));
  const std::size_t count = component.size();
  std::vector<Contour> contours(count);
  std::vector<double> offset(count, 0);  // from the parent
  std::vector<std::vector<std::uint32_t>> children(count);
  for (const std::uint32_t u : tree.order) {
    if (tree.parent[u] != u) children[tree.parent[u]].push_back(u);
  }
  for (std::size_t i = count; i-- > 0;) {
    const std::uint32_t u = tree.order[i];
    Contour& contour = contours[u];
    double last = 0;
    for (const std::uint32_t child : children[u]) {
      if (child == children[u].front()) {
        contour = std::move(contours[child]);
      } else {
        last = offset[child] = join(contour, std::move(contours[child]));
      }
    }
    for (const std::uint32_t child : children[u]) offset[child] -= last / 2;
    contour.shift -= last / 2;
    contour.left.push_back(-contour.shift);
    contour.right.push_back(-contour.shift);
  }
  TreeLayers made{std::vector<Place>(count)};
  const Contour& whole = contours[tree.order.front()];
  const double least = *std::min_element(whole.left.begin(), whole.left.end());
  made.width = *std::max_element(whole.right.begin(), whole.right.end()) - least;
  for (const std::uint32_t u : tree.order) {
    const Place& above = made.places[tree.parent[u]];
    made.places[u] = tree.parent[u] == u ? Place{-least - whole.shift, 0} : Place{above.x + offset[u], above.y + 1};
    made.depth = std::max(made.depth, made.places[u].y);
  }
  return made;
}

}  // namespace awe::drawing
