// The documents of the data-driven model: which graphs, nodes, edges or subgraphs are documents, and which walks are
// counted in them. Shared by rows of walks (awe/featurizer.h) and sentences (words/corpus.h).
#pragma once

#include <cstdint>

#include "awe/featurizer.h"
#include "awe/training_options.h"
#include "features/fitted_features.h"

namespace awe::words {

struct DocumentOptions {
  FeatureSpec walks = anonymous_walks(7, 7);  // blocks of walks or colours
  bool self_loops = false;
  DeadEnds dead_ends = DeadEnds::stop;
  WordOptions words;
  Level level = Level::graph;
  NodeSets node_sets;                    // for Level::subgraph
  std::uint64_t max_documents = 20'000;  // to learn from; if there are more, an evenly spaced subset
  std::uint64_t seed = 1;
  int threads = 1;
};

// The options of a featurizer that computes the rows of these documents.
[[nodiscard]] FeatureOptions feature_plan_of(const DocumentOptions& options);

}  // namespace awe::words
