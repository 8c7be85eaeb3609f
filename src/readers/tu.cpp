// Graphs of a TU data set. The arcs of all graphs are in one file, so the whole set is held in memory, as numbers;
// graphs are then built one at a time. Cost: O(arcs + nodes).
//
// The two arcs of an edge, whether one or both are listed, and however often, are one undirected edge. A graph is named
// by its number.
#include <optional>
#include <utility>
#include <vector>

#include "awe/error.h"
#include "readers/keys.h"
#include "readers/tu_set.h"

namespace awe::readers {
namespace {

// The indices 0 .. size-1 grouped by graph, ascending within each group: the start of each group, and the grouped
// indices (`order`, empty if the indices are in groups already).
struct Grouping {
  std::vector<std::uint64_t> begins;
  std::vector<std::uint32_t> order;

  template <class GraphOf>
  Grouping(std::size_t size, std::uint32_t graphs, GraphOf graph_of) : begins(std::size_t{graphs} + 1, 0) {
    bool grouped = true;
    for (std::size_t i = 0; i < size; ++i) {
      ++begins[graph_of(i) + std::size_t{1}];
      grouped = grouped && (i == 0 || graph_of(i - 1) <= graph_of(i));
    }
    for (std::size_t g = 0; g < graphs; ++g) begins[g + 1] += begins[g];
    if (grouped) return;
    order.resize(size);
    auto next = begins;
    for (std::size_t i = 0; i < size; ++i) order[next[graph_of(i)]++] = static_cast<std::uint32_t>(i);
  }
  [[nodiscard]] std::size_t at(std::uint64_t place) const { return order.empty() ? place : order[place]; }
};

constexpr std::string_view kAttributes = "graph_attributes", kLabels = "graph_labels";

// The key of the class may name one of the files of targets.
void refuse_other_keys(const ReadOptions& options, const std::string& name) {
  refuse_keys(options, name, "a TU data set", {Use::class_name});
  const std::string& key = options.class_key;
  if (key.empty() || key == kAttributes || key == kLabels) return;
  throw error_at(ErrorKind::usage, Place{name},
                 "a TU data set has no keys for `class_key` but graph_labels and graph_attributes");
}

class TuSource final : public GraphSource {
 public:
  TuSource(TuSet set, const ReadOptions& options)
      : set_(std::move(set)),
        options_(options),
        graphs_(set_.graphs),
        nodes_(set_.graph_of.size(), graphs_, [this](std::size_t node) { return set_.graph_of[node]; }),
        arcs_(set_.arcs.size(), graphs_, [this](std::size_t arc) { return set_.graph_of[set_.arcs[arc].from]; }),
        local_(nodes_.order.empty() ? 0 : set_.graph_of.size()) {
    choose_target();
    for (std::uint32_t g = 0; g < graphs_ && !local_.empty(); ++g) {
      for (auto i = nodes_.begins[g]; i < nodes_.begins[g + 1]; ++i) {
        local_[nodes_.order[i]] = static_cast<NodeId>(i - nodes_.begins[g]);
      }
    }
  }

  std::optional<Graph> next() override {
    if (graph_ == graphs_) return std::nullopt;
    GraphBuilder builder(edge_policy(options_, false, EdgeListing::arcs));
    add_nodes(builder);
    add_arcs(builder);
    builder.set_name(std::to_string(graph_ + 1));
    if (by_attributes_) {
      builder.set_class(set_.graph_attributes[graph_]);
    } else if (set_.has(TuPart::graph_labels)) {
      builder.set_class(set_.graph_labels[graph_]);
    }
    ++graph_;
    return build_at(std::move(builder), {set_.name, 0});
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return graphs_; }

