// The data of a record: labels, attributes, weights and classes, in lists of their own or in objects.
#include <algorithm>
#include <utility>

#include "base/number.h"
#include "keyed/json_record.h"

namespace awe::keyed {

namespace dom = simdjson::dom;
using Type = dom::element_type;

namespace {

// The only element of a list, also of a list in a list; the value itself if it is no list; nothing for other lists.
std::optional<dom::element> only_value(dom::element value) {
  for (int depth = 0; depth < 2 && is_list(value); ++depth) {
    const dom::array list = value.get_array();
    if (list.size() != 1) return std::nullopt;
    value = list.at(0);
  }
  return is_list(value) ? std::nullopt : std::optional(value);
}

}  // namespace

void JsonRecordParser::parse_graph_object(dom::element graph) {
  for (const auto& [key, value] : graph.get_object()) {
    keys_.saw(Part::graph, key);
    const bool usual = key == "class" || key == "label" || key == "y";
    if (keys_.asked(Use::class_name) ? keys_.is(Use::class_name, key) : usual) {
      parse_class(key, value);
    } else if (key == "name" && !value.is_null()) {
      record_.name = text_of(value, "the name");
    }
  }
}

void JsonRecordParser::parse_node_labels(dom::element labels) {
  if (is_object(labels)) {
    for (const auto& [key, label] : labels.get_object()) {
      JsonId id;
      id.is_text = true;
      id.text = key;
      record_.id_labels.emplace_back(id, label_of(label, "a node label"));
    }
    return;
  }
  for (const dom::element label : labels.get_array()) record_.node_labels.push_back(label_of(label, "a node label"));
}

void JsonRecordParser::parse_edge_labels(dom::element labels) {
  for (const dom::element label : labels.get_array()) record_.edge_labels.push_back(label_of(label, "an edge label"));
}

void JsonRecordParser::parse_attributes(std::string_view key, dom::element rows) {
  if (rows.is_null() && key != "node_attributes") return;
  once(record_.has_attributes, key);
  for (const dom::element row : rows.get_array()) {
    const std::size_t before = record_.attributes.size();
    if (is_list(row)) {
      for (const dom::element value : row.get_array()) record_.attributes.push_back(value.get_double());
    } else {
      record_.attributes.push_back(row.get_double());
    }
    const std::size_t width = record_.attributes.size() - before;
    if (record_.attribute_rows++ == 0) record_.attribute_width = width;
    if (width != record_.attribute_width) {
      throw malformed(std::string(key) + " has rows of " + std::to_string(record_.attribute_width) + " and of " +
                      std::to_string(width) + " numbers; make them equally long");
    }
  }
}

// A list of a number per edge, or of lists of one number. Lists of several numbers are features and no weights.
void JsonRecordParser::parse_weights(std::string_view key, dom::element values) {
  if (values.is_null()) return;
  std::vector<double> weights;
  for (const dom::element value : values.get_array()) {
    const auto only = only_value(value);
    if (!only && key != "edge_weight" && !keys_.asked(Use::weight)) return;
    if (!only) throw malformed("several numbers of one edge in " + std::string(key.substr(0, 40)) + "; give one each");
    weights.push_back(only->get_double());
    readers::check_weight(weights.back(), options_, place_);
  }
  const bool feature = key == "edge_attr" || key == "edge_feat";
  if (record_.listed_weights && feature && !keys_.asked(Use::weight)) return;  // edge_weight comes first
  record_.listed_weights = std::move(weights);
}

// The numbers or classes of a list (or of the only list in a list), joined by commas; one that is null is left empty.
std::string JsonRecordParser::joined_values(std::string_view key, dom::element value) const {
  dom::array list = value.get_array();
  if (list.size() == 1) list = list.at(0).get_array();
  std::string text;
  bool first = true;
  for (const dom::element number : list) {
    if (!std::exchange(first, false)) text += ',';
    if (is_list(number)) throw malformed("lists of lists in " + std::string(key.substr(0, 40)) + "; write numbers");
    if (!number.is_null()) text += text_of(number, "a number or class");
  }
  return text;
}

void JsonRecordParser::parse_class(std::string_view key, dom::element value) {
  if (value.is_null()) return;
  const bool several = options_.numbers || options_.labels;
  const auto take = [&](std::string text) {
    keys_.put_class(record_.class_name, keys_.class_place(key), std::move(text));
  };
  if (key == "label" && !keys_.asked(Use::class_name) && !several) {
    take(text_of(value, "the class in label"));
    return;
  }
  const auto only = only_value(value);
  // Several values are the targets of several tasks: no class, unless the key was asked for.
  if (!only && several) {
    take(joined_values(key, value));
    return;
  }
  if (!only && keys_.asked(Use::class_name)) {
    throw malformed("several values in " + std::string(key.substr(0, 40)) + "; a graph has one class");
  }
  if (only && !only->is_null()) take(text_of(*only, "the class"));
}

void JsonRecordParser::finish_weights() {
  const bool objects = record_.edges == JsonRecord::Edges::objects;
  record_.has_weights = objects ? record_.weighted_edges > 0 : !record_.weights.empty();
  if (record_.listed_weights) {
    if (record_.has_weights) throw malformed("weights in edges and in a list of their own; keep one of them");
    record_.weights = std::move(*record_.listed_weights);
    record_.has_weights = true;
  } else if (objects && record_.has_weights && record_.weighted_edges < record_.weights.size() &&
             options_.weights != WeightUse::ignore) {
    throw malformed("some edges have weights and others have none; give all or none a weight");
  }
}

void JsonRecordParser::finish_attributes() {
  const std::size_t rows = record_.nodes ? record_.nodes->size() : record_.nodes_without_id;
  std::erase_if(columns_, [&](const auto& column) { return column.size() != rows; });
  if (columns_.empty() || rows == 0) return;
  if (record_.has_attributes) throw malformed("attributes in nodes and in a list of their own; keep one of them");
  record_.has_attributes = true;
  record_.attribute_rows = rows;
  record_.attribute_width = columns_.size();
  for (std::size_t u = 0; u < rows; ++u) {
    for (const auto& column : columns_) record_.attributes.push_back(column[u]);
  }
}

std::string JsonRecordParser::text_of(dom::element value, const char* what) const {
  switch (value.type()) {
    case Type::STRING:
      return std::string(std::string_view(value.get_string()));
    case Type::BOOL:
      return bool(value.get_bool()) ? "true" : "false";
    case Type::INT64:
      return std::to_string(std::int64_t(value.get_int64()));
    case Type::UINT64:
      return std::to_string(std::uint64_t(value.get_uint64()));
    case Type::DOUBLE:
      return base::format_real(value.get_double());
    default:
      throw malformed(std::string(what) + " is no integer, string or boolean; write one of these");
  }
}

// Several columns become one label, as in a TU data set.
std::string JsonRecordParser::label_of(dom::element value, const char* what) const {
  if (!is_list(value)) return text_of(value, what);
  std::string joined;
  bool first = true;
  for (const dom::element part : value.get_array()) {
    joined.append(std::exchange(first, false) ? "" : "/").append(text_of(part, what));
  }
  return joined;
}

void JsonRecordParser::parse_number_of_node(std::string_view key, double value, std::size_t place) {
  if (place == 0 && column_of_.try_emplace(key, columns_.size()).second) columns_.emplace_back();
  const auto found = column_of_.find(key);
  // A key that some node before did not have is no attribute.
  if (found == column_of_.end() || columns_[found->second].size() != place) return;
  columns_[found->second].push_back(value);
}

}  // namespace awe::keyed
