// A source for files with a single graph, which is read on the first call of next().
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "awe/graph_source.h"

namespace awe::readers {

template <class Read>
class OneGraph final : public GraphSource {
 public:
  // read() must return std::optional<Graph>.
  explicit OneGraph(Read read) : read_(std::move(read)) {}
  std::optional<Graph> next() override {
    if (std::exchange(given_, true)) return std::nullopt;
    return read_();
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return 1; }

 private:
  Read read_;
  bool given_ = false;
};

template <class Read>
[[nodiscard]] std::unique_ptr<GraphSource> one_graph(Read read) {
  return std::make_unique<OneGraph<Read>>(std::move(read));
}

}  // namespace awe::readers
