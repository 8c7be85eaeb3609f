// A stream of graphs: what every reader and generator is, and what everything that makes vectors takes. Nothing holds
// the whole collection unless the caller does.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "awe/graph.h"

namespace awe {

// One reader, one thread at a time. A graph once given belongs to the caller.
class GraphSource {
 public:
  GraphSource() = default;
  GraphSource(const GraphSource&) = delete;
  GraphSource& operator=(const GraphSource&) = delete;
  virtual ~GraphSource() = default;

  // The next graph, or nothing at the end. Throws Error; after that the source is spent.
  [[nodiscard]] virtual std::optional<Graph> next() = 0;
  // How many graphs there are in all, where that is known beforehand.
  [[nodiscard]] virtual std::optional<std::uint64_t> count() const { return std::nullopt; }
};

// All graphs of a source, for callers that need them at once.
[[nodiscard]] std::vector<Graph> read_all(GraphSource& source);

// A source over graphs in memory.
[[nodiscard]] std::unique_ptr<GraphSource> source_of(std::vector<Graph> graphs);
// The same over graphs that someone else holds for as long: each is handed out as a copy, one at a time.
[[nodiscard]] std::unique_ptr<GraphSource> source_of_borrowed(std::span<const Graph> graphs);

// Every `of`-th graph, beginning with number `index` (0-based), and at most `limit` of the underlying graphs.
struct Selection {
  std::uint64_t index = 0;
  std::uint64_t of = 1;
  std::optional<std::uint64_t> limit = {};
};
[[nodiscard]] std::unique_ptr<GraphSource> select(std::unique_ptr<GraphSource> source, const Selection& selection);

}  // namespace awe
