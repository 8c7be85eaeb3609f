#include "baselines/colour_counts.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "labels/graph_labels.h"

namespace awe::baselines {
namespace {

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// A permutation of 128-bit numbers in which every bit depends on every bit.
Hash128 mixed(Hash128 x) {
  x.low ^= mixed(x.high + 0x9E3779B97F4A7C15u);
  x.high ^= mixed(x.low + 0xD1B54A32D192ED03u);
  x.low ^= mixed(x.high + 0x8CB92BA72F3D8DD7u);
  x.high ^= mixed(x.low + 0xAEF17502108EF2D9u);
  return x;
}

// Sums modulo 2^128.
void add(Hash128& sum, const Hash128& term) {
  sum.low += term.low;
  sum.high += term.high + (sum.low < term.low ? 1 : 0);
}

Hash128 sum_of(Hash128 a, const Hash128& b) {
  add(a, b);
  return a;
}

std::vector<Hash128> keys_of(const std::vector<std::string>& names) {
  std::vector<Hash128> keys;
  for (const std::string& name : names) keys.push_back(hash128(std::as_bytes(std::span(name))));
  return keys;
}

class ColourCounts final : public GraphMap {
 public:
  ColourCounts(const LabelRule& labels, int first, int last) : labels_(labels), first_(first), last_(last) {}

  [[nodiscard]] std::size_t sections() const override { return static_cast<std::size_t>(last_ - first_) + 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t /*section*/) const override { return std::nullopt; }
  [[nodiscard]] std::string column_name(std::size_t /*section*/, std::uint64_t /*column*/) const override { return {}; }

  [[nodiscard]] MapCost cost(const Graph& graph) const override {
    const double nodes = graph.num_nodes(), arcs = static_cast<double>(graph.num_arcs());
    return {(last_ + 1.0) * (20 * nodes + arcs), 100 * nodes + (last_ - first_ + 1.0) * 40 * nodes};
  }

  [[nodiscard]] std::vector<MapSection> of_graph(const Graph& graph, const MapInput& input) const override {
    const auto labels = std::make_shared<const labels::GraphLabels>(graph, labels_, input.codebook);
    const NodeId n = graph.num_nodes();
    std::vector<Hash128> colours(n), next(n), terms(n);
    const std::vector<Hash128> names = keys_of(labels->node_names()), edges = keys_of(labels->edge_names());
    for (NodeId u = 0; u < n; ++u) {
      if (labels->of_nodes()) colours[u] = names[labels->node(u)];
    }
    std::vector<MapSection> sections;
    for (int round = 0;; ++round) {
      if (round >= first_) sections.push_back(count(colours, labels, round > 0));
      if (round == last_) return sections;
      for (NodeId u = 0; u < n; ++u) terms[u] = mixed(colours[u]);
      for (NodeId u = 0; u < n; ++u) {
        Hash128 sum;
        if (labels->of_edges()) {
          std::uint64_t place = graph.offsets()[u];
          for (const NodeId v : graph.neighbours(u)) add(sum, mixed(sum_of(terms[v], edges[labels->arc(place++)])));
        } else {
          for (const NodeId v : graph.neighbours(u)) add(sum, terms[v]);
        }
        // The own colour enters in another way than those of neighbours.
        next[u] = mixed(sum_of(mixed(sum_of(terms[u], {kOwnHigh, kOwnLow})), sum));
      }
      colours.swap(next);
    }
  }

 private:
  static constexpr std::uint64_t kOwnHigh = 0x243F6A8885A308D3u, kOwnLow = 0x13198A2E03707344u;

  // Nodes by colour; a colour is named by the label of one of its nodes.
  [[nodiscard]] static MapSection count(const std::vector<Hash128>& colours,
                                        const std::shared_ptr<const labels::GraphLabels>& labels, bool hashed) {
    std::vector<std::pair<Hash128, std::uint32_t>> sorted;
    sorted.reserve(colours.size());
    for (NodeId u = 0; u < colours.size(); ++u) sorted.emplace_back(colours[u], labels->node(u));
    std::sort(sorted.begin(), sorted.end());
    MapSection section;
    section.total = static_cast<double>(colours.size());
    section.hashed = hashed;
    std::vector<std::uint32_t> label_of;
    for (const auto& [key, label] : sorted) {
      if (section.keys.empty() || section.keys.back() != key) {
        section.keys.push_back(key);
        section.amounts.push_back(0);
        label_of.push_back(label);
      }
      ++section.amounts.back();
    }
    section.text = [labels, label_of = std::move(label_of)](std::size_t i) {
      return labels->of_nodes() ? labels->node_names()[label_of[i]] : std::string("*");
    };
    return section;
  }

  LabelRule labels_;
  int first_, last_;
};

}  // namespace

std::unique_ptr<const GraphMap> colour_counts(const LabelRule& labels, int first, int last) {
  return std::make_unique<ColourCounts>(labels, first, last);
}

}  // namespace awe::baselines
