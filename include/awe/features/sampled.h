// The distribution of anonymous walks by sampling: counts of m random walks over m.
//
// Walks come from walks/walker.h, so the result depends on the graph, the seed and m alone; the first m walks of a
// larger sample are the same. Cost: O(m * length) time, O(arcs) memory for weighted graphs, and the counts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "awe/base/progress.h"
#include "awe/features/distribution.h"
#include "awe/walks/walker.h"

namespace awe {

// Prepared for one graph, length and seed; immutable, so that any number of threads may share it. The graph must
// outlive it. If the graph has self-loops, the index must have them.
class SampledWalks {
 public:
  SampledWalks(const Graph& graph, const WalkIndex& index, std::uint64_t seed);

  // The memory of one thread's counts, O(vocabulary or walks): make one a thread and use it again for every item.
  class Scratch {
   public:
    explicit Scratch(const SampledWalks& walks);
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) = delete;

   private:
    friend class SampledWalks;
    struct State;
    std::unique_ptr<State> state_;
  };

  // Starts uniform over all nodes. A graph without nodes gives an empty distribution.
  [[nodiscard]] WalkDistribution of_graph(std::uint64_t walks, int threads = 1, const Progress& progress = {}) const;
  // Walks from one origin (a node, an arc, a set of nodes).
  [[nodiscard]] WalkDistribution of_origin(const WalkOrigin& origin, std::uint64_t walks, Scratch& scratch,
                                           const Progress& progress = {}) const;

 private:
  const Graph* graph_;
  WalkIndex index_;
  Walker walker_;
};

}  // namespace awe
