#include "awe/graph.h"

#include <algorithm>
#include <utility>

namespace awe {

bool Graph::has_arc(NodeId from, NodeId to) const noexcept {
  const auto row = neighbours(from);
  return std::binary_search(row.begin(), row.end(), to);
}

Graph Graph::with_name(std::string name) && {
  parts_.name = std::move(name);
  return std::move(*this);
}

Graph Graph::with_class(std::optional<std::string> class_name) && {
  parts_.class_name = std::move(class_name);
  return std::move(*this);
}

Hash128 fingerprint(const Graph& graph) {
  if (const auto& known = graph.parts().fingerprint) return *known;
  Hasher hasher;
  hasher.add_value(std::uint64_t{graph.directed() ? 1u : 0u} | (graph.weighted() ? 2u : 0u));
  hasher.add_value(std::uint64_t{graph.num_nodes()});
  hasher.add_values(graph.offsets());
  hasher.add_values(graph.targets());
  hasher.add_values(graph.arc_weights());
  return hasher.digest();
}

}  // namespace awe
