// Errors of the library name option fields in backquotes; a reader of the command line knows flags. The one table from
// fields to flags.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace awe::cli {

// The message with every `field` that the table knows as the flag of this verb: `max_columns` -> --max-columns.
[[nodiscard]] std::string with_flags(std::string_view message, std::string_view verb);

// True for fields of the table, and for those that are known to have no flag.
[[nodiscard]] bool is_known_field(std::string_view field);

}  // namespace awe::cli
