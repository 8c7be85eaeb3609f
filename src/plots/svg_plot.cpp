#include "plots/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "awe/error.h"
#include "plots/axis.h"
#include "plots/svg_text.h"

namespace awe::plots {
namespace {

constexpr double kLeft = 72, kRight = 20, kTop = 48, kBottom = 64, kLegendLine = 20;
constexpr double kMark = 4.5;
constexpr double kLegendSample = 26;  // length of the line shown in the legend

const char* colour_of(const SvgPlot& plot, std::size_t series) {
  return series_colour(plot.series[series].colour.value_or(series));
}

// The slot of every series inside a category, and how many there are.
std::size_t slots_of(const SvgPlot& plot) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < plot.series.size(); ++i) count = std::max(count, plot.series[i].slot.value_or(i) + 1);
  return count;
}

struct Frame {
  AxisRange x, y;
  double left = 0, right = 0, top = 0, bottom = 0;  // of the plot area, in pixels

  [[nodiscard]] double px(double value) const { return left + x.place(value) * (right - left); }
  [[nodiscard]] double py(double value) const { return bottom - y.place(value) * (bottom - top); }
};

void check(const SvgPlot& plot) {
  std::size_t points = 0;
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      const bool finite = std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.deviation);
      if (!finite || (plot.log_x && point.x <= 0) || (plot.log_y && point.y <= 0)) {
        throw Error(ErrorKind::numeric, "a point of \"" + series.name + "\" has no place on the axes");
      }
      ++points;
    }
  }
  if (points == 0) throw Error(ErrorKind::usage, "a plot needs points");
}

// Positions of the series names, in as many lines as needed.
std::vector<std::pair<double, double>> legend_places(const SvgPlot& plot) {
  std::vector<std::pair<double, double>> places;
  double x = kLeft + 6, y = kTop - 4;
  for (const PlotSeries& series : plot.series) {
    const double width = series.name.empty() ? 0
                                             : 34 + (series.joined ? kLegendSample - 8 : 0) +
                                                   6.6 * static_cast<double>(series.name.size());
    if (x + width > plot.width - kRight + 14 && x > kLeft + 6) {
      x = kLeft + 6;
      y += kLegendLine;
    }
    places.emplace_back(x, y);
    x += width;
  }
  return places;
}

// The ends of the error bar, which must not reach zero on a logarithmic axis.
std::pair<double, double> bar_of(const SvgPlot& plot, const PlotPoint& point) {
  double low = point.y - point.deviation;
  if (plot.log_y && low <= 0) low = point.y / 10;
  return {low, point.y + point.deviation};
}

Frame frame_of(const SvgPlot& plot) {
  std::vector<double> xs, ys;
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      const auto [low, high] = bar_of(plot, point);
      xs.push_back(point.x);
      ys.push_back(low);
      ys.push_back(high);
    }
  }
  Frame frame;
  frame.x = round_range(xs, plot.log_x);
  // Not rounded: the axis ends where the data ends.
  if (const auto [least, most] = std::minmax_element(xs.begin(), xs.end()); *least < *most) {
    const double step = plot.log_x ? std::pow(*most / *least, 0.03) : 0.03 * (*most - *least);
    frame.x = plot.log_x ? AxisRange{*least / step, *most * step, true} : AxisRange{*least - step, *most + step, false};
  }
  if (!plot.categories.empty()) frame.x = {-0.5, static_cast<double>(plot.categories.size()) - 0.5, false};
  frame.y = round_range(ys, plot.log_y);
  frame.left = kLeft;
  frame.right = plot.width - kRight;
  frame.top = legend_places(plot).back().second + 4 + kLegendLine;
  frame.bottom = plot.height - kBottom;
  return frame;
}

std::string axes(const SvgPlot& plot, const Frame& frame) {
  std::string out;
  constexpr const char* kGrid = "#dddddd";
  for (const double value : ticks(frame.y, plot.log_y ? 10 : 8)) {
    const double y = frame.py(value);
    out += line(frame.left, y, frame.right, y, kGrid, 1);
    out += text_at(frame.left - 8, y + 4, tick_label(value), " text-anchor=\"end\"");
  }
  const auto mark_x = [&](double x, std::string_view label) {
    out += line(x, frame.bottom, x, frame.bottom + 5, "#333333", 1);
    out += text_at(x, frame.bottom + 20, label, " text-anchor=\"middle\"");
  };
  if (plot.categories.empty()) {
    for (const double value : ticks(frame.x, 14)) mark_x(frame.px(value), tick_label(value));
  }
  for (std::size_t i = 0; i < plot.categories.size(); ++i) {
    mark_x(frame.px(static_cast<double>(i)), plot.categories[i]);
    if (i >= plot.category_notes.size() || plot.category_notes[i].empty()) continue;
    out += text_at(frame.px(static_cast<double>(i)), frame.bottom + 34, plot.category_notes[i],
                   " text-anchor=\"middle\" font-size=\"10\" fill=\"#666666\"");
  }
  for (std::size_t i = 1; i < plot.categories.size(); ++i) {
    const double x = frame.px(static_cast<double>(i) - 0.5);
    out += line(x, frame.top, x, frame.bottom, kGrid, 1);
  }
  out += line(frame.left, frame.bottom, frame.right, frame.bottom, "#333333", 1);
  out += line(frame.left, frame.top, frame.left, frame.bottom, "#333333", 1);
  const double middle_y = (frame.top + frame.bottom) / 2, middle_x = (frame.left + frame.right) / 2;
  out += text_at(middle_x, plot.height - 16.0, plot.x_title, " text-anchor=\"middle\"");
  out += text_at(18, middle_y, plot.y_title,
                 fmt::format(" text-anchor=\"middle\" transform=\"rotate(-90 18 {:.1f})\"", middle_y));
  out += text_at(plot.width / 2.0, 24, plot.title, " text-anchor=\"middle\" font-size=\"15\" font-weight=\"bold\"");
  return out;
}

