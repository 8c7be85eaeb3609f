#include "features/size_features.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "awe/graph_summary.h"
#include "base/logarithm.h"

namespace awe::features {
namespace {

SizeFeatures logarithms(std::uint64_t nodes, std::uint64_t edges, std::uint64_t components, std::uint64_t max_degree) {
  const std::uint64_t cycles = edges + components - nodes;
  return {base::log_of_one_plus(static_cast<double>(nodes)), base::log_of_one_plus(static_cast<double>(edges)),
          base::log_of_one_plus(static_cast<double>(cycles)), base::log_of_one_plus(static_cast<double>(max_degree))};
}

// The nodes and their neighbours, sorted, without duplicates.
std::vector<NodeId> with_neighbours(const Graph& graph, std::span<const NodeId> nodes) {
  std::vector<NodeId> all(nodes.begin(), nodes.end());
  for (const NodeId u : nodes) {
    const auto neighbours = graph.neighbours(u);
    all.insert(all.end(), neighbours.begin(), neighbours.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// Calls visit(index in `members`) for all nodes of `row` that are members; both are sorted. The elements of the shorter
// list are searched in the longer one, so that a hub among few members costs little.
template <class Visit>
void visit_common(std::span<const NodeId> row, std::span<const NodeId> members, Visit visit) {
  const bool row_is_shorter = row.size() < members.size();
  const auto shorter = row_is_shorter ? row : members, longer = row_is_shorter ? members : row;
  auto from = longer.begin();
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    from = std::lower_bound(from, longer.end(), shorter[i]);
    if (from == longer.end()) return;
    if (*from == shorter[i]) visit(row_is_shorter ? static_cast<std::size_t>(from - longer.begin()) : i);
  }
}

}  // namespace

SizeFeatures size_features(const Graph& graph) {
  const GraphSummary summary = summarise(graph);
  return logarithms(graph.num_nodes(), graph.num_edges(), summary.components, summary.max_degree);
}

SizeFeatures size_features_around(const Graph& graph, std::span<const NodeId> nodes) {
  const std::vector<NodeId> members = with_neighbours(graph, nodes);
  std::vector<std::size_t> parent(members.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t place) {
    while (parent[place] != place) place = parent[place] = parent[parent[place]];
    return place;
  };
  std::uint64_t components = members.size(), arcs = 0, loops = 0, max_degree = 0;
  for (std::size_t place = 0; place < members.size(); ++place) {
    std::uint64_t degree = 0;
    visit_common(graph.neighbours(members[place]), members, [&](std::size_t other) {
      ++degree;
      if (other == place) ++loops;
      const std::size_t a = root(place), b = root(other);
      if (a == b) return;
      parent[std::max(a, b)] = std::min(a, b);
      --components;
    });
    arcs += degree;
    max_degree = std::max(max_degree, degree);
  }
  const std::uint64_t edges = graph.directed() ? arcs : (arcs + loops) / 2;  // a self-loop occurs once in its row
  return logarithms(members.size(), edges, components, max_degree);
}

SizeScale::SizeScale(const Values& values) : count_(values.count), mean_(values.mean), deviation_(values.deviation) {
  for (std::size_t i = 0; i < kSizeFeatures; ++i) {
    squares_[i] = deviation_[i] * deviation_[i] * static_cast<double>(count_);
  }
}

void SizeScale::add(const SizeFeatures& features) {
  ++count_;
  const double count = static_cast<double>(count_);
  for (std::size_t i = 0; i < kSizeFeatures; ++i) {
    const double before = features[i] - mean_[i];
    mean_[i] += before / count;
    squares_[i] += before * (features[i] - mean_[i]);
    deviation_[i] = std::sqrt(squares_[i] / count);
  }
}

SizeFeatures SizeScale::apply(const SizeFeatures& features) const {
  if (count_ == 0) return features;
  SizeFeatures scaled{};
  for (std::size_t i = 0; i < kSizeFeatures; ++i) {
    if (deviation_[i] > 0) scaled[i] = (features[i] - mean_[i]) / deviation_[i];
  }
  return scaled;
}

SizeScale::Values SizeScale::values() const { return {count_, mean_, deviation_}; }

}  // namespace awe::features
