// What everything that writes SVG shares: escaped text, lines, and colours.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace awe::plots {

// Text escaped for XML, between tags and in attributes: the five special characters are escaped, characters that XML
// forbids removed, and bytes that are not UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string xml_text(std::string_view text);

// The colour of a series, "#0072B2": six that can be distinguished with red-green colour blindness (Okabe & Ito),
// black, brown and grey, then the same again.
[[nodiscard]] const char* series_colour(std::size_t series);
// Whether text on this colour should be dark.
[[nodiscard]] bool is_light_colour(std::size_t series);

// A text element; `more` has further attributes, each with a blank before it.
[[nodiscard]] std::string text_at(double x, double y, std::string_view text, std::string_view more = "");

[[nodiscard]] std::string line(double x1, double y1, double x2, double y2, std::string_view colour, double width);

}  // namespace awe::plots
