// Fields of CSV files as spreadsheets and pandas read them: quoted if they contain a comma, a quote or a line break.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace awe::bytes {

inline void append_csv_field(std::string& out, std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += field;
    return;
  }
  out += '"';
  for (const char c : field) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

// The fields of one line; nullopt if a quote is not closed.
[[nodiscard]] inline std::optional<std::vector<std::string>> csv_fields(std::string_view line, char separator = ',') {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && line.substr(i + 1).starts_with('"')) {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == separator && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  if (quoted) return std::nullopt;
  return fields;
}

}  // namespace awe::bytes
