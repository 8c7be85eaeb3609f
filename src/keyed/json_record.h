// One graph in JSON, parsed but not yet built, because keys that the builder needs first may come last. Three forms
// share their keys: that of awe ("edges": [[u, v], ...]), networkx node-link data ("nodes" and "links" or "edges" of
// objects) and that of PyTorch Geometric and OGB ("edge_index": [[...], [...]]).
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "keyed/keyed.h"

namespace awe::keyed {

// A node as the input names it: an integer, or a text that is valid as long as the record and the parsed document.
struct JsonId {
  std::int64_t number = 0;
  std::string_view text;
  bool is_text = false;
};

struct JsonRecord {
  enum class Edges { none, pairs, objects, index };

  Edges edges = Edges::none;
  std::vector<JsonId> ends;  // two per edge
  std::vector<double> weights;
  std::size_t weighted_edges = 0;                     // of the objects; the others have weight 1 in `weights`
  std::optional<std::vector<double>> listed_weights;  // in a list of their own
  std::optional<std::uint64_t> n;
  std::optional<std::vector<JsonId>> nodes;
  std::size_t nodes_without_id = 0;
  bool directed = false;
  std::vector<std::string> edge_labels;
  std::vector<std::string> node_labels;                   // by index
  std::vector<std::pair<JsonId, std::string>> id_labels;  // by id
  std::vector<double> attributes;
  std::size_t attribute_rows = 0, attribute_width = 0;
  std::optional<std::string> class_name;
  std::string name;
  std::vector<std::string> unknown;  // keys that are not understood and could hold edges
  bool has_edge_labels = false, has_node_labels = false, has_attributes = false, has_weights = false;
};

[[nodiscard]] inline bool is_list(simdjson::dom::element value) {
  return value.type() == simdjson::dom::element_type::ARRAY;
}
[[nodiscard]] inline bool is_object(simdjson::dom::element value) {
  return value.type() == simdjson::dom::element_type::OBJECT;
}

// Parses the objects of one input; the keys asked for are noted in `keys`. Throws malformed, or simdjson_error for
// values of a wrong type.
class JsonRecordParser {
 public:
  JsonRecordParser(const ReadOptions& options, Keys& keys) : options_(options), keys_(keys) {}
  // The record is valid until the next call, and as long as the document.
  [[nodiscard]] JsonRecord& parse(simdjson::dom::element document, const Place& place);

 private:
  using Element = simdjson::dom::element;

  void parse_field(std::string_view key, Element value);
  bool parse_asked(std::string_view key, Element value);
  bool parse_structure(std::string_view key, Element value);
  bool parse_data(std::string_view key, Element value);
  void parse_edges(std::string_view key, Element value);
  void parse_pair(Element edge);
  void parse_edge_object(Element edge);
  void parse_edge_index(Element rows);
  void parse_nodes(Element nodes);
  void parse_node_object(Element node, std::size_t place);
  void parse_number_of_node(std::string_view key, double value, std::size_t place);
  void parse_graph_object(Element graph);
  void parse_node_labels(Element labels);
  void parse_edge_labels(Element labels);
  void parse_attributes(std::string_view key, Element rows);
  void parse_weights(std::string_view key, Element values);
  void parse_class(std::string_view key, Element value);
  [[nodiscard]] std::string joined_values(std::string_view key, Element value) const;
  void finish_weights();
  void finish_attributes();

  [[nodiscard]] JsonId id_of(Element value, bool any_scalar);
  [[nodiscard]] std::string text_of(Element value, const char* what) const;
  [[nodiscard]] std::string label_of(Element value, const char* what) const;
  void once(bool& seen, std::string_view key) const;
  [[nodiscard]] Error malformed(std::string_view reason) const;

  const ReadOptions& options_;
  Keys& keys_;
  Place place_;
  bool has_index_ = false, has_objects_ = false;  // the forms of PyTorch Geometric and of networkx
  JsonRecord record_;
  std::deque<std::string> texts_;  // of ids that are neither integers nor texts
  // Numbers of node objects, by key: a column grows as long as every node so far has a number for it.
  std::unordered_map<std::string_view, std::size_t> column_of_;
  std::vector<std::vector<double>> columns_;
};

}  // namespace awe::keyed
