// Why a classifier decides as it does about one graph: what each walk, node and edge contributed to the decision of the
// predicted class against the next one, whether that is borne out by deleting nodes, and which training graphs are
// near.
//
// Contributions of columns (explanation/decision.h) that are walks are divided between the nodes and edges that the
// walks visit (explanation/attribution.h); so bias + nodes + elsewhere + remainder is the decision. Invariant under
// renumbering of nodes, up to rounding, where walks are enumerated. Cost: one enumeration of walks, and one prediction
// per node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/classifier.h"
#include "explanation/attribution.h"
#include "explanation/decision.h"

namespace awe::explanation {

struct ModelExplanationOptions {
  double deleted = 0.05;           // share of the nodes that the check deletes, at least one node
  int random_deletions = 10;       // random sets of as many nodes, for comparison; 0: no check
  std::size_t walks = 10;          // walks of each list
  bool removals = true;            // compute ModelExplanation::removal, and with it the check
  std::size_t max_removals = 200;  // nodes that are deleted one by one; of a larger graph, removal is estimated
  bool near = true;                // look for the nearest training graphs
  std::uint64_t search_steps = 20'000'000;  // of the search for visited nodes; beyond, walks are drawn
  std::uint64_t drawn_walks = 200'000;      // their number
  RunOptions run = {};
};

// A column by name.
struct NamedTerm {
  std::string block;  // name of its block of features
  int length = 0;
  std::string text;  // the walk, or what else the column is
  double value = 0, contribution = 0;
};

// A training graph of some class, and the columns that differ most from the graph's.
struct NearGraph {
  std::string id;
  int of_class = 0;
  double distance = 0;  // under the best recipe
  struct Difference {
    std::string block, text;
    double here = 0, there = 0;  // values of the column
    double distance = 0;         // its part of the distance
  };
  std::vector<Difference> differences;
};

struct ModelExplanation {
  std::string id;
  int predicted = 0, other = 0;  // classes: the decision is that of the first against the second
  Decision decision;
  std::vector<double> nodes, edges;  // contributions; edges in the order of edges_of
  // By node: how much the decision falls without the node. Estimated means to first order, if the walks that visit the
  // node are gone and their probability goes to the other walks of the same length in proportion.
  std::vector<double> removal;
  bool removal_estimated = false;
  double elsewhere = 0;          // contributions that belong to no node: sizes, walks that training never saw
  bool exact = true;             // false: visits of walks were sampled
  std::vector<NamedTerm> terms;  // the largest contributions, whatever their sign
  std::size_t num_deleted = 0;   // nodes that the check deletes; 0: no check
  double without_top = 0;        // decision without the nodes of the largest `removal`
  double without_random = 0;     // mean decision without random nodes
  std::vector<NearGraph> near;   // the nearest training graph of each class that has one
};

[[nodiscard]] ModelExplanation explain(const Classifier& model, const Graph& graph, const Prediction& prediction,
                                       const ModelExplanationOptions& options);

// The graph without these nodes.
[[nodiscard]] Graph without_nodes(const Graph& graph, const std::vector<NodeId>& nodes);

}  // namespace awe::explanation
