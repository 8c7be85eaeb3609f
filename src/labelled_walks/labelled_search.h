// Depth-first search for the labelled walks of a graph: builds a list of walks with the mass that ends at each place.
//
// A step is looked up once per walk of the graph, so it must be cheap. Every node has a code: its label while it is
// fresh, its name while it is visited; a walk that goes on has a row of children, indexed by the code of the node and
// the label of the edge. Where rows would be long (many labels) a hash table finds children instead, with the same
// result.
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

// Mass by the place in the list where walks ended: at full length, or earlier if they had to stop.
struct EndedWalks {
  walks::WalkList walks;
  std::vector<double> mass = {0};  // one number per place
};

// The same while it grows.
struct EndedSums {
  walks::WalkTree tree;
  std::vector<double> mass = {0};

  void add(walks::WalkTree::Place place, double more) {
    if (place >= mass.size()) mass.resize(tree.size());
    mass[place] += more;
  }
  // Adds other walks, in their order.
  void add(const EndedWalks& other);
  [[nodiscard]] EndedWalks take();
};

// How a search finds the children of a walk; `automatic`: rows unless they would take much memory.
enum class ChildSearch { automatic, rows, hash };

class LabelledSearch {
 public:
  // With `restart`, a step from a dead end leads to the start of the walk. `predicted_steps`: of all searches together.
  LabelledSearch(const LabelledGraph& prepared, int length, WalkKind kind, bool restart, double predicted_steps,
                 ChildSearch children = ChildSearch::automatic);

  void from_node(NodeId node, double mass);
  void from_arc(NodeId from, std::uint64_t place, double mass);
  // Everything found since the last call.
  [[nodiscard]] EndedWalks take();
  // The search must not be used again after it has been stopped.
  void watch(const Progress* progress) noexcept { stop_check_.watch(progress); }

 private:
  using Place = walks::WalkList::Place;
  static constexpr NodeId kNoNode = ~NodeId{0};
  // A walk that goes on: the number of its row of children, or its place if a hash table finds them.
  using Walk = std::uint32_t;
  static constexpr Walk kEmptyWalk = 0;

  // Continues from node x, reached from `back`, with `left` >= 1 steps to go.
  void descend(NodeId x, NodeId back, Walk walk, int left, double mass);
  void last_steps(NodeId x, Walk walk, std::uint64_t barred, double each);
  void last_step_by_label(NodeId x, Walk walk, std::uint64_t barred, double each);
  [[nodiscard]] double fresh_weight(NodeId x, std::uint32_t group) const;
  void go_on(NodeId y, NodeId x, std::uint64_t arc, Walk walk, int left, double mass);

  [[nodiscard]] bool is_fresh(NodeId node) const noexcept { return code_[node] >= names_; }
  [[nodiscard]] std::uint32_t edge_label(std::uint64_t arc) const noexcept {
    return arc == LabelledGraph::kNoArc ? prepared_.labels->jump() : prepared_.labels->arc(arc);
  }
  void visit(NodeId node);
  void leave();

  // The child of a walk; `last`: it does not go on, and its place is returned.
  std::uint32_t child(Walk walk, std::uint32_t code, std::uint32_t edge, bool last);
  std::uint32_t add_child(Walk walk, std::uint32_t code, std::uint32_t edge, bool last);
  [[nodiscard]] walks::WalkStep step_of(std::uint32_t code, std::uint32_t edge) const noexcept;
  [[nodiscard]] Place place_of(Walk walk) const noexcept { return by_rows_ ? place_of_row_[walk] : walk; }
  void clear_walks();

  const LabelledGraph& prepared_;
  const Graph& graph_;
  int length_;
  WalkKind kind_;
  bool restart_;
  base::StopCheck stop_check_;
  std::uint32_t used_ = 0;
  std::array<NodeId, kMaxWalkLength + 1> visited_{};
  std::uint32_t names_;                      // more than any name of a walk
  std::uint32_t edges_;                      // number of edge labels, at least 1
  std::vector<std::uint32_t> code_;          // by node: names_ + label if fresh, else order of its first visit, from 0
  std::vector<std::uint32_t> class_visits_;  // class of twins -> number of visited members

  bool by_rows_;
  std::size_t width_ = 0;            // of a row
  std::vector<std::uint32_t> rows_;  // children by row and code: their row, or their place if last; 0 if missing
  std::vector<Place> place_of_row_;  // the first row is that of the empty walk
  walks::WalkList list_;             // if by rows
  walks::WalkTree tree_;             // otherwise
  std::vector<double> ended_ = {0};  // by place
};

}  // namespace awe::labelled_walks
