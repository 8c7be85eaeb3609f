// JSON lines: one graph per line, keys in a fixed order, so the same graphs give the same bytes. Ids 0 .. n-1 become
// "n", all others "nodes", so nothing of a graph is lost.
#include <simdjson.h>

#include "awe/error.h"
#include "base/number.h"
#include "writers/writers.h"

namespace awe::writers {
namespace {

class JsonLinesWriter final : public GraphWriter {
 public:
  JsonLinesWriter(const std::string& path, bool force) : out_(path, force) {}

  void write(const Graph& graph) override {
    line_.clear();
    line_ += '{';
    if (!graph.name().empty()) {
      line_ += "\"name\":";
      append_string(graph.name());
      line_ += ',';
    }
    if (graph.class_name()) {
      line_ += "\"label\":";
      append_text(*graph.class_name());
      line_ += ',';
    }
    if (graph.directed()) line_ += "\"directed\":true,";
    append_nodes(graph);
    append_edges(graph);
    append_labels(graph);
    append_attributes(graph);
    line_ += "}\n";
    out_.write(line_);
  }
  void commit() override { out_.commit(); }
  [[nodiscard]] std::vector<std::string> left_out() const override { return {}; }

 private:
  void append_string(std::string_view text) {
    if (!simdjson::validate_utf8(text.data(), text.size())) {
      throw Error(ErrorKind::malformed, out_.path() + ": a name, id or label of the input is not UTF-8, which JSON " +
                                            "asks for; convert the input to UTF-8");
    }
    constexpr char kDigits[] = "0123456789abcdef";
    line_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') {
        line_ += '\\';
        line_ += c;
      } else if (static_cast<unsigned char>(c) < 0x20) {
        line_ += "\\u00";
        line_ += kDigits[c >> 4];
        line_ += kDigits[c & 15];
      } else {
        line_ += c;
      }
    }
    line_ += '"';
  }

  // Writes canonical integers as numbers and everything else as strings: both read back as the same text.
  void append_text(std::string_view text) {
    if (base::is_canonical_integer(text)) {
      line_ += text;
    } else {
      append_string(text);
    }
  }

  void append_node(const Graph& graph, NodeId node) {
    if (graph.node_ids().are_positions()) {
      base::append_unsigned(line_, node);
    } else {
      append_text(graph.node_ids().name(node));
    }
  }

  void append_nodes(const Graph& graph) {
    if (graph.node_ids().are_positions() || graph.num_nodes() == 0) {
      line_ += "\"n\":";
      base::append_unsigned(line_, graph.num_nodes());
      return;
    }
    line_ += "\"nodes\":[";
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      if (u > 0) line_ += ',';
      append_node(graph, u);
    }
    line_ += ']';
  }

  void append_edges(const Graph& graph) {
    line_ += ",\"edges\":[";
    bool first = true;
    for_each_edge(graph, [&](NodeId from, NodeId to, std::uint64_t place) {
      line_ += first ? "[" : ",[";
      first = false;
      append_node(graph, from);
      line_ += ',';
      append_node(graph, to);
      if (graph.weighted()) {
        line_ += ',';
        base::append_real(line_, graph.arc_weights()[place]);
      }
      line_ += ']';
    });
    line_ += ']';
  }

  void append_labels(const Graph& graph) {
    if (!graph.node_labels().empty()) {
      line_ += ",\"node_labels\":[";
      for (NodeId u = 0; u < graph.num_nodes(); ++u) {
        if (u > 0) line_ += ',';
        append_text(graph.node_labels().name_of(u));
      }
      line_ += ']';
    }
    if (!graph.edge_labels().empty()) {
      line_ += ",\"edge_labels\":[";
      bool first = true;
      for_each_edge(graph, [&](NodeId, NodeId, std::uint64_t place) {
        if (!first) line_ += ',';
        first = false;
        append_text(graph.edge_labels().name_of(place));
      });
      line_ += ']';
    }
  }

  void append_attributes(const Graph& graph) {
    const std::size_t width = graph.attribute_width();
    if (width == 0) return;
    line_ += ",\"node_attributes\":[";
    for (std::size_t u = 0; u < graph.num_nodes(); ++u) {
      line_ += u > 0 ? ",[" : "[";
      for (std::size_t i = 0; i < width; ++i) {
        if (i > 0) line_ += ',';
        base::append_real(line_, graph.node_attributes()[u * width + i]);
      }
      line_ += ']';
    }
    line_ += ']';
  }

  TextOutput out_;
  std::string line_;
};

}  // namespace

Writer write_json_lines(const std::string& path, bool force) { return std::make_unique<JsonLinesWriter>(path, force); }

}  // namespace awe::writers
