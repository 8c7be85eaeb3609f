// Draws random walks and gives their codes, a block at a time: the engine of everything sampled.
//
// Walks run in lock-step lanes; the code of a lane is the dense rank of its anonymous walk, found by comparing each
// node with the nodes before it, over lanes. The random words are those of base/rng.h: word 0 is the start, and step s
// uses word 2s for the neighbour and word 2s+1 for the alias of weighted graphs, so a walk's prefix is the walk of the
// shorter length. A non-backtracking step chooses among the neighbours that are left. Cost: about two cache misses a
// step on graphs beyond the caches, and l^2/2 lane-wise comparisons a walk.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "awe/base/rng.h"
#include "awe/graph/graph.h"
#include "awe/walks/code.h"
#include "awe/walks/label_rule.h"
#include "awe/walks/transition.h"

namespace awe {

// Where walks begin. The spans must outlive it.
class WalkOrigin {
 public:
  // Uniform over all nodes of the graph.
  [[nodiscard]] static WalkOrigin whole_graph(const Graph& graph);
  [[nodiscard]] static WalkOrigin node(NodeId node);
  // The same, for sentences of a training corpus: fresh walks for every epoch, which the block carries in its high half.
  [[nodiscard]] static WalkOrigin sentence(NodeId node);
  // The walk's first step is this arc (a place in graph.targets()).
  [[nodiscard]] static WalkOrigin arc(const Graph& graph, NodeId from, std::uint64_t place);
  // Uniform over a set of nodes, sorted and without repeats.
  [[nodiscard]] static WalkOrigin nodes(std::span<const NodeId> sorted_nodes);

 private:
  friend class Walker;
  StreamPurpose purpose_ = StreamPurpose::graph_walks;
  std::uint64_t item_ = 0;
  NodeId count_ = 0;               // starts to choose from
  std::span<const NodeId> nodes_;  // empty: node first_ + choice
  NodeId first_ = 0;
  std::optional<NodeId> second_;  // forced first step
};

// The nodes of up to kLanes walks, structure of arrays: nodes[s][lane] is where the walk of the lane is after s steps.
struct WalkTile {
  static constexpr std::uint32_t kLanes = 64;
  template <class T>
  using Lanes = std::array<T, kLanes>;

  std::uint32_t first_lane = 0;  // of the block
  std::uint32_t size = 0;        // lanes that hold a walk
  Lanes<std::uint32_t> made;     // steps that the walk made: fewer than its length if it had to stop
  std::array<Lanes<NodeId>, kMaxWalkLength + 1> nodes;
};

// Prepared for one graph and one length; immutable, so that any number of threads may share it.
class Walker {
 public:
  // The code of a walk that could not make all its steps, where nobody asks how many it made.
  static constexpr std::uint64_t kStopped = ~std::uint64_t{0};

  Walker(const Graph& graph, const WalkIndex& index, std::uint64_t seed, WalkKind kind = WalkKind::uniform);

  [[nodiscard]] const WalkIndex& index() const noexcept { return index_; }

  // Codes of walks first_lane .. first_lane + codes.size() - 1 of the block (at most kBlockWalks of them; first_lane a
  // multiple of WalkTile::kLanes). The origin must have at least one node.
  void fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes,
                  std::uint32_t first_lane = 0) const;
  // The same with the steps that each walk made. The code of a walk that stopped is then the rank of the first walk
  // that begins with its steps.
  void fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes,
                  std::span<std::uint8_t> made, std::uint32_t first_lane = 0) const;
  // The nodes of the same walks, tile by tile.
  void for_each_tile(const WalkOrigin& origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks,
                     const std::function<void(const WalkTile&)>& visit) const;

 private:
  struct Names;
  void start(const StreamBlock& stream, const WalkOrigin& origin, WalkTile& tile,
             WalkTile::Lanes<std::uint32_t>& lane_words) const;
  void step(const StreamBlock& stream, int step, WalkTile& tile,
            const WalkTile::Lanes<std::uint32_t>& lane_words) const;
  void step_onward(const StreamBlock& stream, int step, WalkTile& tile) const;
  [[nodiscard]] NodeId step_by_weight_onward(const StreamBlock& stream, std::uint32_t lane, std::uint32_t word,
                                             NodeId from, NodeId back) const;
  void name_and_rank(const WalkTile& tile, Names& names, std::span<std::uint64_t> ranks) const;
  [[nodiscard]] std::uint64_t rank_of_stopped(const WalkTile& tile, std::uint32_t lane) const;

  const Graph* graph_;
  WalkIndex index_;
  std::uint64_t seed_;
  WalkKind kind_;
  Hash128 fingerprint_;
  std::optional<AliasTable> alias_;
};

}  // namespace awe
