// Where the public data sets lie: --data, else the environment variable AWE_DATA, else ./datasets.
#pragma once

#include <cstdlib>
#include <string>

namespace awe::cli {

// `option`: what --data says, or nothing.
[[nodiscard]] inline std::string data_folder(const std::string& option) {
  if (!option.empty()) return option;
  const char* named = std::getenv("AWE_DATA");
  return named != nullptr && *named != '\0' ? named : "datasets";
}

}  // namespace awe::cli
