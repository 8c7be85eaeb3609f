// From files to graphs: one call opens any input as a stream of graphs, whatever its format.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "awe/enum_text.h"
#include "awe/graph_builder.h"
#include "awe/graph_source.h"

namespace awe {

enum class Format { tu, edge_list, json_lines, graphml, gml, matrix_market, awg };
template <>
struct EnumText<Format> {
  static constexpr std::string_view kWhat = "format";
  static constexpr EnumNames<Format, 7> kNames = {{{Format::tu, "tu"},
                                                   {Format::edge_list, "edgelist"},
                                                   {Format::json_lines, "jsonl"},
                                                   {Format::graphml, "graphml"},
                                                   {Format::gml, "gml"},
                                                   {Format::matrix_market, "mtx"},
                                                   {Format::awg, "awg"}}};
};

// What to do with the weights of an input: `automatic` uses them where there are any.
enum class WeightUse { ignore, use, automatic };
template <>
struct EnumText<WeightUse> {
  static constexpr std::string_view kWhat = "use of weights";
  static constexpr EnumNames<WeightUse, 3> kNames = {
      {{WeightUse::ignore, "ignore"}, {WeightUse::use, "use"}, {WeightUse::automatic, "auto"}}};
};

struct ReadOptions {
  std::optional<Format> format = {};  // unset: by content and extension
  std::optional<bool> directed = {};  // unset: what the file says, else undirected
  WeightUse weights = WeightUse::ignore;
  SelfLoops self_loops = SelfLoops::drop;
  std::string classes_file = {};  // CSV of id, class; empty: none
  bool verify = false;            // checks every byte of formats with checksums
  int threads = 1;                // that one large graph may be read with; the graphs are the same for any number
};

// Opens a file, a folder, a zip of a TU data set, or standard input ("-"). Throws Error: io where it cannot be read,
// malformed where the content breaks its format, with "file[!member]:line: reason; what to do". Graphs come in file
// order; graphs of a folder in the order of their file names.
[[nodiscard]] std::unique_ptr<GraphSource> open_graphs(const std::string& path, const ReadOptions& options = {});

// All graphs of an input, in memory.
[[nodiscard]] std::vector<Graph> read_graphs(const std::string& path, const ReadOptions& options = {});

}  // namespace awe
