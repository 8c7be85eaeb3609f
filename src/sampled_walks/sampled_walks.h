// The distribution of anonymous walks by sampling: counts of m random walks over m.
//
// Walks come from walks/walker.h, so the result depends on the graph, the seed and m alone; the first m walks of a
// larger sample are the same. Cost: O(m * length) time, O(arcs) memory for weighted graphs, and the counts.
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

// Walks of one length, counted until a rule said stop.
struct WalkCounts {
  SparseVector walks;                         // by rank; whole numbers
  std::vector<walks::StoppedPrefix> stopped;  // walks that could not make all their steps
  std::uint64_t total = 0;
  double certified_error = 0;  // L1 distance to the true distribution, `stopped` included, that the rule vouches for

  // Over the total, with all that stopped as one.
  [[nodiscard]] WalkDistribution distribution() const;
};

// Prepared for one graph, length and seed; immutable, so that any number of threads may share it. The graph must
// outlive it. If the graph has self-loops, the index must have them.
class SampledWalks {
 public:
  SampledWalks(const Graph& graph, const WalkIndex& index, std::uint64_t seed,
               const walks::WalkerOptions& options = {});

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

  // So many walks, starts uniform over all nodes. A graph without nodes gives an empty distribution.
  [[nodiscard]] WalkDistribution of_graph(std::uint64_t walks, int threads = 1, const Progress& progress = {}) const;
  // So many walks from one origin (a node, an arc, a set of nodes).
  [[nodiscard]] WalkDistribution of_origin(const walks::WalkOrigin& origin, std::uint64_t walks, Scratch& scratch,
                                           const Progress& progress = {}) const;
  // Walks from several origins, equally many from each, until the rule is content: at every look their number is
  // rounded up, to a multiple of 64 from each origin unless it is the rule's last. The scratch is one thread's; further
  // threads bring their own.
  [[nodiscard]] WalkCounts draw(std::span<const walks::WalkOrigin> origins, const StoppingRule& rule, Scratch& scratch,
                                int threads = 1, const Progress& progress = {}) const;

 private:
  const Graph* graph_;
  walks::Walker walker_;
};

}  // namespace awe::sampled_walks
