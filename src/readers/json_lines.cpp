// JSON lines: one graph per line, read as a stream, so memory is that of the longest line. Keys in any order: edges, n
// or nodes, directed, node_labels, edge_labels, node_attributes, label, name; others are skipped. Cost: O(bytes);
// parsed by simdjson.
#include <simdjson.h>

#include <algorithm>
#include <new>
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "bytes/line_reader.h"
#include "readers/formats.h"

namespace awe::readers {
namespace {

namespace dom = simdjson::dom;
static_assert(bytes::LineReader::kPadding >= simdjson::SIMDJSON_PADDING);

// A node as the line names it: an integer, or a text that is valid as long as the parser's current document.
struct Id {
  std::int64_t number = 0;
  std::string_view text;
  bool is_text = false;
};

// One parsed line. It is collected first because keys that the builder needs first may come last.
struct Record {
  std::vector<Id> ends;  // two per edge
  std::vector<double> weights;
  std::optional<std::uint64_t> n;
  std::optional<std::vector<Id>> nodes;
  bool directed = false;
  std::vector<std::string> edge_labels;
  std::vector<std::string> node_labels;               // by index
  std::vector<std::pair<Id, std::string>> id_labels;  // by id
  std::vector<double> attributes;
  std::size_t attribute_rows = 0, attribute_width = 0;
  std::optional<std::string> class_name;
  std::string name;
  bool has_edges = false, has_edge_labels = false, has_node_labels = false, has_attributes = false;
};

class JsonLinesSource final : public GraphSource {
 public:
  JsonLinesSource(bytes::Bytes bytes, const ReadOptions& options) : lines_(std::move(bytes)), options_(options) {}

  std::optional<Graph> next() override {
    lines_.forget();  // graphs are streamed: any number of equal ones may expand from few bytes
    while (const auto line = lines_.next()) {
      if (base::trim(*line).empty()) continue;
      record_ = Record{};
      try {
        parse(*line);
      } catch (const simdjson::simdjson_error& error) {
        if (error.error() == simdjson::MEMALLOC) throw std::bad_alloc();
        throw lines_.malformed(std::string("not the JSON of a graph (") + error.what() +
                               "); write one object per line");
      }
      return build(line->size());
    }
    return std::nullopt;
  }

 private:
  void parse(std::string_view line) {
    // Uses the DOM parser rather than on-demand: it selects the widest vector instructions at run time and validates
    // the whole line.
    constexpr bool kCopy = false;  // the line already has its padding
    const dom::element document = parser_.parse(line.data(), line.size(), kCopy);
    for (const auto& [key, value] : document.get_object()) parse_field(key, value);
  }

  void parse_field(std::string_view key, dom::element value) {
    if (key == "edges") {
      once(record_.has_edges, key);
      for (const dom::element edge : value.get_array()) parse_edge(edge);
    } else if (key == "n") {
      record_.n = std::uint64_t(value.get_uint64());
    } else if (key == "nodes") {
      record_.nodes.emplace();
      for (const dom::element id : value.get_array()) record_.nodes->push_back(id_of(id));
    } else if (key == "directed") {
      record_.directed = value.get_bool();
    } else if (key == "node_labels") {
      once(record_.has_node_labels, key);
      parse_node_labels(value);
    } else if (key == "edge_labels") {
      once(record_.has_edge_labels, key);
      for (const dom::element label : value.get_array()) record_.edge_labels.push_back(text_of(label, "an edge label"));
    } else if (key == "node_attributes") {
      once(record_.has_attributes, key);
      for (const dom::element row : value.get_array()) parse_attributes(row);
    } else if (key == "label") {
      if (value.is_null()) return;
      record_.class_name = text_of(value, "the class in label");
    } else if (key == "name") {
      if (value.is_null()) return;
      record_.name = text_of(value, "the name");
    }
  }

  void once(bool& seen, std::string_view key) {
    if (std::exchange(seen, true)) throw lines_.malformed(std::string(key) + " stands twice; keep one");
  }

  void parse_edge(dom::element edge) {
    std::size_t place = 0;
    for (const dom::element part : edge.get_array()) {
      if (place < 2) {
        record_.ends.push_back(id_of(part));
      } else if (place == 2) {
        const double weight = part.get_double();
        check_weight(weight, options_, place_now());
        record_.weights.push_back(weight);
      }
      ++place;
    }
    if (place != 2 && place != 3) {
      throw lines_.malformed("an edge of " + std::to_string(place) + " parts; write [u, v] or [u, v, weight]");
    }
    if (!record_.weights.empty() && record_.weights.size() * 2 != record_.ends.size()) {
      throw lines_.malformed("some edges have weights and others have none; give all or none a weight");
    }
  }

  void parse_node_labels(dom::element labels) {
    if (labels.type() == dom::element_type::OBJECT) {
      for (const auto& [key, label] : labels.get_object()) {
        Id id;
        id.is_text = true;
        id.text = key;
        record_.id_labels.emplace_back(id, text_of(label, "a node label"));
      }
      return;
    }
    for (const dom::element label : labels.get_array()) record_.node_labels.push_back(text_of(label, "a node label"));
  }

  void parse_attributes(dom::element row) {
    const std::size_t before = record_.attributes.size();
    if (row.type() == dom::element_type::ARRAY) {
      for (const dom::element value : row.get_array()) record_.attributes.push_back(value.get_double());
    } else {
      record_.attributes.push_back(row.get_double());
    }
    const std::size_t width = record_.attributes.size() - before;
    if (record_.attribute_rows++ == 0) record_.attribute_width = width;
    if (width != record_.attribute_width) {
      throw lines_.malformed("node_attributes has rows of " + std::to_string(record_.attribute_width) + " and of " +
                             std::to_string(width) + " numbers; make them equally long");
    }
  }

