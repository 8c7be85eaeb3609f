// Classes from a CSV: lines of "id,class", an optional header "id,class", empty lines and '#' comments passed over. A
// field in double quotes may hold commas. The table is held whole: O(lines).
#pragma once

#include <string>
#include <unordered_map>

namespace awe::readers {

using ClassTable = std::unordered_map<std::string, std::string>;  // class by id

// A plain or gzipped file. Throws Error: io, malformed for other lines and for a second class of an id.
[[nodiscard]] ClassTable read_classes(const std::string& path);

}  // namespace awe::readers
