// Errors of the library name option fields in backquotes, but users of the command line know flags. This is the only
// table that maps fields to flags.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace awe::cli {

// The message with every `field` in the table replaced by its flag in this verb: `max_columns` -> --max-columns.
[[nodiscard]] std::string with_flags(std::string_view message, std::string_view verb);

// True for fields in the table, and for those that are known to have no flag.
[[nodiscard]] bool is_known_field(std::string_view field);

}  // namespace awe::cli
