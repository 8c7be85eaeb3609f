// Builds JSON text for --json and for result files; members keep the order in which they are added. O(bytes).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace awe::base {

[[nodiscard]] std::string json_string(std::string_view text);
// "null" for values that JSON cannot represent: infinities and NaN.
[[nodiscard]] std::string json_real(double value);

class JsonObject {
 public:
  JsonObject& text(std::string_view key, std::string_view value) { return raw(key, json_string(value)); }
  JsonObject& real(std::string_view key, double value) { return raw(key, json_real(value)); }
  JsonObject& flag(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
  JsonObject& integer(std::string_view key, std::uint64_t value) { return raw(key, std::to_string(value)); }
  // `json` must already be valid JSON.
  JsonObject& raw(std::string_view key, std::string_view json);
  [[nodiscard]] std::string str() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

class JsonArray {
 public:
  JsonArray& raw(std::string_view json);
  [[nodiscard]] std::string str() const { return "[" + items_ + "]"; }

 private:
  std::string items_;
};

}  // namespace awe::base
