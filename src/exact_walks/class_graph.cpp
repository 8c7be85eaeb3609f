#include "exact_walks/class_graph.h"

namespace awe::exact_walks {

ClassGraph::ClassGraph(const PreparedGraph& prepared) {
  const auto& members = prepared.twins.members;
  offsets.push_back(0);
  for (const auto& twins : members) {
    const NodeId node = twins.front();
    nodes.push_back({static_cast<double>(twins.size()), static_cast<double>(prepared.graph->degree(node)),
                     prepared.inverse_degree[node]});
    for (const PreparedGraph::Group& group : prepared.groups_of(node)) {
      arcs.push_back({group.twin_class, static_cast<double>(group.size), {}});
    }
    offsets.push_back(arcs.size());
  }
  std::vector<Shared> row(nodes.size());
  std::vector<NodeId> touched;
  for (NodeId u = 0; u < nodes.size(); ++u) {
    add_shared(u, row, touched);
    for (std::uint64_t i = offsets[u]; i < offsets[u + 1]; ++i) {
      Arc& arc = arcs[i];
      arc.shared = row[arc.to];
      nodes[u].self_two += arc.size * nodes[arc.to].inverse_degree;
      nodes[u].walks_two += arc.size * nodes[arc.to].degree;
    }
    for (const NodeId v : touched) row[v] = {};
    touched.clear();
  }
  for (NodeId u = 0; u < nodes.size(); ++u) {
    for (const Arc& arc : arcs_of(u)) {
      nodes[u].two_of_neighbours += arc.size * nodes[arc.to].inverse_degree * nodes[arc.to].self_two;
      nodes[u].walks_three += arc.size * nodes[arc.to].walks_two;
    }
  }
}

void ClassGraph::add_shared(NodeId root, std::vector<Shared>& row, std::vector<NodeId>& touched) const {
  for (const Arc& first : arcs_of(root)) {
    const double inverse = nodes[first.to].inverse_degree;
    for (const Arc& second : arcs_of(first.to)) {
      // A node is not its own neighbour, so adjacent twins share one neighbour fewer.
      const double common = first.size - (second.to == first.to ? 1 : 0);
      if (common == 0) continue;
      if (row[second.to].count == 0) touched.push_back(second.to);
      row[second.to].add(common, inverse);
    }
  }
}

}  // namespace awe::exact_walks
