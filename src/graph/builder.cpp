#include "awe/graph/builder.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/number.h"

namespace awe {
namespace {

constexpr std::uint32_t kNoLabel = std::numeric_limits<std::uint32_t>::max();

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

// One listed arc; `listed` is the edge's place in the input, `reverse` marks the opposite arc of an undirected edge.
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

}  // namespace

std::uint32_t GraphBuilder::LabelTable::place_of(std::string_view label) {
  const auto [it, fresh] = places.try_emplace(std::string(label), static_cast<std::uint32_t>(names.size()));
  if (fresh) names.emplace_back(label);
  return it->second;
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
  if (is_canonical_integer(id)) return node_of_integer(*parse_integer(id));
  const auto place = string_ids_.try_emplace(std::string(id), num_nodes_).first->second;
  if (place == num_nodes_) count_node();
  return place;
}

NodeId GraphBuilder::node_of_integer(std::int64_t id) {
  const auto place = integer_ids_.try_emplace(id, num_nodes_).first->second;
  if (place == num_nodes_) count_node();
  return place;
}

void GraphBuilder::count_node() {
  if (num_nodes_ >= kMaxNodes) throw Error(ErrorKind::limit, "more than 4294967294 nodes");
  ++num_nodes_;
}

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
  if (integer_ids_.empty() && string_ids_.empty()) return NodeIds(first_id_);
  std::vector<NodeId> place_of(num_nodes_);
  if (string_ids_.empty()) {
    std::vector<std::pair<std::int64_t, NodeId>> sorted(integer_ids_.begin(), integer_ids_.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::int64_t> ids;
    ids.reserve(sorted.size());
    for (const auto& [id, node] : sorted) {
      place_of[node] = static_cast<NodeId>(ids.size());
      ids.push_back(id);
    }
    renumber(place_of);
    const bool range = static_cast<std::uint64_t>(ids.back()) - static_cast<std::uint64_t>(ids.front()) == ids.size() - 1;
    return range ? NodeIds(ids.front()) : NodeIds(std::move(ids));
  }
  std::vector<std::pair<std::string, NodeId>> sorted(string_ids_.begin(), string_ids_.end());
  for (const auto& [id, node] : integer_ids_) sorted.emplace_back(std::to_string(id), node);
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> ids;
  ids.reserve(sorted.size());
  for (auto& [id, node] : sorted) {
    place_of[node] = static_cast<NodeId>(ids.size());
    ids.push_back(std::move(id));
  }
  renumber(place_of);
  return NodeIds(std::move(ids));
}

Graph GraphBuilder::build() && {
  Graph graph;
  graph.directed_ = policy_.directed;
  graph.node_ids_ = take_ids();

  if (!edge_labels_.ids.empty()) edge_labels_.ids.resize(edges_.size(), kNoLabel);
  if (!node_labels_.ids.empty()) node_labels_.ids.resize(num_nodes_, kNoLabel);
  for (const auto* labels : {&edge_labels_.ids, &node_labels_.ids}) {
    if (std::find(labels->begin(), labels->end(), kNoLabel) != labels->end()) {
      throw Error(ErrorKind::malformed, labels == &edge_labels_.ids ? "some edges have labels and others have none"
                                                                    : "some nodes have labels and others have none");
    }
  }
  LabelColumn edge_labels = edge_labels_.sorted();
  const bool labelled = !edge_labels.empty();
  const bool weighted = policy_.weighted;
  if (weighted) edge_weights_.resize(edges_.size(), 1.0);

  std::vector<Arc> arcs;
  arcs.reserve(edges_.size() * (policy_.directed ? 1 : 2));
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const auto [from, to] = edges_[i];
    double weight = 1.0;
    if (weighted) {
      weight = edge_weights_[i];
      if (!std::isfinite(weight) || weight < 0) {
        throw Error(ErrorKind::numeric, "edge weight " + format_real(weight) + " is negative or not finite");
      }
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
    // Opposite listings of an undirected edge are told apart by `reverse` only where they count as two arcs of one edge.
    const bool as_arcs = policy_.listing == EdgeListing::arcs;
    arcs.push_back({from, to, label, false, weight});
    if (!policy_.directed && from != to) arcs.push_back({to, from, label, as_arcs, weight});
  }
  std::sort(arcs.begin(), arcs.end(), precedes);

  graph.offsets_.assign(std::size_t{num_nodes_} + 1, 0);
  std::uint64_t loops = 0, repeats = 0, loop_repeats = 0;
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
    if (first.from == first.to) ++loops;
  }
  std::partial_sum(graph.offsets_.begin(), graph.offsets_.end(), graph.offsets_.begin());
  graph.num_edges_ = policy_.directed ? graph.targets_.size() : (graph.targets_.size() - loops) / 2 + loops;
  graph.has_self_loops_ = loops > 0;
  // Listed as edges, a repeat shows in both rows.
  if (!policy_.directed && policy_.listing == EdgeListing::edges) repeats /= 2;
  notes_.repeated_arcs = repeats + loop_repeats;

  if (labelled) graph.edge_labels_.names = std::move(edge_labels.names);
  graph.node_labels_ = node_labels_.sorted();
  graph.node_attributes_ = std::move(attributes_);
  graph.attribute_width_ = attribute_width_;
  graph.class_name_ = std::move(class_name_);
  graph.name_ = std::move(name_);
  graph.notes_ = notes_;
  return graph;
}

}  // namespace awe
