// The check of options that take a whole number: CLI11 alone would read -1 as 2^64 - 1.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>

namespace awe::cli {

inline CLI::Validator whole_number() {
  return {[](std::string& text) {
            const bool digits =
                !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
            return digits ? std::string() : "'" + text + "' is not a whole number";
          },
          ""};
}

}  // namespace awe::cli
