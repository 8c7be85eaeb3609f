// A page of text, tables and pictures in the form of the report: one file without requests, light and dark, with a list
// of its sections. It is made from the Markdown that the program itself writes: headings, paragraphs, tables of pipes,
// pictures that stand alone, bold, italic and code. Everything else is text. O(bytes).
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace awe::page {

struct Picture {
  std::string_view name;  // as the text calls it
  std::string_view svg;
};

// The first heading becomes the title. A picture that is not given is left out, and its description stands there.
[[nodiscard]] std::string document_html(std::string_view markdown, std::span<const Picture> pictures);

}  // namespace awe::page
