// Distributions of labelled walks of all lengths up to a maximum at once, exact and sampled; and of non-backtracking
// anonymous walks, which are treated as labelled walks without labels.
//
// A labelled walk is its anonymous walk with the labels of its nodes in first-visit order and the labels of its edges
// (labels/graph_labels.h). Exact: depth first over walks; twins with equal labels are followed once with the mass of
// all, and at nodes of high degree the last step enumerates labels instead of neighbours. Cost: O(walks of length l-1
// over classes of twins) times the cost of the last step; memory O(nodes + arcs + distinct walks).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "awe/graph.h"
#include "awe/run_options.h"
#include "graph/twins.h"
#include "labels/graph_labels.h"
#include "sampled_walks/certificate.h"
#include "walks/walk_tree.h"
#include "walks/walker.h"

namespace awe::labelled_walks {

struct LabelledDistribution {
  walks::WalkList tree;
  std::vector<double> mass;   // by place in the tree: the probability that a walk begins with this prefix
  std::vector<double> ended;  // by place in the tree: the probability that a walk reaches a dead end after this prefix
  std::vector<double> stopped;  // by length: mass of walks that made fewer steps
  std::uint64_t walks = 0;      // number of walks drawn; 0 if exact
  double certified_error = 0;   // bound on the L1 distance, over all lengths and `stopped`; 0 if exact
};

// Prepared for one graph, its labels, one length and one kind of walk; immutable, so that any number of threads may
// share it. Graph and labels must outlive it.
class LabelledWalks {
 public:
  // With `restart`, a step from a dead end leads to the start of the walk. `twins`: those of the graph, if they are
  // known.
  LabelledWalks(const Graph& graph, const labels::GraphLabels& labels, int length, WalkKind kind = WalkKind::uniform,
                bool restart = false, const graph::TwinClasses* twins = nullptr);
  ~LabelledWalks();
  LabelledWalks(LabelledWalks&&) noexcept;
  LabelledWalks& operator=(LabelledWalks&&) = delete;

  // Steps that of_graph will take, predicted in O(length * arcs). May be infinite.
  [[nodiscard]] double predicted_steps() const;

  // Memory for one thread's search; create one per thread and reuse it for every item.
  class Scratch {
   public:
    explicit Scratch(const LabelledWalks& walks);
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) = delete;

   private:
    friend class LabelledWalks;
    struct State;
    std::unique_ptr<State> state_;
  };

  // Exact: the mean over all nodes, over some nodes, or over walks that begin with one of some arcs (source node, index
  // in graph.targets()). The results are the same bits for any number of threads.
  [[nodiscard]] LabelledDistribution of_graph(int threads = 1, const Progress& progress = {}) const;
  [[nodiscard]] LabelledDistribution of_nodes(std::span<const NodeId> nodes, Scratch& scratch,
                                              const Progress& progress = {}) const;
  [[nodiscard]] LabelledDistribution of_arcs(std::span<const std::pair<NodeId, std::uint64_t>> arcs, Scratch& scratch,
                                             const Progress& progress = {}) const;

  // Sampled: walks from the origins, the same number from each, until the rule is satisfied
  // (sampled_walks/sampled_walks.h). The length must be at least one.
  [[nodiscard]] LabelledDistribution draw(std::span<const walks::WalkOrigin> origins, std::uint64_t seed,
                                          const sampled_walks::StoppingRule& rule, int threads = 1,
                                          const Progress& progress = {}) const;

 private:
  friend class LabelledSampler;
  struct Plan;
  std::unique_ptr<const Plan> plan_;
};

// Draws labelled walks for one seed, item by item; immutable, so that any number of threads may share it. The walks
// must outlive it.
class LabelledSampler {
 public:
  // How walks are counted; the result is the same.
  enum class Counting {
    automatic,  // as numbers, where a walk and its labels fit in one, else step by step
    steps
  };
  LabelledSampler(const LabelledWalks& walks, std::uint64_t seed,
                  walks::AdjacencyForm form = walks::AdjacencyForm::automatic, Counting counting = Counting::automatic);
  // See LabelledWalks::draw.
  [[nodiscard]] LabelledDistribution draw(std::span<const walks::WalkOrigin> origins,
                                          const sampled_walks::StoppingRule& rule, int threads = 1,
                                          const Progress& progress = {}) const;

 private:
  const LabelledWalks::Plan* plan_;
  walks::Walker walker_;
};

}  // namespace awe::labelled_walks
