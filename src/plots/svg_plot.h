// Plots as SVG text: lines, dots with error bars, linear, logarithmic or categorical axes, a legend.
//
// The output depends only on the plot, is the same bytes every time, and needs no font, script or other file. Text is
// escaped. The colours can be distinguished with red-green colour blindness (Okabe & Ito), and every series also has
// its own mark, unless the plot gives it those of another. Cost: O(points).
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace awe::plots {

struct PlotPoint {
  double x = 0, y = 0;
  double deviation = 0;   // half the length of the error bar; 0: none
  std::string note = {};  // shown on hover
};

struct PlotSeries {
  std::string name;  // in the legend; empty: not there
  std::vector<PlotPoint> points;
  bool joined = false;                     // connected by a line
  bool dashed = false;                     // the line is dashed
  bool hollow = false;                     // marks are outlines
  std::optional<std::size_t> colour = {};  // number of the colour; unset: the number of the series
  std::optional<std::size_t> mark = {};    // number of the mark; unset: the number of the series
  std::optional<std::size_t> slot = {};    // place inside a category; unset: the number of the series
};

struct SvgPlot {
  std::string title, x_title, y_title;
  std::vector<std::string> categories;      // names at x = 0, 1, ...; if given, series are drawn side by side
  std::vector<std::string> category_notes;  // a line below each name; empty: none
  bool log_x = false, log_y = false;
  std::vector<PlotSeries> series;
  int width = 760, height = 440;
};

// Throws Error: usage for a plot without points, numeric for a point that is not finite, or not positive on a
// logarithmic axis.
[[nodiscard]] std::string to_svg(const SvgPlot& plot);

}  // namespace awe::plots
