#include "awe/graph_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/number.h"

namespace awe {
namespace {

// Union-find with path halving; the root of a set is its smallest node.
class Components {
 public:
  explicit Components(NodeId nodes) : parent_(nodes), count_(nodes) { std::iota(parent_.begin(), parent_.end(), 0u); }
  void join(NodeId u, NodeId v) {
    u = root(u);
    v = root(v);
    if (u == v) return;
    parent_[std::max(u, v)] = std::min(u, v);
    --count_;
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  NodeId root(NodeId u) {
    while (parent_[u] != u) u = parent_[u] = parent_[parent_[u]];
    return u;
  }
  std::vector<NodeId> parent_;
  std::uint64_t count_;
};

std::vector<ValueCount> sorted_counts(const std::unordered_map<std::uint64_t, std::uint64_t>& counts) {
  std::vector<ValueCount> sorted;
  sorted.reserve(counts.size());
  for (const auto& [value, count] : counts) sorted.push_back({value, count});
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  return sorted;
}

std::uint64_t total(std::span<const ValueCount> counts) {
  std::uint64_t sum = 0;
  for (const auto& each : counts) sum += each.count;
  return sum;
}

std::uint64_t value_at(std::span<const ValueCount> counts, std::uint64_t rank) {
  for (const auto& each : counts) {
    if (rank < each.count) return each.value;
    rank -= each.count;
  }
  return counts.back().value;
}

void put_in_bins(std::span<const ValueCount> counts, std::vector<Bin>& bins) {
  std::size_t bin = 0;
  for (const auto& [value, count] : counts) {
    while (value > bins[bin].high) ++bin;
    bins[bin].count += count;
  }
}

}  // namespace

GraphSummary summarise(const Graph& graph) {
  GraphSummary summary;
  const NodeId nodes = graph.num_nodes();
  Components components(nodes);
  std::vector<char> joined(nodes, 0);
  summary.min_degree = nodes > 0 ? graph.degree(0) : 0;
  for (NodeId u = 0; u < nodes; ++u) {
    const std::uint64_t degree = graph.degree(u);
    summary.min_degree = std::min(summary.min_degree, degree);
    summary.max_degree = std::max(summary.max_degree, degree);
    for (const NodeId v : graph.neighbours(u)) {
      if (u == v) continue;
      joined[u] = joined[v] = 1;
      components.join(u, v);
    }
  }
  summary.components = components.count();
  summary.isolated = static_cast<std::uint64_t>(std::count(joined.begin(), joined.end(), 0));
  if (nodes > 0) summary.mean_degree = static_cast<double>(graph.num_arcs()) / nodes;
  return summary;
}

Quantiles quantiles(std::span<const ValueCount> counts) {
  Quantiles result;
  const std::uint64_t n = total(counts);
  if (n == 0) return result;
  // Nearest-rank quantile: the ceil(q n)-th smallest value.
  const auto at_quarter = [&](std::uint64_t quarters) { return value_at(counts, (n * quarters + 3) / 4 - 1); };
  result.min = counts.front().value;
  result.lower = at_quarter(1);
  result.median = at_quarter(2);
  result.upper = at_quarter(3);
  result.max = counts.back().value;
  double sum = 0;
  for (const auto& [value, count] : counts) sum += static_cast<double>(value) * static_cast<double>(count);
  result.mean = sum / static_cast<double>(n);
  return result;
}

std::vector<Bin> histogram(std::span<const ValueCount> counts, std::size_t bins) {
  std::vector<Bin> result;
  if (counts.empty() || bins == 0) return result;
  const std::uint64_t low = counts.front().value, high = counts.back().value, span = high - low;
  const std::uint64_t upper = value_at(counts, (total(counts) * 3 + 3) / 4 - 1);
  if (span >= bins && span / bins > upper - low) {
    // Bins of doubling width, starting at the smallest value; the last bin takes everything that remains.
    std::uint64_t begin = low, width = 1;
    while (begin <= high) {
      const bool last = result.size() + 1 == bins || high - begin < width;
      result.push_back({begin, last ? high : begin + width - 1, 0});
      if (last) break;
      begin += width;
      width *= 2;
    }
  } else {
    const std::uint64_t width = span / bins + 1;
    for (std::uint64_t begin = low;; begin += width) {
      const bool last = high - begin < width;
      result.push_back({begin, last ? high : begin + width - 1, 0});
      if (last) break;
    }
  }
  put_in_bins(counts, result);
  return result;
}

void SummaryBuilder::add_degrees(const Graph& graph) {
  // The degrees of one graph are counted in an array first, since most nodes share few degrees.
  std::uint32_t highest = 0;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) highest = std::max(highest, graph.degree(u));
  std::vector<std::uint64_t> count(std::size_t{highest} + 1, 0);
  for (NodeId u = 0; u < graph.num_nodes(); ++u) ++count[graph.degree(u)];
  for (std::size_t degree = 0; degree < count.size(); ++degree) {
    if (count[degree] > 0) degrees_[degree] += count[degree];
  }
}

void SummaryBuilder::add_labels(const Graph& graph) {
  const auto add = [](LabelCounts& into, const LabelColumn& column, const std::vector<std::uint64_t>& count) {
    ++into.graphs;
    for (std::size_t id = 0; id < count.size(); ++id) {
      if (count[id] > 0) into.counts[column.names[id]] += count[id];
    }
  };
  if (const auto& column = graph.node_labels(); !column.empty()) {
    std::vector<std::uint64_t> count(column.names.size(), 0);
    for (const std::uint32_t id : column.ids) ++count[id];
    add(node_labels_, column, count);
  }
  if (const auto& column = graph.edge_labels(); !column.empty()) {
    std::vector<std::uint64_t> count(column.names.size(), 0);
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
        if (graph.directed() || u <= graph.targets()[place]) ++count[column.ids[place]];
      }
    }
    add(edge_labels_, column, count);
  }
}

