// Refuses a dense output that cannot hold the rows of the graphs read so far, before anything is computed from them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "awe/featurizer.h"
#include "awe/graph_source.h"

namespace awe::cli {

// Passes the graphs of a source on, and calls `check` with the number of rows that they give, which throws if these are
// too many. Rows of subgraphs are not counted in advance.
class RowForecast final : public GraphSource {
 public:
  using Check = std::function<void(std::uint64_t rows)>;
  RowForecast(GraphSource& source, Level level, Check check)
      : source_(source), level_(level), check_(std::move(check)) {
    if (level_ == Level::graph) check_(source_.count().value_or(1));
  }
  std::optional<Graph> next() override {
    auto graph = source_.next();
    if (!graph || level_ == Level::subgraph) return graph;
    rows_ += level_ == Level::node ? graph->num_nodes() : level_ == Level::edge ? graph->num_edges() : 1;
    check_(rows_);
    return graph;
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_.count(); }

 private:
  GraphSource& source_;
  Level level_;
  Check check_;
  std::uint64_t rows_ = 0;
};

}  // namespace awe::cli
