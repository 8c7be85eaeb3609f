// Plots as SVG text: lines, dots with error bars, axes that are linear, logarithmic or made of names, a legend.
//
// The picture is a function of the plot alone, the same bytes every time, and needs no font, script or other file. Text
// is escaped. Colours are told apart by people who do not see red or green (Okabe & Ito), and every series has a mark
// of its own besides. Cost: O(points).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace awe::plots {

struct PlotPoint {
  double x = 0, y = 0;
  double deviation = 0;   // half the error bar; 0: none
  std::string note = {};  // shown when pointed at
};

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;
  bool joined = false;  // by a line
};

struct SvgPlot {
  std::string title, x_title, y_title;
  std::vector<std::string> categories;  // names at x = 0, 1, ...: then series stand side by side
  bool log_x = false, log_y = false;
  std::vector<PlotSeries> series;
  int width = 760, height = 440;
};

// Throws Error: usage for a plot without points, numeric for a point that is not finite, or not positive on a
// logarithmic axis.
[[nodiscard]] std::string to_svg(const SvgPlot& plot);

// Text as XML takes it: the five characters escaped, control characters left out.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace awe::plots
