// Finds the graphs of a collection that are the same up to the numbering of nodes. Isomorphic graphs on both sides of a
// split leak answers, and isomorphic graphs of different classes limit the accuracy that any method can reach.
//
// If requested, labels are compared by name and weights by their exact value; an edge without a weight has weight 1. A
// directed graph is never isomorphic to an undirected one; ids, names, classes and attributes are ignored. First, each
// graph gets a hash that isomorphic graphs share: twin nodes are merged, then colours are refined by those of the
// neighbours (Weisfeiler & Lehman) for a few rounds. Only graphs with equal hashes are compared: written in the order
// of the colours where they all differ, otherwise with one graph of each class found so far, by the exact test of
// isomorphism/pair_test.h. Whole graphs are compared, so a hash collision costs time but never correctness.
// Cost: O(arcs log arcs) per graph, plus the tests of pairs; all on several threads.
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

// Beyond these limits, a pair of graphs stays undecided. Counted in steps, not seconds, so that results are the same on
// every machine. The default amounts to a few seconds per pair.
struct IsomorphismOptions {
  std::uint32_t most_nodes = 1'000'000;   // of a graph, after merging twins
  std::uint64_t most_work = 100'000'000;  // per pair: nodes and arcs visited by refinements
};

struct IsomorphismClasses {
  std::vector<std::uint32_t> class_of;  // one per graph; classes are numbered by their first member
  std::uint32_t classes = 0;
  // Pairs with equal hashes for which the budget did not suffice. They are put into one class, so that twins never
  // stand on both sides of a split, and the graphs of such classes are counted: some of them may not be isomorphic.
  std::uint64_t undecided_pairs = 0;
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
  std::uint64_t unsure = 0;  // see IsomorphismClasses: counted as twins, though some may not be
};

// `labels`: the classes to predict, one per graph. Throws Error(usage) if the two differ in length.
[[nodiscard]] TwinSummary summarise_twins(const IsomorphismClasses& classes, std::span<const int> labels);

}  // namespace awe::isomorphism