 private:
  // Numbers, and classes in several columns, come from the graph attributes, if there are any; a key names the file to
  // take.
  void choose_target() {
    const std::string& key = options_.class_key;
    const TuPart part = key == kAttributes ? TuPart::graph_attributes : TuPart::graph_labels;
    if (!key.empty() && !set_.has(part)) {
      throw error_at(ErrorKind::usage, Place{set_.name},
                     "there is no file of " + key + " for `class_key`; leave it out, or use `classes_file`");
    }
    const bool several = options_.numbers || options_.labels;
    by_attributes_ = key == kAttributes || (key.empty() && several && set_.has(TuPart::graph_attributes));
  }

  [[nodiscard]] NodeId local(std::uint32_t node) const {
    return local_.empty() ? static_cast<NodeId>(node - nodes_.begins[graph_]) : local_[node];
  }

  void add_nodes(GraphBuilder& builder) const {
    const auto begin = nodes_.begins[graph_], end = nodes_.begins[graph_ + 1];
    const auto count = static_cast<NodeId>(end - begin);
    const bool range = count == 0 || nodes_.at(end - 1) - nodes_.at(begin) == count - 1;
    if (range) {
      builder.set_num_nodes(count, count == 0 ? 0 : static_cast<std::int64_t>(nodes_.at(begin)) + 1);
    } else {
      // Ids are added in ascending order, so the provisional numbers are also 0, 1, ...
      for (auto i = begin; i < end; ++i) {
        static_cast<void>(builder.node_of_integer(static_cast<std::int64_t>(nodes_.at(i)) + 1));
      }
    }
    const std::size_t width = set_.node_attributes.width;
    std::vector<double> attributes;
    attributes.reserve(count * width);
    for (auto i = begin; i < end; ++i) {
      const std::size_t node = nodes_.at(i);
      if (set_.has(TuPart::node_labels)) builder.set_node_label(static_cast<NodeId>(i - begin), set_.node_labels[node]);
      const auto row = set_.node_attributes.values.begin() + static_cast<std::ptrdiff_t>(node * width);
      attributes.insert(attributes.end(), row, row + static_cast<std::ptrdiff_t>(width));
    }
    if (!attributes.empty()) builder.set_node_attributes(std::move(attributes), width);
  }

  void add_arcs(GraphBuilder& builder) const {
    const bool weights = set_.edge_attributes.width == 1;
    const bool use_weights = weights && options_.weights != WeightUse::ignore;
    for (auto i = arcs_.begins[graph_]; i < arcs_.begins[graph_ + 1]; ++i) {
      const std::size_t place = arcs_.at(i);
      const NodeId from = local(set_.arcs[place].from), to = local(set_.arcs[place].to);
      if (use_weights) {
        const double weight = set_.edge_attributes.values[place];
        check_weight(weight, options_, {set_.files.at(TuPart::edge_attributes), place + 1});
        builder.add_edge(from, to, weight);
      } else {
        builder.add_edge(from, to);
      }
      if (set_.has(TuPart::edge_labels)) builder.label_last_edge(set_.edge_labels[place]);
    }
    settle_weights(builder, options_, !set_.arcs.empty(), weights, {set_.name, 0});
  }

  TuSet set_;
  ReadOptions options_;
  std::uint32_t graphs_;
  Grouping nodes_, arcs_;
  std::vector<NodeId> local_;  // index of a node within its graph, if the nodes of different graphs are interleaved
  std::uint32_t graph_ = 0;
  bool by_attributes_ = false;  // the targets are the graph attributes
};

}  // namespace

Graphs read_tu(bytes::Archive archive, const std::string& name, const ReadOptions& options) {
  refuse_other_keys(options, name);
  return std::make_unique<TuSource>(read_tu_set(std::move(archive), name, options.progress), options);
}

Graphs read_tu(const NextTuMember& next, const std::string& name, const ReadOptions& options) {
  refuse_other_keys(options, name);
  return std::make_unique<TuSource>(read_tu_set(next, name, options.progress), options);
}

Graphs read_tu_folder(const std::string& path, const ReadOptions& options) {
  refuse_other_keys(options, path);
  return std::make_unique<TuSource>(read_tu_set(path, options.progress), options);
}

}  // namespace awe::readers
