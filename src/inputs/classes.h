// Reads classes from a CSV: lines of "id,class" after an optional header "id,class"; empty lines and '#' comments are
// skipped. A field in double quotes may contain commas. The whole table is kept in memory: O(lines).
#pragma once

#include <string>
#include <unordered_map>

#include "bytes/byte_source.h"
#include "readers/formats.h"

namespace awe::inputs {

using ClassTable = std::unordered_map<std::string, std::string>;  // id -> class

// A plain or gzipped file. Throws Error: io; malformed for invalid lines and for a second class of the same id.
[[nodiscard]] ClassTable read_classes(const std::string& path);

// Adds the classes of a CSV of id, class to the graphs of `source`: by name, or by 0-based index for unnamed graphs.
[[nodiscard]] readers::Graphs with_classes(readers::Graphs source, bytes::Bytes csv);

}  // namespace awe::inputs
