// Draws random walks and gives their codes, a block at a time: the engine of everything sampled.
//
// Walks run in lock-step lanes; the code of a lane is the dense rank of its anonymous walk, found by comparing each
// node with the nodes before it, over lanes. The random words are those of base/rng.h: word 0 is the start, and step s
// uses word 2s for the neighbour and word 2s+1 for the alias of weighted graphs, so a walk's prefix is the walk of the
// shorter length. Cost: about two cache misses a step on graphs beyond the caches, and l^2/2 lane-wise comparisons a
// walk.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "awe/base/rng.h"
#include "awe/graph/graph.h"
#include "awe/walks/code.h"
#include "awe/walks/transition.h"

namespace awe {

// Where walks begin. The spans must outlive it.
class WalkOrigin {
 public:
  // Uniform over all nodes of the graph.
  [[nodiscard]] static WalkOrigin whole_graph(const Graph& graph);
  [[nodiscard]] static WalkOrigin node(NodeId node);
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

// Prepared for one graph and one length; immutable, so that any number of threads may share it.
class Walker {
 public:
  // The code of a walk that could not make all its steps.
  static constexpr std::uint64_t kStopped = ~std::uint64_t{0};

  Walker(const Graph& graph, const WalkIndex& index, std::uint64_t seed);

  // Codes of walks 0 .. codes.size()-1 of the block (at most kBlockWalks). The origin must have at least one node.
  void fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes) const;

 private:
  struct Tile;
  void start(const StreamBlock& stream, const WalkOrigin& origin, Tile& tile) const;
  void step(const StreamBlock& stream, int step, Tile& tile) const;
  void name_and_rank(Tile& tile, std::span<std::uint64_t> codes) const;

  const Graph* graph_;
  WalkIndex index_;
  std::uint64_t seed_;
  Hash128 fingerprint_;
  std::optional<AliasTable> alias_;
};

}  // namespace awe
