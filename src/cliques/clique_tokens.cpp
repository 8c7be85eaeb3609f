#include "cliques/clique_tokens.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace awe::cliques {
namespace {

using baselines::GraphMap;
using baselines::MapCost;
using baselines::MapInput;
using baselines::MapSection;

// What is counted: a kind, and up to three bins.
using Token = std::array<std::uint64_t, 4>;
enum TokenKind : std::uint64_t { kNode, kDenseNode, kComponent, kClique, kPair, kEdge };
constexpr const char* kKindNames[] = {"node", "dense", "component", "clique", "pair", "edge"};
constexpr std::size_t kPlaces[] = {3, 2, 1, 2, 3, 3};
using TokenCounts = std::map<Token, double>;

void count(TokenCounts& counts, TokenKind kind, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
  ++counts[{kind, clique_bin(a), clique_bin(b), clique_bin(c)}];
}

// Of every node: how many cliques it is in, and the sizes of the largest and the smallest of them.
struct NodeCliques {
  std::uint64_t number = 0, largest = 0, smallest = ~std::uint64_t{0};
};

std::vector<NodeCliques> cliques_of_nodes(const Cliques& cliques, NodeId nodes) {
  std::vector<NodeCliques> of(nodes);
  for (std::size_t i = 0; i < cliques.size(); ++i) {
    for (const NodeId v : cliques[i]) {
      ++of[v].number;
      of[v].largest = std::max<std::uint64_t>(of[v].largest, cliques[i].size());
      of[v].smallest = std::min<std::uint64_t>(of[v].smallest, cliques[i].size());
    }
  }
  return of;
}

void count_components(const SimpleGraph& graph, TokenCounts& counts) {
  const NodeId n = graph.num_nodes();
  std::vector<bool> seen(n);
  for (NodeId v = 0; v < n; ++v) seen[v] = graph.degree(v) + 1 == n;
  std::vector<NodeId> waiting;
  for (NodeId start = 0; start < n; ++start) {
    if (seen[start]) continue;
    seen[start] = true;
    waiting.assign(1, start);
    std::uint64_t size = 0;
    while (!waiting.empty()) {
      const NodeId v = waiting.back();
      waiting.pop_back();
      ++size;
      for (const NodeId u : graph.neighbours(v)) {
        if (seen[u]) continue;
        seen[u] = true;
        waiting.push_back(u);
      }
    }
    count(counts, kComponent, size);
  }
}

// Tokens of cliques, and of pairs of the cliques that come first.
void count_cliques(const Cliques& cliques, const std::vector<NodeCliques>& of_nodes, TokenCounts& singles,
                   TokenCounts& pairs) {
  using Rank = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
  std::vector<std::pair<Rank, std::size_t>> ranked;
  for (std::size_t i = 0; i < cliques.size(); ++i) {
    std::uint64_t own = 0, sum = 0;
    for (const NodeId v : cliques[i]) {
      own += of_nodes[v].number == 1 ? 1 : 0;
      sum += of_nodes[v].number;
    }
    count(singles, kClique, cliques[i].size(), own);
    ranked.push_back({{cliques[i].size(), own, sum}, i});
  }
  std::sort(ranked.begin(), ranked.end(), std::greater<>());
  std::size_t taken = 0;
  while (taken < ranked.size()) {
    std::size_t end = taken + 1;
    while (end < ranked.size() && ranked[end].first == ranked[taken].first) ++end;
    if (end > kMostPairedCliques) break;
    taken = end;
  }
  std::vector<std::vector<std::uint32_t>> taken_of(of_nodes.size());
  for (std::uint32_t i = 0; i < taken; ++i) {
    for (const NodeId v : cliques[ranked[i].second]) taken_of[v].push_back(i);
  }
  std::vector<std::uint32_t> overlap(taken);
  for (std::size_t i = 0; i < taken; ++i) {
    std::fill(overlap.begin(), overlap.end(), 0);
    for (const NodeId v : cliques[ranked[i].second]) {
      for (const std::uint32_t j : taken_of[v]) ++overlap[j];
    }
    for (std::size_t j = i + 1; j < taken; ++j) {  // which is no larger
      count(pairs, kPair, cliques[ranked[j].second].size(), cliques[ranked[i].second].size(), overlap[j]);
    }
  }
}

// Triangles are found once, at their first node in the order; each adds a common neighbour to its three edges.
void count_edges(const SimpleGraph& graph, const PeeledGraph& peeled, TokenCounts& counts) {
  const NodeId n = graph.num_nodes();
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  std::vector<std::uint64_t> edge_to(n, kNone);  // from the present node
  std::vector<std::uint32_t> common(peeled.targets.size(), 0);
  for (NodeId v = 0; v < n; ++v) {
    for (std::uint64_t e = peeled.offsets[v]; e < peeled.offsets[v + 1]; ++e) edge_to[peeled.targets[e]] = e;
    for (std::uint64_t e = peeled.offsets[v]; e < peeled.offsets[v + 1]; ++e) {
      const NodeId u = peeled.targets[e];
      for (std::uint64_t f = peeled.offsets[u]; f < peeled.offsets[u + 1]; ++f) {
        const std::uint64_t third = edge_to[peeled.targets[f]];
        if (third == kNone) continue;
        ++common[e];
        ++common[f];
        ++common[third];
      }
    }
    for (const NodeId u : peeled.later(v)) edge_to[u] = kNone;
  }
  for (NodeId v = 0; v < n; ++v) {
    for (std::uint64_t e = peeled.offsets[v]; e < peeled.offsets[v + 1]; ++e) {
      const std::uint32_t one = graph.degree(v), other = graph.degree(peeled.targets[e]);
      count(counts, kEdge, common[e], std::min(one, other), std::max(one, other));
    }
  }
}

MapSection section_of(const TokenCounts& counts) {
  std::vector<std::pair<Hash128, TokenCounts::const_pointer>> keyed;
  for (const auto& entry : counts) keyed.emplace_back(hash128(std::as_bytes(std::span(entry.first))), &entry);
  std::sort(keyed.begin(), keyed.end());
  MapSection section;
  std::vector<Token> tokens;
  for (const auto& [key, entry] : keyed) {
    section.keys.push_back(key);
    section.amounts.push_back(entry->second);
    section.total += entry->second;
    tokens.push_back(entry->first);
  }
  section.text = [tokens = std::move(tokens)](std::size_t i) {
    const Token& token = tokens[i];
    std::string text = kKindNames[token[0]];
    for (std::size_t k = 1; k <= kPlaces[token[0]]; ++k) text += (k == 1 ? ":" : "-") + std::to_string(token[k]);
    return text;
  };
  return section;
}

class CliqueTokens final : public GraphMap {
 public:
  CliqueTokens(bool all, const CliqueLimits& limits) : all_(all), limits_(limits) {}

