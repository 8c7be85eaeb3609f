// Reads classes, or numbers, from a table: CSV, or with tabs, semicolons or blanks instead of commas; empty lines and
// '#' comments are skipped, and a field in double quotes may contain separators. The first line is a header if it names
// a column of ids (id, name, graph, ...) or a column is asked for; without a header there are two columns, id and
// class. An id with an empty field has no class. The whole table is kept in memory: O(lines).
#pragma once

#include <string>
#include <unordered_map>

#include "awe/reader.h"
#include "bytes/byte_source.h"
#include "readers/formats.h"

namespace awe::inputs {

// What a table has for an id: a class, numbers for a regression, or classes in several columns.
enum class TargetKind { classes, numbers, labels };
[[nodiscard]] inline TargetKind target_kind(const ReadOptions& options) {
  return options.labels ? TargetKind::labels : options.numbers ? TargetKind::numbers : TargetKind::classes;
}

using ClassTable = std::unordered_map<std::string, std::string>;  // id -> class; empty: none

// A plain or gzipped file. `column` names the column of classes, by its header or its number from 1; empty: found by
// its header (class, label, target, y), or the only one besides the ids. "ID=COLUMN" names the column of the ids, too.
// For numbers and labels there may be several columns, separated by commas, whose fields are joined by commas; an id
// that lacks a number, or all labels, has none. Throws Error: io; malformed for invalid lines, fields that are not
// numbers, labels with a comma, a second class of the same id, and a column that is not there or not clear.
[[nodiscard]] ClassTable read_classes(const std::string& path, const std::string& column = {},
                                      TargetKind kind = TargetKind::classes);
// The same for bytes that are not compressed.
[[nodiscard]] ClassTable parse_classes(bytes::Bytes table, const std::string& column,
                                       TargetKind kind = TargetKind::classes);

// Adds the classes of ReadOptions::classes_file to the graphs of `source`: by name, or by 0-based index for unnamed
// graphs; the name of a graph file stands for the id of its graph as well. Tells at the end which ids match no graph
// (unless `partial`: the source is a part of a collection) and which graphs have no class; throws Error(malformed) if
// nothing matches.
[[nodiscard]] readers::Graphs with_classes(readers::Graphs source, const ReadOptions& options, bool partial = false);

}  // namespace awe::inputs
