#include "base/json_text.h"

#include <cmath>

#include "base/number.h"

namespace awe::base {

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr char kDigits[] = "0123456789abcdef";
      out += "\\u00";
      out += kDigits[c >> 4];
      out += kDigits[c & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string json_real(double value) { return std::isfinite(value) ? format_real(value) : "null"; }

JsonObject& JsonObject::raw(std::string_view key, std::string_view json) {
  if (!members_.empty()) members_ += ", ";
  members_.append(json_string(key)).append(": ").append(json);
  return *this;
}

JsonArray& JsonArray::raw(std::string_view json) {
  if (!items_.empty()) items_ += ", ";
  items_ += json;
  return *this;
}

}  // namespace awe::base
