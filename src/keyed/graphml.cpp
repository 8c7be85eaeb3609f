// GraphML (http://graphml.graphdrawing.org), parsed by pugixml into a tree, so memory is several times the file size.
// Each <graph> is a graph. Data keys are identified by attr.name: `label` of nodes and edges, `weight` of edges, `name`
// and `class` of graphs, or those that the options name; other numeric keys of nodes become attributes, in the order of
// their declarations. A DOCTYPE is refused, so no entity is ever expanded. Nested graphs, hyperedges and ports are
// refused, too.
#include <algorithm>
#include <cmath>
#include <map>
#include <new>
#include <pugixml.hpp>
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "keyed/keyed.h"

namespace awe::keyed {
using readers::error_at;
namespace {

// The meaning of a key for one kind of element, determined by its attr.name.
enum Role : std::size_t { label, weight, name, kRoles, class_name, attribute, other };
constexpr const char* kScopes[] = {"graph", "node", "edge"};  // in the order of Part

struct Key {
  Role roles[3] = {other, other, other};  // in graphs, nodes and edges
  std::size_t place = 0;                  // the index of an attribute in the row of a node
  std::size_t class_place = 0;            // the place of a class among several
};

// The texts of one element, by role; they point into the document. The class may be joined from several.
struct Fields {
  std::optional<std::string_view> text[kRoles];
  std::optional<std::string> class_text;
};

Role role_of(std::string_view key, Part part, const Keys& keys) {
  switch (part) {
    case Part::graph:
      return keys.is(Use::class_name, key) ? class_name : (key == "name" ? Role::name : other);
    case Part::node:
      return keys.is(Use::node_label, key) ? label : other;
    case Part::edge:
      return keys.is(Use::weight, key) ? weight : (keys.is(Use::edge_label, key) ? label : other);
  }
  return other;
}

class GraphmlSource final : public GraphSource {
 public:
  GraphmlSource(bytes::Bytes bytes, const ReadOptions& options)
      : name_(bytes->name()), options_(options), keys_asked_(options) {
    text_ = bytes::read_whole(*bytes, readers::kMaxWholeBytes);
    // pugixml modifies its buffer in place, and the original text is still needed to count lines.
    const auto result = document_.load_buffer(text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype);
    if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
    if (!result) {
      throw error_at(ErrorKind::malformed, place_at(result.offset),
                     std::string("not well-formed XML (") + result.description() + "); correct it");
    }
    if (result.encoding == pugi::encoding_utf8) readers::check_whole_text(text_, name_);
    for (const pugi::xml_node node : document_.children()) {
      if (node.type() == pugi::node_doctype) throw malformed(node, "a DOCTYPE is not read; remove it");
    }
    const pugi::xml_node root = document_.child("graphml");
    if (!root) throw error_at(ErrorKind::malformed, place_at(0), "no <graphml> element; is it GraphML?");
    read_keys(root);
    next_ = root.child("graph");
  }

  std::optional<Graph> next() override {
    if (!next_) {
      keys_asked_.check(name_);
      return std::nullopt;
    }
    const pugi::xml_node graph = std::exchange(next_, next_.next_sibling("graph"));
    return read_graph(graph);
  }

 private:
  // Lines are counted from the previously requested offset, which is usually near.
  [[nodiscard]] Place place_at(std::ptrdiff_t offset) const {
    if (offset < 0) return {name_, 0};
    offset = std::min(offset, static_cast<std::ptrdiff_t>(text_.size()));
    const auto lines = [&](std::ptrdiff_t from, std::ptrdiff_t to) {
      return static_cast<std::uint64_t>(std::count(text_.begin() + from, text_.begin() + to, '\n'));
    };
    line_ = offset >= offset_ ? line_ + lines(offset_, offset) : line_ - lines(offset, offset_);
    offset_ = offset;
    return {name_, line_};
  }
  [[nodiscard]] Place place_of(const pugi::xml_node& node) const { return place_at(node.offset_debug()); }
  [[nodiscard]] Error malformed(const pugi::xml_node& node, std::string_view reason) const {
    return error_at(ErrorKind::malformed, place_of(node), reason);
  }

