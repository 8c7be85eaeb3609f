#include "report/predicted_cost.h"

#include <algorithm>
#include <cmath>

#include "awe/feature_spec.h"
#include "report/data_driven_vectors.h"
#include "report/dataset_table.h"

namespace awe::report {
namespace {

// Of sets that are not public.
constexpr double kSmall = 1;

// Seconds of a recipe by ten folds: for each graph, node and pair of graphs.
struct RecipeRates {
  std::string_view recipe;
  double graph = 0, node = 0, pair = 0;
};
constexpr RecipeRates kRates[] = {
    {"auto", 5e-3, 1e-5, 3e-6},        {"structure", 5e-3, 1e-5, 2e-6}, {"wl", 1e-3, 1e-5, 8e-6},
    {"graphlets-7", 2e-3, 0, 5e-6},    {"dgk", 5e-3, 0, 5e-6},          {"exponential-walks", 1e-3, 1e-5, 4e-6},
    {"k-step-walks", 1e-4, 1e-6, 6e-6}};

double of_recipe(const CellParameters& cell, const Dataset& set) {
  const auto n = static_cast<double>(set.graphs);
  const auto* found = std::find_if(std::begin(kRates), std::end(kRates),
                                   [&](const RecipeRates& rates) { return rates.recipe == cell.features; });
  const RecipeRates& rates = found == std::end(kRates) ? kRates[0] : *found;
  return cell.repeats * (rates.graph * n + rates.node * static_cast<double>(set.nodes) + rates.pair * n * n);
}

// The SVMs of all kernels: their time grows with the square of the number of graphs.
double of_kernels(const CellParameters& cell, const Dataset& set) {
  const auto n = static_cast<double>(set.graphs);
  return static_cast<double>(cell.steps()) * 3e-8 * n * n;
}

// Features of one length, sampled where that is cheaper, and the kernel matrix between their rows.
double of_walks(int length, const Dataset& set) {
  const auto n = static_cast<double>(set.graphs);
  const double of_graph = std::min(7e-3, 2e-5 * set.mean(set.nodes) * length);
  return n * of_graph + 6e-5 * n * n * std::pow(7.9, length - 10);
}

// Training: a number of predictions, or a solve.
double of_training(const CellParameters& cell, const Dataset& set) {
  const EmbeddingOptions plan = data_driven_plan(cell.features, set.nodes);
  if (!plan.descent) return 2e-3 * static_cast<double>(set.graphs) * plan.walks.front().last;
  return 3e-6 * static_cast<double>(set.nodes) * plan.sentence_walks * plan.descent->epochs;
}

}  // namespace

double predicted_seconds(const CellParameters& cell) {
  const Dataset* set = find_dataset(cell.set);
  if (set == nullptr) return kSmall;
  switch (cell.kind) {
    case CellKind::statistics:
      return 1e-6 * static_cast<double>(set->nodes + set->edges) + 0.01;
    case CellKind::paper:
    case CellKind::authors:
      return of_kernels(cell, *set) + of_walks(parse_features(cell.features).front().last, *set);
    case CellKind::data_driven:
      return of_kernels(cell, *set) + of_training(cell, *set);
    case CellKind::nested:
      return of_recipe(cell, *set);
  }
  return kSmall;
}

double predicted_seconds(const ScalabilityOptions& options) {
  double seconds = 0;
  for (const std::uint64_t nodes : options.nodes) {
    const int graphs = nodes > 30'000 ? std::min(options.graphs, 2) : options.graphs;
    seconds += 4e-5 * static_cast<double>(nodes) * graphs * static_cast<double>(options.degrees.size());
  }
  return seconds + 1;
}

}  // namespace awe::report
