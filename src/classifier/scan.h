// A first look at a collection that need not fit into memory: how many graphs there are, their classes and traits, and
// a uniform sample that depends on the contents of the graphs and the seed alone (evaluation/landmarks.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/graph_source.h"
#include "awe/recipe.h"
#include "awe/run_options.h"
#include "evaluation/graph_set.h"

namespace awe::classifier {

struct Scan {
  std::uint64_t graphs = 0;
  std::uint64_t without_class = 0;          // graphs left out
  std::vector<std::string> class_names;     // sorted
  std::vector<std::uint64_t> class_counts;  // by class
  DataTraits traits;
  Hash128 content;              // of all graphs and their classes, in their order
  evaluation::GraphSet sample;  // different graphs with the smallest ranks, in the order of their ranks
  std::vector<Hash128> ranks;   // of the sample
  bool is_whole = false;        // `whole` has all graphs
  evaluation::GraphSet whole;   // in their order; empty if there are too many

  [[nodiscard]] int class_of(const std::string& name) const;  // index into class_names
};

// Reads the source to its end. Of a collection of at most `most_whole` graphs all are kept, otherwise a sample of at
// most `most_sampled`. Progress counts graphs. Throws as evaluation::read_graph_set.
[[nodiscard]] Scan scan_graphs(GraphSource& source, std::size_t most_whole, std::size_t most_sampled,
                               std::uint64_t seed, const Progress& progress);

}  // namespace awe::classifier
