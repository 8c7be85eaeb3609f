// Columns of labels with names that mean the same in every graph: labels of the input without ambiguous characters,
// degrees, and any keys with a name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "awe/graph.h"
#include "awe/label_rule.h"

namespace awe::labels {

// The labels of the input; characters that would make the name of a walk ambiguous are written as %XX.
[[nodiscard]] LabelColumn escaped(const LabelColumn& column);

[[nodiscard]] LabelColumn degree_labels(const Graph& graph, DegreeLabels kind);

// Numbers the keys in ascending order.
template <class Key>
[[nodiscard]] LabelColumn number(const std::vector<Key>& keys, const std::function<std::string(const Key&)>& name) {
  std::vector<Key> distinct = keys;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  LabelColumn column;
  for (const Key& key : distinct) column.names.push_back(name(key));
  std::vector<std::uint32_t> ids;
  ids.reserve(keys.size());
  for (const Key& key : keys) {
    const auto found = std::lower_bound(distinct.begin(), distinct.end(), key);
    ids.push_back(static_cast<std::uint32_t>(found - distinct.begin()));
  }
  column.ids = std::move(ids);
  return column;
}

}  // namespace awe::labels
