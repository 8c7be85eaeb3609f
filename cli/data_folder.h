// Where the public data sets are: --data, else the environment variable AWE_DATA, else ./datasets.
#pragma once

#include <cstdlib>
#include <string>

namespace awe::cli {

// `option`: the value of --data, or empty.
[[nodiscard]] inline std::string data_folder(const std::string& option) {
  if (!option.empty()) return option;
  const char* named = std::getenv("AWE_DATA");
  return named != nullptr && *named != '\0' ? named : "datasets";
}

}  // namespace awe::cli
