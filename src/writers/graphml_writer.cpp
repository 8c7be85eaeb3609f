// GraphML. Keys precede the graphs, so all are declared whether used or not, and the number of node attributes is that
// of the first graph. Everything a graph has can be represented.
#include "awe/error.h"
#include "base/number.h"
#include "readers/formats.h"
#include "writers/writers.h"

namespace awe::writers {
namespace {

constexpr const char* kHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
    "<key id=\"name\" for=\"graph\" attr.name=\"name\" attr.type=\"string\"/>\n"
    "<key id=\"class\" for=\"graph\" attr.name=\"class\" attr.type=\"string\"/>\n"
    "<key id=\"label\" for=\"all\" attr.name=\"label\" attr.type=\"string\"/>\n"
    "<key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n";

class GraphmlWriter final : public GraphWriter {
 public:
  GraphmlWriter(const std::string& path, bool force) : out_(path, force) {}

  void write(const Graph& graph) override {
    text_.clear();
    if (!begun_) begin(graph.attribute_width());
    const bool attributes = graph.attribute_width() == width_ || graph.num_nodes() == 0;
    if (!attributes) {
      throw Error(ErrorKind::usage, out_.path() +
                                        ": GraphML holds graphs of one number of node attributes, and these have " +
                                        std::to_string(width_) + " and " + std::to_string(graph.attribute_width()) +
                                        "; write JSON lines");
    }
    text_ += graph.directed() ? "<graph edgedefault=\"directed\">\n" : "<graph edgedefault=\"undirected\">\n";
    if (!graph.name().empty()) append_data("name", graph.name());
    if (graph.class_name()) append_data("class", *graph.class_name());
    for (NodeId u = 0; u < graph.num_nodes(); ++u) append_node(graph, u);
    for_each_edge(graph, [&](NodeId from, NodeId to, std::uint64_t place) { append_edge(graph, from, to, place); });
    text_ += "</graph>\n";
    out_.write(text_);
  }
  void commit() override {
    out_.write("</graphml>\n");
    out_.commit();
  }
  [[nodiscard]] std::vector<std::string> left_out() const override { return {}; }

 private:
  void begin(std::size_t width) {
    begun_ = true;
    width_ = width;
    text_ += kHead;
    for (std::size_t i = 0; i < width; ++i) {
      attribute_names_.emplace_back(1, 'a').append(std::to_string(i));
      const std::string& id = attribute_names_.back();
      text_ += "<key id=\"" + id + "\" for=\"node\" attr.name=\"" + id + "\" attr.type=\"double\"/>\n";
    }
  }

  // Control characters and all-blank texts are written as character references, since a reader would change them.
  void append_escaped(std::string_view text) {
    readers::check_text(text, {out_.path(), 0});
    const bool blank = text.find_first_not_of(' ') == std::string_view::npos;
    for (const char c : text) {
      const auto code = static_cast<unsigned char>(c);
      if (c == '&') {
        text_ += "&amp;";
      } else if (c == '<') {
        text_ += "&lt;";
      } else if (c == '>') {
        text_ += "&gt;";
      } else if (c == '"') {
        text_ += "&quot;";
      } else if (code < 0x20 || (blank && c == ' ')) {
        text_ += "&#";
        base::append_unsigned(text_, code);
        text_ += ';';
      } else {
        text_ += c;
      }
    }
  }

  void append_data(std::string_view key, std::string_view value) {
    text_ += "<data key=\"";
    text_ += key;
    text_ += "\">";
    append_escaped(value);
    text_ += "</data>\n";
  }

  void append_node(const Graph& graph, NodeId node) {
    text_ += "<node id=\"";
    append_escaped(graph.node_ids().name(node));
    text_ += "\">\n";
    if (!graph.node_labels().empty()) append_data("label", graph.node_labels().name_of(node));
    for (std::size_t i = 0; i < width_; ++i) {
      append_data(attribute_names_[i], base::format_real(graph.node_attributes()[node * width_ + i]));
    }
    text_ += "</node>\n";
  }

  void append_edge(const Graph& graph, NodeId from, NodeId to, std::uint64_t place) {
    text_ += "<edge source=\"";
    append_escaped(graph.node_ids().name(from));
    text_ += "\" target=\"";
    append_escaped(graph.node_ids().name(to));
    text_ += "\">\n";
    if (graph.weighted()) append_data("weight", base::format_real(graph.arc_weights()[place]));
    if (!graph.edge_labels().empty()) append_data("label", graph.edge_labels().name_of(place));
    text_ += "</edge>\n";
  }

  TextOutput out_;
  std::string text_;
  bool begun_ = false;
  std::size_t width_ = 0;
  std::vector<std::string> attribute_names_;
};

}  // namespace

Writer write_graphml(const std::string& path, bool force) { return std::make_unique<GraphmlWriter>(path, force); }

}  // namespace awe::writers
