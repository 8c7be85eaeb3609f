#include "awe/graph/builder.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/number.h"

namespace awe {
namespace {

constexpr std::uint32_t kNoLabel = std::numeric_limits<std::uint32_t>::max();
constexpr NodeId kNoNode = std::numeric_limits<NodeId>::max();

// A text that is a canonical integer, as a number. Most ids are a few digits: those are read without from_chars.
std::optional<std::int64_t> canonical_integer(std::string_view text) {
  constexpr std::size_t kSafeDigits = 18;
  if (text.empty() || text.size() > kSafeDigits || text.front() <= '0' || text.front() > '9') {
    return is_canonical_integer(text) ? parse_integer(text) : std::nullopt;
  }
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

// Sorted by value if every text is a canonical integer, else by bytes: the order of ids and of labels.
std::vector<std::uint32_t> sorted_order(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> order(texts.size());
  std::iota(order.begin(), order.end(), 0u);
  const bool integers = std::all_of(texts.begin(), texts.end(), [](const auto& t) { return is_canonical_integer(t); });
  if (integers) {
    std::sort(order.begin(), order.end(),
              [&](auto a, auto b) { return *parse_integer(texts[a]) < *parse_integer(texts[b]); });
  } else {
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return texts[a] < texts[b]; });
  }
  return order;
}

// Drops names that no place uses any more: those of edges that were dropped or merged.
void remove_unused_names(LabelColumn& column) {
  std::vector<std::uint32_t> place_of(column.names.size(), kNoLabel);
  for (const std::uint32_t id : column.ids) place_of[id] = 0;
  std::vector<std::string> used;
  for (std::size_t i = 0; i < place_of.size(); ++i) {
    if (place_of[i] == kNoLabel) continue;
    place_of[i] = static_cast<std::uint32_t>(used.size());
    used.push_back(std::move(column.names[i]));
  }
  for (std::uint32_t& id : column.ids) id = place_of[id];
  column.names = std::move(used);
}

// One listed arc; `reverse` marks the opposite arc of an undirected edge.
struct Arc {
  NodeId from, to;
  std::uint32_t label;
  bool reverse;
  double weight;
};

bool precedes(const Arc& a, const Arc& b) {
  if (a.from != b.from) return a.from < b.from;
  if (a.to != b.to) return a.to < b.to;
  if (a.reverse != b.reverse) return b.reverse;
  if (a.weight != b.weight) return a.weight < b.weight;
  return a.label < b.label;
}

// Rows of a sparse matrix of ones: the columns of row u are columns[offsets[u]] .. columns[offsets[u + 1]].
struct Rows {
  std::vector<std::uint64_t> offsets;
  std::vector<NodeId> columns;

  // One counting pass over entries(visit), which calls visit(row, column) and is gone through twice.
  template <class Entries>
  static Rows from(NodeId rows, std::size_t size, Entries entries) {
    Rows made{std::vector<std::uint64_t>(std::size_t{rows} + 2, 0), std::vector<NodeId>(size)};
    // Counted two places up, so that placing the entries leaves each row's begin where it belongs.
    entries([&](NodeId row, NodeId) { ++made.offsets[row + std::size_t{2}]; });
    std::partial_sum(made.offsets.begin(), made.offsets.end(), made.offsets.begin());
    entries([&](NodeId row, NodeId column) { made.columns[made.offsets[row + std::size_t{1}]++] = column; });
    made.offsets.pop_back();
    return made;
  }
  [[nodiscard]] NodeId size() const { return static_cast<NodeId>(offsets.size() - 1); }
  [[nodiscard]] std::span<const NodeId> row(NodeId u) const {
    return std::span(columns).subspan(offsets[u], offsets[u + std::size_t{1}] - offsets[u]);
  }
  // Rows come out sorted, since the entries are met in the order of their old rows.
  [[nodiscard]] Rows transposed() const {
    return from(size(), columns.size(), [&](auto visit) {
      for (NodeId u = 0; u < size(); ++u) {
        for (const NodeId v : row(u)) visit(v, u);
      }
    });
  }
  // Drops repeats from sorted rows and gives their number.
  std::uint64_t remove_repeats() {
    std::uint64_t kept = 0;
    for (NodeId u = 0; u < size(); ++u) {
      const std::uint64_t begin = offsets[u], end = offsets[u + std::size_t{1}];
      offsets[u] = kept;
      for (std::uint64_t i = begin; i < end; ++i) {
        if (i == begin || columns[i] != columns[i - 1]) columns[kept++] = columns[i];
      }
    }
    const std::uint64_t repeats = columns.size() - kept;
    offsets.back() = kept;
    columns.resize(kept);
    return repeats;
  }
};

}  // namespace