  [[nodiscard]] std::size_t sections() const override { return all_ ? 5 : 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t /*section*/) const override { return std::nullopt; }
  [[nodiscard]] std::string column_name(std::size_t /*section*/, std::uint64_t /*column*/) const override { return {}; }

  // Without the search, which has limits of its own.
  [[nodiscard]] MapCost cost(const Graph& graph) const override {
    const double nodes = graph.num_nodes(), arcs = static_cast<double>(graph.num_arcs());
    return {10 * nodes + 20 * arcs, 100 * nodes + 40 * arcs};
  }

  [[nodiscard]] std::vector<MapSection> of_graph(const Graph& given, const MapInput& /*input*/) const override {
    const SimpleGraph graph(given);
    const PeeledGraph peeled(graph);
    const std::optional<Cliques> found = maximal_cliques(graph, peeled, limits_);
    TokenCounts nodes, components, singles, pairs, edges;
    if (found) {
      const std::vector<NodeCliques> of_nodes = cliques_of_nodes(*found, graph.num_nodes());
      for (const NodeCliques& own : of_nodes) count(nodes, kNode, own.number, own.largest, own.smallest);
      if (all_) count_cliques(*found, of_nodes, singles, pairs);
    } else {
      for (NodeId v = 0; v < graph.num_nodes(); ++v) count(nodes, kDenseNode, graph.degree(v), peeled.core[v] + 1);
    }
    std::vector<MapSection> sections;
    sections.push_back(section_of(nodes));
    if (!all_) return sections;
    count_components(graph, components);
    count_edges(graph, peeled, edges);
    for (const TokenCounts* counts : {&components, &singles, &pairs, &edges}) sections.push_back(section_of(*counts));
    return sections;
  }

 private:
  bool all_;
  CliqueLimits limits_;
};

}  // namespace

std::uint32_t clique_bin(std::uint64_t v) {
  if (v <= 8) return static_cast<std::uint32_t>(v);
  const int doublings = static_cast<int>(std::bit_width(v)) - 1;
  // The fourth power of v / 2^doublings is in [1, 16): its exponent is the bin. No power of 2 is met but 1.
  const double ratio = static_cast<double>(v) / static_cast<double>(std::uint64_t{1} << doublings);
  const double square = ratio * ratio, fourth = square * square;
  return static_cast<std::uint32_t>(8 + 4 * (doublings - 3) + (fourth >= 2) + (fourth >= 4) + (fourth >= 8));
}

std::unique_ptr<const GraphMap> clique_tokens(bool all, const CliqueLimits& limits) {
  return std::make_unique<CliqueTokens>(all, limits);
}

}  // namespace awe::cliques
