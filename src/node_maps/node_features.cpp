#include "node_maps/node_features.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

namespace awe::node_maps {

std::size_t groups_of(const labels::GraphLabels& labels) { return labels.of_nodes() ? labels.node_names().size() : 1; }

baselines::MapSection section_of_features(std::vector<double> sums, std::uint32_t features, NodeId nodes,
                                          const LabelRule& rule, std::shared_ptr<const labels::GraphLabels> labels) {
  baselines::MapSection section;
  section.total = nodes;
  if (nodes == 0) return section;
  if (!rule.any()) {
    for (std::uint32_t f = 0; f < features; ++f) section.columns.push_back(f);
    section.amounts = std::move(sums);
    return section;
  }
  struct Entry {
    Hash128 key;
    std::size_t place;
  };
  std::vector<Entry> entries;
  for (std::size_t group = 0; group < groups_of(*labels); ++group) {
    const Hash128 name =
        labels->of_nodes() ? hash128(std::as_bytes(std::span(labels->node_names()[group]))) : Hash128{};
    for (std::uint32_t f = 0; f < features; ++f) {
      const std::array<std::uint64_t, 3> parts = {name.high, name.low, f};
      entries.push_back({hash128(std::as_bytes(std::span(parts))), group * features + f});
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
  for (const Entry& entry : entries) {
    section.keys.push_back(entry.key);
    section.amounts.push_back(sums[entry.place]);
  }
  section.text = [labels = std::move(labels), entries = std::move(entries), features](std::size_t i) {
    const std::string number = "f" + std::to_string(entries[i].place % features);
    return labels->of_nodes() ? labels->node_names()[entries[i].place / features] + "-" + number : number;
  };
  return section;
}

}  // namespace awe::node_maps
