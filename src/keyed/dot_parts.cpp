#include "keyed/dot_parts.h"

#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "base/number.h"

namespace awe::keyed {
namespace {

std::vector<NodeId> distinct(std::vector<NodeId> nodes) {
  if (nodes.size() == 1) return nodes;
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace

std::uint32_t DotValues::place_of(const std::string& value) {
  const auto [known, fresh] = places_.try_emplace(value, static_cast<std::uint32_t>(values_.size()));
  if (fresh) values_.push_back(&known->first);
  return known->second;
}

DotParts::DotParts(const std::string& file, std::size_t file_bytes, const ReadOptions& options, Keys& keys)
    : file_(file),
      options_(options),
      keys_(keys),
      max_pairs_(std::max<std::uint64_t>(1u << 20, 16 * std::uint64_t{file_bytes})) {}

NodeId DotParts::node_of(const std::string& id, std::uint32_t usual, std::uint64_t at) {
  if (ids_.size() == kMaxNodes) throw readers::error_at(ErrorKind::limit, {file_, at}, "more than 4294967294 nodes");
  const auto [known, fresh] = nodes_.try_emplace(id, static_cast<NodeId>(ids_.size()));
  if (fresh) {
    ids_.push_back(&known->first);
    labels_.push_back(usual);
    keys_.saw(Part::node);
  }
  return known->second;
}

void DotParts::add_edges(const std::vector<NodeId>& from, const std::vector<NodeId>& to,
                         const DotAttributes& attributes, std::uint64_t at) {
  // Counted with repeated nodes, since these take time as well.
  const std::uint64_t pairs = std::uint64_t{from.size()} * to.size();
  if (pairs == 0) return;
  if (pairs > max_pairs_ || pairs_ > max_pairs_ - pairs) {
    throw readers::error_at(ErrorKind::limit, {file_, at},
                            "more than " + std::to_string(max_pairs_) + " edges by pairs of subgraphs; list them");
  }
  pairs_ += pairs;
  const std::vector<NodeId> sources = distinct(from), targets = distinct(to);
  for (const NodeId u : sources) {
    for (const NodeId v : targets) add_edge({u, v, attributes, at});
  }
}

void DotParts::add_edge(const Edge& edge) {
  keys_.saw(Part::edge);
  if (strict) {
    // A second edge between the same nodes only changes the attributes of the first.
    const bool swap = !directed && edge.from > edge.to;
    const std::uint64_t first = swap ? edge.to : edge.from, second = swap ? edge.from : edge.to;
    const auto [known, fresh] = strict_edges_.try_emplace(first << 32 | second, edges_.size());
    if (!fresh) {
      DotAttributes& own = edges_[known->second].attributes;
      if (edge.attributes.label != 0) own.label = edge.attributes.label;
      if (edge.attributes.weight != 0) own.weight = edge.attributes.weight;
      return;
    }
  }
  edges_.push_back(edge);
}

void DotParts::add_to(GraphBuilder& builder) const {
  const auto count = [&](auto has) { return std::count_if(edges_.begin(), edges_.end(), has); };
  const bool any_weight = count([](const Edge& edge) { return edge.attributes.weight != 0; }) > 0;
  const bool all_labels = count([](const Edge& edge) { return edge.attributes.label == 0; }) == 0;
  const bool use_weights = any_weight && options_.weights != WeightUse::ignore;
  const bool use_labels = keys_.asked(Use::edge_label) || all_labels;
  for (const auto& [from, to, attributes, at] : edges_) {
    if (use_weights && attributes.weight == 0 && !keys_.is(Use::weight, "weight")) {
      throw readers::error_at(ErrorKind::malformed, {file_, at},
                              "some edges have weights and others have none; give all or none a weight");
    }
    // An edge without `weight` has weight 1, as in Graphviz.
    const std::string_view text = attributes.weight == 0 ? "1" : base::trim(values[attributes.weight]);
    const double weight = readers::parse_weight(text, options_, {file_, at});
    use_weights ? builder.add_edge(from, to, weight) : builder.add_edge(from, to);
    if (use_labels && attributes.label != 0) builder.label_last_edge(values[attributes.label]);
  }
  readers::settle_weights(builder, options_, !edges_.empty(), any_weight, {file_, line});
}

Graph DotParts::build() && {
  GraphBuilder builder(readers::edge_policy(options_, directed, EdgeListing::edges));
  builder.set_name(std::move(name));
  if (class_name) builder.set_class(std::move(*class_name));
  for (const std::string* id : ids_) static_cast<void>(builder.node_of(*id));
  if (keys_.asked(Use::node_label) || std::find(labels_.begin(), labels_.end(), 0u) == labels_.end()) {
    for (std::size_t u = 0; u < labels_.size(); ++u) {
      if (labels_[u] != 0) builder.set_node_label(static_cast<NodeId>(u), values[labels_[u]]);
    }
  }
  add_to(builder);
  return readers::build_at(std::move(builder), {file_, line});
}

}  // namespace awe::keyed