  void read_keys(const pugi::xml_node& root) {
    for (const pugi::xml_node node : root.children("key")) {
      const std::string id = node.attribute("id").value();
      if (id.empty()) throw malformed(node, "a <key> without id; give it one");
      const std::string scope = node.attribute("for").as_string("all"), type = node.attribute("attr.type").value();
      const std::string key_name = node.attribute("attr.name").as_string(id.c_str());
      std::optional<std::string_view> fallback;
      if (const pugi::xml_node child = node.child("default")) fallback = child.text().get();
      Key key;
      for (const Part part : {Part::graph, Part::node, Part::edge}) {
        const auto place = static_cast<std::size_t>(part);
        key.roles[place] = role_of(key_name, part, keys_asked_);
        if (scope != "all" && scope != kScopes[place]) continue;
        keys_asked_.saw(part, key_name);
        if (key.roles[place] < kRoles && fallback) defaults_[place].text[key.roles[place]] = fallback;
        if (key.roles[place] != class_name) continue;
        key.class_place = keys_asked_.class_place(key_name);
        if (fallback) keys_asked_.put_class(defaults_[place].class_text, key.class_place, std::string(*fallback));
      }
      Role& of_nodes = key.roles[static_cast<std::size_t>(Part::node)];
      const bool numeric = type == "int" || type == "long" || type == "float" || type == "double";
      const bool for_nodes = scope == "node" || scope == "all";
      // A key with the name of the weights is no attribute, although nodes have no weights.
      if (numeric && for_nodes && of_nodes == other && !keys_asked_.is(Use::weight, key_name)) {
        of_nodes = attribute;
        key.place = attribute_names_.size();
        attribute_names_.push_back(key_name);
        attribute_defaults_.push_back(fallback);
      }
      if (!keys_.emplace(id, key).second) throw malformed(node, "a second <key> of this id; rename it");
    }
  }

  // The <data> of an element, with the defaults of its kind; attributes are stored in `row` if it is given.
  Fields fields_of(const pugi::xml_node& element, Part part, std::vector<std::optional<std::string_view>>* row) {
    const auto place = static_cast<std::size_t>(part);
    keys_asked_.saw(part);
    Fields fields = defaults_[place];
    for (const pugi::xml_node data : element.children("data")) {
      const auto found = keys_.find(std::string_view(data.attribute("key").value()));
      if (found == keys_.end()) throw malformed(data, "a <data> of a key that is not declared; add a <key>");
      const Key& key = found->second;
      const Role role = key.roles[place];
      if (role < kRoles) fields.text[role] = data.text().get();
      if (role == class_name) keys_asked_.put_class(fields.class_text, key.class_place, data.text().get());
      if (role == attribute && row != nullptr) (*row)[key.place] = data.text().get();
    }
    return fields;
  }

  // Refuses what would be lost: a graph is nodes and edges between two of them.
  void refuse_others(const pugi::xml_node& element) const {
    for (const pugi::xml_node child : element.children()) {
      const std::string_view kind = child.name();
      if (kind == "hyperedge") throw malformed(child, "a <hyperedge> is not read; write edges between its nodes");
      if (kind == "port") throw malformed(child, "a <port> is not read; remove ports, or make nodes of them");
      if (kind == "locator") throw malformed(child, "a <locator> is not followed; put the graph into this file");
      if (kind == "graph") {
        throw malformed(child, std::string("a graph within ") + (element.name()[0] == 'n' ? "a node" : "another") +
                                   " is not read; flatten it");
      }
    }
  }

  Graph read_graph(const pugi::xml_node& element) {
    const Place place = place_of(element);
    const std::string direction = element.attribute("edgedefault").as_string("undirected");
    if (direction != "directed" && direction != "undirected") {
      throw malformed(element, "edgedefault is neither directed nor undirected; write one of these");
    }
    refuse_others(element);
    Fields fields = fields_of(element, Part::graph, nullptr);
    GraphBuilder builder(readers::edge_policy(options_, direction == "directed", EdgeListing::edges));
    builder.set_name(std::string(fields.text[Role::name].value_or(element.attribute("id").value())));
    if (fields.class_text) builder.set_class(std::move(*fields.class_text));
    std::vector<double> attributes;
    for (const pugi::xml_node node : element.children("node")) read_node(node, builder, attributes);
    bool has_edges = false, has_weights = false;
    for (const pugi::xml_node edge : element.children("edge")) {
      const bool weighted = read_edge(edge, builder, direction);
      if (has_edges && weighted != has_weights) {
        throw malformed(edge, "some edges have weights and others have none; give all or none a weight");
      }
      has_edges = true;
      has_weights = weighted;
    }
    if (!attribute_names_.empty() && builder.num_nodes_so_far() > 0) {
      builder.set_node_attributes(std::move(attributes), attribute_names_.size());
    }
    readers::settle_weights(builder, options_, has_edges, has_weights, place);
    return readers::build_at(std::move(builder), place);
  }

