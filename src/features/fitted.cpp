#include "awe/features/fitted.h"

#include <algorithm>

#include "awe/base/parallel.h"
#include "awe/features/featurizer.h"
#include "feature_columns.h"
#include "graph_rows.h"

namespace awe {
namespace {

// What one graph gives to the fit: the walks of every part with labels, with what its labels are called.
struct Lesson {
  std::vector<LabelledDistribution> walks;
  std::vector<GraphLabels> labels;
  std::vector<SizeFeatures> sizes;  // of every row
};

std::map<int, CodebookLearner> codebook_learners(const FeaturePlan& plan) {
  std::map<int, CodebookLearner> learners;
  for (const FeaturePart& part : parts_of(plan.features)) {
    if (part.labels.clusters > 0) learners.try_emplace(part.labels.clusters, part.labels.clusters);
  }
  return learners;
}

bool has_sizes(const FeaturePlan& plan) {
  return std::any_of(plan.features.begin(), plan.features.end(),
                     [](const FeatureBlock& block) { return block.kind == FeatureBlock::Kind::size; });
}

std::vector<SizeFeatures> sizes_of_rows(const GraphItems& items) {
  if (items.level() == Level::graph) return {size_features(items.graph())};
  std::vector<SizeFeatures> sizes;
  for (std::size_t item = 0; item < items.size(); ++item) {
    sizes.push_back(size_features_around(items.graph(), items.nodes(item)));
  }
  return sizes;
}

bool has_vocabulary(const FeaturePlan& plan) {
  const auto parts = parts_of(plan.features);
  return !plan.hash_bits && std::any_of(parts.begin(), parts.end(), [](const FeaturePart& p) { return p.labelled(); });
}

}  // namespace

bool needs_fit(const FeaturePlan& plan) {
  return has_vocabulary(plan) || !codebook_learners(plan).empty() || (has_sizes(plan) && !plan.hash_bits);
}

FittedFeatures fit_features(const FeaturePlan& wanted, const std::function<std::unique_ptr<GraphSource>()>& open,
                            const Progress& progress) {
  FittedFeatures fitted;
  fitted.features = wanted.features;
  fitted.self_loops = wanted.self_loops;
  auto learners = codebook_learners(wanted);
  const bool sizes = has_sizes(wanted), vocabulary = has_vocabulary(wanted);
  const std::uint64_t passes = (learners.empty() ? 0 : 1) + (sizes || vocabulary ? 1 : 0);
  std::uint64_t done = 0, expected = 0;
  const auto advance = [&] {
    ++done;
    if (progress.report) progress.report(done, expected);
  };

  if (!learners.empty()) {
    const auto source = open();
    expected = source->count().value_or(0) * passes;
    while (auto graph = source->next()) {
      progress.throw_if_stopped();
      for (auto& [clusters, learner] : learners) learner.add(*graph);
      ++fitted.graphs;
      advance();
    }
    for (const auto& [clusters, learner] : learners) fitted.codebooks.emplace(clusters, learner.learn());
    if (!sizes && !vocabulary) return fitted;
    fitted.graphs = 0;
  }

  // Walks of whole graphs, whatever the level: they hold those of every node.
  FeaturePlan plan = wanted;
  plan.level = Level::graph;
  plan.node_sets.clear();
  if (!vocabulary) plan.hash_bits.reset();
  FeatureColumns learning(plan, std::nullopt, true);
  learning.fitted = fitted;  // the codebooks
  for (const FeatureColumns::Part& part : learning.parts) {
    if (part.labelled() && vocabulary) {
      fitted.vocabularies.emplace_back(part.first, part.last, part.labels.of_nodes(), part.labels.edge);
    }
  }
  // Counted first, so that the scale does not depend on the order of the graphs.
  std::map<SizeFeatures, std::uint64_t> size_counts;
  const auto source = open();
  if (expected == 0) expected = source->count().value_or(0) * passes;
  std::uint64_t place = 0;
  ordered_pipeline<PlacedGraph, Lesson>(
      plan.threads, static_cast<std::size_t>(plan.threads) * 4,
      [&]() -> std::optional<PlacedGraph> {
        progress.throw_if_stopped();
        auto graph = source->next();
        if (!graph) return std::nullopt;
        return PlacedGraph{std::move(*graph), place++};
      },
      [&](PlacedGraph&& item) {
        Lesson lesson;
        if (sizes) lesson.sizes = sizes_of_rows(GraphItems(item.graph, item.place, wanted));
        if (!vocabulary) return lesson;
        const GraphItems items(item.graph, item.place, learning.plan);
        for (const FeatureColumns::Part& part : learning.parts) {
          if (!part.labelled()) continue;
          const WalkRows rows(items, learning, part);
          lesson.walks.push_back(WalkRows::Worker(rows).labelled(0, plan.threads, progress));
          lesson.labels.push_back(rows.labels());
        }
        return lesson;
      },
      [&](Lesson&& lesson) {
        for (std::size_t i = 0; i < lesson.walks.size(); ++i)
          fitted.vocabularies[i].add(lesson.walks[i], lesson.labels[i]);
        for (const SizeFeatures& row : lesson.sizes) ++size_counts[row];
        ++fitted.graphs;
        advance();
      });
  std::size_t next = 0;
  for (const FeatureColumns::Part& part : learning.parts) {
    if (part.labelled() && vocabulary) fitted.vocabularies[next++].finish(part.limits(plan.limits));
  }
  SizeScale scale;
  for (const auto& [features, count] : size_counts) {
    for (std::uint64_t i = 0; i < count; ++i) scale.add(features);
  }
  fitted.sizes = scale.values();
  return fitted;
}

}  // namespace awe
