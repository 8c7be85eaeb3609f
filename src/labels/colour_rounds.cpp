#include "labels/colour_rounds.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "awe/hash.h"
#include "labels/label_names.h"

namespace awe::labels {
namespace {

// Longer names are replaced by hashes.
constexpr std::size_t kLongestName = 32;

void append_hex(std::uint64_t value, std::string& text) {
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> shift & 15];
}

}  // namespace

ColourRounds::ColourRounds(const Graph& graph) : graph_(graph) {
  const LabelColumn labels =
      graph.node_labels().empty() ? degree_labels(graph, DegreeLabels::exact) : escaped(graph.node_labels());
  Round& first = rounds_.emplace_back();
  first.colour_of.assign(labels.ids.begin(), labels.ids.end());
  first.names = labels.names;
  for (const std::string& name : first.names) first.hashes.push_back(hash64(std::as_bytes(std::span(name))));
}

LabelColumn ColourRounds::after(int rounds) {
  while (static_cast<int>(rounds_.size()) <= rounds) rounds_.push_back(refined(rounds_.back()));
  const Round& round = rounds_[static_cast<std::size_t>(rounds)];
  std::vector<bool> used(round.names.size(), false);  // a graph may have labels that no node has
  for (const std::uint32_t colour : round.colour_of) used[colour] = true;
  std::vector<std::uint32_t> order;
  for (std::uint32_t colour = 0; colour < used.size(); ++colour) {
    if (used[colour]) order.push_back(colour);
  }
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return round.names[a] < round.names[b]; });
  LabelColumn column;
  std::vector<std::uint32_t> number_of(used.size());
  for (const std::uint32_t colour : order) {
    const std::string& name = round.names[colour];
    if (column.names.empty() || column.names.back() != name) column.names.push_back(name);
    number_of[colour] = static_cast<std::uint32_t>(column.names.size() - 1);
  }
  std::vector<std::uint32_t> ids;
  ids.reserve(round.colour_of.size());
  for (const std::uint32_t colour : round.colour_of) ids.push_back(number_of[colour]);
  column.ids = std::move(ids);
  return column;
}

ColourRounds::Round ColourRounds::refined(const Round& before) const {
  std::vector<std::pair<std::uint64_t, NodeId>> hashed;
  hashed.reserve(graph_.num_nodes());
  std::vector<std::uint64_t> around;
  for (NodeId u = 0; u < graph_.num_nodes(); ++u) {
    around.assign(1, before.hashes[before.colour_of[u]]);
    for (const NodeId v : graph_.neighbours(u)) around.push_back(before.hashes[before.colour_of[v]]);
    std::sort(around.begin() + 1, around.end());
    hashed.emplace_back(hash64(std::as_bytes(std::span(around))), u);
  }
  std::sort(hashed.begin(), hashed.end());
  Round round;
  round.colour_of.resize(graph_.num_nodes());
  for (const auto& [hash, node] : hashed) {
    if (round.hashes.empty() || round.hashes.back() != hash) {
      round.hashes.push_back(hash);
      round.names.push_back(name_of(node, before, hash));
    }
    round.colour_of[node] = static_cast<std::uint32_t>(round.hashes.size() - 1);
  }
  return round;
}

std::string ColourRounds::name_of(NodeId node, const Round& before, std::uint64_t hash) const {
  const Round& labels = rounds_.front();
  std::string name = labels.names[labels.colour_of[node]];
  std::size_t size = name.size() + 2 + graph_.degree(node);
  std::vector<std::string_view> around;
  for (const NodeId v : graph_.neighbours(node)) {
    if (size > kLongestName) break;
    around.push_back(before.names[before.colour_of[v]]);
    size += around.back().size();
  }
  if (size > kLongestName) {
    name += '#';
    append_hex(hash, name);
    return name;
  }
  std::sort(around.begin(), around.end());
  name += '(';
  for (std::size_t i = 0; i < around.size(); ++i) {
    if (i > 0) name += ',';
    name += around[i];
  }
  name += ')';
  return name;
}

}  // namespace awe::labels
