#include "graph/twins.h"

#include <algorithm>
#include <numeric>

#include "base/rng.h"

namespace awe::graph {
namespace {

// A commutative hash of a node's neighbourhood: equal for twins. Equal hashes are verified before they are trusted.
struct Signature {
  std::uint64_t hash;
  NodeId node;
  auto operator<=>(const Signature&) const = default;
};

std::uint64_t scramble(std::uint64_t x) { return base::StreamBlock::mix64(x + 0x9E3779B97F4A7C15u); }

std::uint64_t weight_bits(double weight) {
  std::uint64_t bits;
  static_assert(sizeof bits == sizeof weight);
  std::copy_n(reinterpret_cast<const char*>(&weight), sizeof bits, reinterpret_cast<char*>(&bits));
  return bits;
}

bool same_row(const Graph& graph, NodeId a, NodeId b) {
  const auto row_a = graph.neighbours(a), row_b = graph.neighbours(b);
  const auto weights_a = graph.weights(a), weights_b = graph.weights(b);
  return std::equal(row_a.begin(), row_a.end(), row_b.begin(), row_b.end()) &&
         std::equal(weights_a.begin(), weights_a.end(), weights_b.begin(), weights_b.end());
}

bool same_column(const Graph& graph, const ReverseArcs& reverse, NodeId a, NodeId b) {
  const std::uint64_t size = reverse.offsets[a + 1] - reverse.offsets[a];
  if (size != reverse.offsets[b + 1] - reverse.offsets[b]) return false;
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t x = reverse.offsets[a] + i, y = reverse.offsets[b] + i;
    if (reverse.sources[x] != reverse.sources[y]) return false;
    if (graph.weighted() && graph.arc_weights()[reverse.places[x]] != graph.arc_weights()[reverse.places[y]])
      return false;
  }
  return true;
}

// Adjacent nodes whose rows are equal except for each other.
bool true_twins(const Graph& graph, NodeId a, NodeId b) {
  if (!graph.has_arc(a, b) || graph.degree(a) != graph.degree(b)) return false;
  const auto row_a = graph.neighbours(a), row_b = graph.neighbours(b);
  std::size_t i = 0, j = 0;
  while (true) {
    if (i < row_a.size() && row_a[i] == b) ++i;
    if (j < row_b.size() && row_b[j] == a) ++j;
    if (i == row_a.size() || j == row_b.size()) return i == row_a.size() && j == row_b.size();
    if (row_a[i++] != row_b[j++]) return false;
  }
}

}  // namespace

ReverseArcs::ReverseArcs(const Graph& graph)
    : offsets(std::size_t{graph.num_nodes()} + 1, 0), sources(graph.num_arcs()), places(graph.num_arcs()) {
  for (const NodeId v : graph.targets()) ++offsets[std::size_t{v} + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<std::uint64_t> next(offsets.begin(), offsets.end() - 1);
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
      const std::uint64_t at = next[graph.targets()[place]]++;
      sources[at] = u;
      places[at] = place;
    }
  }
}

TwinClasses find_twins(const Graph& graph) {
  const NodeId n = graph.num_nodes();
  TwinClasses twins;
  twins.class_of.resize(n);
  const bool plain = !graph.directed() && !graph.weighted();
  std::vector<Signature> open(n), closed;
  for (NodeId u = 0; u < n; ++u) {
    const auto row = graph.neighbours(u);
    const auto weights = graph.weights(u);
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      hash += scramble(row[i] ^ (weights.empty() ? 0 : scramble(weight_bits(weights[i]))));
    }
    open[u] = {hash, u};
  }
  std::vector<NodeId> leader(n);
  std::iota(leader.begin(), leader.end(), NodeId{0});
  const auto merge_equal = [&](std::vector<Signature>& signatures, const auto& are_twins) {
    std::sort(signatures.begin(), signatures.end());
    for (std::size_t i = 0; i < signatures.size();) {
      std::size_t j = i + 1;
      for (; j < signatures.size() && signatures[j].hash == signatures[i].hash; ++j) {
        const NodeId a = signatures[i].node, b = signatures[j].node;
        if (leader[b] == b && leader[a] == a && are_twins(a, b)) leader[b] = a;
      }
      i = j;
    }
  };
  if (plain) {
    closed = open;
    for (Signature& s : closed) s.hash += scramble(s.node);
    merge_equal(closed, [&](NodeId a, NodeId b) { return true_twins(graph, a, b); });
    merge_equal(open, [&](NodeId a, NodeId b) { return same_row(graph, a, b); });
  } else {
    const ReverseArcs reverse(graph);
    merge_equal(open, [&](NodeId a, NodeId b) { return same_row(graph, a, b) && same_column(graph, reverse, a, b); });
  }
  for (NodeId u = 0; u < n; ++u) {
    if (leader[u] == u) {
      twins.class_of[u] = static_cast<NodeId>(twins.members.size());
      twins.members.push_back({u});
    } else {
      twins.class_of[u] = twins.class_of[leader[u]];
      twins.members[twins.class_of[u]].push_back(u);
    }
  }
  return twins;
}

double cost_of(const TwinClasses& twins, std::span<const double> cost_from) {
  double total = 0;
  for (const auto& members : twins.members) total += cost_from[members.front()];
  return total;
}

std::vector<std::size_t> cut_into_parts(const TwinClasses& twins, std::span<const double> cost_from, double small) {
  constexpr double kMostParts = 64;
  const double part = std::max(small, cost_of(twins, cost_from) / kMostParts);
  std::vector<std::size_t> bounds = {0};
  double sum = 0;
  for (std::size_t i = 0; i < twins.members.size(); ++i) {
    if (sum >= part) {
      bounds.push_back(i);
      sum = 0;
    }
    sum += cost_from[twins.members[i].front()];
  }
  bounds.push_back(twins.members.size());
  return bounds;
}

}  // namespace awe::graph
