// Finds the graphs of a collection that are the same up to the numbering of nodes. Isomorphic graphs on both sides of a
// split leak answers, and isomorphic graphs of different classes limit the accuracy that any method can reach.
//
// If requested, labels are compared by name and weights by their exact value; an edge without a weight has weight 1. A
// directed graph is never isomorphic to an undirected one; ids, names, classes and attributes are ignored. First, each
// graph gets a hash that isomorphic graphs share: twin nodes are merged, then colours are refined by those of the
// neighbours (Weisfeiler & Lehman) for a few rounds. Only graphs with equal hashes are compared, by a canonical form:
// the order of the colours where they all differ, otherwise nauty's (McKay & Piperno, Practical graph isomorphism II,
// J. Symbolic Computation 60, 2014). Whole forms are compared, so a hash collision costs time but never correctness.
// Cost: O(arcs log arcs) per graph, on several threads, plus the time of nauty, on one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph.h"
#include "awe/run_options.h"

namespace awe::isomorphism {

// What must be equal besides adjacency and direction.
struct IsomorphismLabels {
  bool nodes = true;
  bool edges = true;
  bool weights = true;
};

// Beyond these limits, graphs are distinguished by their hash alone. Counted in steps, not seconds, so that results are
// the same on every machine. The default amounts to about two seconds per graph.
struct IsomorphismOptions {
  std::uint32_t most_nodes = 20'000;        // after merging twins, plus one for every edge with a rarer label
  std::uint64_t most_work = 2'000'000'000;  // per graph: nodes of nauty's search tree times (nodes + arcs)
};

struct IsomorphismClasses {
  std::vector<std::uint32_t> class_of;  // one per graph; classes are numbered by their first member
  std::uint32_t classes = 0;
  // Graphs whose class is based on the hash alone because the budget did not suffice for one of its members: some of
  // them may not be isomorphic.
  std::uint64_t unsure = 0;
};

// Progress counts graphs. The result does not depend on the number of threads.
[[nodiscard]] IsomorphismClasses isomorphism_classes(std::span<const Graph> graphs, const IsomorphismLabels& labels,
                                                     const Progress& progress = {},
                                                     const IsomorphismOptions& budget = {}, int threads = 1);

struct TwinSummary {
  std::uint64_t graphs = 0;
  std::uint64_t with_twin = 0;                 // isomorphic to another graph of the collection
  std::uint64_t with_twin_of_other_class = 0;  // and at least one such graph has another class
  // Accuracy, on these graphs, of the best function that gives isomorphic graphs the same class.
  double best_accuracy = 1;
};

// `labels`: the classes to predict, one per graph. Throws Error(usage) if the two differ in length.
[[nodiscard]] TwinSummary summarise_twins(const IsomorphismClasses& classes, std::span<const int> labels);

}  // namespace awe::isomorphism
