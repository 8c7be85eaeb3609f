// The writers behind create_graphs, one a format, and what they share: text outputs that are whole or absent, the notes
// of what was left out, and the walk over the edges of a graph.
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
[[nodiscard]] Writer write_matrix_market(const std::string& path, bool force);
// One file for one graph, or a folder of files "00000000.edgelist", ...
[[nodiscard]] Writer write_edge_list(const std::string& path, bool force);
[[nodiscard]] Writer write_edge_list_folder(const std::string& path, bool force);
// A folder, or a zip where the path ends in ".zip".
[[nodiscard]] Writer write_tu(const std::string& path, bool force);

[[nodiscard]] Writer write_awg(const std::string& path, bool force);

// A text file, packed by gzip where its name ends in ".gz" (with no time in the header, so the bytes depend on the
// content alone). Nothing is left at the path without commit(). The path "-" is standard output, written as it comes.
class TextOutput {
 public:
  TextOutput(const std::string& path, bool force);
  ~TextOutput();
  void write(std::string_view text);
  void commit();
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  struct Deflater;
  void flush_standard_output();
  std::string path_;
  std::optional<bytes::AtomicFile> file_;  // none: standard output
  std::string waiting_;                    // for standard output
  std::unique_ptr<Deflater> deflater_;
};

// A folder that is whole or absent: files are written to `path.part`, renamed by commit(). With force an existing
// folder is replaced, but only if `owns` says of each of its files that a writer of this format made it.
class OutputFolder {
 public:
  using Owns = bool (*)(const std::string& file_name);
  OutputFolder(std::string path, bool force, Owns owns);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return part_path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  void commit();

 private:
  void lock_part();

  std::string path_, part_path_;
  int lock_ = -1;  // the part folder, open and locked
  bool committed_ = false;
};

// Sentences about what a format cannot hold, each with the number of graphs it is true of.
class LossNotes {
 public:
  void add(const std::string& what) { ++graphs_[what]; }
  // What a format holds; compare() notes all else that the graph has.
  struct Holds {
    bool name = false, class_name = false, direction = false, weights = false, node_labels = false;
    bool edge_labels = false, node_attributes = false;
  };
  void compare(const Graph& graph, const Holds& holds);
  [[nodiscard]] std::vector<std::string> sentences() const;

 private:
  std::map<std::string, std::uint64_t> graphs_;
};

// visit(from, to, place) for every edge once: `place` is its place in targets(); undirected edges have from <= to.
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
