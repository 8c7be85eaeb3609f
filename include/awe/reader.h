// Reads graphs from files of any supported format, as a stream or all at once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// Where the classes of graphs come from: `input`: what the format says; `folder`: the subfolder that a file lies in;
// `name`: the part of the file's name before its last '_' or '-'.
enum class ClassFrom { input, folder, name };
template <>
struct EnumText<ClassFrom> {
  static constexpr std::string_view kWhat = "source of classes";
  static constexpr EnumNames<ClassFrom, 3> kNames = {
      {{ClassFrom::input, "input"}, {ClassFrom::folder, "folder"}, {ClassFrom::name, "name"}}};
};

// Options of open_graphs, open_inputs and read_graphs.
struct ReadOptions {
  std::optional<Format> format = {};       // format of the input; unset: by content and extension
  std::optional<bool> directed = {};       // read as directed graphs; unset: as the file says, otherwise undirected
  WeightUse weights = WeightUse::ignore;   // whether to use weights
  SelfLoops self_loops = SelfLoops::drop;  // drop or keep self-loops
  std::string node_label_key = {};         // key of the node labels, in formats with keys; empty: the usual one
  std::string edge_label_key = {};         // key of the edge labels; empty: the usual one
  std::string class_key = {};              // key of the class of a graph, or KEY,KEY,...; empty: the usual one
  std::string weight_key = {};             // key of the edge weights; empty: the usual one
  std::string classes_file = {};           // CSV or TSV file of ids and classes; empty: none
  std::string classes_column = {};         // its column of classes, as [ID=]COLUMN; empty: found by its header
  // The class of a graph is one or more numbers, as texts joined by commas: from several columns of classes_file, keys,
  // a list in JSON, or the graph attributes of a TU data set (without `class_key`, these come before its graph labels).
  bool numbers = false;
  // The class of a graph is one class or more, as texts joined by commas, from the same places; empty where unknown.
  bool labels = false;
  ClassFrom class_from = ClassFrom::input;  // take classes from the names of folders or files
  std::string pattern = {};  // files of folders and archives to read, as *.txt; empty: those of a known format
  bool verify = false;       // check every byte of formats with checksums
  int threads = 1;           // threads for reading one large graph; the graphs do not depend on it
  Progress progress = {};    // bytes read, requests to stop, notes on what looks wrong in the input
};

// A source of the graphs of a file, a folder, a zip or tar of files or of a TU data set, or standard input ("-").
// Graphs come in file order, those of a folder in the order of the file names. Graphs of a folder or an archive are
// named after their files. Throws Error: io if the input cannot be read, malformed if it violates its format, with the
// message "file[!member]:line: reason; what to do".
[[nodiscard]] std::unique_ptr<GraphSource> open_graphs(const std::string& path, const ReadOptions& options = {});
// The same for several files, folders and archives, one after the other; graphs are named after their files.
[[nodiscard]] std::unique_ptr<GraphSource> open_inputs(const std::vector<std::string>& paths,
                                                       const ReadOptions& options = {});

// All graphs of an input, in memory. Throws as open_graphs and its source do.
[[nodiscard]] std::vector<Graph> read_graphs(const std::string& path, const ReadOptions& options = {});

}  // namespace awe
