#include "features/fitted_features.h"

#include <algorithm>

#include "awe/featurizer.h"
#include "features/feature_columns.h"

namespace awe::features {

FeatureOptions with_spec(FeatureOptions options) {
  if (options.features.empty()) {
    options.features = anonymous_walks(options.length.first, options.length.last, options.scaling);
  }
  return options;
}

DeadEnds settled(DeadEnds wanted, const std::optional<Graph>& first) noexcept {
  if (wanted != DeadEnds::automatic) return wanted;
  return first && first->directed() ? DeadEnds::end : DeadEnds::stop;
}

std::unique_ptr<GraphSource> settle_dead_ends(FeatureOptions& options, std::unique_ptr<GraphSource> source) {
  if (options.dead_ends != DeadEnds::automatic) return source;
  std::optional<Graph> first = source->next();
  options.dead_ends = settled(options.dead_ends, first);
  return source_with_first(std::move(first), std::move(source));
}

Lessons lessons_of(const FeatureOptions& options) {
  Lessons lessons;
  for (const FeaturePart& part : parts_of(options.features)) {
    if (part.labels.clusters > 0) lessons.clusters.insert(part.labels.clusters);
    const bool learns = part.labelled() || part.keyed() || part.block->compares_graphs();
    if (learns && !options.hash_bits) lessons.vocabularies = true;
    if (part.block->kind == FeatureBlock::Kind::size) lessons.sizes = true;
  }
  return lessons;
}

bool needs_fit(const FeatureOptions& options) {
  const Lessons lessons = lessons_of(options);
  return lessons.vocabularies || !lessons.clusters.empty() || (lessons.sizes && !options.hash_bits);
}

}  // namespace awe::features
