// The nodes of a builder: numbers ids as they are added, and finally renumbers the nodes in the order of their ids.
//
// Small integers use a table, other integers and texts use hash maps; if all edges have integer ids, they are numbered
// together, with a bitmap of the ids that occur.
#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "awe/error.h"
#include "awe/graph_builder.h"
#include "base/number.h"

namespace awe {
namespace {

constexpr NodeId kNoNode = std::numeric_limits<NodeId>::max();

// The value of a text that is a canonical integer. Most ids have few digits; those are read without from_chars.
std::optional<std::int64_t> canonical_integer(std::string_view text) {
  constexpr std::size_t kSafeDigits = 18;
  if (text.empty() || text.size() > kSafeDigits || text.front() <= '0' || text.front() > '9') {
    return base::is_canonical_integer(text) ? base::parse_integer(text) : std::nullopt;
  }
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace

void GraphBuilder::set_num_nodes(NodeId count, std::int64_t first_id) {
  num_nodes_ = count;
  first_id_ = first_id;
}

void GraphBuilder::add_integer_edges(std::span<const ListedEdge> ids) {
  if (num_nodes_ == 0 && edges_.empty()) edges_hold_ids_ = true;
  edges_.insert(edges_.end(), ids.begin(), ids.end());
  if (edges_hold_ids_) return;
  for (ListedEdge& edge : std::span(edges_).last(ids.size())) {
    edge.from = node_of_integer(edge.from);
    edge.to = node_of_integer(edge.to);
  }
}

void GraphBuilder::number_edges_one_by_one() {
  edges_hold_ids_ = false;
  for (ListedEdge& edge : edges_) {
    edge.from = node_of_integer(edge.from);
    edge.to = node_of_integer(edge.to);
  }
}

// Marks the ids that occur and counts the marks below each. Returns false, without changes, if the marks would need
// more memory than the edges.
bool GraphBuilder::number_edges_together(NodeIds& ids) {
  NodeId least = kNoNode, most = 0;
  for (const auto [from, to] : edges_) {
    least = std::min({least, from, to});
    most = std::max({most, from, to});
  }
  constexpr std::size_t kSmall = std::size_t{1} << 14;
  const std::size_t words = (std::size_t{most} - least) / 64 + 1;
  if (words > std::max(kSmall, edges_.size() / 2)) return false;
  std::vector<std::uint64_t> marks(words, 0);
  for (const auto [from, to] : edges_) {
    for (const NodeId id : {from - least, to - least}) marks[id / 64] |= std::uint64_t{1} << id % 64;
  }
  std::vector<NodeId> below(words);
  for (std::size_t word = 0; word < words; ++word) {
    below[word] = num_nodes_;
    num_nodes_ += static_cast<NodeId>(std::popcount(marks[word]));
  }
  const auto number_of = [&](NodeId id) {
    const std::uint64_t before = (std::uint64_t{1} << id % 64) - 1;
    return below[id / 64] + static_cast<NodeId>(std::popcount(marks[id / 64] & before));
  };
  if (num_nodes_ - 1 == most - least) {
    ids = NodeIds(std::int64_t{least});
    if (least > 0) {
      for (ListedEdge& edge : edges_) edge = {edge.from - least, edge.to - least};
    }
  } else {
    std::vector<std::int64_t> found;
    found.reserve(num_nodes_);
    for (std::size_t word = 0; word < words; ++word) {
      for (std::uint64_t left = marks[word]; left != 0; left &= left - 1) {
        found.push_back(std::int64_t{least} + static_cast<std::int64_t>(word * 64) + std::countr_zero(left));
      }
    }
    ids = NodeIds(SharedArray<std::int64_t>(std::move(found)));
    for (ListedEdge& edge : edges_) edge = {number_of(edge.from - least), number_of(edge.to - least)};
  }
  edges_hold_ids_ = false;
  return true;
}

NodeId GraphBuilder::node_of(std::string_view id) {
  if (const auto number = canonical_integer(id)) return node_of_integer(*number);
  if (edges_hold_ids_) number_edges_one_by_one();
  const auto known = string_ids_.find(id);
  if (known != string_ids_.end()) return known->second;
  const NodeId node = add_node();
  string_ids_.emplace(id, node);
  return node;
}

NodeId GraphBuilder::node_of_integer(std::int64_t id) {
  if (edges_hold_ids_) number_edges_one_by_one();
  // A table for non-negative integers while its size is in proportion to the number of nodes; else a hash map.
  const auto place = static_cast<std::uint64_t>(id);
  if (place >= dense_ids_.size() && place < 2 * std::uint64_t{num_nodes_} + 64) grow_dense_ids();
  if (place < dense_ids_.size()) {
    if (dense_ids_[place] == kNoNode) dense_ids_[place] = add_node();
    return dense_ids_[place];
  }
  const auto known = integer_ids_.find(id);
  if (known != integer_ids_.end()) return known->second;
  const NodeId node = add_node();
  integer_ids_.emplace(id, node);
  return node;
}

NodeId GraphBuilder::add_node() {
  if (num_nodes_ >= kMaxNodes) throw Error(ErrorKind::limit, "more than 4294967294 nodes");
  return num_nodes_++;
}

void GraphBuilder::grow_dense_ids() {
  dense_ids_.resize(4 * std::size_t{num_nodes_} + 128, kNoNode);
  for (auto it = integer_ids_.begin(); it != integer_ids_.end();) {
    if (static_cast<std::uint64_t>(it->first) >= dense_ids_.size()) {
      ++it;
      continue;
    }
    dense_ids_[static_cast<std::size_t>(it->first)] = it->second;
    it = integer_ids_.erase(it);
  }
}

NodeIds GraphBuilder::take_ids() {
  if (edges_hold_ids_ && !edges_.empty()) {
    NodeIds ids;
    if (number_edges_together(ids)) return ids;
    number_edges_one_by_one();
  }
  if (!string_ids_.empty()) return take_text_ids();
  if (!dense_ids_.empty() || !integer_ids_.empty()) return take_integer_ids();
  return NodeIds(first_id_);
}

NodeIds GraphBuilder::take_integer_ids() {
  std::vector<std::pair<std::int64_t, NodeId>> others(integer_ids_.begin(), integer_ids_.end());
  std::sort(others.begin(), others.end());
  std::vector<NodeId> place_of(num_nodes_);
  std::vector<std::int64_t> ids;
  ids.reserve(num_nodes_);
  const auto take = [&](std::int64_t id, NodeId node) {
    place_of[node] = static_cast<NodeId>(ids.size());
    ids.push_back(id);
  };
  // Ascending order: negative ids, the ids in the table, and larger ones.
  std::size_t next = 0;
  for (; next < others.size() && others[next].first < 0; ++next) take(others[next].first, others[next].second);
  for (std::size_t id = 0; id < dense_ids_.size(); ++id) {
    if (dense_ids_[id] != kNoNode) take(static_cast<std::int64_t>(id), dense_ids_[id]);
  }
  for (; next < others.size(); ++next) take(others[next].first, others[next].second);
  renumber(place_of);
  if (ids.empty()) return NodeIds();
  const bool range = static_cast<std::uint64_t>(ids.back()) - static_cast<std::uint64_t>(ids.front()) == ids.size() - 1;
  return range ? NodeIds(ids.front()) : NodeIds(SharedArray<std::int64_t>(std::move(ids)));
}

NodeIds GraphBuilder::take_text_ids() {
  std::vector<std::pair<std::string, NodeId>> sorted(string_ids_.begin(), string_ids_.end());
  for (const auto& [id, node] : integer_ids_) sorted.emplace_back(std::to_string(id), node);
  for (std::size_t id = 0; id < dense_ids_.size(); ++id) {
    if (dense_ids_[id] != kNoNode) sorted.emplace_back(std::to_string(id), dense_ids_[id]);
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<NodeId> place_of(num_nodes_);
  std::vector<std::string> ids;
  ids.reserve(sorted.size());
  for (auto& [id, node] : sorted) {
    place_of[node] = static_cast<NodeId>(ids.size());
    ids.push_back(std::move(id));
  }
  renumber(place_of);
  return NodeIds(pack(ids));
}

}  // namespace awe
