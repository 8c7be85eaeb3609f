// The files of web/, as src/page/embed.cmake puts them into the program.
#pragma once

#include <string_view>

namespace awe::page {

struct WebText {
  std::string_view text;
  std::string_view sha256;  // of the text, in hexadecimal digits
};

extern const WebText kFrame, kPage, kDocument, kStyle, kScript, kDocumentScript;

}  // namespace awe::page
