// Predicts what the options will compute and what it will cost, without computing it.
#include <algorithm>
#include <map>
#include <utility>

#include "awe/featurizer.h"
#include "features/feature_columns.h"
#include "features/graph_rows.h"

namespace awe {
namespace {

// Measured: seconds per feature of a distinct profile, and per arc for sizes.
constexpr double kProfileFeatureSeconds = 1.5e-9;
constexpr double kSizeArcSeconds = 1e-8;
constexpr double kMapStepSeconds = 1e-9;

}  // namespace

FeatureForecast forecast(const FeatureOptions& options, GraphSource* source, const Progress& progress) {
  return forecast(options, source, progress, std::nullopt);
}

FeatureForecast forecast(const FeatureOptions& given, GraphSource* source, const Progress& progress,
                         std::optional<features::FittedFeatures> fitted) {
  const FeatureOptions wanted = features::with_spec(given);
  FeatureOptions options = wanted;
  // The first graph settles the rule for dead ends, unless a fit has.
  std::optional<Graph> first;
  if (source != nullptr && !fitted && options.dead_ends == DeadEnds::automatic) {
    first = source->next();
    options.dead_ends = features::settled(options.dead_ends, first);
  }
  // Exact enumeration above the budget is reported like any other cost.
  options.budget = 1e300;
  // Nothing is learnt yet, so attributes have no clusters: their cost is estimated as that of any other label.
  for (FeatureBlock& block : options.features) {
    if (block.labels.clusters == 0 || fitted) continue;
    block.labels.clusters = 0;
    block.labels.degree = DegreeLabels::log2;
  }
  const features::FeatureColumns columns(options, std::move(fitted), true);
  FeatureForecast result;
  for (const FeatureBlock& block : wanted.features)
    result.blocks.push_back({to_string(FeatureSpec{block}), 0, false, false, 0, 0, 0});
  const auto block_of = [&](const features::FeatureColumns::Part& part) -> BlockForecast& {
    return result.blocks[static_cast<std::size_t>(part.block - columns.options.features.data())];
  };
  bool clusters = false;
  for (const FeatureBlock& block : wanted.features) clusters = clusters || block.labels.clusters > 0;
  for (const features::FeatureColumns::Part& part : columns.parts) {
    BlockForecast& block = block_of(part);
    block.columns += part.first_column.back() - part.first_column.front();
    const bool named = part.labelled() || part.keyed() || part.kernel;
    block.hashed = named && options.hash_bits;
    block.learnt = named && !options.hash_bits && !columns.fitted;
  }
  if (!columns.fitted) result.passes += (features::needs_fit(wanted) ? 1 : 0) + (clusters && !wanted.hash_bits ? 1 : 0);
  if (source == nullptr) return result;
  std::map<std::size_t, std::vector<graph_kernels::LabelledGraph>> compared;  // by part
  for (std::uint64_t place = 0;; ++place) {
    progress.throw_if_stopped();
    const auto graph = first ? std::exchange(first, std::nullopt) : source->next();
    if (!graph) break;
    ++result.graphs;
    const features::GraphRows rows(*graph, place, columns);
    const double arcs = static_cast<double>(graph->num_arcs()), nodes = static_cast<double>(graph->num_nodes());
    for (std::size_t p = 0; p < columns.parts.size(); ++p) {
      const features::FeatureColumns::Part& part = columns.parts[p];
      BlockForecast& block = block_of(part);
      if (const features::WalkRows* walks = rows.walks(p)) {
        block.seconds += walks->predicted_seconds();
        if (p == 0 || columns.parts[p - 1].block != part.block) ++(walks->exact() ? block.exact : block.sampled);
      } else if (part.map) {
        block.seconds += part.map->cost(*graph).steps * kMapStepSeconds;
        ++(part.map->sampled(*graph) ? block.sampled : block.exact);
      } else if (part.kernel) {
        compared[p].push_back(features::compared_graph(rows.items(), columns, part));
        ++block.exact;
      } else {
        block.seconds +=
            part.profile ? nodes * part.profile->features() * kProfileFeatureSeconds : arcs * kSizeArcSeconds;
        ++block.exact;
      }
    }
    if (progress.report) progress.report(result.graphs, source->count().value_or(0));
  }
  for (const auto& [p, graphs] : compared) {
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      progress.throw_if_stopped();
      for (std::size_t j = 0; j <= i; ++j) {
        block_of(columns.parts[p]).seconds += columns.parts[p].kernel->steps(graphs[j], graphs[i]) * kMapStepSeconds;
      }
    }
  }
  return result;
}

}  // namespace awe
