// The distribution of anonymous walks by sampling: counts of m random walks divided by m.
//
// Walks come from walks/walker.h, so the result depends only on the graph, the seed and m; a larger sample begins with
// the same m walks. Cost: O(m * length) time, O(arcs) memory for weighted graphs, and the counts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "awe/run_options.h"
#include "awe/walk_distribution.h"
#include "sampled_walks/certificate.h"
#include "walks/prefixes.h"
#include "walks/walker.h"

namespace awe::sampled_walks {

// Walks of one length, counted until a stopping rule was satisfied.
struct WalkCounts {
  SparseVector walks;              // by rank; integers
  std::vector<EndedWalk> stopped;  // walks that could not make all their steps
  std::uint64_t total = 0;
  double certified_error = 0;  // L1 distance to the true distribution, including `stopped`, certified by the rule

  // The counts divided by the total; all stopped walks are merged into one outcome.
  [[nodiscard]] WalkDistribution distribution() const;
};

// Prepared for one graph, length and seed; immutable, so that any number of threads may share it. The graph must
// outlive it. If the graph has self-loops, the index must have them.
class SampledWalks {
 public:
  SampledWalks(const Graph& graph, const WalkIndex& index, std::uint64_t seed,
               const walks::WalkerOptions& options = {});

  // Memory for one thread's counts, O(vocabulary or walks): create one per thread and reuse it for every item.
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

  // `walks` walks with starts uniform over all nodes. A graph without nodes has an empty distribution.
  [[nodiscard]] WalkDistribution of_graph(std::uint64_t walks, int threads = 1, const Progress& progress = {}) const;
  // `walks` walks from one origin (a node, an arc, a set of nodes).
  [[nodiscard]] WalkDistribution of_origin(const walks::WalkOrigin& origin, std::uint64_t walks, Scratch& scratch,
                                           const Progress& progress = {}) const;
  // Walks from several origins, the same number from each, until the rule is satisfied: at every look the number is
  // rounded up, to a multiple of 64 per origin except at the last look. The scratch is used by one thread; further
  // threads create their own.
  [[nodiscard]] WalkCounts draw(std::span<const walks::WalkOrigin> origins, const StoppingRule& rule, Scratch& scratch,
                                int threads = 1, const Progress& progress = {}) const;

 private:
  const Graph* graph_;
  walks::Walker walker_;
};

}  // namespace awe::sampled_walks