// Circle, square, diamond, triangle, or triangle on its point.
std::string mark(const SvgPlot& plot, std::size_t number, double x, double y, std::string_view note = "") {
  const PlotSeries& series = plot.series[number];
  const std::string title = note.empty() ? "" : fmt::format("<title>{}</title>", xml_text(note));
  const char* colour = colour_of(plot, number);
  const std::string paint = series.hollow ? fmt::format("fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"1.5\"", colour)
                                          : fmt::format("fill=\"{}\"", colour);
  constexpr double r = kMark;
  switch (series.mark.value_or(number) % 5) {
    case 0:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" {}>{}</circle>\n", x, y, r, paint, title);
    case 1:
      return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" {}>{}</rect>\n", x - r, y - r,
                         2 * r, 2 * r, paint, title);
    case 2:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l{} {}l{} {}l{} {}z\" {}>{}</path>\n", x, y - 1.4 * r, 1.4 * r,
                         1.4 * r, -1.4 * r, 1.4 * r, -1.4 * r, -1.4 * r, paint, title);
    case 3:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l{} {}h{}z\" {}>{}</path>\n", x, y - 1.2 * r, 1.2 * r, 2.2 * r,
                         -2.4 * r, paint, title);
    default:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l{} {}h{}z\" {}>{}</path>\n", x, y + 1.2 * r, 1.2 * r, -2.2 * r,
                         -2.4 * r, paint, title);
  }
}

// Horizontal offset that puts series side by side within a category.
double shift_of(const SvgPlot& plot, std::size_t series) {
  if (plot.categories.empty()) return 0;
  const double count = static_cast<double>(slots_of(plot));
  const double place = static_cast<double>(plot.series[series].slot.value_or(series));
  return (place - (count - 1) / 2) * std::min(0.2, 0.9 / count);
}

std::string stroke_of(const PlotSeries& series, const char* colour) {
  return fmt::format("stroke=\"{}\" stroke-width=\"1.5\"{}", colour, series.dashed ? " stroke-dasharray=\"6 4\"" : "");
}

std::string drawn(const SvgPlot& plot, const Frame& frame, std::size_t number) {
  const PlotSeries& series = plot.series[number];
  const char* colour = colour_of(plot, number);
  const double shift = shift_of(plot, number);
  std::string out, path;
  for (const PlotPoint& point : series.points) {
    const double x = frame.px(point.x + shift), y = frame.py(point.y);
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
    if (point.deviation > 0) {
      const auto [low, high] = bar_of(plot, point);
      const double y_low = frame.py(low), y_high = frame.py(high);
      out += line(x, y_low, x, y_high, colour, 1.5);
      out += line(x - 4, y_low, x + 4, y_low, colour, 1.5);
      out += line(x - 4, y_high, x + 4, y_high, colour, 1.5);
    }
    out += mark(plot, number, x, y, point.note);
  }
  if (series.joined && series.points.size() > 1) {
    out = fmt::format("<path d=\"{}\" fill=\"none\" {}/>\n", path, stroke_of(series, colour)) + out;
  }
  return out;
}

// Series names below the title; their widths are estimated, as the font is unknown.
std::string legend(const SvgPlot& plot) {
  std::string out;
  const auto places = legend_places(plot);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const PlotSeries& series = plot.series[i];
    if (series.name.empty()) continue;
    const auto [x, y] = places[i];
    const double room = series.joined ? kLegendSample : 0;
    if (series.joined) {
      out += fmt::format("<path d=\"M{:.1f} {:.1f}h{}\" fill=\"none\" {}/>\n", x - 4, y - 4, kLegendSample,
                         stroke_of(series, colour_of(plot, i)));
    }
    out += mark(plot, i, x + room / 2 - (series.joined ? 4 : 0), y - 4);
    out += text_at(x + 10 + (series.joined ? room - 8 : 0), y, series.name);
  }
  return out;
}

}  // namespace

std::string to_svg(const SvgPlot& plot) {
  check(plot);
  const Frame frame = frame_of(plot);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222222\" role=\"img\">\n<title>{2}</title>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      plot.width, plot.height, xml_text(plot.title));
  out += axes(plot, frame);
  for (std::size_t i = 0; i < plot.series.size(); ++i) out += drawn(plot, frame, i);
  return out + legend(plot) + "</svg>\n";
}

}  // namespace awe::plots
