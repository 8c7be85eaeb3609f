// JSON: one graph per object, read as a stream, so memory is that of the largest object. Keys come in any order. Cost:
// O(bytes); parsed by simdjson.
#include <simdjson.h>

#include <algorithm>
#include <new>
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "keyed/json_record.h"
#include "keyed/json_values.h"
#include "keyed/keyed.h"

namespace awe::keyed {
namespace {

namespace dom = simdjson::dom;
static_assert(JsonValues::kPadding >= simdjson::SIMDJSON_PADDING);

class JsonSource final : public GraphSource {
 public:
  JsonSource(bytes::Bytes bytes, const ReadOptions& options)
      : values_(std::move(bytes)), options_(options), keys_(options), records_(options_, keys_) {}

  std::optional<Graph> next() override {
    values_.forget();  // graphs are streamed: any number of equal ones may expand from few bytes
    const auto value = values_.next();
    if (!value) {
      keys_.check(values_.name());
      return std::nullopt;
    }
    try {
      // Uses the DOM parser rather than on-demand: it selects the widest vector instructions at run time and validates
      // the whole object.
      constexpr bool kCopy = false;  // the text already has its padding
      const dom::element document = parser_.parse(value->data(), value->size(), kCopy);
      return build(records_.parse(document, place_now()), value->size());
    } catch (const simdjson::simdjson_error& error) {
      if (error.error() == simdjson::MEMALLOC) throw std::bad_alloc();
      throw values_.malformed(std::string("not the JSON of a graph (") + error.what() +
                              (values_.by_lines() ? "); write one object per line" : "); correct the object"));
    }
  }

 private:
  using Edges = JsonRecord::Edges;

  Graph build(JsonRecord& record, std::size_t bytes) {
    check_keys(record);
    const bool index = record.edges == Edges::index;
    if (index && !record.n && !record.nodes) record.n = nodes_of_index(record);
    GraphBuilder builder(
        readers::edge_policy(options_, record.directed, index ? EdgeListing::arcs : EdgeListing::edges));
    if (record.n) builder.set_num_nodes(readers::checked_node_count(*record.n, bytes, place_now()));
    if (record.nodes) add_nodes(builder, record);
    add_edges(builder, record);
    add_node_labels(builder, record);
    add_attributes(builder, record);
    builder.set_name(std::move(record.name));
    if (record.class_name) builder.set_class(std::move(*record.class_name));
    readers::settle_weights(builder, options_, !record.ends.empty(), record.has_weights, place_now());
    return readers::build_at(std::move(builder), place_now());
  }

  void check_keys(const JsonRecord& record) const {
    if (record.edges == Edges::none && (!record.unknown.empty() || (!record.n && !record.nodes))) {
      std::string reason = "neither edges nor n nor nodes";
      if (record.n || record.nodes) reason = "no edges";
      for (const std::string& key : record.unknown) {
        reason.append(&key == &record.unknown.front() ? ", but " : ", ").append(key.substr(0, 40));
      }
      throw values_.malformed(reason + "; a graph needs \"edges\": [[u, v], ...], or \"nodes\" and \"links\" of " +
                              "networkx, or \"edge_index\": [[...], [...]]");
    }
    if (record.n && record.nodes) throw values_.malformed("both n and nodes; keep one of them");
  }

  // As PyTorch Geometric counts nodes that are not listed: by their features, otherwise by the largest one.
  [[nodiscard]] static std::uint64_t nodes_of_index(const JsonRecord& record) {
    if (record.attribute_rows > 0) return record.attribute_rows;
    if (!record.node_labels.empty()) return record.node_labels.size();
    std::uint64_t count = 0;
    for (const JsonId& id : record.ends) count = std::max(count, static_cast<std::uint64_t>(id.number) + 1);
    return count;
  }

  void add_nodes(GraphBuilder& builder, const JsonRecord& record) {
    for (std::size_t i = 0; i < record.nodes->size(); ++i) {
      if (node_of(builder, record, (*record.nodes)[i]) != i) {
        throw values_.malformed("nodes names a node twice; keep one");
      }
    }
  }

