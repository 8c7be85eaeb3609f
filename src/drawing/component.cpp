#include "drawing/component.h"

#include <algorithm>

namespace awe::drawing {
namespace {

bool no_degree_above(const Component& component, std::size_t most) {
  return std::all_of(component.neighbours.begin(), component.neighbours.end(),
                     [&](const auto& row) { return row.size() <= most; });
}

}  // namespace

bool Component::is_path() const { return is_tree() && no_degree_above(*this, 2); }
bool Component::is_ring() const { return size() >= 3 && num_edges == size() && no_degree_above(*this, 2); }
bool Component::is_complete() const { return size() >= 3 && 2 * num_edges == size() * (size() - 1); }

std::vector<Component> components_of(const Graph& graph) {
  const NodeId count = graph.num_nodes();
  std::vector<std::vector<NodeId>> adjacent(count);
  std::vector<bool> entered(count, false);
  for (NodeId u = 0; u < count; ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (u == v) continue;
      adjacent[u].push_back(v);
      if (graph.directed()) adjacent[v].push_back(u);
      if (graph.directed()) entered[v] = true;
    }
  }
  for (auto& row : adjacent) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
  }
  std::vector<Component> found;
  std::vector<std::uint32_t> place(count, 0);
  std::vector<bool> seen(count, false);
  for (NodeId first = 0; first < count; ++first) {
    if (seen[first]) continue;
    Component& component = found.emplace_back();
    component.nodes = {first};
    seen[first] = true;
    for (std::size_t i = 0; i < component.nodes.size(); ++i) {
      for (const NodeId v : adjacent[component.nodes[i]]) {
        if (!seen[v]) component.nodes.push_back(v);
        seen[v] = true;
      }
    }
    std::sort(component.nodes.begin(), component.nodes.end());
    for (std::size_t i = 0; i < component.size(); ++i) place[component.nodes[i]] = static_cast<std::uint32_t>(i);
    std::uint64_t ends = 0;
    for (const NodeId u : component.nodes) {
      std::vector<std::uint32_t>& row = component.neighbours.emplace_back();
      for (const NodeId v : adjacent[u]) row.push_back(place[v]);
      ends += row.size();
      component.entered.push_back(entered[u]);
    }
    component.num_edges = ends / 2;
  }
  return found;
}

}  // namespace awe::drawing
