#include "awe/graph/graph.h"

#include <algorithm>
#include <utility>

#include "awe/base/number.h"

namespace awe {

std::string NodeIds::name(NodeId node) const {
  if (const auto* first = std::get_if<std::int64_t>(&ids_)) return std::to_string(*first + node);
  if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&ids_)) return std::to_string((*numbers)[node]);
  return std::get<std::vector<std::string>>(ids_)[node];
}

std::optional<NodeId> NodeIds::find(std::string_view name, NodeId num_nodes) const {
  const auto position = [&](const auto& sorted, const auto& wanted) -> std::optional<NodeId> {
    const auto it = std::lower_bound(sorted.begin(), sorted.end(), wanted);
    if (it == sorted.end() || *it != wanted) return std::nullopt;
    return static_cast<NodeId>(it - sorted.begin());
  };
  if (const auto* strings = std::get_if<std::vector<std::string>>(&ids_)) return position(*strings, name);
  const auto number = parse_integer(name);
  if (!number) return std::nullopt;
  if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&ids_)) return position(*numbers, *number);
  const std::int64_t first = std::get<std::int64_t>(ids_);
  if (*number < first || static_cast<std::uint64_t>(*number - first) >= num_nodes) return std::nullopt;
  return static_cast<NodeId>(*number - first);
}

bool NodeIds::are_positions() const {
  const auto* first = std::get_if<std::int64_t>(&ids_);
  return first != nullptr && *first == 0;
}

bool Graph::has_arc(NodeId from, NodeId to) const noexcept {
  const auto row = neighbours(from);
  return std::binary_search(row.begin(), row.end(), to);
}

Graph Graph::with_name(std::string name) && {
  name_ = std::move(name);
  return std::move(*this);
}

Graph Graph::with_class(std::optional<std::string> class_name) && {
  class_name_ = std::move(class_name);
  return std::move(*this);
}

Hash128 fingerprint(const Graph& graph) {
  Hasher hasher;
  hasher.add_value(std::uint64_t{graph.directed() ? 1u : 0u} | (graph.weighted() ? 2u : 0u));
  hasher.add_value(std::uint64_t{graph.num_nodes()});
  hasher.add_values(graph.offsets());
  hasher.add_values(graph.targets());
  hasher.add_values(graph.arc_weights());
  return hasher.digest();
}

}  // namespace awe