  void add_edges(GraphBuilder& builder, const JsonRecord& record) {
    const std::size_t edges = record.ends.size() / 2;
    check_count(record.has_edge_labels, record.edge_labels.size(), edges, "edge_labels");
    check_count(record.has_weights, record.weights.size(), edges, "weights");
    const bool weights = record.has_weights && options_.weights != WeightUse::ignore;
    for (std::size_t i = 0; i < edges; ++i) {
      const NodeId known = builder.num_nodes_so_far();
      const NodeId from = node_of(builder, record, record.ends[2 * i]);
      const NodeId to = node_of(builder, record, record.ends[2 * i + 1]);
      if (record.edges == Edges::objects && record.nodes && builder.num_nodes_so_far() != known) {
        throw values_.malformed("an edge to a node that is not in nodes; add it there");
      }
      weights ? builder.add_edge(from, to, record.weights[i]) : builder.add_edge(from, to);
      if (record.has_edge_labels) builder.label_last_edge(record.edge_labels[i]);
    }
  }

  void check_count(bool given, std::size_t entries, std::size_t edges, const char* what) {
    if (!given || entries == edges) return;
    throw values_.malformed(std::to_string(entries) + " " + what + " for " + std::to_string(edges) +
                            " edges; give one each");
  }

  NodeId node_of(GraphBuilder& builder, const JsonRecord& record, const JsonId& id) {
    if (!record.n) return id.is_text ? builder.node_of(id.text) : builder.node_of_integer(id.number);
    const auto number = id.is_text ? base::parse_integer(id.text) : std::optional(id.number);
    if (!number || *number < 0 || static_cast<std::uint64_t>(*number) >= *record.n) {
      throw values_.malformed(
          "node " + (id.is_text ? '"' + std::string(id.text.substr(0, 40)) + '"' : std::to_string(id.number)) +
          " with n = " + std::to_string(*record.n) + "; with n, nodes are 0 .. n-1");
    }
    return static_cast<NodeId>(*number);
  }

  void add_node_labels(GraphBuilder& builder, const JsonRecord& record) {
    for (const auto& [id, label] : record.id_labels) builder.set_node_label(node_of(builder, record, id), label);
    if (record.node_labels.empty()) return;
    need_places(builder, record, record.node_labels.size(), "node_labels");
    for (std::size_t u = 0; u < record.node_labels.size(); ++u) {
      builder.set_node_label(static_cast<NodeId>(u), record.node_labels[u]);
    }
  }

  void add_attributes(GraphBuilder& builder, JsonRecord& record) {
    if (record.attribute_rows == 0) return;
    need_places(builder, record, record.attribute_rows, "node_attributes");
    if (record.attribute_width > 0) {
      builder.set_node_attributes(std::move(record.attributes), record.attribute_width);
    }
  }

  // A list by index requires the number of nodes to be known and must cover all of them.
  void need_places(const GraphBuilder& builder, const JsonRecord& record, std::size_t entries, const char* key) {
    if (!record.n && !record.nodes) {
      throw values_.malformed(std::string(key) + " is a list, but there is neither n nor nodes; add \"n\"");
    }
    if (entries != builder.num_nodes_so_far()) {
      throw values_.malformed(std::to_string(entries) + " entries in " + key + " for " +
                              std::to_string(builder.num_nodes_so_far()) + " nodes; give one each");
    }
  }

  [[nodiscard]] Place place_now() const { return {values_.name(), values_.line_number()}; }

  JsonValues values_;
  ReadOptions options_;
  Keys keys_;
  JsonRecordParser records_;
  dom::parser parser_;
};

}  // namespace

Graphs read_json(bytes::Bytes bytes, const ReadOptions& options) {
  return std::make_unique<JsonSource>(std::move(bytes), options);
}

}  // namespace awe::keyed
