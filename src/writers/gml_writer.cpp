// GML: one `graph [...]` per graph, with the additional keys `name` and `class`, which other readers skip. GML ids are
// integers, so other ids are replaced by positions; node attributes cannot be represented.
#include "base/number.h"
#include "readers/formats.h"
#include "writers/writers.h"

namespace awe::writers {
namespace {

class GmlWriter final : public GraphWriter {
 public:
  GmlWriter(const std::string& path, bool force) : out_(path, force) {}

  void write(const Graph& graph) override {
    LossNotes::Holds holds;
    holds.name = holds.class_name = holds.direction = holds.weights = holds.node_labels = holds.edge_labels = true;
    notes_.compare(graph, holds);
    const bool ids = has_integer_ids(graph);
    if (!ids) notes_.add("node ids that are no integers");
    text_.clear();
    text_ += "graph [\n";
    text_ += graph.directed() ? "  directed 1\n" : "  directed 0\n";
    if (!graph.name().empty()) append_text("  name", graph.name());
    if (graph.class_name()) append_text("  class", *graph.class_name());
    const auto id = [&](NodeId node) { return ids ? graph.node_ids().name(node) : std::to_string(node); };
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      text_ += "  node [\n    id " + id(u) + "\n";
      if (!graph.node_labels().empty()) append_text("    label", graph.node_labels().name_of(u));
      text_ += "  ]\n";
    }
    for_each_edge(graph, [&](NodeId from, NodeId to, std::uint64_t place) {
      text_ += "  edge [\n    source " + id(from) + "\n    target " + id(to) + "\n";
      if (graph.weighted()) text_ += "    weight " + base::format_real(graph.arc_weights()[place]) + "\n";
      if (!graph.edge_labels().empty()) append_text("    label", graph.edge_labels().name_of(place));
      text_ += "  ]\n";
    });
    text_ += "]\n";
    out_.write(text_);
  }
  void commit() override { out_.commit(); }
  [[nodiscard]] std::vector<std::string> left_out() const override { return notes_.sentences(); }

 private:
  static bool has_integer_ids(const Graph& graph) {
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      if (!base::is_canonical_integer(graph.node_ids().name(u))) return false;
    }
    return true;
  }

  void append_text(std::string_view key, std::string_view value) {
    readers::check_text(value, {out_.path(), 0});
    text_ += key;
    text_ += " \"";
    for (const char c : value) {
      if (c == '"') {
        text_ += "&quot;";
      } else if (c == '&') {
        text_ += "&amp;";
      } else {
        text_ += c;
      }
    }
    text_ += "\"\n";
  }

  TextOutput out_;
  std::string text_;
  LossNotes notes_;
};

}  // namespace

Writer write_gml(const std::string& path, bool force) { return std::make_unique<GmlWriter>(path, force); }

}  // namespace awe::writers
