// Exact distribution of anonymous walks by enumeration, with the last steps in closed form.
//
// On undirected, unweighted graphs the search runs over ordered sets of first visits, each for all walks with these
// visits, and closes the last three steps (exact_walks/visit_search.h). Walks of five steps are searched from the node
// at which the last three steps begin (end_search.h). Where nodes have few neighbours, the search runs over walks and
// closes the last two steps (walk_search.h). So does the search on directed or weighted graphs and graphs with
// self-loops (general_search.h). Twins (nodes that may be swapped) are followed once, with the total mass of all of
// them (docs/explanation/algorithm.md). Cost: at most O(walks of length l-1 over classes of twins) time, O(nodes +
// arcs) memory and tables of near nodes. Reference: Ivanov & Burnaev, Anonymous Walk Embeddings, ICML 2018, definition
// of p(a).
#pragma once

#include <memory>
#include <span>

#include "awe/graph.h"
#include "awe/run_options.h"
#include "awe/walk_distribution.h"
#include "awe/walk_index.h"

namespace awe {

// The search to use. All searches compute the same numbers up to rounding. A search that does not apply to the graph or
// the length is replaced by one that does.
enum class ExactSearch {
  automatic,  // chosen by the length and the degrees of the graph
  visits,     // ordered sets of first visits: undirected, unweighted graphs, at least three steps
  walks,      // walks: undirected, unweighted graphs, at least two steps
  ends,       // from where the last three of five steps begin: distributions of whole such graphs, otherwise automatic
  general     // walks: any graph
};

// The exact distributions of one graph for one length. Immutable, so that any number of threads may share it; the graph
// must outlive it. Results are bit-identical for any number of threads.
class ExactWalks {
 public:
  // Prepares the search. If the graph has self-loops, the index must include them. Walks that reach a dead end stop
  // there (WalkDistribution::ended); with `restart` they jump to their start, unless they are still there.
  ExactWalks(const Graph& graph, const WalkIndex& index, ExactSearch search = ExactSearch::automatic,
             bool restart = false);
  ~ExactWalks();
  ExactWalks(ExactWalks&&) noexcept;
  ExactWalks& operator=(ExactWalks&&) = delete;

  // Number of walks that of_graph will enumerate, predicted in O(length * arcs). May be infinite.
  [[nodiscard]] double predicted_walks() const;

  // Distribution of walks from a uniformly chosen node. Throws Error(interrupted) if progress asks to stop.
  [[nodiscard]] WalkDistribution of_graph(int threads = 1, const Progress& progress = {}) const;

  // Working memory of a search, O(nodes + vocabulary). Make one per thread and reuse it for every item.
  class Scratch {
   public:
    // Memory for searches with `walks`.
    explicit Scratch(const ExactWalks& walks);
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) = delete;

   private:
    friend class ExactWalks;
    struct State;
    std::unique_ptr<State> state_;
  };
  // Distribution of walks from one node. Throws Error(interrupted) if progress asks to stop; the scratch must then not
  // be used again. The same holds for the functions below.
  [[nodiscard]] WalkDistribution of_node(NodeId node, Scratch& scratch, const Progress& progress = {}) const;
  // Distribution of walks whose first step is the arc at this index of graph.targets().
  [[nodiscard]] WalkDistribution of_arc(NodeId from, std::uint64_t place, Scratch& scratch,
                                        const Progress& progress = {}) const;
  // Distribution of walks from a uniformly chosen node of a set.
  [[nodiscard]] WalkDistribution of_nodes(std::span<const NodeId> nodes, Scratch& scratch,
                                          const Progress& progress = {}) const;

 private:
  struct Plan;
  std::unique_ptr<const Plan> plan_;
};

}  // namespace awe
