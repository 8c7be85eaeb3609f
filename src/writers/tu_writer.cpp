// TU data sets: the parallel text files of readers/tu_set.cpp, in a folder or packed into a zip. All parts grow while
// graphs arrive, so they are files from the start. A part that some graphs lack cannot be written for the others and is
// left out.
#include <filesystem>
#include <map>
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "bytes/zip_writer.h"
#include "writers/writers.h"

namespace awe::writers {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEndings[] = {
    "_A.txt",           "_graph_indicator.txt", "_graph_labels.txt",   "_node_labels.txt",
    "_edge_labels.txt", "_node_attributes.txt", "_edge_attributes.txt"};

bool is_part(const std::string& name) {
  for (const char* ending : kEndings) {
    if (name.ends_with(ending)) return true;
  }
  return false;
}

// True for a label that reads back unchanged: no commas or line ends, and no blanks at either end.
bool is_plain(std::string_view label) {
  return !label.empty() && base::trim(label) == label && label.find_first_of(",\n\r") == std::string_view::npos;
}

// An optional part: written while every graph so far has it.
struct OptionalPart {
  const char* what;
  std::unique_ptr<TextOutput> file;
  std::uint64_t graphs_with = 0, graphs_without = 0;
  bool unfit = false;  // a label cannot be written on a line

  [[nodiscard]] bool whole() const { return graphs_with > 0 && graphs_without == 0 && !unfit; }
};

class TuWriter final : public GraphWriter {
 public:
  TuWriter(const std::string& path, bool force)
      : path_(path),
        zip_(path.ends_with(".zip") ? std::make_unique<bytes::AtomicFile>(path, force) : nullptr),
        folder_(zip_ ? std::make_unique<OutputFolder>(path) : std::make_unique<OutputFolder>(path, force, is_part)),
        prefix_(zip_ ? fs::path(path).stem().string() : fs::path(folder_->path()).filename().string()),
        arcs_(*folder_, prefix_ + "_A.txt"),
        indicator_(*folder_, prefix_ + "_graph_indicator.txt") {}

  void write(const Graph& graph) override {
    ++graphs_;
    note_losses(graph);
    write_nodes(graph);
    write_arcs(graph);
    write_labels(graph);
    nodes_ += graph.num_nodes();
    if (nodes_ > kMaxTuNodes) throw Error(ErrorKind::limit, path_ + ": more nodes than a TU data set can number");
    if (graph.num_nodes() > 0) last_with_nodes_ = graphs_;
  }

  void commit() override {
    std::vector<std::string> endings = {"_A.txt", "_graph_indicator.txt"};
    arcs_.commit();
    indicator_.commit();
    for (auto& [ending, part] : parts_) {
      if (part.whole()) {
        part.file->commit();
        endings.push_back(ending);
      } else if (part.graphs_with > 0) {
        notes_.add(std::string(part.what) + (part.unfit ? " with commas, line ends or blanks at their ends"
                                                        : " of some graphs where others have none"));
      }
      part.file.reset();
    }
    if (last_with_nodes_ != graphs_ && !parts_.at("_graph_labels.txt").whole()) {
      throw Error(ErrorKind::usage, path_ +
                                        ": a TU data set without classes cannot end in a graph without nodes; use "
                                        "JSON lines");
    }
    if (!zip_) return folder_->commit();
    bytes::ZipWriter zip(*zip_);
    for (const std::string& ending : endings)
      zip.add_file(prefix_ + "/" + prefix_ + ending, folder_->file(prefix_ + ending));
    zip.finish();
    zip_->commit();
    folder_.reset();
  }

  [[nodiscard]] std::vector<std::string> left_out() const override { return notes_.sentences(); }

 private:
  static constexpr std::uint64_t kMaxTuNodes = 4'294'967'294;

