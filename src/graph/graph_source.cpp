#include "awe/graph_source.h"

#include <algorithm>
#include <utility>

namespace awe {
namespace {

class MemorySource final : public GraphSource {
 public:
  explicit MemorySource(std::vector<Graph> graphs) : graphs_(std::move(graphs)) {}
  std::optional<Graph> next() override {
    if (place_ == graphs_.size()) return std::nullopt;
    return std::move(graphs_[place_++]);
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return graphs_.size(); }

 private:
  std::vector<Graph> graphs_;
  std::size_t place_ = 0;
};

class BorrowedSource final : public GraphSource {
 public:
  explicit BorrowedSource(std::span<const Graph> graphs) : graphs_(graphs) {}
  std::optional<Graph> next() override {
    if (place_ == graphs_.size()) return std::nullopt;
    return graphs_[place_++];
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return graphs_.size(); }

 private:
  std::span<const Graph> graphs_;
  std::size_t place_ = 0;
};

class ResumedSource final : public GraphSource {
 public:
  ResumedSource(std::optional<Graph> first, std::unique_ptr<GraphSource> rest)
      : first_(std::move(first)), rest_(std::move(rest)) {}
  std::optional<Graph> next() override {
    if (first_) return std::exchange(first_, std::nullopt);
    return rest_->next();
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return rest_->count(); }

 private:
  std::optional<Graph> first_;
  std::unique_ptr<GraphSource> rest_;
};

class SelectedSource final : public GraphSource {
 public:
  SelectedSource(std::unique_ptr<GraphSource> source, const Selection& selection)
      : source_(std::move(source)), selection_(selection) {}

  std::optional<Graph> next() override {
    while (!selection_.limit || place_ < *selection_.limit) {
      auto graph = source_->next();
      if (!graph) break;
      // Unnamed graphs are named by their index in the whole collection, which does not depend on the shard.
      const std::uint64_t place = place_++;
      if (place % selection_.of != selection_.index) continue;
      if (graph->name().empty()) return std::move(*graph).with_name(std::to_string(place));
      return graph;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::uint64_t> count() const override {
    auto total = source_->count();
    if (total && selection_.limit) total = std::min(*total, *selection_.limit);
    if (!total || *total <= selection_.index) return total ? std::optional<std::uint64_t>(0) : std::nullopt;
    return (*total - selection_.index + selection_.of - 1) / selection_.of;
  }

 private:
  std::unique_ptr<GraphSource> source_;
  Selection selection_;
  std::uint64_t place_ = 0;
};

}  // namespace

std::vector<Graph> read_all(GraphSource& source) {
  std::vector<Graph> graphs;
  while (auto graph = source.next()) graphs.push_back(std::move(*graph));
  return graphs;
}

std::unique_ptr<GraphSource> source_of(std::vector<Graph> graphs) {
  return std::make_unique<MemorySource>(std::move(graphs));
}

std::unique_ptr<GraphSource> source_of_borrowed(std::span<const Graph> graphs) {
  return std::make_unique<BorrowedSource>(graphs);
}

std::unique_ptr<GraphSource> source_with_first(std::optional<Graph> first, std::unique_ptr<GraphSource> rest) {
  return std::make_unique<ResumedSource>(std::move(first), std::move(rest));
}

std::unique_ptr<GraphSource> select(std::unique_ptr<GraphSource> source, const Selection& selection) {
  return std::make_unique<SelectedSource>(std::move(source), selection);
}

}  // namespace awe
