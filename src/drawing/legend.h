// The names of colours, in lines below a graph. Widths of texts are estimated, as the font is unknown.
#pragma once

#include <string>
#include <vector>

#include "drawing/looks.h"

namespace awe::drawing {

inline constexpr double kLegendLine = 16;

// The height of a legend of this width; 0 for no entries.
[[nodiscard]] double legend_height(const std::vector<LegendEntry>& entries, double width);
// Its SVG, with the upper left corner at (x, y).
[[nodiscard]] std::string legend_svg(const std::vector<LegendEntry>& entries, double x, double y, double width);

// The estimated width of a text of this size, and the longest beginning of a text that fits, with "…" if it is cut.
[[nodiscard]] double text_width(std::string_view text, double size);
[[nodiscard]] std::string cut_text(std::string_view text, double size, double width);

// A number with one digit after the point, and none if it is 0.
[[nodiscard]] std::string tenths(double value);

}  // namespace awe::drawing