std::uint32_t GraphBuilder::LabelTable::place_of(std::string_view label) {
  const auto known = places.find(label);
  if (known != places.end()) return known->second;
  const auto place = static_cast<std::uint32_t>(names.size());
  places.emplace(label, place);
  names.emplace_back(label);
  return place;
}

LabelColumn GraphBuilder::LabelTable::sorted() const {
  const auto order = sorted_order(names);
  std::vector<std::uint32_t> rank(names.size());
  LabelColumn column;
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = static_cast<std::uint32_t>(i);
    column.names.push_back(names[order[i]]);
  }
  column.ids.reserve(ids.size());
  for (const std::uint32_t id : ids) column.ids.push_back(rank[id]);
  return column;
}

void GraphBuilder::set_num_nodes(NodeId count, std::int64_t first_id) {
  num_nodes_ = count;
  first_id_ = first_id;
}

NodeId GraphBuilder::node_of(std::string_view id) {
  if (const auto number = canonical_integer(id)) return node_of_integer(*number);
  const auto known = string_ids_.find(id);
  if (known != string_ids_.end()) return known->second;
  const NodeId node = add_node();
  string_ids_.emplace(id, node);
  return node;
}

NodeId GraphBuilder::node_of_integer(std::int64_t id) {
  // A table for the integers from 0, as long as it stays in proportion to the nodes; a hash map for all others.
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

namespace {

// Steps go by shares of a node's total weight, which must be a number.
void check_sums(const Graph& graph) {
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    double total = 0;
    for (const double weight : graph.weights(u)) total += weight;
    if (std::isfinite(total)) continue;
    throw Error(ErrorKind::numeric, "the edge weights of node " + std::to_string(u) +
                                        " add up to more than a number can hold; scale all weights down");
  }
}

}  // namespace

void GraphBuilder::add_edge(NodeId from, NodeId to, double weight) {
  edge_weights_.resize(edges_.size(), 1.0);
  edges_.push_back({from, to});
  edge_weights_.push_back(weight);
}

void GraphBuilder::label_last_edge(std::string_view label) {
  edge_labels_.ids.resize(edges_.size(), kNoLabel);
  edge_labels_.ids.back() = edge_labels_.place_of(label);
}

void GraphBuilder::set_node_label(NodeId node, std::string_view label) {
  if (node_labels_.ids.size() <= node) node_labels_.ids.resize(node + std::size_t{1}, kNoLabel);
  node_labels_.ids[node] = node_labels_.place_of(label);
}

void GraphBuilder::set_node_attributes(std::vector<double> values, std::size_t width) {
  attributes_ = std::move(values);
  attribute_width_ = width;
}

void GraphBuilder::renumber(const std::vector<NodeId>& place_of) {
  if (std::is_sorted(place_of.begin(), place_of.end())) return;
  for (Edge& edge : edges_) edge = {place_of[edge.from], place_of[edge.to]};
  if (!node_labels_.ids.empty()) {
    node_labels_.ids.resize(num_nodes_, kNoLabel);
    auto moved = node_labels_.ids;
    for (NodeId u = 0; u < num_nodes_; ++u) moved[place_of[u]] = node_labels_.ids[u];
    node_labels_.ids = std::move(moved);
  }
  if (attribute_width_ > 0) {
    auto moved = attributes_;
    for (std::size_t u = 0; u < num_nodes_; ++u) {
      std::copy_n(attributes_.begin() + static_cast<std::ptrdiff_t>(u * attribute_width_), attribute_width_,
                  moved.begin() + static_cast<std::ptrdiff_t>(place_of[u] * attribute_width_));
    }
    attributes_ = std::move(moved);
  }
}

