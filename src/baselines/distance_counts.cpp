#include "baselines/distance_counts.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "labels/graph_labels.h"

namespace awe::baselines {
namespace {

// Up to this many labels, the triples of one distance are counted in an array.
constexpr std::size_t kMostDenseLabels = 512;

// Counts by (distance, label of the start, label of the end).
class TripleCounts {
 public:
  explicit TripleCounts(std::size_t labels) : labels_(labels), dense_(labels <= kMostDenseLabels) {}

  // Counts the ends of one distance from a start.
  void add(std::uint32_t distance, std::uint32_t from, std::span<const NodeId> ends,
           std::span<const std::uint32_t> label) {
    if (!dense_) {
      const std::uint64_t row = (std::uint64_t{distance} * labels_ + from) * labels_;
      for (const NodeId v : ends) ++sparse_[row + label[v]];
      return;
    }
    while (by_distance_.size() <= distance) by_distance_.emplace_back(labels_ * labels_, 0);
    std::uint64_t* const row = by_distance_[distance].data() + from * labels_;
    if (label.empty()) {
      *row += ends.size();
    } else {
      for (const NodeId v : ends) ++row[label[v]];
    }
  }

  // visit(distance, from, to, count) for every count above 0.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t d = 0; d < by_distance_.size(); ++d) {
      for (std::size_t i = 0; i < by_distance_[d].size(); ++i) {
        if (by_distance_[d][i] > 0) visit(d, i / labels_, i % labels_, by_distance_[d][i]);
      }
    }
    for (const auto& [place, count] : sparse_) {
      visit(place / labels_ / labels_, place / labels_ % labels_, place % labels_, count);
    }
  }

 private:
  std::size_t labels_;
  bool dense_;
  std::vector<std::vector<std::uint64_t>> by_distance_;
  std::unordered_map<std::uint64_t, std::uint64_t> sparse_;
};

struct Triple {
  Hash128 key;
  std::uint64_t distance;
  std::uint32_t from, to;  // labels
  double count;
};

class DistanceCounts final : public GraphMap {
 public:
  explicit DistanceCounts(const LabelRule& labels) : labels_(labels) {}

  [[nodiscard]] std::size_t sections() const override { return 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t /*section*/) const override { return std::nullopt; }
  [[nodiscard]] std::string column_name(std::size_t /*section*/, std::uint64_t /*column*/) const override { return {}; }

  [[nodiscard]] MapCost cost(const Graph& graph) const override {
    const double nodes = graph.num_nodes(), arcs = static_cast<double>(graph.num_arcs());
    return {nodes * (nodes + arcs), 40 * nodes};
  }

  [[nodiscard]] std::vector<MapSection> of_graph(const Graph& graph, const MapInput& input) const override {
    const auto labels = std::make_shared<const labels::GraphLabels>(graph, labels_, input.codebook);
    TripleCounts counts(std::max<std::size_t>(1, labels->node_names().size()));
    search(graph, *labels, counts);
    std::vector<Hash128> names;
    for (const std::string& name : labels->node_names()) names.push_back(hash128(std::as_bytes(std::span(name))));
    std::vector<Triple> triples;
    counts.each([&](std::uint64_t distance, std::uint64_t from, std::uint64_t to, std::uint64_t count) {
      std::uint64_t parts[5] = {distance, 0, 0, 0, 0};
      if (labels->of_nodes()) {
        const Hash128 &a = names[from], &b = names[to];
        const std::uint64_t ends[4] = {a.high, a.low, b.high, b.low};
        std::copy(ends, ends + 4, parts + 1);
      }
      triples.push_back({hash128(std::as_bytes(std::span(parts))), distance, static_cast<std::uint32_t>(from),
                         static_cast<std::uint32_t>(to), static_cast<double>(count)});
    });
    std::sort(triples.begin(), triples.end(), [](const Triple& a, const Triple& b) { return a.key < b.key; });
    MapSection section;
    for (const Triple& triple : triples) {
      section.keys.push_back(triple.key);
      section.amounts.push_back(triple.count);
      section.total += triple.count;
    }
    section.text = [labels, triples = std::move(triples)](std::size_t i) {
      const std::string distance = std::to_string(triples[i].distance);
      if (!labels->of_nodes()) return distance;
      return labels->node_names()[triples[i].from] + "-" + distance + "-" + labels->node_names()[triples[i].to];
    };
    std::vector<MapSection> sections;
    sections.push_back(std::move(section));
    return sections;
  }

 private:
  static void search(const Graph& graph, const labels::GraphLabels& labels, TripleCounts& counts) {
    const NodeId n = graph.num_nodes();
    constexpr NodeId kNever = ~NodeId{0};
    std::vector<NodeId> seen_from(n, kNever), queue(n);
    for (NodeId start = 0; start < n; ++start) {
      seen_from[start] = start;
      queue[0] = start;
      std::size_t first = 0, last = 1;  // the nodes of one distance in the queue
      for (std::uint32_t distance = 1; first < last; ++distance) {
        std::size_t end = last;
        for (; first < last; ++first) {
          for (const NodeId v : graph.neighbours(queue[first])) {
            if (seen_from[v] == start) continue;
            seen_from[v] = start;
            queue[end++] = v;
          }
        }
        last = end;
        if (first < last) {
          counts.add(distance, labels.node(start), std::span(queue).subspan(first, last - first), labels.node_labels());
        }
      }
    }
  }

  LabelRule labels_;
};

}  // namespace

std::unique_ptr<const GraphMap> distance_counts(const LabelRule& labels) {
  return std::make_unique<DistanceCounts>(labels);
}

}  // namespace awe::baselines
