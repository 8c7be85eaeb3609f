#include "features/fitted_features.h"

#include <algorithm>

#include "awe/featurizer.h"
#include "base/parallel.h"
#include "features/feature_columns.h"
#include "features/graph_rows.h"

namespace awe::features {
namespace {

// What one graph contributes to the fit: the walks of every part with labels, and the names of its labels.
struct Lesson {
  std::vector<labelled_walks::LabelledDistribution> walks;
  std::vector<labels::GraphLabels> labels;
  std::vector<SizeFeatures> sizes;                       // of every row
  std::vector<std::vector<baselines::MapSection>> maps;  // of every part with keys
  std::vector<graph_kernels::LabelledGraph> compared;    // of every part that compares graphs
};

std::map<int, labels::CodebookLearner> codebook_learners(const FeatureOptions& options) {
  std::map<int, labels::CodebookLearner> learners;
  for (const FeaturePart& part : parts_of(options.features)) {
    if (part.labels.clusters > 0) learners.try_emplace(part.labels.clusters, part.labels.clusters);
  }
  return learners;
}

bool has_sizes(const FeatureOptions& options) {
  return std::any_of(options.features.begin(), options.features.end(),
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

bool has_vocabulary(const FeatureOptions& options) {
  const auto parts = parts_of(options.features);
  return !options.hash_bits && std::any_of(parts.begin(), parts.end(), [](const FeaturePart& p) {
    return p.labelled() || p.keyed() || p.block->compares_graphs();
  });
}

}  // namespace

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

bool needs_fit(const FeatureOptions& options) {
  return has_vocabulary(options) || !codebook_learners(options).empty() || (has_sizes(options) && !options.hash_bits);
}

FittedFeatures fit_features(const FeatureOptions& given,
                            const std::function<std::unique_ptr<GraphSource>()>& open_again, const Progress& progress) {
  FeatureOptions wanted = given;
  std::unique_ptr<GraphSource> first_pass = settle_dead_ends(wanted, open_again());
  const auto open = [&] { return first_pass ? std::move(first_pass) : open_again(); };
  FittedFeatures fitted;
  fitted.dead_ends = wanted.dead_ends;
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

  // Walks of whole graphs, whatever the level: they include those of every node.
  FeatureOptions options = wanted;
  options.level = Level::graph;
  options.node_sets.clear();
  if (!vocabulary) options.hash_bits.reset();
  FeatureColumns learning(options, std::nullopt, true);
  learning.fitted = fitted;  // the codebooks
  for (const FeatureColumns::Part& part : learning.parts) {
    if (part.labelled() && vocabulary) {
      fitted.vocabularies.emplace_back(part.first, part.last, part.labels.of_nodes(), part.labels.edge,
                                       wanted.dead_ends == DeadEnds::end);
    }
    if (part.keyed() && vocabulary) fitted.keys.emplace_back(part.map->sections());
  }
  std::vector<std::vector<graph_kernels::LabelledGraph>> compared(static_cast<std::size_t>(std::count_if(
      learning.parts.begin(), learning.parts.end(), [](const auto& part) { return part.kernel != nullptr; })));
  // Counted first, so that the scale does not depend on the order of the graphs.
  std::map<SizeFeatures, std::uint64_t> size_counts;
  const auto source = open();
  Progress inner = progress;  // of the work on one graph
  if (source->count() != 1) inner.within = {};
  if (expected == 0) expected = source->count().value_or(0) * passes;
  std::uint64_t place = 0;
  base::ordered_pipeline<PlacedGraph, Lesson>(
      options.run.thread_count(), static_cast<std::size_t>(options.run.thread_count()) * 4,
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
        const GraphItems items(item.graph, item.place, learning.options);
        for (const FeatureColumns::Part& part : learning.parts) {
          if (part.keyed()) lesson.maps.push_back(map_of_graph(items, learning, part));
          if (part.kernel) lesson.compared.push_back(compared_graph(items, learning, part));
          if (!part.labelled()) continue;
          const WalkRows rows(items, learning, part);
          lesson.walks.push_back(WalkRows::Worker(rows).labelled(0, options.run.thread_count(), inner));
          lesson.labels.push_back(rows.labels());
        }
        return lesson;
      },
      [&](Lesson&& lesson) {
        for (std::size_t i = 0; i < lesson.walks.size(); ++i)
          fitted.vocabularies[i].add(lesson.walks[i], lesson.labels[i]);
        for (std::size_t i = 0; i < lesson.maps.size(); ++i) fitted.keys[i].add(lesson.maps[i]);
        for (std::size_t i = 0; i < compared.size(); ++i) compared[i].push_back(std::move(lesson.compared[i]));
        for (const SizeFeatures& row : lesson.sizes) ++size_counts[row];
        ++fitted.graphs;
        advance();
      });
  std::size_t next = 0, next_keys = 0;
  for (const FeatureColumns::Part& part : learning.parts) {
    if (!vocabulary) break;
    const VocabularyOptions limits = part.limits(options.vocabulary);
    if (part.labelled()) fitted.vocabularies[next++].finish(limits);
    if (part.keyed()) fitted.keys[next_keys++].finish(limits.min_graphs, limits.max_columns);
    if (!part.kernel) continue;
    std::vector<graph_kernels::LabelledGraph>& graphs = compared[fitted.landmarks.size()];
    fitted.landmarks.push_back(std::make_shared<const graph_kernels::Landmarks>(graph_kernels::Landmarks::learn(
        part.kernel, std::move(graphs), part.block->name(),
        {limits.max_columns, options.budget, options.run.memory, options.run.thread_count()}, progress)));
  }
  SizeScale scale;
  for (const auto& [features, count] : size_counts) {
    for (std::uint64_t i = 0; i < count; ++i) scale.add(features);
  }
  fitted.sizes = scale.values();
  return fitted;
}

}  // namespace awe::features
