// The HTML of a page: a skeleton of web/ with style, script and data put in. O(bytes).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace awe::page {

// JSON text that can stand between the tags of a script element: no "<" is left in it.
[[nodiscard]] std::string json_for_html(std::string_view json);

// "sha256-..." in base 64, as a security policy names an inline script, from hexadecimal digits.
[[nodiscard]] std::string policy_hash(std::string_view hexadecimal);

// Puts texts in the places of {{names}}, each looked for once, from left to right.
[[nodiscard]] std::string filled(std::string_view skeleton,
                                 const std::vector<std::pair<std::string_view, std::string>>& texts);

// `title` and `summary` are plain text.
[[nodiscard]] std::string page_html(std::string_view title, std::string_view summary, std::string_view json);

}  // namespace awe::page
