// Reads graphs from files of any supported format, as a stream or all at once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "awe/enum_text.h"
#include "awe/graph_builder.h"
#include "awe/graph_source.h"
#include "awe/run_options.h"

namespace awe {

// The file formats.
enum class Format {
  tu,
  edge_list,
  json_lines,
  graphml,
  gml,
  matrix_market,
  awg,
  adjacency_list,
  dot,
  graph6,
  sparse6,
  digraph6,
  sdf
};
template <>
struct EnumText<Format> {
  static constexpr std::string_view kWhat = "format";
  static constexpr EnumNames<Format, 13> kNames = {{{Format::tu, "tu"},
                                                    {Format::edge_list, "edgelist"},
                                                    {Format::json_lines, "jsonl"},
                                                    {Format::graphml, "graphml"},
                                                    {Format::gml, "gml"},
                                                    {Format::matrix_market, "mtx"},
                                                    {Format::awg, "awg"},
                                                    {Format::adjacency_list, "adjlist"},
                                                    {Format::dot, "dot"},
                                                    {Format::graph6, "graph6"},
                                                    {Format::sparse6, "sparse6"},
                                                    {Format::digraph6, "digraph6"},
                                                    {Format::sdf, "sdf"}}};
};

// What to do with the weights of an input. `automatic` uses them if there are any.
enum class WeightUse { ignore, use, automatic };
template <>
struct EnumText<WeightUse> {
  static constexpr std::string_view kWhat = "use of weights";
  static constexpr EnumNames<WeightUse, 3> kNames = {
      {{WeightUse::ignore, "ignore"}, {WeightUse::use, "use"}, {WeightUse::automatic, "auto"}}};
};

// Options of open_graphs and read_graphs.
struct ReadOptions {
  std::optional<Format> format = {};       // format of the input; unset: by content and extension
  std::optional<bool> directed = {};       // read as directed graphs; unset: as the file says, otherwise undirected
  WeightUse weights = WeightUse::ignore;   // whether to use weights
  SelfLoops self_loops = SelfLoops::drop;  // drop or keep self-loops
  std::string node_label_key = {};         // key of the node labels, in formats with keys; empty: the usual one
  std::string edge_label_key = {};         // key of the edge labels; empty: the usual one
  std::string class_key = {};              // key of the class of a graph; empty: the usual one
  std::string weight_key = {};             // key of the edge weights; empty: the usual one
  std::string classes_file = {};           // CSV file of ids and classes; empty: none
  bool verify = false;                     // check every byte of formats with checksums
  int threads = 1;                         // threads for reading one large graph; the graphs do not depend on it
  Progress progress = {};                  // bytes read, requests to stop, notes on what looks wrong in the input
};

// A source of the graphs of a file, a folder, a zip of a TU data set, or standard input ("-"). Graphs come in file
// order, those of a folder in the order of the file names. Throws Error: io if the input cannot be read, malformed if
// it violates its format, with the message "file[!member]:line: reason; what to do".
[[nodiscard]] std::unique_ptr<GraphSource> open_graphs(const std::string& path, const ReadOptions& options = {});

// All graphs of an input, in memory. Throws as open_graphs and its source do.
[[nodiscard]] std::vector<Graph> read_graphs(const std::string& path, const ReadOptions& options = {});

}  // namespace awe
