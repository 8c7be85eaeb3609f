// Helpers shared by the generators: edge lists, sets of pairs, and a logarithm and a power that give the same bits on
// every machine because they use only sums, products and quotients (the C library's differ in the last bit between
// systems).
#pragma once

#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "awe/generators.h"
#include "base/rng.h"

namespace awe::generators {

using Edge = std::pair<NodeId, NodeId>;
using Edges = std::vector<Edge>;

// A set of unordered pairs of distinct nodes. It is never iterated, so its internal order has no effect.
class PairSet {
 public:
  explicit PairSet(std::uint64_t expected) { pairs_.reserve(expected); }
  bool insert(NodeId u, NodeId v) { return pairs_.insert(key(u, v)).second; }
  void erase(NodeId u, NodeId v) { pairs_.erase(key(u, v)); }
  [[nodiscard]] bool contains(NodeId u, NodeId v) const { return pairs_.contains(key(u, v)); }
  [[nodiscard]] std::uint64_t size() const { return pairs_.size(); }

 private:
  static std::uint64_t key(NodeId u, NodeId v) {
    return u < v ? std::uint64_t{u} << 32 | v : std::uint64_t{v} << 32 | u;
  }
  struct Scatter {
    std::size_t operator()(std::uint64_t key) const noexcept { return base::StreamBlock::mix64(key); }
  };
  std::unordered_set<std::uint64_t, Scatter> pairs_;
};

[[nodiscard]] inline std::uint64_t pair_count(std::uint64_t nodes) {
  return nodes % 2 == 0 ? nodes / 2 * (nodes > 0 ? nodes - 1 : 0) : (nodes - 1) / 2 * nodes;
}
[[nodiscard]] inline NodeId any_node(std::uint64_t nodes, base::Sequence& random) {
  return static_cast<NodeId>(random.below(nodes));
}
// Two distinct nodes; every unordered pair is equally likely.
[[nodiscard]] inline Edge any_pair(std::uint64_t nodes, base::Sequence& random) {
  const NodeId u = any_node(nodes, random), v = any_node(nodes - 1, random);
  return {u, v < u ? v : v + 1};
}

// Relative error below 1e-15; x > 0, p in [0, 1).
[[nodiscard]] double portable_log(double x);
[[nodiscard]] double portable_log_of_complement(double p);  // log(1 - p)
[[nodiscard]] double portable_power(double base, double exponent);

// The first nodes of blocks of nearly equal size: block b holds [starts[b], starts[b + 1]).
[[nodiscard]] std::vector<NodeId> block_starts(std::uint64_t nodes, std::uint64_t blocks);

[[nodiscard]] Edges edges_of(const ErdosRenyi& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const UniformEdges& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const BarabasiAlbert& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const WattsStrogatz& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const RandomRegular& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const StochasticBlock& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const RandomGeometric& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const Configuration& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const UniformTree& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const Cycle& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const Grid& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const Complete& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const PathGraph& family, base::Sequence& random);
[[nodiscard]] Edges edges_of(const Star& family, base::Sequence& random);

}  // namespace awe::generators
