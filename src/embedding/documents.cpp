#include "embedding/documents.h"

namespace awe {

FeaturePlan feature_plan_of(const DocumentPlan& plan) {
  FeaturePlan features;
  features.features = plan.walks;
  features.self_loops = plan.self_loops;
  features.level = plan.level;
  features.node_sets = plan.node_sets;
  features.walks = plan.words.walks;
  features.seed = plan.seed;
  features.threads = plan.threads;
  // A walk of one graph alone tells nothing about others.
  features.limits.min_graphs = plan.level == Level::graph ? 2 : 1;
  features.limits.max_columns = 10 * plan.words.max_words;
  return features;
}

}  // namespace awe
