// Exact distribution of anonymous walks by enumeration, with the last steps in closed form.
//
// On undirected, unweighted graphs the search goes over ordered sets of first visits, each for all walks that make it,
// and closes the last three steps (exact_walks/visit_search.h); walks of five steps go from the node where the last
// three begin (end_search.h); where nodes have few neighbours the search goes over walks and closes the last two steps
// (walk_search.h). Directed and weighted graphs and graphs with loops go over walks, the last two steps closed
// (general_search.h). Twins (nodes that may be swapped) are followed once, with the mass of all: docs/explanation/algorithm.md.
// Cost: at most O(walks of length l-1 over classes of twins); O(nodes + arcs) memory and tables of near nodes.
// Reference: Ivanov & Burnaev, Anonymous Walk Embeddings, ICML 2018, definition of p(a).
#pragma once

#include <memory>
#include <span>

#include "awe/graph.h"
#include "awe/run_options.h"
#include "awe/walk_distribution.h"
#include "awe/walk_index.h"

namespace awe {

// What is searched, in which file of src/features: all searches give the same numbers, to rounding. Where a search does
// not apply, another one that does is taken.
enum class ExactSearch {
  automatic,  // what the length and the graph's degrees suggest
  visits,     // ordered sets of first visits (visit_search.h): undirected, unweighted graphs, three steps or more
  walks,      // walks (walk_search.h): undirected, unweighted graphs, two steps or more
  ends,       // where the last three of five steps begin (end_search.h): such graphs as a whole; else automatic
  general     // walks (general_search.h): any graph
};

// Prepared for one graph and one length; immutable, so that any number of threads may share it. The graph must outlive
// it. Results are the same bits for any number of threads. If the graph has self-loops, the index must have them.
class ExactWalks {
 public:
  ExactWalks(const Graph& graph, const WalkIndex& index, ExactSearch search = ExactSearch::automatic);
  ~ExactWalks();
  ExactWalks(ExactWalks&&) noexcept;
  ExactWalks& operator=(ExactWalks&&) = delete;

  // Walks that of_graph will enumerate, predicted in O(length * arcs). May be infinite.
  [[nodiscard]] double predicted_walks() const;

  // Mean over all nodes.
  [[nodiscard]] WalkDistribution of_graph(int threads = 1, const Progress& progress = {}) const;

  // The memory of one thread's search, O(nodes + vocabulary): make one a thread and use it again for every item.
  class Scratch {
   public:
    explicit Scratch(const ExactWalks& walks);
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) = delete;

   private:
    friend class ExactWalks;
    struct State;
    std::unique_ptr<State> state_;
  };
  // A stop that progress asks for leaves the scratch spent.
  [[nodiscard]] WalkDistribution of_node(NodeId node, Scratch& scratch, const Progress& progress = {}) const;
  // Walks whose first step is the arc at this place of graph.targets().
  [[nodiscard]] WalkDistribution of_arc(NodeId from, std::uint64_t place, Scratch& scratch,
                                        const Progress& progress = {}) const;
  // Mean over a set of nodes.
  [[nodiscard]] WalkDistribution of_nodes(std::span<const NodeId> nodes, Scratch& scratch,
                                          const Progress& progress = {}) const;

 private:
  struct Plan;
  std::unique_ptr<const Plan> plan_;
};

}  // namespace awe
