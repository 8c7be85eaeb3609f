#include "keyed/json_record.h"

#include <algorithm>

#include "base/number.h"

namespace awe::keyed {

namespace dom = simdjson::dom;

namespace {

bool has_key(dom::element document, std::string_view key) { return document[key].error() == simdjson::SUCCESS; }

// Whether the list of this key begins with an object.
bool lists_objects(dom::element document, std::string_view key) {
  dom::array list;
  return document[key].get(list) == simdjson::SUCCESS && list.begin() != list.end() && is_object(*list.begin());
}

}  // namespace

Error JsonRecordParser::malformed(std::string_view reason) const {
  return readers::error_at(ErrorKind::malformed, place_, reason);
}

void JsonRecordParser::once(bool& seen, std::string_view key) const {
  if (std::exchange(seen, true)) throw malformed(std::string(key.substr(0, 40)) + " stands twice; keep one");
}

JsonRecord& JsonRecordParser::parse(dom::element document, const Place& place) {
  place_ = place;
  record_ = JsonRecord{};
  texts_.clear();
  column_of_.clear();
  columns_.clear();
  has_index_ = has_key(document, "edge_index");
  has_objects_ = has_key(document, "links") || has_key(document, "multigraph") || lists_objects(document, "nodes") ||
                 lists_objects(document, "edges");
  keys_.saw(Part::graph);
  for (const auto& [key, value] : document.get_object()) parse_field(key, value);
  finish_weights();
  finish_attributes();
  if (!record_.ends.empty()) keys_.saw(Part::edge);
  if (!record_.ends.empty() || record_.n.value_or(0) > 0 || (record_.nodes && !record_.nodes->empty())) {
    keys_.saw(Part::node);
  }
  return record_;
}

void JsonRecordParser::parse_field(std::string_view key, dom::element value) {
  // A list may have an entry per node or per edge, and an object one per node.
  const bool structure = key == "edges" || key == "links" || key == "edge_index" || key == "nodes" || key == "graph";
  if (!structure && (is_list(value) || is_object(value))) {
    keys_.saw(Part::node, key);
    keys_.saw(Part::edge, key);
  }
  if (!structure && !is_object(value)) keys_.saw(Part::graph, key);
  if (parse_asked(key, value) || parse_structure(key, value) || parse_data(key, value)) return;
  if ((is_list(value) || is_object(value)) && record_.unknown.size() < 10) record_.unknown.emplace_back(key);
}

bool JsonRecordParser::parse_asked(std::string_view key, dom::element value) {
  if (keys_.asked(Use::node_label) && keys_.is(Use::node_label, key)) {
    once(record_.has_node_labels, key);
    parse_node_labels(value);
    return true;
  }
  if (keys_.asked(Use::edge_label) && keys_.is(Use::edge_label, key)) {
    once(record_.has_edge_labels, key);
    parse_edge_labels(value);
    return true;
  }
  if (keys_.asked(Use::weight) && keys_.is(Use::weight, key)) {
    parse_weights(key, value);
    return true;
  }
  if (keys_.asked(Use::class_name) && keys_.is(Use::class_name, key)) {
    parse_class(key, value);
    return true;
  }
  return false;
}

bool JsonRecordParser::parse_structure(std::string_view key, dom::element value) {
  if (key == "edges" || key == "links" || key == "edge_index") {
    parse_edges(key, value);
  } else if (key == "n" || key == "num_nodes") {
    if (value.is_null() && key == "num_nodes") return true;
    record_.n = std::uint64_t(value.get_uint64());
  } else if (key == "nodes") {
    parse_nodes(value);
  } else if (key == "directed") {
    record_.directed = value.get_bool();
  } else if (key == "graph" && has_objects_ && is_object(value)) {
    parse_graph_object(value);
  } else {
    return key == "multigraph";
  }
  return true;
}

bool JsonRecordParser::parse_data(std::string_view key, dom::element value) {
  if (key == "node_labels") {
    if (keys_.asked(Use::node_label)) return true;
    once(record_.has_node_labels, key);
    parse_node_labels(value);
  } else if (key == "edge_labels") {
    if (keys_.asked(Use::edge_label)) return true;
    once(record_.has_edge_labels, key);
    parse_edge_labels(value);
  } else if (key == "node_attributes" || (has_index_ && (key == "x" || key == "node_feat"))) {
    parse_attributes(key, value);
  } else if (has_index_ && (key == "edge_weight" || key == "edge_attr" || key == "edge_feat")) {
    if (!keys_.asked(Use::weight)) parse_weights(key, value);
  } else if (key == "label" || (has_index_ && key == "y")) {
    if (!keys_.asked(Use::class_name)) parse_class(key, value);
  } else if (key == "name") {
    if (!value.is_null()) record_.name = text_of(value, "the name");
  } else {
    return false;
  }
  return true;
}

void JsonRecordParser::parse_edges(std::string_view key, dom::element value) {
  if (record_.edges != JsonRecord::Edges::none) {
    throw malformed(std::string(key) + " stands twice, or beside other edges; keep one");
  }
  if (key == "edge_index") return parse_edge_index(value);
  record_.edges = JsonRecord::Edges::pairs;
  for (const dom::element edge : value.get_array()) {
    if (is_object(edge)) {
      record_.edges = JsonRecord::Edges::objects;
      parse_edge_object(edge);
    } else {
      parse_pair(edge);
    }
  }
  if (record_.edges == JsonRecord::Edges::objects && record_.weights.size() * 2 != record_.ends.size()) {
    throw malformed("edges of two kinds; write all alike");
  }
}

void JsonRecordParser::parse_pair(dom::element edge) {
  std::size_t place = 0;
  for (const dom::element part : edge.get_array()) {
    if (place < 2) {
      record_.ends.push_back(id_of(part, false));
    } else if (place == 2) {
      const double weight = part.get_double();
      readers::check_weight(weight, options_, place_);
      record_.weights.push_back(weight);
    }
    ++place;
  }
  if (place != 2 && place != 3) {
    throw malformed("an edge of " + std::to_string(place) + " parts; write [u, v] or [u, v, weight]");
  }
  if (record_.edges == JsonRecord::Edges::pairs && !record_.weights.empty() &&
      record_.weights.size() * 2 != record_.ends.size()) {
    throw malformed("some edges have weights and others have none; give all or none a weight");
  }
}

void JsonRecordParser::parse_edge_object(dom::element edge) {
  std::optional<JsonId> source, target;
  double weight = 1;
  for (const auto& [key, value] : edge.get_object()) {
    if (key == "source" || key == "target") {
      (key == "source" ? source : target) = id_of(value, true);
      continue;
    }
    keys_.saw(Part::edge, key);
    if (keys_.is(Use::weight, key) && !value.is_null()) {
      weight = value.get_double();
      readers::check_weight(weight, options_, place_);
      ++record_.weighted_edges;
    }
    if (keys_.is(Use::edge_label, key) && !value.is_null()) {
      record_.has_edge_labels = true;
      record_.edge_labels.push_back(label_of(value, "an edge label"));
    }
  }
  if (!source || !target) throw malformed("an edge without source or target; write {\"source\": u, \"target\": v}");
  record_.ends.insert(record_.ends.end(), {*source, *target});
  record_.weights.push_back(weight);
}

void JsonRecordParser::parse_edge_index(dom::element rows) {
  record_.edges = JsonRecord::Edges::index;
  const dom::array list = rows.get_array();
  if (list.size() == 0) return;
  if (list.size() != 2) {
    throw malformed("edge_index has " + std::to_string(list.size()) + " rows; give one of sources and one of targets");
  }
  // simdjson counts entries up to 2^24 only, so both rows are read to their ends.
  const dom::array sources = list.at(0).get_array(), targets = list.at(1).get_array();
  auto source = sources.begin();
  auto target = targets.begin();
  for (; source != sources.end() && target != targets.end(); ++source, ++target) {
    for (const dom::element end : {*source, *target}) {
      JsonId id;
      id.number = end.get_int64();
      if (id.number < 0) throw malformed("a negative node in edge_index; nodes are counted from 0");
      record_.ends.push_back(id);
    }
  }
  if (source != sources.end() || target != targets.end()) {
    throw malformed("the rows of edge_index have different lengths; give a source and a target for each edge");
  }
}

void JsonRecordParser::parse_nodes(dom::element nodes) {
  if (record_.nodes) throw malformed("nodes stands twice; keep one");
  record_.nodes.emplace();
  std::size_t place = 0;
  for (const dom::element node : nodes.get_array()) {
    is_object(node) ? parse_node_object(node, place) : record_.nodes->push_back(id_of(node, false));
    ++place;
  }
  if (record_.nodes_without_id == 0) return;
  if (!record_.nodes->empty()) throw malformed("some nodes have an id and others have none; give all an id");
  // As in older files of d3: edges name the positions of nodes.
  record_.nodes.reset();
  record_.n = record_.nodes_without_id;
}

void JsonRecordParser::parse_node_object(dom::element node, std::size_t place) {
  std::optional<JsonId> id;
  std::optional<std::string> label;
  for (const auto& [key, value] : node.get_object()) {
    if (key == "id") {
      id = id_of(value, true);
      continue;
    }
    keys_.saw(Part::node, key);
    if (keys_.is(Use::node_label, key)) {
      if (!value.is_null()) label = label_of(value, "a node label");
    } else if (value.is_number()) {
      parse_number_of_node(key, value.get_double(), place);
    }
  }
  if (label) {
    record_.has_node_labels = true;
    record_.node_labels.push_back(std::move(*label));
  }
  if (id) {
    record_.nodes->push_back(*id);
  } else {
    ++record_.nodes_without_id;
  }
}

JsonId JsonRecordParser::id_of(dom::element value, bool any_scalar) {
  JsonId id;
  if (value.is_int64()) {
    id.number = value.get_int64();
    return id;
  }
  id.is_text = true;
  if (value.is_string()) {
    id.text = value.get_string();
  } else if (any_scalar && !value.is_null() && !is_object(value)) {
    // A list is a tuple of Python.
    id.text = texts_.emplace_back(is_list(value) ? simdjson::minify(value) : text_of(value, "a node id"));
  } else {
    throw malformed("a node id is neither an integer nor a string; write 7 or \"a\"");
  }
  return id;
}

}  // namespace awe::keyed
