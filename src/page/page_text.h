// The HTML of a page: the frame of web/ with its security policy, and contents, style, script and data put in.
// O(bytes).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "page/web_text.h"

namespace awe::page {

// JSON text that can stand between the tags of a script element: no "<" is left in it.
[[nodiscard]] std::string json_for_html(std::string_view json);

// "sha256-..." in base 64, as a security policy names an inline script, from hexadecimal digits.
[[nodiscard]] std::string policy_hash(std::string_view hexadecimal);

// Puts texts in the places of {{names}}, each looked for once, from left to right.
[[nodiscard]] std::string filled(std::string_view skeleton,
                                 const std::vector<std::pair<std::string_view, std::string>>& texts);

// A whole page: `title` and `window_title` are plain text, `contents` is HTML, `script` one of the scripts of
// web_text.h.
[[nodiscard]] std::string framed(std::string_view title, std::string_view window_title, std::string contents,
                                 const WebText& script);

// `title` and `summary` are plain text.
[[nodiscard]] std::string page_html(std::string_view title, std::string_view summary, std::string_view json);

}  // namespace awe::page
