// What separates the classes of a collection: for each class against the rest, and each pair of classes, the walks
// whose shares differ, tested, merged into groups that tell the same thing, with examples.
//
// A walk passes if its p, corrected for all walks of the comparison by permutation_test.h and multiplied by the number
// of comparisons (Bonferroni), is at most `significance`: if classes mean nothing, any walk passes in at most that
// share of collections. Cost: the walks of all graphs, and O(entries of the matrix) per shuffle and comparison.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/featurizer.h"
#include "awe/metrics.h"
#include "awe/run_options.h"
#include "evaluation/graph_set.h"
#include "explanation/permutation_test.h"
#include "explanation/traced_walk.h"

namespace awe::explanation {

struct ClassExplanationOptions {
  FeatureSpec features = {};                // walks; empty: those of default_features
  std::uint64_t min_graphs = 0;             // least number of graphs with a walk; 0: 2 %, at least 4
  double significance = 0.05;               // largest corrected p of a walk that passes
  std::uint64_t shuffles = 0;               // per comparison; 0: 999, more if there are many comparisons
  int folds = 10;                           // parts in which the direction of a difference is looked at
  std::size_t groups = 10;                  // largest number of groups of a comparison
  std::size_t examples = 3;                 // graphs per group
  bool shuffle_classes = false;             // give every graph the class of another one: a check of the test
  bool pairs = true;                        // compare each pair of three or more classes, too
  std::uint64_t walks = 20'000;             // per graph, where walks are sampled
  double budget = 1e8;                      // steps of one graph; beyond, its walks are sampled
  std::uint64_t search_steps = 20'000'000;  // of the search for the nodes that a walk visits in an example
  RunOptions run = {};
};

// One side of a comparison.
struct SideShare {
  double share = 0;        // mean share of walks
  Interval interval;       // 95 %, by Student's t
  std::uint64_t with = 0;  // graphs that have the walk
  Interval with_interval;  // 95 % of their share, by Wilson
};

struct SeparatingWalk {
  std::uint64_t column = 0;
  int length = 0;
  std::string text;  // of the column
  TracedWalk walk;
  ColumnTest test;
  SideShare first, second;
  int folds_same = 0, folds_tested = 0;  // parts where the difference has the same direction; where it can be seen
  std::size_t group = ~std::size_t{0};   // of the comparison; none if there are more groups than wanted
};

struct ExampleGraph {
  std::uint32_t graph = 0;           // of the collection
  double share = 0;                  // of the walk
  std::vector<double> nodes, edges;  // how often the walk visits them (explanation/attribution.h)
};

struct WalkGroup {
  std::size_t shown = 0;              // of `walks`: the smallest graph that is traced, among the strongest walks
  std::vector<std::size_t> members;   // of `walks`, strongest first
  bool for_first = false;             // more frequent in the first class
  std::vector<std::uint32_t> graphs;  // of the collection: all of the comparison that have the walk, ascending
  std::vector<ExampleGraph> examples;
};

struct Comparison {
  int first = 0, second = -1;  // classes; second -1: all others
  std::string name;            // "A against B", "A against the rest"
  std::uint64_t num_first = 0, num_second = 0;
  std::uint64_t tested = 0;           // walks
  std::vector<SeparatingWalk> walks;  // those that pass, strongest first
  std::vector<WalkGroup> groups;
};

struct ClassExplanation {
  FeatureSpec features;
  std::uint64_t columns = 0, min_graphs = 0, shuffles = 0;
  double significance = 0;
  bool sampled = false;  // the walks of some graphs were sampled
  std::vector<Comparison> comparisons;
};

// Non-backtracking walks with labels of nodes and edges if all graphs have them, otherwise anonymous walks.
[[nodiscard]] FeatureSpec default_features(const DataTraits& traits);

// Throws Error: usage for features that are no walks, for options outside their range. Progress counts graphs, then
// shuffles.
[[nodiscard]] ClassExplanation explain_classes(const evaluation::GraphSet& set, const ClassExplanationOptions& options);

}  // namespace awe::explanation
