// Which graphs of a collection are the same graph under other node numbers. Isomorphic twins on both sides of a split
// are answers known beforehand, and twins of different classes bound the accuracy that anything can reach.
//
// Labels count by name and weights by their exact value where asked for, an edge without weight weighs 1; a directed
// graph is never isomorphic to an undirected one; ids, names, classes and attributes play no part. First every graph
// gets a hash that isomorphic graphs share: nodes that are twins of each other are merged, then colours are refined by
// those of the neighbours (Weisfeiler & Lehman) for a few rounds. Only graphs of the same hash are compared, by a
// canonical form: the order of the colours where they all differ, else by nauty (McKay & Piperno, Practical graph
// isomorphism II, J. Symbolic Computation 60, 2014). Forms are compared whole, so a collision of hashes costs time, not
// truth. Cost: O(arcs log arcs) a graph, on several threads, and what nauty takes, on one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph.h"
#include "awe/run_options.h"

namespace awe::isomorphism {

// What must agree besides adjacency and direction.
struct IsomorphismLabels {
  bool nodes = true;
  bool edges = true;
  bool weights = true;
};

// Beyond it, graphs are told apart by their hash alone. Counted in steps, not in seconds: the same on every machine.
// The default is worth about two seconds for a graph.
struct IsomorphismOptions {
  std::uint32_t most_nodes = 20'000;        // after merging, with one more for every edge of a rarer label
  std::uint64_t most_work = 2'000'000'000;  // a graph: nodes of nauty's search tree times (nodes + arcs)
};

struct IsomorphismClasses {
  std::vector<std::uint32_t> class_of;  // one a graph; classes are numbered by their first member
  std::uint32_t classes = 0;
  // Graphs that are in one class for their hash alone: the budget did not suffice for one of them, so some of them may
  // not be isomorphic.
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
  // Accuracy on these very graphs of the best function that cannot tell isomorphic graphs apart.
  double best_accuracy = 1;
};

// `labels` are the classes to predict, one a graph. Throws Error(usage) if the two differ in length.
[[nodiscard]] TwinSummary summarise_twins(const IsomorphismClasses& classes, std::span<const int> labels);

}  // namespace awe::isomorphism
