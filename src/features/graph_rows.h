// The rows of one graph: which method, which starts, which columns. Made for one graph, used by any number of threads.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "awe/features/exact.h"
#include "awe/features/featurizer.h"
#include "awe/features/sampled.h"

namespace awe {

class GraphRows {
 public:
  // `place` names the graph if it has no name of its own. Throws Error(limit) where exact is asked for and the
  // prediction is above the budget.
  GraphRows(const Graph& graph, std::uint64_t place, const FeaturePlan& plan, std::span<const WalkIndex> indices,
            std::span<const std::uint64_t> first_column);

  // How many rows this graph has: 1, its nodes, its edges or its subgraphs.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool exact() const noexcept { return !exact_.empty(); }
  [[nodiscard]] std::uint64_t walks_per_row() const noexcept { return walks_per_row_; }

  // Scratch memory of one thread.
  class Worker {
   public:
    explicit Worker(const GraphRows& rows);
    [[nodiscard]] MatrixRow row(std::size_t item, int threads = 1, const Progress& progress = {});

   private:
    [[nodiscard]] WalkDistribution distribution(std::size_t block, std::size_t item, int threads,
                                                const Progress& progress);
    [[nodiscard]] WalkDistribution of_edge(std::size_t block, std::size_t item, const Progress& progress);

    const GraphRows& rows_;
    std::vector<ExactWalks::Scratch> exact_;
    std::vector<SampledWalks::Scratch> sampled_;
  };

 private:
  struct Edge {
    NodeId from;
    std::uint64_t place, opposite;  // the same for a loop or a directed arc
  };
  void list_items();
  void choose_method(std::span<const WalkIndex> indices);
  [[nodiscard]] std::string id_of(std::size_t item) const;
  [[nodiscard]] std::uint64_t outcomes(const WalkIndex& index) const;

  const Graph& graph_;
  const FeaturePlan& plan_;
  std::span<const WalkIndex> indices_;
  std::span<const std::uint64_t> first_column_;
  std::string name_;
  std::size_t size_ = 0;
  bool can_stop_ = false;
  std::vector<Edge> edges_;                     // of level edge
  std::vector<std::vector<NodeId>> node_sets_;  // of level subgraph
  std::vector<ExactWalks> exact_;               // one a block, or none
  std::vector<SampledWalks> sampled_;           // one a block, or none
  std::uint64_t walks_per_row_ = 0;
  double certified_error_ = 0;
};

}  // namespace awe