NodeIds GraphBuilder::take_ids() {
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
  // Negative ids, the dense ones, and those beyond: in this order sorted.
  std::size_t next = 0;
  for (; next < others.size() && others[next].first < 0; ++next) take(others[next].first, others[next].second);
  for (std::size_t id = 0; id < dense_ids_.size(); ++id) {
    if (dense_ids_[id] != kNoNode) take(static_cast<std::int64_t>(id), dense_ids_[id]);
  }
  for (; next < others.size(); ++next) take(others[next].first, others[next].second);
  renumber(place_of);
  if (ids.empty()) return NodeIds();
  const bool range = static_cast<std::uint64_t>(ids.back()) - static_cast<std::uint64_t>(ids.front()) == ids.size() - 1;
  return range ? NodeIds(ids.front()) : NodeIds(std::move(ids));
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
  return NodeIds(std::move(ids));
}

void GraphBuilder::check_labels() {
  if (!edge_labels_.ids.empty()) edge_labels_.ids.resize(edges_.size(), kNoLabel);
  if (!node_labels_.ids.empty()) node_labels_.ids.resize(num_nodes_, kNoLabel);
  for (const auto* labels : {&edge_labels_.ids, &node_labels_.ids}) {
    if (std::find(labels->begin(), labels->end(), kNoLabel) != labels->end()) {
      throw Error(ErrorKind::malformed, labels == &edge_labels_.ids ? "some edges have labels and others have none"
                                                                    : "some nodes have labels and others have none");
    }
  }
}

void GraphBuilder::lay_out_plain(Graph& graph) {
  if (policy_.self_loops == SelfLoops::drop || !policy_.directed) {
    const bool once = !policy_.directed && policy_.listing == EdgeListing::edges;
    std::size_t kept = 0;
    for (const auto [from, to] : edges_) {
      if (from == to) ++notes_.self_loops;
      if (from == to && policy_.self_loops == SelfLoops::drop) continue;
      // Listed as edges, {u, v} and {v, u} are parallel; listed as arcs, they are the two arcs of one edge.
      edges_[kept++] = once && from > to ? Edge{to, from} : Edge{from, to};
    }
    edges_.resize(kept);
  } else {
    for (const auto [from, to] : edges_) notes_.self_loops += from == to ? 1 : 0;
  }
  const Rows by_target = Rows::from(num_nodes_, edges_.size(), [&](auto visit) {
    for (const auto [from, to] : edges_) visit(to, from);
  });
  Rows rows = by_target.transposed();
  notes_.repeated_arcs = rows.remove_repeats();
  if (policy_.directed) {
    graph.offsets_ = std::move(rows.offsets);
    graph.targets_ = std::move(rows.columns);
    return;
  }
  const Rows opposite = rows.transposed();
  graph.offsets_.assign(1, 0);
  graph.offsets_.reserve(std::size_t{num_nodes_} + 1);
  graph.targets_.reserve(2 * rows.columns.size());
  for (NodeId u = 0; u < num_nodes_; ++u) {
    std::ranges::set_union(rows.row(u), opposite.row(u), std::back_inserter(graph.targets_));
    graph.offsets_.push_back(graph.targets_.size());
  }
  graph.targets_.shrink_to_fit();
}

