// The flags of every verb that reads graphs, and the functions that open the input.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "awe/featurizer.h"
#include "awe/graph_source.h"
#include "awe/reader.h"

namespace CLI {
class App;
}

namespace awe::cli {

struct InputFlags {
  std::vector<std::string> paths;  // as they are opened: names of data sets are replaced by their files
  std::string path;                // the only path, or "3 inputs"
  std::optional<Format> format;    // unset: detected by content and extension
  bool directed = false;
  bool undirected = false;
  bool weighted = false;
  SelfLoops self_loops = SelfLoops::drop;
  std::string classes;   // file, or file:column
  bool numbers = false;  // the classes are numbers for a regression
  bool labels = false;   // there are classes in several columns
  ClassFrom class_from = ClassFrom::input;
  std::string pattern;
  std::string node_label, edge_label, class_key, weight_key;  // keys of the input; empty: the usual ones
  std::optional<std::uint64_t> limit;
  std::string shard;
  int threads = 0;                             // 0: every CPU that the process may use
  std::vector<std::string> required_ids = {};  // ids that a graph of the input must have; see require_ids_of
  std::string required_by = {};                // the file that names them

  [[nodiscard]] bool keeps_loops() const noexcept { return self_loops == SelfLoops::keep; }

  void declare(CLI::App& verb);
  // Makes reading fail at the end of the input if a graph of the node sets, read from `file`, was not in it.
  void require_ids_of(const NodeSets& sets, const std::string& file);
  [[nodiscard]] ReadOptions read_options() const;
  // The columns that --classes names, without that of the ids, or several keys of --class-key; empty if none are named.
  [[nodiscard]] std::vector<std::string> class_columns() const;
  // Opens the input with --limit and --shard applied.
  [[nodiscard]] std::unique_ptr<GraphSource> open() const { return open(read_options()); }
  [[nodiscard]] std::unique_ptr<GraphSource> open(const ReadOptions& options) const;
  // The same in two steps: the whole input, and the selected part of it.
  [[nodiscard]] std::unique_ptr<GraphSource> open_whole(const ReadOptions& options) const;
  [[nodiscard]] std::unique_ptr<GraphSource> select_from(std::unique_ptr<GraphSource> source) const;
  // Whether --limit or --shard is given.
  [[nodiscard]] bool selects() const noexcept { return limit.has_value() || !shard.empty(); }

 private:
  void resolve_paths();      // finds data sets by name, without complaint: the command line may be wrong
  void check_paths() const;  // throws Error: io for a name that is neither file nor data set, usage for a matrix
};

}  // namespace awe::cli
