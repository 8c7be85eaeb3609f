#include "drawing/legend.h"

#include <fmt/format.h>

#include <cmath>

#include "plots/svg_text.h"

namespace awe::drawing {
namespace {

constexpr double kText = 11, kMark = 9, kGap = 12;

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// The upper left corners of the entries, relative to the legend.
std::vector<Place> places_of(const std::vector<LegendEntry>& entries, double width) {
  std::vector<Place> places;
  double x = 0, y = 0;
  for (const LegendEntry& entry : entries) {
    const double size = std::min(width, kMark + 4 + text_width(entry.name, kText));
    if (x > 0 && x + size > width) {
      x = 0;
      y += kLegendLine;
    }
    places.push_back({x, y});
    x += size + kGap;
  }
  return places;
}

}  // namespace

double text_width(std::string_view text, double size) {
  double count = 0;
  for (const char c : text) count += begins_character(c) ? 1 : 0;
  return 0.6 * size * count;
}

std::string cut_text(std::string_view text, double size, double width) {
  if (text_width(text, size) <= width) return std::string(text);
  std::size_t fits = 0;
  double used = 1;  // for the mark
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!begins_character(text[i])) continue;
    fits = i;
    if (0.6 * size * ++used > width) break;
  }
  return std::string(text.substr(0, fits)) + "…";
}

double legend_height(const std::vector<LegendEntry>& entries, double width) {
  return entries.empty() ? 0 : places_of(entries, width).back().y + kLegendLine;
}

std::string legend_svg(const std::vector<LegendEntry>& entries, double x, double y, double width) {
  std::string out;
  const std::vector<Place> places = places_of(entries, width);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double left = x + places[i].x, top = y + places[i].y + 2;
    const bool marked = entries[i].colour != "none";
    if (marked) {
      out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"{}\"/>\n", tenths(left),
                         tenths(top), kMark, kMark, entries[i].colour);
    }
    out += plots::text_at(left + (marked ? kMark + 4 : 0), top + kMark,
                          cut_text(entries[i].name, kText, width - kMark - 4), " fill=\"currentColor\"");
  }
  return out;
}

std::string tenths(double value) {
  const auto rounded = static_cast<long long>(std::floor(value * 10 + 0.5));
  const long long size = rounded < 0 ? -rounded : rounded;
  return fmt::format("{}{}{}", rounded < 0 ? "-" : "", size / 10, size % 10 == 0 ? "" : fmt::format(".{}", size % 10));
}

}  // namespace awe::drawing
