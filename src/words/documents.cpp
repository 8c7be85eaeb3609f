#include "words/documents.h"

namespace awe::words {

FeatureOptions feature_plan_of(const DocumentOptions& options) {
  FeatureOptions features;
  features.features = options.walks;
  features.self_loops = options.self_loops;
  features.dead_ends = options.dead_ends;
  features.level = options.level;
  features.node_sets = options.node_sets;
  features.walks = options.words.walks;
  features.run.seed = options.seed;
  features.run.threads = options.threads;
  // A walk of one graph alone tells nothing about others.
  features.vocabulary.min_graphs = options.level == Level::graph ? 2 : 1;
  features.vocabulary.max_columns = 10 * options.words.max_words;
  return features;
}

}  // namespace awe::words
