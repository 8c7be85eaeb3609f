// Formats that are known but not read: an input in one of them is named and refused with a way to convert it, instead
// of being misread as an edge list. Recognised by the extension of the name, else by the first bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "awe/error.h"

namespace awe::inputs {

struct ForeignFormat {
  std::string_view what;  // "a Pajek network"
  std::string_view way;   // what to do; {} is the name of the file
};

// The foreign format that the name of a file tells; null if none.
[[nodiscard]] const ForeignFormat* foreign_by_name(std::string_view path);
// The foreign format of an input that starts with these bytes; null if none. `whole`: they are all its bytes.
[[nodiscard]] const ForeignFormat* foreign_by_content(std::string_view head, bool whole);

// The error for such an input: "file: WHAT, which is not read; WAY".
[[nodiscard]] Error refusal(const ForeignFormat& format, std::string_view file);

}  // namespace awe::inputs
