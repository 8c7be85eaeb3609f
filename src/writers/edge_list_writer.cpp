// Edge lists: one line "u v" or "u v weight" per edge, and a line "u" for each node without edges. One graph per file,
// or a folder of files numbered in the order of the graphs.
#include <algorithm>

#include "awe/error.h"
#include "base/number.h"
#include "writers/writers.h"

namespace awe::writers {
namespace {

constexpr LossNotes::Holds kHolds{.weights = true};

// False for an id that a reader would take for a comment, for data, or for several columns.
bool is_plain(std::string_view id) {
  constexpr std::string_view kSpecial = "#%{";
  if (id.empty() || kSpecial.find(id.front()) != kSpecial.npos || id.starts_with("\xEF\xBB\xBF")) return false;
  return std::none_of(id.begin(), id.end(), [](char c) { return c == ',' || static_cast<unsigned char>(c) <= ' '; });
}

void write_lines(const Graph& graph, TextOutput& out, LossNotes& notes) {
  if (graph.num_nodes() == 0) {
    throw Error(ErrorKind::usage, out.path() + ": an edge list cannot hold a graph without nodes; use JSON lines");
  }
  notes.compare(graph, kHolds);
  bool plain = true;
  std::vector<bool> seen(graph.num_nodes());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) plain = plain && is_plain(graph.node_ids().name(u));
  if (!plain) notes.add("node ids with blanks, commas or comment signs");
  std::string text;
  const auto append_id = [&](NodeId node) {
    seen[node] = true;
    plain ? static_cast<void>(text += graph.node_ids().name(node)) : base::append_unsigned(text, node);
  };
  const auto end_line = [&] {
    text += '\n';
    if (text.size() < (std::size_t{1} << 20)) return;
    out.write(text);
    text.clear();
  };
  for_each_edge(graph, [&](NodeId from, NodeId to, std::uint64_t place) {
    append_id(from);
    text += ' ';
    append_id(to);
    if (graph.weighted()) {
      text += ' ';
      base::append_real(text, graph.arc_weights()[place]);
    }
    end_line();
  });
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    if (seen[u]) continue;
    append_id(u);
    end_line();
  }
  out.write(text);
}

class EdgeListWriter final : public GraphWriter {
 public:
  EdgeListWriter(const std::string& path, bool force) : out_(path, force) {}
  void write(const Graph& graph) override {
    if (written_) {
      throw Error(ErrorKind::usage,
                  out_.path() + ": an edge list holds one graph; name a folder (no extension) for several");
    }
    written_ = true;
    write_lines(graph, out_, notes_);
  }
  void commit() override { out_.commit(); }
  [[nodiscard]] std::vector<std::string> left_out() const override { return notes_.sentences(); }

 private:
  TextOutput out_;
  LossNotes notes_;
  bool written_ = false;
};

class EdgeListFolderWriter final : public GraphWriter {
 public:
  EdgeListFolderWriter(const std::string& path, bool force)
      : folder_(path, force, [](const std::string& name) { return name.ends_with(".edgelist"); }) {}
  void write(const Graph& graph) override {
    constexpr std::size_t kDigits = 8;
    std::string number = std::to_string(written_++);
    if (number.size() < kDigits) number.insert(0, kDigits - number.size(), '0');
    TextOutput out(folder_, number + ".edgelist");
    write_lines(graph, out, notes_);
    out.commit();
  }
  void commit() override { folder_.commit(); }
  [[nodiscard]] std::vector<std::string> left_out() const override { return notes_.sentences(); }

 private:
  OutputFolder folder_;
  LossNotes notes_;
  std::uint64_t written_ = 0;
};

}  // namespace

Writer write_edge_list(const std::string& path, bool force) { return std::make_unique<EdgeListWriter>(path, force); }
Writer write_edge_list_folder(const std::string& path, bool force) {
  return std::make_unique<EdgeListFolderWriter>(path, force);
}

}  // namespace awe::writers
