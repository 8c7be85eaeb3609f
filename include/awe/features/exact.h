// Exact distribution of anonymous walks by depth-first enumeration.
//
// Walks are enumerated up to two steps before their end; the last two steps are closed: from the current node x, a step
// back to a visited y and then anywhere is a sum over y's visited neighbours and one rest; a step to a fresh node and then
// back to visited v_j has the mass of the fresh common neighbours of x and v_j. Twins (nodes with the same neighbours) that
// are not visited yet lead to the same walks: one of them is followed, with the mass of all.
// Cost: O(walks of length l-2 over classes of twins), times the visited neighbours; O(nodes + arcs) memory and a table of
// common neighbours for nodes of high degree.
// Reference: Ivanov & Burnaev, Anonymous Walk Embeddings, ICML 2018, definition of p(a).
#pragma once

#include <memory>
#include <span>

#include "awe/base/progress.h"
#include "awe/features/distribution.h"
#include "awe/graph/graph.h"
#include "awe/walks/code.h"

namespace awe {

// Prepared for one graph and one length; immutable, so that any number of threads may share it. The graph must outlive
// it. Results are the same bits for any number of threads. If the graph has self-loops, the index must have them.
class ExactWalks {
 public:
  ExactWalks(const Graph& graph, const WalkIndex& index);
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
  [[nodiscard]] WalkDistribution of_node(NodeId node, Scratch& scratch) const;
  // Walks whose first step is the arc at this place of graph.targets().
  [[nodiscard]] WalkDistribution of_arc(NodeId from, std::uint64_t place, Scratch& scratch) const;
  // Mean over a set of nodes.
  [[nodiscard]] WalkDistribution of_nodes(std::span<const NodeId> nodes, Scratch& scratch) const;

 private:
  struct Plan;
  std::unique_ptr<const Plan> plan_;
};

}  // namespace awe
