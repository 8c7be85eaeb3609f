// Numbers of things in messages: "1 graph", "2 graphs".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace awe::base {

// The number and the noun, with an s unless there is exactly one; after ss it is es: "2 classes".
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view noun) {
  std::string text = std::to_string(count) + " " + std::string(noun);
  if (count != 1) text += noun.ends_with("ss") ? "es" : "s";
  return text;
}

}  // namespace awe::base