void SummaryBuilder::add(const Graph& graph) {
  const GraphSummary one = summarise(graph);
  const BuildNotes& notes = graph.build_notes();
  CollectionSummary& all = totals_;
  const std::size_t width = graph.attribute_width();
  all.min_attributes = all.graphs == 0 ? width : std::min(all.min_attributes, width);
  all.max_attributes = std::max(all.max_attributes, width);
  ++all.graphs;
  all.nodes += graph.num_nodes();
  all.edges += graph.num_edges();
  all.arcs += graph.num_arcs();
  if (graph.directed()) ++all.directed;
  if (graph.weighted()) ++all.weighted;
  if (graph.num_nodes() == 0) ++all.empty;
  if (notes.weights_unused) ++all.weights_unused;
  all.components += one.components;
  if (one.components == 1) ++all.connected;
  all.isolated_nodes += one.isolated;
  all.self_loops += notes.self_loops;
  if (notes.self_loops > 0) ++all.graphs_with_loops;
  all.repeated_arcs += notes.repeated_arcs;
  all.zero_weights += notes.zero_weights;
  ++node_counts_[graph.num_nodes()];
  ++edge_counts_[graph.num_edges()];
  if (graph.num_nodes() > 0) add_degrees(graph);
  add_labels(graph);
  if (graph.class_name()) {
    ++classes_[*graph.class_name()];
  } else {
    ++all.unclassed;
  }
  fingerprints_.push_back(fingerprint(graph));
}

CollectionSummary SummaryBuilder::result() const {
  CollectionSummary summary = totals_;
  summary.node_counts = sorted_counts(node_counts_);
  summary.edge_counts = sorted_counts(edge_counts_);
  summary.degrees = sorted_counts(degrees_);
  const auto alphabet = [](const LabelCounts& from) {
    Alphabet to{from.graphs, {}};
    for (const auto& [name, count] : from.counts) to.labels.push_back({name, count});
    std::sort(to.labels.begin(), to.labels.end(), [](const NameCount& a, const NameCount& b) {
      return a.count != b.count ? a.count > b.count : a.name < b.name;
    });
    return to;
  };
  summary.node_labels = alphabet(node_labels_);
  summary.edge_labels = alphabet(edge_labels_);
  bool integers = true;
  for (const auto& [name, count] : classes_) {
    summary.classes.push_back({name, count});
    integers = integers && base::is_canonical_integer(name);
  }
  if (integers) {
    std::sort(summary.classes.begin(), summary.classes.end(), [](const NameCount& a, const NameCount& b) {
      return *base::parse_integer(a.name) < *base::parse_integer(b.name);
    });
  }
  auto sorted = fingerprints_;
  std::sort(sorted.begin(), sorted.end());
  const auto distinct = std::unique(sorted.begin(), sorted.end()) - sorted.begin();
  summary.repeated_graphs = sorted.size() - static_cast<std::size_t>(distinct);
  return summary;
}

}  // namespace awe
