// What `awe info` prints about an index of graphs.
#pragma once

#include <string>

namespace awe::cli {

// True if the file is named or begins as an index.
[[nodiscard]] bool is_index_file(const std::string& path);
// Describes it; with `verify` checks every byte first. Throws Error.
void print_index_info(const std::string& path, bool verify, bool json);

}  // namespace awe::cli
