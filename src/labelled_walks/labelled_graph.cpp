#include "labelled_walks/labelled_graph.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace awe::labelled_walks {
namespace {

// For nodes up to this degree, the neighbours are enumerated one by one.
constexpr std::uint32_t kSmallRow = 8;

// Splits classes of twins so that twins also have equal labels. With edge labels, adjacent twins and twins of directed
// graphs are not merged at all: they are rarely worth the effort.
graph::TwinClasses twins_with_labels(const Graph& graph, const labels::GraphLabels& labels,
                                     const graph::TwinClasses& plain) {
  if (plain.trivial()) return plain;
  graph::TwinClasses split;
  split.class_of.resize(plain.class_of.size());
  const auto arc_labels = [&](NodeId node) {
    std::vector<std::uint32_t> row;
    for (std::uint64_t place = graph.offsets()[node]; place < graph.offsets()[node + 1]; ++place) {
      row.push_back(labels.arc(place));
    }
    return row;
  };
  // Classes are ordered by their smallest members.
  std::vector<std::vector<NodeId>> classes;
  for (const auto& members : plain.members) {
    if (members.size() == 1) {
      classes.push_back(members);
      continue;
    }
    const bool apart = labels.of_edges() && (graph.directed() || graph.has_arc(members[0], members[1]));
    using Key = std::tuple<NodeId, std::uint32_t, std::vector<std::uint32_t>>;
    std::map<Key, std::vector<NodeId>> groups;
    for (const NodeId node : members) {
      groups[{apart ? node : 0, labels.node(node),
              labels.of_edges() && !apart ? arc_labels(node) : std::vector<std::uint32_t>{}}]
          .push_back(node);
    }
    for (auto& [key, group] : groups) classes.push_back(std::move(group));
  }
  std::sort(classes.begin(), classes.end());
  for (auto& members : classes) {
    for (const NodeId node : members) split.class_of[node] = static_cast<NodeId>(split.members.size());
    split.members.push_back(std::move(members));
  }
  return split;
}

}  // namespace

LabelledGraph::LabelledGraph(const Graph& g, const labels::GraphLabels& l, const graph::TwinClasses& plain, bool steps)
    : graph(&g), labels(&l), twins(twins_with_labels(g, l, plain)) {
  if (!steps) return;
  sources.resize(g.num_nodes());
  twin_group_offsets.push_back(0);
  label_group_offsets.push_back(0);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> keyed;  // (key, index of the arc)
  for (NodeId u = 0; u < g.num_nodes(); ++u) {
    const std::uint64_t first = g.offsets()[u], last = g.offsets()[u + 1];
    Source& source = sources[u];
    source.first = first;
    source.last = last;
    for (std::uint64_t place = first; place < last; ++place) source.total += weight(place);
    if (last - first > kSmallRow) {
      keyed.clear();
      for (std::uint64_t place = first; place < last; ++place)
        keyed.emplace_back(twins.class_of[g.targets()[place]], place);
      std::sort(keyed.begin(), keyed.end());
      std::size_t classes = 0;
      for (std::size_t i = 0; i < keyed.size(); ++i) classes += i == 0 || keyed[i].first != keyed[i - 1].first;
      if (2 * classes + kSmallRow <= keyed.size()) {
        for (std::size_t i = 0; i < keyed.size(); ++i) {
          if (i > 0 && keyed[i].first == keyed[i - 1].first) continue;
          twin_groups.push_back({static_cast<NodeId>(keyed[i].first), keyed[i].second});
        }
      }

      for (auto& [key, place] : keyed) key = std::uint64_t{l.arc(place)} << 32 | l.node(g.targets()[place]);
      std::sort(keyed.begin(), keyed.end());
      std::size_t kinds = 0;
      for (std::size_t i = 0; i < keyed.size(); ++i) kinds += i == 0 || keyed[i].first != keyed[i - 1].first;
      if (2 * kinds <= keyed.size()) {
        label_group_of_arc.resize(g.num_arcs());
        const std::size_t before = label_groups.size();
        for (std::size_t i = 0; i < keyed.size(); ++i) {
          const auto [key, place] = keyed[i];
          if (i == 0 || key != keyed[i - 1].first) {
            label_groups.push_back({static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32), 0, 0});
          }
          ++label_groups.back().size;
          label_groups.back().weight += weight(place);
          label_group_of_arc[place] = static_cast<std::uint32_t>(label_groups.size() - 1 - before);
        }
      }
    }
    source.twin_groups = twin_groups.size() > twin_group_offsets.back();
    source.label_groups = label_groups.size() > label_group_offsets.back();
    twin_group_offsets.push_back(twin_groups.size());
    label_group_offsets.push_back(label_groups.size());
  }
}

std::uint64_t LabelledGraph::arc(NodeId from, NodeId to) const noexcept {
  const auto row = graph->neighbours(from);
  if (row.size() <= kSmallRow) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] == to) return graph->offsets()[from] + i;
    }
    return kNoArc;
  }
  const auto found = std::lower_bound(row.begin(), row.end(), to);
  if (found == row.end() || *found != to) return kNoArc;
  return graph->offsets()[from] + static_cast<std::uint64_t>(found - row.begin());
}

}  // namespace awe::labelled_walks
