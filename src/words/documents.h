// The documents of the data-driven model: which graphs, nodes, edges or subgraphs are documents, and which walks are
// counted in them. Rows of walks (awe/featurizer.h) and sentences (words/corpus.h) are both made of this.
#pragma once

#include <cstdint>

#include "awe/descent_options.h"
#include "awe/featurizer.h"
#include "features/fitted_features.h"

namespace awe::words {

struct DocumentOptions {
  FeatureSpec walks = anonymous_walks(7, 7);  // blocks of walks or colours
  bool self_loops = false;
  WordOptions words;
  Level level = Level::graph;
  NodeSets node_sets;                    // of level subgraph
  std::uint64_t max_documents = 20'000;  // to learn from; of more, evenly spread ones
  std::uint64_t seed = 1;
  int threads = 1;
};

// How a featurizer makes rows of these documents.
[[nodiscard]] FeatureOptions feature_plan_of(const DocumentOptions& options);

}  // namespace awe::words
