// Recognises DOT, SDF and graph6 by their first lines.
#pragma once

#include <optional>
#include <string_view>

#include "awe/reader.h"

namespace awe::inputs {

// The format, or nothing. Cost: O(bytes of the head).
[[nodiscard]] std::optional<Format> format_of_first_lines(std::string_view head);

}  // namespace awe::inputs
