#include "baselines/walk_counts.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "labels/graph_labels.h"

namespace awe::baselines {
namespace {

// The numbers of walks of 0 .. last steps.
std::vector<double> numbers_of_walks(const Graph& graph, int last) {
  std::vector<double> from(graph.num_nodes(), 1.0), next(graph.num_nodes()), numbers;
  for (int k = 0;; ++k) {
    numbers.push_back(std::accumulate(from.begin(), from.end(), 0.0));
    if (k == last) return numbers;
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      next[u] = 0;
      for (const NodeId v : graph.neighbours(u)) next[u] += from[v];
    }
    from.swap(next);
  }
}

// Walks that end at a node after the same sequence of labels.
struct Ending {
  NodeId node;
  Hash128 key;
  double count;
};

class WalkCounts final : public GraphMap {
 public:
  WalkCounts(const LabelRule& labels, int first, int last) : labels_(labels), first_(first), last_(last) {}

  [[nodiscard]] std::size_t sections() const override { return static_cast<std::size_t>(last_ - first_) + 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t /*section*/) const override {
    return labels_.any() ? std::nullopt : std::optional<std::uint64_t>(1);
  }
  [[nodiscard]] std::string column_name(std::size_t /*section*/, std::uint64_t /*column*/) const override {
    return "walks";
  }

  [[nodiscard]] MapCost cost(const Graph& graph) const override {
    const double nodes = graph.num_nodes(), arcs = static_cast<double>(graph.num_arcs());
    if (!labels_.any()) return {(last_ + 1.0) * (nodes + arcs), 24 * nodes};
    const std::vector<double> walks = numbers_of_walks(graph, last_);
    return {20 * std::accumulate(walks.begin(), walks.end(), 0.0), 64 * walks.back()};
  }

  [[nodiscard]] std::vector<MapSection> of_graph(const Graph& graph, const MapInput& input) const override {
    if (labels_.any()) return by_labels(graph, input);
    std::vector<MapSection> sections(this->sections());
    const std::vector<double> numbers = numbers_of_walks(graph, last_);
    for (std::size_t s = 0; s < sections.size(); ++s) {
      const double number = numbers[s + static_cast<std::size_t>(first_)];
      sections[s].total = number;
      if (!(number > 0)) continue;
      sections[s].columns = {0};
      sections[s].amounts = {number};
    }
    return sections;
  }

 private:
  [[nodiscard]] std::vector<MapSection> by_labels(const Graph& graph, const MapInput& input) const {
    const labels::GraphLabels labels(graph, labels_, input.codebook);
    const auto keys_of = [](const std::vector<std::string>& names) {
      std::vector<Hash128> keys;
      for (const std::string& name : names) keys.push_back(hash128(std::as_bytes(std::span(name))));
      return keys;
    };
    const std::vector<Hash128> names = keys_of(labels.node_names()), edges = keys_of(labels.edge_names());
    const auto longer = [&](const Hash128& key, const Hash128& edge, NodeId to) {
      const Hash128 node = labels.of_nodes() ? names[labels.node(to)] : Hash128{};
      const std::uint64_t parts[6] = {key.high, key.low, edge.high, edge.low, node.high, node.low};
      return hash128(std::as_bytes(std::span(parts)));
    };
    std::vector<Ending> endings, next;
    for (NodeId u = 0; u < graph.num_nodes(); ++u) endings.push_back({u, longer({}, {}, u), 1});
    std::vector<MapSection> sections;
    for (int k = 0;; ++k) {
      if (k >= first_) sections.push_back(count(endings));
      if (k == last_) return sections;
      next.clear();
      for (const Ending& ending : endings) {
        for (std::uint64_t place = graph.offsets()[ending.node]; place < graph.offsets()[ending.node + 1]; ++place) {
          const NodeId to = graph.targets()[place];
          const Hash128 edge = labels.of_edges() ? edges[labels.arc(place)] : Hash128{};
          next.push_back({to, longer(ending.key, edge, to), ending.count});
        }
      }
      std::sort(next.begin(), next.end(),
                [](const Ending& a, const Ending& b) { return a.node != b.node ? a.node < b.node : a.key < b.key; });
      endings.clear();
      for (const Ending& ending : next) {
        if (!endings.empty() && endings.back().node == ending.node && endings.back().key == ending.key) {
          endings.back().count += ending.count;
        } else {
          endings.push_back(ending);
        }
      }
    }
  }

  [[nodiscard]] static MapSection count(std::vector<Ending> endings) {
    std::sort(endings.begin(), endings.end(), [](const Ending& a, const Ending& b) { return a.key < b.key; });
    MapSection section;
    for (const Ending& ending : endings) {
      if (section.keys.empty() || section.keys.back() != ending.key) {
        section.keys.push_back(ending.key);
        section.amounts.push_back(0);
      }
      section.amounts.back() += ending.count;
      section.total += ending.count;
    }
    section.text = [](std::size_t) { return std::string(); };
    section.hashed = true;
    return section;
  }

  LabelRule labels_;
  int first_, last_;
};

}  // namespace

std::unique_ptr<const GraphMap> walk_counts(const LabelRule& labels, int first, int last) {
  return std::make_unique<WalkCounts>(labels, first, last);
}

}  // namespace awe::baselines
