// Draws random walks and computes their codes, one block at a time: everything sampled is built on this.
//
// Walks run in lock-step lanes, as vectors of the processor; the code of a lane is the dense rank of its anonymous
// walk, found by comparing each node with the nodes before it, over lanes. The random words are those of base/rng.h:
// word 0 is the start, and step s uses word 2s for the neighbour and word 2s+1 for the alias of weighted graphs, so a
// prefix of a walk is the walk of the shorter length. A non-backtracking step chooses among the remaining neighbours.
// Every processor and every form of the adjacency gives the same walks. Cost: O(arcs) to pack the adjacency, one cache
// miss per step on graphs larger than the caches, and l^2/2 lane-wise comparisons per walk.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "awe/graph.h"
#include "awe/label_rule.h"
#include "awe/walk_index.h"
#include "base/rng.h"

namespace awe::walks {

// Where walks start. The spans must outlive it.
class WalkOrigin {
 public:
  // Uniform over all nodes of the graph.
  [[nodiscard]] static WalkOrigin whole_graph(const Graph& graph);
  [[nodiscard]] static WalkOrigin node(NodeId node);
  // As node(), for sentences of a training corpus: new walks in every epoch (the high half of the block number).
  [[nodiscard]] static WalkOrigin sentence(NodeId node);
  // The walk's first step is this arc (an index into graph.targets()).
  [[nodiscard]] static WalkOrigin arc(const Graph& graph, NodeId from, std::uint64_t place);
  // Uniform over a set of nodes, sorted and without repeats.
  [[nodiscard]] static WalkOrigin nodes(std::span<const NodeId> sorted_nodes);

 private:
  friend class Walker;
  base::StreamPurpose purpose_ = base::StreamPurpose::graph_walks;
  std::uint64_t item_ = 0;
  NodeId count_ = 0;               // number of possible starts
  std::span<const NodeId> nodes_;  // if empty: all nodes if count_ > 1, else first_
  NodeId first_ = 0;
  std::optional<NodeId> second_;  // forced first step
};

// The nodes of up to kLanes walks, as a structure of arrays: nodes[s][lane] is the lane's node after s steps.
struct WalkTile {
  static constexpr std::uint32_t kLanes = 64;
  template <class T>
  using Lanes = std::array<T, kLanes>;

  std::uint32_t first_lane = 0;  // within the block
  std::uint32_t size = 0;        // lanes that hold a walk
  Lanes<std::uint32_t> made;     // steps that the walk made: fewer than its length if it had to stop
  std::array<Lanes<NodeId>, kMaxWalkLength + 1> nodes;
};

// How the adjacency is stored while walks are drawn; the walks do not depend on it. Packed forms
// (walks/packed_adjacency.h) cost one cache miss per step, and a pass over the graph beforehand.
enum class AdjacencyForm {
  automatic,  // narrow, or wide if that does not fit
  plain,      // the graph's own arrays: for fewer steps than the graph has arcs, non-backtracking walks and restarts
  narrow,     // 32 bits; falls back to wide
  wide        // 64 bits
};

struct WalkerOptions {
  WalkKind kind = WalkKind::uniform;
  bool nodes = false;  // for_each_tile will be called; four more bytes per arc
  AdjacencyForm form = AdjacencyForm::automatic;
  std::span<const std::uint32_t> labels = {};  // of the nodes, for labelled codes; read only by the constructor
  bool restart = false;  // a step from a dead end leads to the start of the walk; implies AdjacencyForm::plain
};

// The cheapest form for this many steps in total.
[[nodiscard]] AdjacencyForm form_for_steps(const Graph& graph, double steps);

// Prepared for one graph and one length; immutable, so that any number of threads may share it. The graph must outlive
// it.
class Walker {
 public:
  // The code of a walk that could not make all its steps, in calls that do not return the steps made.
  static constexpr std::uint64_t kStopped = ~std::uint64_t{0};

  Walker(const Graph& graph, const WalkIndex& index, std::uint64_t seed, const WalkerOptions& options = {});
  ~Walker();
  Walker(Walker&&) noexcept;

  [[nodiscard]] const WalkIndex& index() const noexcept { return index_; }
  // Whether a walk may stop early: some node has no neighbours.
  [[nodiscard]] bool can_stop() const noexcept;

  // Codes of walks first_lane .. first_lane + codes.size() - 1 of the block (at most kBlockWalks of them; first_lane a
  // multiple of WalkTile::kLanes). The origin must have at least one node.
  void fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes,
                  std::uint32_t first_lane = 0) const;
  // The same, and the number of steps that each walk made. The code of a walk that stopped is then the rank of the
  // first walk that begins with its steps.
  void fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes,
                  std::span<std::uint8_t> made, std::uint32_t first_lane = 0) const;
  // Whether codes fit in 32 bits, and the same with 32-bit codes. `made` may be empty unless walks can stop.
  [[nodiscard]] bool has_short_codes() const noexcept;
  void fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint32_t> codes,
                  std::span<std::uint8_t> made, std::uint32_t first_lane = 0) const;
  // Whether walks have labelled codes: labels were given, and codes and labels fit in 32 bits each.
  [[nodiscard]] bool has_labelled_codes() const noexcept;
  // The same with labelled codes: code << labels_bits() | labels. The labels along the walk, starting with that of the
  // start, take equal shares of these bits. A walk that stopped repeats its last node.
  void fill_labelled(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes,
                     std::span<std::uint8_t> made, std::uint32_t first_lane = 0) const;
  [[nodiscard]] int labels_bits() const noexcept;
  // Calls `visit` with the nodes of the same walks, tile by tile.
  void for_each_tile(const WalkOrigin& origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks,
                     const std::function<void(const WalkTile&)>& visit) const;

 private:
  struct Layout;
  template <class Visit>
  void for_each_batch(const WalkOrigin& origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks,
                      const Visit& visit) const;

  const Graph* graph_;
  WalkIndex index_;
  std::uint64_t seed_;
  Hash128 fingerprint_;
  std::unique_ptr<const Layout> layout_;
};

}  // namespace awe::walks
