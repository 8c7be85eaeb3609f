#include "graph/soundness.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/parallel.h"

namespace awe::graph {
namespace {

// The results of checking a range of rows.
struct Findings {
  NodeId largest = 0;          // largest target
  std::uint64_t unsorted = 0;  // adjacent entries of a row that do not ascend
  std::uint64_t loops = 0;
  std::uint64_t unpaired = 0, unpaired_weights = 0;  // sums that are 0 if arcs come in pairs
  bool bad_weight = false;
  double largest_weight = 0;
};

// A hash of an edge u < v. It is not linear in u and v, so that swapped ends do not cancel.
std::uint64_t hash_of_edge(NodeId u, NodeId v) {
  const std::uint64_t product = std::uint64_t{u ^ 0x9E3779B9u} * (v ^ 0x85EBCA6Bu);
  return product ^ product >> 29;
}

// The loops over arrays are simple and branch-free, so that the compiler vectorises them.
void look_at_targets(std::span<const NodeId> targets, Findings& found) {
  NodeId largest = 0;
  for (const NodeId target : targets) largest = std::max(largest, target);
  std::uint64_t unsorted = 0;
  for (std::size_t i = 1; i < targets.size(); ++i) unsorted += targets[i - 1] >= targets[i] ? 1 : 0;
  found.largest = largest;
  found.unsorted = unsorted;
}

void look_at_weights(std::span<const double> weights, Findings& found) {
  constexpr double kMost = std::numeric_limits<double>::max();
  double largest = 0;
  std::uint64_t good = 0;
  for (const double weight : weights) {
    good += weight > 0 && weight <= kMost ? 1 : 0;
    largest = std::max(largest, weight);
  }
  found.bad_weight = good != weights.size();
  found.largest_weight = largest;
}

void look_at_rows(const GraphParts& parts, NodeId first, NodeId last, Findings& found) {
  const std::uint64_t begin = parts.offsets[first];
  for (NodeId u = first; u < last; ++u) {
    const std::uint64_t from = parts.offsets[u], to = parts.offsets[u + std::size_t{1}];
    if (from > begin && from < to && parts.targets[from - 1] >= parts.targets[from]) --found.unsorted;
    // Arcs to smaller nodes come first in a row, then possibly a loop. (An unsorted row is reported anyway.)
    const NodeId *at = parts.targets.data() + from, *const end = parts.targets.data() + to;
    std::uint64_t unpaired = 0;
    for (; at != end && *at < u; ++at) unpaired -= hash_of_edge(*at, u);
    if (at != end && *at == u) ++found.loops, ++at;
    for (; at != end; ++at) unpaired += hash_of_edge(u, *at);
    found.unpaired += unpaired;
  }
}

// The same for weights, which must be equal in both rows.
void look_at_weighted_rows(const GraphParts& parts, NodeId first, NodeId last, Findings& found) {
  for (NodeId u = first; u < last; ++u) {
    for (std::uint64_t place = parts.offsets[u]; place < parts.offsets[u + std::size_t{1}]; ++place) {
      const NodeId v = parts.targets[place];
      if (u == v) continue;
      const std::uint64_t hash =
          (hash_of_edge(std::min(u, v), std::max(u, v)) | 1) * std::bit_cast<std::uint64_t>(parts.weights[place]);
      found.unpaired_weights += u < v ? hash : 0 - hash;
    }
  }
}

// Bounds of ranges of rows with about the same number of arcs.
std::vector<NodeId> cut_rows(const GraphParts& parts, NodeId nodes) {
  constexpr std::uint64_t kPartArcs = std::uint64_t{1} << 18;
  std::vector<NodeId> bounds = {0};
  const auto begin = parts.offsets.begin();
  for (std::uint64_t arcs = kPartArcs; arcs < parts.targets.size(); arcs += kPartArcs) {
    const auto row = static_cast<NodeId>(std::lower_bound(begin, begin + nodes, arcs) - begin);
    if (row > bounds.back()) bounds.push_back(row);
  }
  if (bounds.back() != nodes) bounds.push_back(nodes);
  return bounds;
}

bool ascend(std::span<const std::uint64_t> values) {
  std::uint64_t descents = 0;
  for (std::size_t i = 1; i < values.size(); ++i) descents += values[i - 1] > values[i] ? 1 : 0;
  return descents == 0;
}

bool sums_are_finite(const GraphParts& parts) {
  for (std::size_t u = 0; u + 1 < parts.offsets.size(); ++u) {
    double total = 0;
    for (std::uint64_t place = parts.offsets[u]; place < parts.offsets[u + 1]; ++place) total += parts.weights[place];
    if (!std::isfinite(total)) return false;
  }
  return true;
}

std::string fault_of_rows(const GraphParts& parts, NodeId nodes, int threads) {
  const std::vector<NodeId> bounds = cut_rows(parts, nodes);
  std::vector<Findings> findings(bounds.size() - 1);
  base::parallel_for(findings.size(), threads, [&](std::size_t part) {
    Findings& found = findings[part];
    const std::uint64_t begin = parts.offsets[bounds[part]], size = parts.offsets[bounds[part + 1]] - begin;
    look_at_targets(std::span(parts.targets).subspan(begin, size), found);
    if (!parts.weights.empty()) look_at_weights(std::span(parts.weights).subspan(begin, size), found);
    look_at_rows(parts, bounds[part], bounds[part + 1], found);
    if (!parts.weights.empty() && !parts.directed) {
      look_at_weighted_rows(parts, bounds[part], bounds[part + 1], found);
    }
  });
  Findings all;
  for (const Findings& found : findings) {
    all.largest = std::max(all.largest, found.largest);
    all.unsorted += found.unsorted;
    all.loops += found.loops;
    all.unpaired += found.unpaired;
    all.unpaired_weights += found.unpaired_weights;
    all.bad_weight = all.bad_weight || found.bad_weight;
    all.largest_weight = std::max(all.largest_weight, found.largest_weight);
  }
  const std::uint64_t arcs = parts.targets.size();
  if (arcs > 0 && all.largest >= nodes) return "an arc leads to a node that is not there";
  if (all.unsorted != 0) return "the neighbours of a node are not in order";
  if (!parts.directed && all.unpaired != 0) return "an edge lacks one of its two arcs";
  if (all.unpaired_weights != 0) return "the two arcs of an edge differ in weight";
  if (parts.has_self_loops != (all.loops > 0)) return "it is wrong about its loops";
  if (parts.num_edges != (parts.directed ? arcs : (arcs - all.loops) / 2 + all.loops)) {
    return "it is wrong about the number of its edges";
  }
  if (all.bad_weight) return "a weight is not positive or not finite";
  if (!parts.weights.empty() && !std::isfinite(all.largest_weight * static_cast<double>(nodes)) &&
      !sums_are_finite(parts)) {
    return "the weights of a node add up to more than a number can hold";
  }
  return {};
}

bool sound(const LabelColumn& column, std::size_t places) {
  if (column.ids.empty()) return column.names.empty();
  std::uint32_t largest = 0;
  for (const std::uint32_t id : column.ids) largest = std::max(largest, id);
  return column.ids.size() == places && largest < column.names.size();
}

bool sound(const NodeIds& ids, NodeId nodes) {
  if (const auto* numbers = ids.integers()) {
    std::uint64_t descents = 0;
    for (std::size_t i = 1; i < numbers->size(); ++i) descents += (*numbers)[i - 1] >= (*numbers)[i] ? 1 : 0;
    return numbers->size() == nodes && descents == 0;
  }
  if (const auto* texts = ids.texts()) {
    if (texts->size() != nodes) return false;
    if (nodes == 0) return texts->bytes.empty();
    if (texts->begins[0] != 0 || texts->begins.back() != texts->bytes.size() || !ascend(texts->begins)) return false;
    for (NodeId u = 1; u < nodes; ++u) {
      if ((*texts)[u - std::size_t{1}] >= (*texts)[u]) return false;
    }
    return true;
  }
  return *ids.first() <= std::numeric_limits<std::int64_t>::max() - std::int64_t{nodes};
}

}  // namespace

std::string fault_of(const GraphParts& parts, int threads) {
  if (parts.offsets.empty()) return parts.targets.empty() ? "" : "arcs without nodes";
  const std::size_t rows = parts.offsets.size() - 1;
  if (rows >= std::numeric_limits<NodeId>::max()) return "more nodes than a graph can have";
  const auto nodes = static_cast<NodeId>(rows);
  if (parts.offsets[0] != 0 || parts.offsets.back() != parts.targets.size() || !ascend(parts.offsets)) {
    return "the rows of the nodes do not follow one another";
  }
  if (!parts.weights.empty() && parts.weights.size() != parts.targets.size()) return "weights of some arcs are missing";
  if (std::string fault = fault_of_rows(parts, nodes, threads); !fault.empty()) return fault;
  if (!sound(parts.node_labels, nodes)) return "a node label is not there";
  if (!sound(parts.edge_labels, parts.targets.size())) return "an edge label is not there";
  if (!sound(parts.node_ids, nodes)) return "the ids of the nodes are not in order";
  if (parts.node_attributes.size() != nodes * parts.attribute_width) return "attributes of some nodes are missing";
  std::uint64_t finite = 0;
  for (const double value : parts.node_attributes) finite += std::isfinite(value) ? 1 : 0;
  return finite == parts.node_attributes.size() ? "" : "an attribute is not finite";
}

}  // namespace awe::graph
