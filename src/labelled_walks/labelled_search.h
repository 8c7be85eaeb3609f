// Depth-first search for the labelled walks of a graph: builds a tree of walks with the mass that ends at each place.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "awe/label_rule.h"
#include "awe/walk_index.h"
#include "base/stop_check.h"
#include "labelled_walks/labelled_graph.h"
#include "walks/walk_tree.h"

namespace awe::labelled_walks {

// Mass by the place in the tree where walks ended: at full length, or earlier if they had to stop.
struct EndedWalks {
  walks::WalkTree tree;
  std::vector<double> ended = {0};

  void add(walks::WalkTree::Place place, double mass) {
    if (place >= ended.size()) ended.resize(tree.size());
    ended[place] += mass;
  }
  // Adds the contents of another tree, in its order.
  void add(const EndedWalks& other);
};

class LabelledSearch {
 public:
  // With `restart`, a step from a dead end leads to the start of the walk.
  LabelledSearch(const LabelledGraph& prepared, int length, WalkKind kind, bool restart);

  void from_node(NodeId node, double mass);
  void from_arc(NodeId from, std::uint64_t place, double mass);
  // Everything found since the last call.
  [[nodiscard]] EndedWalks take();
  // The search must not be used again after it has been stopped.
  void watch(const Progress* progress) noexcept { stop_check_.watch(progress); }

 private:
  using Place = walks::WalkTree::Place;
  static constexpr NodeId kNoNode = ~NodeId{0};

  // Continues from node x, reached from `back`, with the walk so far at `place` and `left` >= 1 steps to go.
  void descend(NodeId x, NodeId back, Place place, int left, double mass);
  void last_step(NodeId x, Place place, std::uint64_t barred, double each);
  [[nodiscard]] double fresh_weight(NodeId x, std::uint32_t group) const;
  void go_on(NodeId y, NodeId x, std::uint64_t arc, Place place, int left, double mass);
  [[nodiscard]] walks::WalkStep step_to(NodeId y, std::uint64_t arc) const noexcept;
  void visit(NodeId node);
  void leave();

  const LabelledGraph& prepared_;
  const Graph& graph_;
  int length_;
  WalkKind kind_;
  bool restart_;
  base::StopCheck stop_check_;
  EndedWalks found_;
  std::uint32_t used_ = 0;
  std::array<NodeId, kMaxWalkLength + 1> visited_{};
  std::vector<std::uint8_t> name_;           // node -> order of its first visit, 0 if fresh
  std::vector<std::uint32_t> class_visits_;  // class of twins -> number of visited members
};

}  // namespace awe::labelled_walks
