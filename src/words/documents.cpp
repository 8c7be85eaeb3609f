#include "words/documents.h"

namespace awe::words {

FeatureOptions feature_plan_of(const DocumentOptions& options) {
  FeatureOptions features;
  features.features = options.walks;
  features.self_loops = options.self_loops;
  features.level = options.level;
  features.node_sets = options.node_sets;
  features.walks = options.words.walks;
  features.seed = options.seed;
  features.threads = options.threads;
  // A walk that occurs in a single graph carries no information about others.
  features.vocabulary.min_graphs = options.level == Level::graph ? 2 : 1;
  features.vocabulary.max_columns = 10 * options.words.max_words;
  return features;
}

}  // namespace awe::words