  void read_node(const pugi::xml_node& element, GraphBuilder& builder, std::vector<double>& attributes) {
    refuse_others(element);
    if (!element.attribute("id")) throw malformed(element, "a <node> without id; give it one");
    const NodeId before = builder.num_nodes_so_far();
    const NodeId node = builder.node_of(element.attribute("id").value());
    if (node != before) throw malformed(element, "a second <node> of this id; rename it");
    row_ = attribute_defaults_;
    const Fields fields = fields_of(element, Part::node, &row_);
    if (fields.text[label]) builder.set_node_label(node, *fields.text[label]);
    for (std::size_t i = 0; i < row_.size(); ++i) {
      const auto value = row_[i] ? base::parse_real(base::trim(*row_[i])) : std::nullopt;
      if (!value) {
        throw malformed(element, "no number for the attribute " + attribute_names_[i] +
                                     "; give every node one, or the key a default");
      }
      if (!std::isfinite(*value)) {
        throw error_at(ErrorKind::numeric, place_of(element), "an attribute is not finite; replace it by a number");
      }
      attributes.push_back(*value);
    }
    // Defaults take no bytes in the file, so their number is limited here.
    if (attributes.size() > 16 * text_.size()) {
      throw error_at(ErrorKind::limit, place_of(element), "more attributes by default than the file has bytes for");
    }
  }

  // Returns whether the edge has a weight.
  bool read_edge(const pugi::xml_node& element, GraphBuilder& builder, const std::string& direction) {
    const std::string own = element.attribute("directed").value();
    if (!own.empty() && !options_.directed && (own == "true") != (direction == "directed")) {
      throw malformed(element, "an edge against edgedefault; read mixed graphs with `directed` or `undirected`");
    }
    refuse_others(element);
    if (element.attribute("sourceport") || element.attribute("targetport")) {
      throw malformed(element, "an edge to a port; ports are not read: remove them, or make nodes of them");
    }
    NodeId ends[2];
    for (const int end : {0, 1}) {
      const char* side = end == 0 ? "source" : "target";
      const pugi::xml_attribute id = element.attribute(side);
      if (!id) throw malformed(element, std::string("an <edge> without ") + side + "; add it");
      const NodeId known = builder.num_nodes_so_far();
      ends[end] = builder.node_of(id.value());
      if (ends[end] == known)
        throw malformed(element, std::string("no <node> has the id of this ") + side + "; add it");
    }
    const Fields fields = fields_of(element, Part::edge, nullptr);
    if (fields.text[weight]) {
      const double value = readers::parse_weight(base::trim(*fields.text[weight]), options_, place_of(element));
      options_.weights == WeightUse::ignore ? builder.add_edge(ends[0], ends[1])
                                            : builder.add_edge(ends[0], ends[1], value);
    } else {
      builder.add_edge(ends[0], ends[1]);
    }
    if (fields.text[label]) builder.label_last_edge(*fields.text[label]);
    return fields.text[weight].has_value();
  }

  std::string name_;
  ReadOptions options_;
  Keys keys_asked_;
  std::string text_;
  pugi::xml_document document_;
  std::map<std::string, Key, std::less<>> keys_;
  Fields defaults_[3];  // of graphs, nodes and edges
  std::vector<std::string> attribute_names_;
  std::vector<std::optional<std::string_view>> attribute_defaults_, row_;
  mutable std::ptrdiff_t offset_ = 0;
  mutable std::uint64_t line_ = 1;
  pugi::xml_node next_;
};

}  // namespace

Graphs read_graphml(bytes::Bytes bytes, const ReadOptions& options) {
  return std::make_unique<GraphmlSource>(std::move(bytes), options);
}

}  // namespace awe::keyed
