#include "graph/merged_arcs.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"

namespace awe::graph {
namespace {

// An arc of a row. With as_arcs, the weight of an arc that was listed from its other end is negated.
struct Arc {
  NodeId to;
  std::uint32_t label;
  double weight;

  [[nodiscard]] bool reverse() const { return weight < 0; }
};

bool precedes(const Arc& a, const Arc& b) {
  if (a.to != b.to) return a.to < b.to;
  if (a.reverse() != b.reverse()) return b.reverse();
  if (a.weight != b.weight) return a.reverse() ? a.weight > b.weight : a.weight < b.weight;
  return a.label < b.label;
}

// Calls visit(from, arc) for every arc of every row.
template <class Visit>
void for_each_arc(const ListedArcs& listed, Visit visit) {
  for (std::size_t i = 0; i < listed.edges.size(); ++i) {
    const auto [from, to] = listed.edges[i];
    const double weight = listed.weights.empty() ? 1.0 : listed.weights[i];
    if (weight == 0) continue;
    const std::uint32_t label = listed.labels.empty() ? 0 : listed.labels[i];
    visit(from, Arc{to, label, weight});
    if (listed.both_ways && from != to) visit(to, Arc{from, label, listed.as_arcs ? -weight : weight});
  }
}

struct Repeats {
  std::uint64_t edges = 0, loops = 0;
};

// Sorts a row, merges it to one arc per target at its front, and returns their number.
std::size_t merge_row(NodeId from, std::span<Arc> row, Repeats& repeats) {
  std::sort(row.begin(), row.end(), precedes);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < row.size();) {
    const NodeId to = row[i].to;
    double forward = 0, backward = 0;
    std::size_t forward_listings = 0, backward_listings = 0;
    std::uint32_t label = row[i].label;
    for (; i < row.size() && row[i].to == to; ++i) {
      (row[i].reverse() ? backward : forward) += row[i].reverse() ? -row[i].weight : row[i].weight;
      ++(row[i].reverse() ? backward_listings : forward_listings);
      label = std::min(label, row[i].label);
    }
    if (forward_listings > 1) (from == to ? repeats.loops : repeats.edges) += forward_listings - 1;
    const bool both = forward_listings > 0 && backward_listings > 0;
    // Adds the smaller sum first, so that both rows of an undirected edge hold the same bits.
    const double weight = both ? (std::min(forward, backward) + std::max(forward, backward)) / 2 : forward + backward;
    row[kept++] = {to, label, weight};
  }
  return kept;
}

// Ranges of rows with about the same number of arcs, many more ranges than threads.
std::vector<NodeId> cut_rows(const std::vector<std::uint64_t>& begins, NodeId nodes) {
  constexpr std::uint64_t kPartArcs = std::uint64_t{1} << 16;
  std::vector<NodeId> bounds = {0};
  for (NodeId row = 0; row < nodes; ++row) {
    if (begins[row + std::size_t{1}] - begins[bounds.back()] >= kPartArcs) bounds.push_back(row + 1);
  }
  if (bounds.back() != nodes) bounds.push_back(nodes);
  return bounds;
}

}  // namespace

MergedArcs merge_arcs(const ListedArcs& listed, NodeId nodes, int threads) {
  // Counts are stored two positions later, so that after the arcs are placed begins[row] is the start of the row.
  std::vector<std::uint64_t> begins(std::size_t{nodes} + 2, 0);
  for_each_arc(listed, [&](NodeId from, const Arc&) { ++begins[from + std::size_t{2}]; });
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<Arc> arcs(begins.back());
  for_each_arc(listed, [&](NodeId from, const Arc& arc) { arcs[begins[from + std::size_t{1}]++] = arc; });

  MergedArcs made;
  made.offsets.assign(std::size_t{nodes} + 1, 0);
  const std::vector<NodeId> bounds = cut_rows(begins, nodes);
  std::vector<Repeats> repeats(bounds.size() - 1);
  base::parallel_for(repeats.size(), threads, [&](std::size_t part) {
    for (NodeId row = bounds[part]; row < bounds[part + 1]; ++row) {
      const std::uint64_t size = begins[row + std::size_t{1}] - begins[row];
      made.offsets[row + std::size_t{1}] = merge_row(row, std::span(arcs).subspan(begins[row], size), repeats[part]);
    }
  });
  std::partial_sum(made.offsets.begin(), made.offsets.end(), made.offsets.begin());
  made.targets.resize(made.offsets.back());
  if (!listed.weights.empty()) made.weights.resize(made.offsets.back());
  if (!listed.labels.empty()) made.labels.resize(made.offsets.back());
  base::parallel_for(repeats.size(), threads, [&](std::size_t part) {
    for (NodeId row = bounds[part]; row < bounds[part + 1]; ++row) {
      const Arc* arc = arcs.data() + begins[row];
      for (std::uint64_t i = made.offsets[row]; i < made.offsets[row + std::size_t{1}]; ++i, ++arc) {
        made.targets[i] = arc->to;
        if (!made.weights.empty()) made.weights[i] = arc->weight;
        if (!made.labels.empty()) made.labels[i] = arc->label;
      }
    }
  });
  Repeats all;
  for (const Repeats& part : repeats) {
    all.edges += part.edges;
    all.loops += part.loops;
  }
  // If edges are listed as edges, a repeat is counted in both rows.
  if (listed.both_ways && !listed.as_arcs) all.edges /= 2;
  made.repeats = all.edges + all.loops;
  return made;
}

}  // namespace awe::graph
