#include "plots/svg_text.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

namespace awe::plots {
namespace {

constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9",
                                    "#E69F00", "#000000", "#8C6D31", "#7F7F7F"};

// The number of bytes of the UTF-8 character at the beginning of the text; 0 if there is none. `code` is its number.
std::size_t character(std::string_view text, std::uint32_t& code) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(0);
  const std::size_t size = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  if (size == 0 || size > text.size()) return 0;
  code = size == 1 ? first : first & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if (byte(i) >> 6 != 2) return 0;
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return code < kLeast[size] || code > 0x10FFFF || surrogate ? 0 : size;
}

// Characters that may not be in XML, and controls that a viewer would not show.
bool is_removed(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code | 1) == 0xFFFF; }

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::uint32_t code = 0;
    const std::size_t size = character(text, code);
    switch (text.front()) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        if (size == 0) {
          out += "\xEF\xBF\xBD";
        } else if (!is_removed(code)) {
          out += text.substr(0, size);
        }
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return out;
}

const char* series_colour(std::size_t series) { return kColours[series % std::size(kColours)]; }
bool is_light_colour(std::size_t series) {
  const std::size_t place = series % std::size(kColours);
  return place >= 3 && place < 6;
}

std::string text_at(double x, double y, std::string_view text, std::string_view more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more, xml_text(text));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view colour, double width) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", x1, y1, x2,
      y2, colour, width);
}

}  // namespace awe::plots
