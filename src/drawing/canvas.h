// One graph drawn into a rectangle of a page: places become pixels, looks become SVG elements. Node i is the i-th
// <circle> of its graph. O(nodes + edges), and O(n^2) for the distances of up to kFullLayoutNodes nodes.
#pragma once

#include <string>
#include <vector>

#include "awe/drawing.h"
#include "drawing/looks.h"

namespace awe::drawing {

// A rectangle, in pixels.
struct Frame {
  double left = 0, top = 0, width = 0, height = 0;
};

[[nodiscard]] std::string graph_svg(const Looks& looks, const std::vector<Place>& places, const Frame& frame);

// The beginning of a page of this size: its size, colours of the theme and title.
[[nodiscard]] std::string page_head(double width, double height, DrawingTheme theme, std::string_view title);

}  // namespace awe::drawing
