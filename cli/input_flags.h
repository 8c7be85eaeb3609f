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
  std::string path;
  std::optional<Format> format;  // unset: detected by content and extension
  bool directed = false;
  bool undirected = false;
  bool weighted = false;
  SelfLoops self_loops = SelfLoops::drop;
  std::string classes;
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
  // Opens the input with --limit and --shard applied.
  [[nodiscard]] std::unique_ptr<GraphSource> open() const { return open(read_options()); }
  [[nodiscard]] std::unique_ptr<GraphSource> open(const ReadOptions& options) const;
  // Applies --limit and --shard to an input that is already open.
  [[nodiscard]] std::unique_ptr<GraphSource> select_from(std::unique_ptr<GraphSource> source) const;
};

}  // namespace awe::cli
