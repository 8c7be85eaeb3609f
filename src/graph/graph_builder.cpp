#include "awe/graph_builder.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "graph/adjacency.h"
#include "graph/merged_arcs.h"

namespace awe {
namespace {

constexpr std::uint32_t kNoLabel = std::numeric_limits<std::uint32_t>::max();

// Sorts by value if every text is a canonical integer, else by bytes; labels and ids both use this order.
std::vector<std::uint32_t> sorted_order(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> order(texts.size());
  std::iota(order.begin(), order.end(), 0u);
  const bool integers =
      std::all_of(texts.begin(), texts.end(), [](const auto& t) { return base::is_canonical_integer(t); });
  if (integers) {
    std::sort(order.begin(), order.end(),
              [&](auto a, auto b) { return *base::parse_integer(texts[a]) < *base::parse_integer(texts[b]); });
  } else {
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return texts[a] < texts[b]; });
  }
  return order;
}

// The label column without names that are no longer used because their edges were dropped or merged.
LabelColumn without_unused_names(std::vector<std::string> names, std::vector<std::uint32_t> ids) {
  std::vector<std::uint32_t> place_of(names.size(), kNoLabel);
  for (const std::uint32_t id : ids) place_of[id] = 0;
  LabelColumn column;
  for (std::size_t i = 0; i < place_of.size(); ++i) {
    if (place_of[i] == kNoLabel) continue;
    place_of[i] = static_cast<std::uint32_t>(column.names.size());
    column.names.push_back(std::move(names[i]));
  }
  for (std::uint32_t& id : ids) id = place_of[id];
  column.ids = std::move(ids);
  return column;
}

// Step probabilities are shares of a node's total weight, so the total must be finite.
void check_sums(const graph::MergedArcs& rows) {
  for (std::size_t u = 0; u + 1 < rows.offsets.size(); ++u) {
    double total = 0;
    for (std::uint64_t i = rows.offsets[u]; i < rows.offsets[u + 1]; ++i) total += rows.weights[i];
    if (std::isfinite(total)) continue;
    throw Error(ErrorKind::numeric, "the edge weights of node " + std::to_string(u) +
                                        " add up to more than a number can hold; scale all weights down");
  }
}

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
  std::vector<std::uint32_t> ranks;
  ranks.reserve(ids.size());
  for (const std::uint32_t id : ids) ranks.push_back(rank[id]);
  column.ids = std::move(ranks);
  return column;
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
  if (std::is_sorted(place_of.begin(), place_of.end())) return;
  for (ListedEdge& edge : edges_) edge = {place_of[edge.from], place_of[edge.to]};
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

// Counts self-loops and, unless they are kept, drops them with their weights and labels.
void GraphBuilder::drop_loops(std::vector<std::uint32_t>& labels) {
  const bool drop = policy_.self_loops == SelfLoops::drop;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    if (edges_[i].from == edges_[i].to) {
      ++notes_.self_loops;
      if (drop) continue;
    }
    edges_[kept] = edges_[i];
    if (!edge_weights_.empty()) edge_weights_[kept] = edge_weights_[i];
    if (!labels.empty()) labels[kept] = labels[i];
    ++kept;
  }
  edges_.resize(kept);
  if (!edge_weights_.empty()) edge_weights_.resize(kept);
  if (!labels.empty()) labels.resize(kept);
}

void GraphBuilder::lay_out_plain(GraphParts& graph, int threads) {
  edge_weights_.clear();
  std::vector<std::uint32_t> no_labels;
  drop_loops(no_labels);
  if (!policy_.directed && policy_.listing == EdgeListing::edges) {
    // Listed as edges, {u, v} and {v, u} are parallel; listed as arcs, they are the two arcs of one edge.
    for (ListedEdge& edge : edges_) edge = {std::min(edge.from, edge.to), std::max(edge.from, edge.to)};
  }
  graph::Adjacency rows = graph::lay_out(std::move(edges_), num_nodes_, !policy_.directed, threads);
  notes_.repeated_arcs = rows.repeats;
  graph.offsets = std::move(rows.offsets);
  graph.targets = std::move(rows.targets);
}

void GraphBuilder::lay_out_general(GraphParts& graph, int threads) {
  LabelColumn edge_labels = edge_labels_.sorted();
  std::vector<std::uint32_t> labels(edge_labels.ids.begin(), edge_labels.ids.end());
  edge_weights_.resize(policy_.weighted ? edges_.size() : 0, 1.0);
  for (const double weight : edge_weights_) {
    if (std::isfinite(weight) && weight >= 0) continue;
    throw Error(ErrorKind::numeric, "edge weight " + base::format_real(weight) + " is negative or not finite");
  }
  drop_loops(labels);
  notes_.zero_weights = static_cast<std::uint64_t>(std::count(edge_weights_.begin(), edge_weights_.end(), 0.0));
  graph::MergedArcs rows = graph::merge_arcs(
      {edges_, edge_weights_, labels, !policy_.directed, policy_.listing == EdgeListing::arcs}, num_nodes_, threads);
  std::vector<ListedEdge>().swap(edges_);
  if (policy_.weighted) check_sums(rows);
  notes_.repeated_arcs = rows.repeats;
  graph.offsets = std::move(rows.offsets);
  graph.targets = std::move(rows.targets);
  graph.weights = std::move(rows.weights);
  if (!edge_labels.empty()) {
    graph.edge_labels = without_unused_names(std::move(edge_labels.names), std::move(rows.labels));
  }
}

Graph GraphBuilder::build(int threads) && {
  GraphParts graph;
  graph.directed = policy_.directed;
  graph.node_ids = take_ids();
  check_labels();
  if (policy_.weighted || !edge_labels_.ids.empty()) {
    lay_out_general(graph, threads);
  } else {
    lay_out_plain(graph, threads);
  }
  std::uint64_t loops = 0;
  if (notes_.self_loops > 0 && policy_.self_loops == SelfLoops::keep) {
    for (NodeId u = 0; u < num_nodes_; ++u) {
      const auto row = std::span(graph.targets).subspan(graph.offsets[u], graph.offsets[u + 1] - graph.offsets[u]);
      loops += std::binary_search(row.begin(), row.end(), u) ? 1 : 0;
    }
  }
  graph.num_edges = policy_.directed ? graph.targets.size() : (graph.targets.size() - loops) / 2 + loops;
  graph.has_self_loops = loops > 0;
  graph.node_labels = node_labels_.sorted();
  graph.node_attributes = std::move(attributes_);
  graph.attribute_width = attribute_width_;
  graph.class_name = std::move(class_name_);
  graph.name = std::move(name_);
  graph.notes = notes_;
  return Graph(std::move(graph));
}

}  // namespace awe
