#include "evaluation/landmarks.h"

#include <algorithm>
#include <string>

namespace awe::evaluation {
namespace {

void add_labels(Hasher& hasher, const LabelColumn& labels) {
  hasher.add_value<std::uint64_t>(labels.ids.size());
  for (const std::string& name : labels.names) {
    hasher.add_value<std::uint64_t>(name.size());
    hasher.add(std::as_bytes(std::span(name)));
  }
  hasher.add_values(std::span<const std::uint32_t>(labels.ids));
}

}  // namespace

Hash128 content_key(const Graph& graph) {
  const Hash128 structure = fingerprint(graph);
  Hasher hasher;
  hasher.add_value(structure.high);
  hasher.add_value(structure.low);
  add_labels(hasher, graph.node_labels());
  add_labels(hasher, graph.edge_labels());
  hasher.add_value<std::uint64_t>(graph.attribute_width());
  hasher.add_values(graph.node_attributes());
  return hasher.digest();
}

Hash128 landmark_rank(std::uint64_t seed, const Hash128& content) {
  constexpr std::uint64_t kVersion = 1;
  Hasher hasher;
  for (const std::uint64_t value : {kVersion, seed, content.high, content.low}) hasher.add_value(value);
  return hasher.digest();
}

std::vector<std::uint32_t> choose_landmarks(std::span<const Hash128> ranks, std::span<const std::uint32_t> items,
                                            std::size_t most) {
  std::vector<std::uint32_t> chosen(items.begin(), items.end());
  std::sort(chosen.begin(), chosen.end(),
            [&](std::uint32_t a, std::uint32_t b) { return ranks[a] != ranks[b] ? ranks[a] < ranks[b] : a < b; });
  const auto same = [&](std::uint32_t a, std::uint32_t b) { return ranks[a] == ranks[b]; };
  chosen.erase(std::unique(chosen.begin(), chosen.end(), same), chosen.end());
  if (chosen.size() > most) chosen.resize(most);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace awe::evaluation
