// The flags that say what is classified: graphs, their nodes or edges, or the graphs around nodes.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "awe/enum_text.h"
#include "awe/featurizer.h"
#include "awe/graph_source.h"
#include "input_flags.h"

namespace awe::cli {

enum class Items { graph, node, edge, ego };

}  // namespace awe::cli

template <>
struct awe::EnumText<awe::cli::Items> {
  static constexpr std::string_view kWhat = "level";
  static constexpr EnumNames<cli::Items, 4> kNames = {
      {{cli::Items::graph, "graph"}, {cli::Items::node, "node"}, {cli::Items::edge, "edge"}, {cli::Items::ego, "ego"}}};
};

namespace awe::cli {

// Nodes that a file names, and whether they were found.
class ChosenNodes {
 public:
  // Of no file: every node. Throws what reading the file throws.
  explicit ChosenNodes(const std::string& file);
  [[nodiscard]] bool all() const noexcept { return file_.empty(); }
  // Whether a node was chosen.
  bool take(const std::string& graph, const std::string& node);
  // The same for a node of the only graph of the input, whose name is not known.
  bool take(const std::string& node);
  // Throws Error(usage) if a node of the file was never taken.
  void check() const;

 private:
  std::string file_;
  std::set<std::pair<std::string, std::string>> nodes_, left_;
};

struct ItemFlags {
  Items items = Items::graph;
  int radius = 2;
  std::string nodes;  // file of nodes; empty: all
  bool radius_given = false;

  // --level, --radius and --nodes.
  void declare(CLI::App& verb, const std::string& what);
  // For a verb that takes the level from a model: --nodes alone.
  void declare_nodes(CLI::App& verb);
  // Throws Error(usage) for flags that the level does not have.
  void check() const;

  [[nodiscard]] bool egos() const noexcept { return items == Items::ego; }
  [[nodiscard]] Level level() const noexcept {
    return items == Items::node ? Level::node : items == Items::edge ? Level::edge : Level::graph;
  }
  // The graphs of the input, or those around its nodes, with the classes of --classes.
  [[nodiscard]] std::unique_ptr<GraphSource> open(const InputFlags& input) const;
  // The same, and for each graph around a node the number of its graph, by its name.
  using GraphNumbers = std::unordered_map<std::string, std::uint32_t>;
  [[nodiscard]] std::unique_ptr<GraphSource> open(const InputFlags& input, GraphNumbers* numbers) const;
};

}  // namespace awe::cli
