#include "links/link_parts.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <string>

#include "awe/error.h"
#include "awe/graph_builder.h"
#include "base/counted.h"
#include "base/rng.h"

namespace awe::links {
namespace {

constexpr int kFewestFolds = 3;  // a part to test, one of training examples, and what is left of the graph

std::vector<Pair> edges_of(const Graph& graph) {
  std::vector<Pair> edges;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (u < v) edges.emplace_back(u, v);
    }
  }
  return edges;
}

// A stream of its own for every graph and repeat.
base::Sequence stream_of(const Graph& graph, const FoldSeed& seed, const std::string& use) {
  const Hash128 print = fingerprint(graph);
  const std::string text = "links 1 " + use + " " + std::to_string(print.high) + " " + std::to_string(print.low);
  return {seed.seed, hash128(std::as_bytes(std::span(text))), seed.repeat};
}

// `wanted` pairs that are no edges: drawn one by one, or chosen from the list of all if they are rare.
std::vector<Pair> draw_others(const Graph& graph, std::uint64_t wanted, std::uint64_t available, const FoldSeed& seed) {
  base::Sequence random = stream_of(graph, seed, "others");
  const NodeId nodes = graph.num_nodes();
  std::vector<Pair> others;
  if (available >= 4 * wanted) {
    std::set<Pair> known;
    while (others.size() < wanted) {
      const auto u = static_cast<NodeId>(random.below(nodes)), v = static_cast<NodeId>(random.below(nodes));
      const Pair pair = std::minmax(u, v);
      if (u != v && !graph.has_arc(u, v) && known.insert(pair).second) others.push_back(pair);
    }
    return others;
  }
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = u + 1; v < nodes; ++v) {
      if (!graph.has_arc(u, v)) others.emplace_back(u, v);
    }
  }
  for (std::size_t i = 0; i < wanted; ++i) std::swap(others[i], others[i + random.below(others.size() - i)]);
  others.resize(wanted);
  return others;
}

}  // namespace

LinkParts::LinkParts(const Graph& graph, int folds, const FoldSeed& seed)
    : graph_(graph), folds_(folds), edges_(edges_of(graph)) {
  if (graph.directed()) throw Error(ErrorKind::usage, "links are predicted in undirected graphs; leave `directed` out");
  if (folds < kFewestFolds) throw Error(ErrorKind::usage, "the prediction of links needs at least three `folds`");
  const auto nodes = static_cast<std::uint64_t>(graph.num_nodes());
  const std::uint64_t pairs = nodes * (nodes - (nodes > 0 ? 1 : 0)) / 2, available = pairs - edges_.size();
  const std::uint64_t wanted = std::min<std::uint64_t>(edges_.size(), available);
  if (wanted < static_cast<std::uint64_t>(folds)) {
    throw Error(ErrorKind::usage, base::counted(edges_.size(), "edge") + " and " + std::to_string(available) +
                                      " pairs without one are too few for " + std::to_string(folds) +
                                      " folds; use fewer folds or another graph");
  }
  others_ = draw_others(graph, wanted, available, seed);
  std::vector<std::string> ids;
  for (const auto& [u, v] : edges_) ids.push_back(std::to_string(u) + "-" + std::to_string(v));
  const std::vector<int> classes(ids.size(), 0);
  edge_folds_ = stratified_folds({ids, classes}, folds, seed).fold_of;
  base::Sequence random = stream_of(graph, seed, "order");
  order_.resize(edges_.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random.below(i)]);
}

Examples LinkParts::examples(int fold, std::size_t most) const {
  Examples made;
  for (std::size_t i = 0; i < order_.size() && made.edges.size() < most; ++i) {
    if (edge_folds_[order_[i]] == fold) made.edges.push_back(edges_[order_[i]]);
  }
  for (auto i = static_cast<std::size_t>(fold); i < others_.size() && made.others.size() < most;
       i += static_cast<std::size_t>(folds_)) {
    made.others.push_back(others_[i]);
  }
  return made;
}

Graph LinkParts::without(int first, int second) const {
  GraphBuilder builder({.weighted = graph_.weighted()});
  builder.set_num_nodes(graph_.num_nodes());
  std::size_t next = 0;
  for (NodeId u = 0; u < graph_.num_nodes(); ++u) {
    const auto around = graph_.neighbours(u);
    for (std::size_t k = 0; k < around.size(); ++k) {
      if (u >= around[k]) continue;
      const int fold = edge_folds_[next++];
      if (fold == first || fold == second) continue;
      if (graph_.weighted()) {
        builder.add_edge(u, around[k], graph_.weights(u)[k]);
      } else {
        builder.add_edge(u, around[k]);
      }
    }
    if (!graph_.node_labels().empty()) builder.set_node_label(u, graph_.node_labels().name_of(u));
  }
  return std::move(builder).build();
}

}  // namespace awe::links
