// Edges to predict, and pairs of nodes that are no edges, dealt to folds. In every fold the edges of the test part and
// those of the training examples are removed from the graph before anything is computed on it, so that no feature of a
// pair depends on whether it is an edge. Non-edges are drawn uniformly, as many as there are edges (all of them, if
// there are fewer). A split depends on the seed, the repeat and the graph. Cost: O(edges log edges).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "awe/folds.h"
#include "awe/graph.h"

namespace awe::links {

using Pair = std::pair<NodeId, NodeId>;  // the smaller node first

// The pairs of one part, edges and non-edges.
struct Examples {
  std::vector<Pair> edges, others;
  [[nodiscard]] std::size_t size() const noexcept { return edges.size() + others.size(); }
};

class LinkParts {
 public:
  // Throws Error(usage) for a directed graph, fewer than three folds, and fewer edges or non-edges than folds.
  LinkParts(const Graph& graph, int folds, const FoldSeed& seed);

  // What is tested in a fold; the examples of its training part, which are those of the next fold. Of either kind at
  // most `most` are taken.
  [[nodiscard]] Examples test(int fold, std::size_t most) const { return examples(fold, most); }
  [[nodiscard]] Examples train(int fold, std::size_t most) const { return examples((fold + 1) % folds_, most); }
  // The graph without the edges of the test part, and without those of both parts.
  [[nodiscard]] Graph without_test(int fold) const { return without(fold, fold); }
  [[nodiscard]] Graph without_examples(int fold) const { return without(fold, (fold + 1) % folds_); }

 private:
  [[nodiscard]] Examples examples(int fold, std::size_t most) const;
  [[nodiscard]] Graph without(int first, int second) const;

  const Graph& graph_;
  int folds_;
  std::vector<Pair> edges_, others_;  // in the order of the graph; in the order drawn
  std::vector<int> edge_folds_;       // of each edge
  std::vector<std::size_t> order_;    // of the edges, at random: which come first as examples
};

}  // namespace awe::links
