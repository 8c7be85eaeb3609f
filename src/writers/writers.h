// The writers behind create_graphs, one per format, and their shared parts: text outputs that are complete or absent,
// notes about what was left out, and iteration over the edges of a graph.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "awe/graph.h"
#include "awe/writer.h"
#include "bytes/atomic_file.h"

namespace awe::writers {

using Writer = std::unique_ptr<GraphWriter>;

[[nodiscard]] Writer write_json_lines(const std::string& path, bool force);
[[nodiscard]] Writer write_graphml(const std::string& path, bool force);
[[nodiscard]] Writer write_gml(const std::string& path, bool force);
// One of the formats graph6, sparse6 and digraph6.
[[nodiscard]] Writer write_graph6(const std::string& path, bool force, Format format);
[[nodiscard]] Writer write_matrix_market(const std::string& path, bool force);
// One file for one graph, or a folder of files "00000000.edgelist", ...
[[nodiscard]] Writer write_edge_list(const std::string& path, bool force);
[[nodiscard]] Writer write_edge_list_folder(const std::string& path, bool force);
// A folder, or a zip if the path ends in ".zip".
[[nodiscard]] Writer write_tu(const std::string& path, bool force);

[[nodiscard]] Writer write_awg(const std::string& path, bool force);

// A folder that is complete or absent: files are written to a temporary folder beside it, which commit() renames. With
// force an existing folder is replaced, but only if `owns` accepts each of its files as made by a writer of this
// format.
class OutputFolder {
 public:
  using Owns = bool (*)(const std::string& file_name);
  OutputFolder(std::string path, bool force, Owns owns);
  // A temporary folder beside the path, for files that are parts of something else; never committed.
  explicit OutputFolder(std::string path);
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;
  // Where a file of the folder is before commit(), and its name in messages.
  [[nodiscard]] std::string file(const std::string& name) const { return temporary_->path() + "/" + name; }
  [[nodiscard]] std::string shown(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  void commit();

 private:
  void check_existing() const;

  std::string path_, real_path_;
  bool force_ = false;
  Owns owns_ = nullptr;
  std::optional<outputs::ClaimUse> claim_;
  std::optional<outputs::Temporary> temporary_;
};

// A text file, compressed by gzip if its name ends in ".gz" (with no time in the header, so the bytes depend only on
// the content). Without commit() nothing is left at the path. The path "-" is standard output, which is not held back
// until commit().
class TextOutput {
 public:
  TextOutput(const std::string& path, bool force);
  // A file of a folder.
  TextOutput(const OutputFolder& folder, const std::string& name);
  ~TextOutput();
  void write(std::string_view text);
  void commit();
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  struct Deflater;
  void flush_standard_output();
  std::string path_;
  std::optional<bytes::AtomicFile> file_;  // empty: standard output
  std::string waiting_;                    // text buffered for standard output
  std::unique_ptr<Deflater> deflater_;
};

// Sentences about what a format cannot represent, each with the number of graphs concerned.
class LossNotes {
 public:
  void add(const std::string& what) { ++graphs_[what]; }
  // What a format can represent; compare() notes everything else that the graph has.
  struct Holds {
    bool name = false, class_name = false, direction = false, weights = false, node_labels = false;
    bool edge_labels = false, node_attributes = false;
  };
  void compare(const Graph& graph, const Holds& holds);
  [[nodiscard]] std::vector<std::string> sentences() const;

 private:
  std::map<std::string, std::uint64_t> graphs_;
};

// Calls visit(from, to, place) once per edge; `place` is its index in targets(). Undirected edges have from <= to.
template <class Visit>
void for_each_edge(const Graph& graph, Visit visit) {
  for (NodeId from = 0; from < graph.num_nodes(); ++from) {
    for (std::uint64_t place = graph.offsets()[from]; place < graph.offsets()[from + std::size_t{1}]; ++place) {
      const NodeId to = graph.targets()[place];
      if (graph.directed() || from <= to) visit(from, to, place);
    }
  }
}

}  // namespace awe::writers
