// Fields of CSV files as spreadsheets and pandas read them: quoted where they hold a comma, a quote or a line break.
#pragma once

#include <string>
#include <string_view>

namespace awe {

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

}  // namespace awe