  void note_losses(const Graph& graph) {
    LossNotes::Holds holds;
    holds.class_name = holds.weights = holds.node_labels = holds.edge_labels = holds.node_attributes = true;
    holds.name = graph.name() == std::to_string(graphs_);
    notes_.compare(graph, holds);
    if (graph.num_nodes() == 0 || graph.node_ids().are_positions()) return;
    const bool numbered = graph.node_ids().name(0) == std::to_string(nodes_ + 1) &&
                          graph.node_ids().name(graph.num_nodes() - 1) == std::to_string(nodes_ + graph.num_nodes());
    if (!numbered) notes_.add("node ids (nodes are numbered from 1 over all graphs)");
  }

  void write_nodes(const Graph& graph) {
    text_.clear();
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      base::append_unsigned(text_, graphs_);
      text_ += '\n';
    }
    indicator_.write(text_);
  }

  void write_arcs(const Graph& graph) {
    text_.clear();
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      for (const NodeId v : graph.neighbours(u)) {
        base::append_unsigned(text_, nodes_ + u + 1);
        text_ += ", ";
        base::append_unsigned(text_, nodes_ + v + 1);
        text_ += '\n';
      }
    }
    arcs_.write(text_);
  }

  void write_labels(const Graph& graph) {
    const std::size_t width = graph.attribute_width();
    if (attribute_width_ == 0) attribute_width_ = width;
    add("_graph_labels.txt", 1, graph.class_name().has_value(), [&](std::size_t) { return *graph.class_name(); });
    add("_node_labels.txt", graph.num_nodes(), !graph.node_labels().empty(),
        [&](std::size_t u) { return graph.node_labels().name_of(u); });
    add("_edge_labels.txt", graph.num_arcs(), !graph.edge_labels().empty(),
        [&](std::size_t place) { return graph.edge_labels().name_of(place); });
    add("_edge_attributes.txt", graph.num_arcs(), graph.weighted(),
        [&](std::size_t place) { return base::format_real(graph.arc_weights()[place]); });
    add("_node_attributes.txt", graph.num_nodes(), width > 0 && width == attribute_width_, [&](std::size_t u) {
      std::string row;
      for (std::size_t i = 0; i < width; ++i) {
        if (i > 0) row += ", ";
        base::append_real(row, graph.node_attributes()[u * width + i]);
      }
      return row;
    });
  }

  // Adds the lines of one graph to a part, if the graph has it. Only attributes may contain commas.
  template <class LineOf>
  void add(const char* ending, std::uint64_t lines, bool present, LineOf line_of) {
    OptionalPart& part = parts_.at(ending);
    if (lines == 0) return;
    ++(present ? part.graphs_with : part.graphs_without);
    if (!present || !part.whole()) return;
    if (!part.file) part.file = std::make_unique<TextOutput>(*folder_, prefix_ + ending);
    const bool labels = std::string_view(ending).ends_with("labels.txt");
    text_.clear();
    for (std::size_t i = 0; i < lines; ++i) {
      const std::string line = line_of(i);
      part.unfit = part.unfit || (labels && !is_plain(line));
      text_ += line;
      text_ += '\n';
    }
    part.file->write(text_);
  }

  std::string path_;
  std::unique_ptr<bytes::AtomicFile> zip_;
  std::unique_ptr<OutputFolder> folder_;
  std::string prefix_;
  TextOutput arcs_, indicator_;
  std::map<std::string, OptionalPart> parts_ = make_parts();
  LossNotes notes_;
  std::string text_;
  std::uint64_t graphs_ = 0, nodes_ = 0, last_with_nodes_ = 0;
  std::size_t attribute_width_ = 0;

  static std::map<std::string, OptionalPart> make_parts() {
    std::map<std::string, OptionalPart> parts;
    parts["_graph_labels.txt"].what = "classes";
    parts["_node_labels.txt"].what = "node labels";
    parts["_edge_labels.txt"].what = "edge labels";
    parts["_node_attributes.txt"].what = "node attributes";
    parts["_edge_attributes.txt"].what = "weights";
    return parts;
  }
};

}  // namespace

Writer write_tu(const std::string& path, bool force) { return std::make_unique<TuWriter>(path, force); }

}  // namespace awe::writers
