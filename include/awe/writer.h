// From graphs to files: the formats of reader.h, written as a stream, whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "awe/graph.h"
#include "awe/reader.h"

namespace awe {

struct WriteOptions {
  std::optional<Format> format = {};  // unset: by extension
  bool force = false;                 // replace what is there
};

// Use: write() each graph, then commit() once. Without commit() nothing is left at the path.
class GraphWriter {
 public:
  GraphWriter() = default;
  GraphWriter(const GraphWriter&) = delete;
  GraphWriter& operator=(const GraphWriter&) = delete;
  virtual ~GraphWriter() = default;

  virtual void write(const Graph& graph) = 0;
  virtual void commit() = 0;
  // What the format could not hold, one sentence each; complete after commit().
  [[nodiscard]] virtual std::vector<std::string> left_out() const = 0;
};

// The path "-" is standard output: JSON lines only, and written as they come.
[[nodiscard]] std::unique_ptr<GraphWriter> create_graphs(const std::string& path, const WriteOptions& options = {});

}  // namespace awe
