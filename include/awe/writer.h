// Writes graphs to files in the formats of awe/reader.h, one graph at a time. A file appears at its path only when it
// is complete.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "awe/graph.h"
#include "awe/reader.h"

namespace awe {

// Options of create_graphs.
struct WriteOptions {
  std::optional<Format> format = {};  // format of the file; unset: by extension
  bool force = false;                 // replace an existing file
};

// Writes a collection. Use: write() each graph, then commit() once. Without commit() no file is left at the path.
class GraphWriter {
 public:
  GraphWriter() = default;
  GraphWriter(const GraphWriter&) = delete;
  GraphWriter& operator=(const GraphWriter&) = delete;
  virtual ~GraphWriter() = default;

  // Writes a graph. Throws Error: usage if the format cannot hold it, io if writing fails.
  virtual void write(const Graph& graph) = 0;
  // Completes the files and moves them to their path. Throws Error(io).
  virtual void commit() = 0;
  // What the format could not represent, one sentence each; complete after commit().
  [[nodiscard]] virtual std::vector<std::string> left_out() const = 0;
};

// A writer of graphs to a path; "-" is standard output, for JSON lines only, written immediately. Throws Error: usage
// for an unknown extension or an existing file, locked if another process is writing it.
[[nodiscard]] std::unique_ptr<GraphWriter> create_graphs(const std::string& path, const WriteOptions& options = {});

}  // namespace awe