void GraphBuilder::lay_out_general(Graph& graph) {
  LabelColumn edge_labels = edge_labels_.sorted();
  const bool labelled = !edge_labels.empty();
  const bool weighted = policy_.weighted;
  if (weighted) edge_weights_.resize(edges_.size(), 1.0);

  std::vector<Arc> arcs;
  arcs.reserve(edges_.size() * (policy_.directed ? 1 : 2));
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const auto [from, to] = edges_[i];
    const double weight = weighted ? edge_weights_[i] : 1.0;
    if (!std::isfinite(weight) || weight < 0) {
      throw Error(ErrorKind::numeric, "edge weight " + format_real(weight) + " is negative or not finite");
    }
    if (from == to) {
      ++notes_.self_loops;
      if (policy_.self_loops == SelfLoops::drop) continue;
    }
    if (weight == 0) {
      ++notes_.zero_weights;
      continue;
    }
    const std::uint32_t label = labelled ? edge_labels.ids[i] : 0;
    // Opposite listings of an undirected edge are told apart by `reverse` only where they count as two arcs of one
    // edge.
    const bool as_arcs = policy_.listing == EdgeListing::arcs;
    arcs.push_back({from, to, label, false, weight});
    if (!policy_.directed && from != to) arcs.push_back({to, from, label, as_arcs, weight});
  }
  std::sort(arcs.begin(), arcs.end(), precedes);

  graph.offsets_.assign(std::size_t{num_nodes_} + 1, 0);
  std::uint64_t repeats = 0, loop_repeats = 0;
  for (std::size_t i = 0; i < arcs.size();) {
    const Arc& first = arcs[i];
    double forward = 0, backward = 0;
    std::size_t forward_listings = 0, backward_listings = 0;
    std::uint32_t label = first.label;
    for (; i < arcs.size() && arcs[i].from == first.from && arcs[i].to == first.to; ++i) {
      (arcs[i].reverse ? backward : forward) += arcs[i].weight;
      ++(arcs[i].reverse ? backward_listings : forward_listings);
      label = std::min(label, arcs[i].label);
    }
    if (forward_listings > 1) (first.from == first.to ? loop_repeats : repeats) += forward_listings - 1;
    const bool both = forward_listings > 0 && backward_listings > 0;
    // The smaller sum first, so that both rows of an undirected edge hold the same bits.
    const double weight = both ? (std::min(forward, backward) + std::max(forward, backward)) / 2 : forward + backward;
    ++graph.offsets_[std::size_t{first.from} + 1];
    graph.targets_.push_back(first.to);
    if (weighted) graph.weights_.push_back(weight);
    if (labelled) graph.edge_labels_.ids.push_back(label);
  }
  std::partial_sum(graph.offsets_.begin(), graph.offsets_.end(), graph.offsets_.begin());
  if (weighted) check_sums(graph);
  // Listed as edges, a repeat shows in both rows.
  if (!policy_.directed && policy_.listing == EdgeListing::edges) repeats /= 2;
  notes_.repeated_arcs = repeats + loop_repeats;
  if (labelled) graph.edge_labels_.names = std::move(edge_labels.names);
  remove_unused_names(graph.edge_labels_);
}

Graph GraphBuilder::build() && {
  Graph graph;
  graph.directed_ = policy_.directed;
  graph.node_ids_ = take_ids();
  check_labels();
  if (policy_.weighted || !edge_labels_.ids.empty()) {
    lay_out_general(graph);
  } else {
    lay_out_plain(graph);
  }
  std::uint64_t loops = 0;
  if (notes_.self_loops > 0 && policy_.self_loops == SelfLoops::keep) {
    for (NodeId u = 0; u < num_nodes_; ++u) loops += graph.has_arc(u, u) ? 1 : 0;
  }
  graph.num_edges_ = policy_.directed ? graph.targets_.size() : (graph.targets_.size() - loops) / 2 + loops;
  graph.has_self_loops_ = loops > 0;

  graph.node_labels_ = node_labels_.sorted();
  graph.node_attributes_ = std::move(attributes_);
  graph.attribute_width_ = attribute_width_;
  graph.class_name_ = std::move(class_name_);
  graph.name_ = std::move(name_);
  graph.notes_ = notes_;
  return graph;
}

}  // namespace awe
