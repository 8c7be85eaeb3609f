// From files to graphs: one call opens any input as a stream of graphs, whatever its format.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "awe/graph/builder.h"
#include "awe/graph/collection.h"

namespace awe {

enum class Format { tu, edge_list, json_lines, graphml, gml, matrix_market, awg };

// The names that --format takes: tu, edgelist, jsonl, graphml, gml, mtx, awg.
[[nodiscard]] std::string_view format_name(Format format);
[[nodiscard]] std::optional<Format> format_of_name(std::string_view name);

// What to do with the weights of an input: `automatic` uses them where there are any.
enum class WeightUse { ignore, use, automatic };

struct ReadOptions {
  std::optional<Format> format;  // unset: by content and extension
  std::optional<bool> directed;  // unset: what the file says, else undirected
  WeightUse weights = WeightUse::ignore;
  SelfLoops self_loops = SelfLoops::drop;
  std::string classes_file;  // CSV of id, class; empty: none
  bool verify = false;       // checks every byte of formats with checksums
  int threads = 1;           // that one large graph may be read with; the graphs are the same for any number
};

// Opens a file, a folder, a zip of a TU data set, or standard input ("-"). Throws Error: io where it cannot be read,
// malformed where the content breaks its format, with "file[!member]:line: reason; what to do". Graphs come in file
// order; graphs of a folder in the order of their file names.
[[nodiscard]] std::unique_ptr<GraphSource> open_graphs(const std::string& path, const ReadOptions& options = {});

}  // namespace awe