  Id id_of(dom::element value) {
    Id id;
    if (value.is_string()) {
      id.is_text = true;
      id.text = value.get_string();
    } else if (value.is_int64()) {
      id.number = value.get_int64();
    } else {
      throw lines_.malformed("a node id is neither an integer nor a string; write 7 or \"a\"");
    }
    return id;
  }

  std::string text_of(dom::element value, const char* what) {
    switch (value.type()) {
      case dom::element_type::STRING:
        return std::string(std::string_view(value.get_string()));
      case dom::element_type::BOOL:
        return bool(value.get_bool()) ? "true" : "false";
      case dom::element_type::INT64:
        return std::to_string(std::int64_t(value.get_int64()));
      case dom::element_type::UINT64:
        return std::to_string(std::uint64_t(value.get_uint64()));
      case dom::element_type::DOUBLE:
        return base::format_real(value.get_double());
      default:
        throw lines_.malformed(std::string(what) + " is no integer, string or boolean; write one of these");
    }
  }

  Graph build(std::size_t line_bytes) {
    Record& record = record_;
    if (!record.has_edges && !record.n && !record.nodes) {
      throw lines_.malformed("neither edges nor n nor nodes; a graph needs \"edges\": [[u, v], ...]");
    }
    if (record.n && record.nodes) throw lines_.malformed("both n and nodes; keep one of them");
    GraphBuilder builder(edge_policy(options_, record.directed, EdgeListing::edges));
    if (record.n) builder.set_num_nodes(checked_node_count(*record.n, line_bytes, place_now()));
    if (record.nodes) add_nodes(builder);
    add_edges(builder);
    add_node_labels(builder);
    add_attributes(builder);
    builder.set_name(std::move(record.name));
    if (record.class_name) builder.set_class(std::move(*record.class_name));
    settle_weights(builder, options_, !record.ends.empty(), !record.weights.empty(), place_now());
    return build_at(std::move(builder), place_now());
  }

  void add_nodes(GraphBuilder& builder) {
    for (std::size_t i = 0; i < record_.nodes->size(); ++i) {
      if (node_of(builder, (*record_.nodes)[i]) != i) throw lines_.malformed("nodes names a node twice; keep one");
    }
  }

  void add_edges(GraphBuilder& builder) {
    const std::size_t edges = record_.ends.size() / 2;
    if (record_.has_edge_labels && record_.edge_labels.size() != edges) {
      throw lines_.malformed(std::to_string(record_.edge_labels.size()) + " edge_labels for " + std::to_string(edges) +
                             " edges; give one each");
    }
    const bool weights = !record_.weights.empty() && options_.weights != WeightUse::ignore;
    for (std::size_t i = 0; i < edges; ++i) {
      const NodeId from = node_of(builder, record_.ends[2 * i]), to = node_of(builder, record_.ends[2 * i + 1]);
      weights ? builder.add_edge(from, to, record_.weights[i]) : builder.add_edge(from, to);
      if (record_.has_edge_labels) builder.label_last_edge(record_.edge_labels[i]);
    }
  }

  NodeId node_of(GraphBuilder& builder, const Id& id) {
    if (!record_.n) return id.is_text ? builder.node_of(id.text) : builder.node_of_integer(id.number);
    const auto number = id.is_text ? base::parse_integer(id.text) : std::optional(id.number);
    if (!number || *number < 0 || static_cast<std::uint64_t>(*number) >= *record_.n) {
      throw lines_.malformed("node " +
                             (id.is_text ? '"' + std::string(id.text.substr(0, 40)) + '"' : std::to_string(id.number)) +
                             " with n = " + std::to_string(*record_.n) + "; with n, nodes are 0 .. n-1");
    }
    return static_cast<NodeId>(*number);
  }

  void add_node_labels(GraphBuilder& builder) {
    for (const auto& [id, label] : record_.id_labels) builder.set_node_label(node_of(builder, id), label);
    if (record_.node_labels.empty()) return;
    need_places(builder, record_.node_labels.size(), "node_labels");
    for (std::size_t u = 0; u < record_.node_labels.size(); ++u) {
      builder.set_node_label(static_cast<NodeId>(u), record_.node_labels[u]);
    }
  }

  void add_attributes(GraphBuilder& builder) {
    if (record_.attribute_rows == 0) return;
    need_places(builder, record_.attribute_rows, "node_attributes");
    if (record_.attribute_width > 0) {
      builder.set_node_attributes(std::move(record_.attributes), record_.attribute_width);
    }
  }

  // A list by index requires the number of nodes to be known and must cover all of them.
  void need_places(const GraphBuilder& builder, std::size_t entries, const char* key) {
    if (!record_.n && !record_.nodes) {
      throw lines_.malformed(std::string(key) + " is a list, but there is neither n nor nodes; add \"n\"");
    }
    if (entries != builder.num_nodes_so_far()) {
      throw lines_.malformed(std::to_string(entries) + " entries in " + key + " for " +
                             std::to_string(builder.num_nodes_so_far()) + " nodes; give one each");
    }
  }

  [[nodiscard]] Place place_now() const { return {lines_.name(), lines_.line_number()}; }

  bytes::LineReader lines_;
  ReadOptions options_;
  dom::parser parser_;
  Record record_;
};

}  // namespace

Graphs read_json_lines(bytes::Bytes bytes, const ReadOptions& options) {
  return std::make_unique<JsonLinesSource>(std::move(bytes), options);
}

}  // namespace awe::readers
