#include "explanation/class_explanation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "awe/error.h"
#include "awe/folds.h"
#include "base/rng.h"
#include "explanation/attribution.h"
#include "explanation/walk_groups.h"

namespace awe::explanation {
namespace {

using evaluation::GraphSet;

void check(const ClassExplanationOptions& options) {
  if (!(options.significance > 0 && options.significance < 1)) {
    throw Error(ErrorKind::usage, "`significance` must be inside (0, 1)");
  }
  if (options.folds < 2) throw Error(ErrorKind::usage, "the number of folds must be at least 2");
  for (const FeatureBlock& block : options.features) {
    if (block.kind != FeatureBlock::Kind::walks) {
      throw Error(ErrorKind::usage, "`features` must be walks here: aw:L or walks(labels):L");
    }
    if (block.labels.clusters > 0) {
      throw Error(ErrorKind::usage, "`features` of clusters of attributes cannot be explained");
    }
  }
}

std::vector<Comparison> comparisons_of(const std::vector<int>& classes, const std::vector<std::string>& names,
                                       bool pairs) {
  std::vector<Comparison> found;
  const int count = static_cast<int>(names.size());
  const auto name = [&](int c) { return names[static_cast<std::size_t>(c)]; };
  const auto add = [&](int first, int second) {
    Comparison& made = found.emplace_back();
    made.first = first;
    made.second = second;
    made.name = "class " + name(first) + " against " + (second < 0 ? "the rest" : "class " + name(second));
    for (const int c : classes) {
      made.num_first += c == first ? 1 : 0;
      made.num_second += c != first && (second < 0 || c == second) ? 1 : 0;
    }
  };
  // With two classes all comparisons are the same one; the second class is usually the positive one.
  if (count == 2) {
    add(1, 0);
    return found;
  }
  for (int a = 0; a < count; ++a) add(a, -1);
  for (int a = 0; pairs && a < count; ++a) {
    for (int b = a + 1; b < count; ++b) add(a, b);
  }
  return found;
}

TwoGroups groups_of(const Comparison& comparison, const std::vector<int>& classes) {
  TwoGroups groups;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] != comparison.first && comparison.second >= 0 && classes[i] != comparison.second) continue;
    groups.items.push_back(static_cast<std::uint32_t>(i));
    groups.first.push_back(classes[i] == comparison.first ? 1 : 0);
  }
  return groups;
}

// The columns of a matrix over some items.
std::vector<SparseColumn> columns_over(const FeatureMatrix& matrix, const std::vector<std::uint32_t>& items) {
  std::vector<SparseColumn> columns(matrix.num_columns());
  for (std::size_t place = 0; place < items.size(); ++place) {
    const SparseVector& row = matrix.rows[items[place]].values;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!(row.values[i] > 0)) continue;
      columns[row.indices[i]].places.push_back(static_cast<std::uint32_t>(place));
      columns[row.indices[i]].values.push_back(row.values[i]);
    }
  }
  return columns;
}

SideShare side_of(const SparseColumn& column, const TwoGroups& groups, std::uint8_t first) {
  const double count = static_cast<double>(first == 1 ? groups.num_first() : groups.size() - groups.num_first());
  SideShare side;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < column.places.size(); ++i) {
    if (groups.first[column.places[i]] != first) continue;
    ++side.with;
    sum += column.values[i];
  }
  side.share = sum / count;
  for (std::size_t i = 0; i < column.places.size(); ++i) {
    if (groups.first[column.places[i]] != first) continue;
    squares += (column.values[i] - side.share) * (column.values[i] - side.share);
  }
  squares += (count - static_cast<double>(side.with)) * side.share * side.share;
  const double width =
      count < 2 ? 0 : student_t_quantile(0.975, static_cast<int>(count) - 1) * std::sqrt(squares / (count - 1) / count);
  side.interval = {std::max(0.0, side.share - width), side.share + width};
  side.with_interval = wilson_interval(static_cast<double>(side.with), count);
  return side;
}

// The mean ranks of both groups in each part; a part counts if it has items of both.
void add_folds(SeparatingWalk& walk, const RankedColumn& column, const TwoGroups& groups, const FoldAssignment& folds) {
  for (int fold = 0; fold < folds.folds; ++fold) {
    double sums[2] = {0, 0}, counts[2] = {0, 0};
    for (const std::uint32_t place : folds.test_items(fold)) ++counts[groups.first[place]];
    if (counts[0] == 0 || counts[1] == 0) continue;
    for (std::size_t i = 0; i < column.places.size(); ++i) {
      if (folds.fold_of[column.places[i]] == fold) sums[groups.first[column.places[i]]] += column.ranks[i];
    }
    const double difference = sums[1] / counts[1] - sums[0] / counts[0];
    ++walk.folds_tested;
    walk.folds_same += difference != 0 && (difference > 0) == (walk.test.statistic > 0) ? 1 : 0;
  }
}

// Of the strongest walks of a group the one that traces the smallest graph.
std::size_t shown_of(const std::vector<SeparatingWalk>& walks, const std::vector<std::size_t>& members) {
  const double least = 0.9 * std::abs(walks[members.front()].test.statistic);
  const auto size = [&](std::size_t i) {
    const SeparatingWalk& walk = walks[i];
    return std::tuple(walk.walk.num_nodes(), walk.walk.num_edges(), walk.walk.names.size());
  };
  std::size_t shown = members.front();
  for (const std::size_t member : members) {
    if (std::abs(walks[member].test.statistic) >= least && size(member) < size(shown)) shown = member;
  }
  return shown;
}

class Explainer {
 public:
  Explainer(const GraphSet& set, const ClassExplanationOptions& options) : set_(set), options_(options) {
    check(options);
    classes_ = set.classes;
    if (options.shuffle_classes) {
      base::Sequence random(options.run.seed, Hash128{1, 1});
      for (std::size_t i = classes_.size() - 1; i > 0; --i) std::swap(classes_[i], classes_[random.below(i + 1)]);
    }
    made_.features = options.features.empty() ? default_features(set.traits()) : options.features;
    made_.significance = options.significance;
    made_.min_graphs = options.min_graphs > 0 ? options.min_graphs : std::max<std::uint64_t>(4, (set.size() + 49) / 50);
  }

  ClassExplanation explain() {
    FeatureOptions plan;
    plan.features = made_.features;
    plan.vocabulary = {made_.min_graphs, std::uint64_t{2000}};
    plan.walks = options_.walks;
    plan.budget = options_.budget;
    plan.run = options_.run;
    const Featurizer features = Featurizer::fit(set_.graphs, plan);
    matrix_ = features.transform(set_.graphs, options_.run.progress);
    for (const MatrixRow& row : matrix_.rows) made_.sampled = made_.sampled || row.method != "exact";
    made_.columns = matrix_.num_columns();
    made_.comparisons = comparisons_of(classes_, set_.class_names, options_.pairs);
    const std::uint64_t comparisons = made_.comparisons.size();
    made_.shuffles = options_.shuffles > 0 ? options_.shuffles : std::max<std::uint64_t>(999, 40 * comparisons - 1);
    for (Comparison& comparison : made_.comparisons) compare(comparison);
    return std::move(made_);
  }

 private:
  void compare(Comparison& comparison) {
    const TwoGroups groups = groups_of(comparison, classes_);
    const std::vector<SparseColumn> all = columns_over(matrix_, groups.items);
    std::vector<std::uint64_t> columns;
    std::vector<RankedColumn> ranked;
    for (std::uint64_t column = 0; column < all.size(); ++column) {
      if (all[column].places.size() < made_.min_graphs) continue;
      RankedColumn one = rank(all[column], groups.size());
      if (one.variance_factor <= 0) continue;
      columns.push_back(column);
      ranked.push_back(std::move(one));
    }
    comparison.tested = columns.size();
    if (columns.empty()) return;
    const auto tests = permutation_test(ranked, groups, made_.shuffles, options_.run);
    const double comparisons = static_cast<double>(made_.comparisons.size());
    std::vector<std::size_t> passing;
    for (std::size_t j = 0; j < tests.size(); ++j) {
      if (tests[j].p * comparisons <= options_.significance) passing.push_back(j);
    }
    std::stable_sort(passing.begin(), passing.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(tests[a].statistic) > std::abs(tests[b].statistic);
    });
    const std::vector<std::string> ids = ids_of(groups);
    const std::vector<int> sides(groups.first.begin(), groups.first.end());
    const FoldAssignment folds = stratified_folds({ids, sides}, options_.folds, {options_.run.seed, 0});
    std::vector<GroupedWalk> grouped;
    for (const std::size_t j : passing) {
      options_.run.progress.throw_if_stopped();
      SeparatingWalk& walk = comparison.walks.emplace_back();
      const MatrixColumn column = matrix_.columns.describe(columns[j]);
      walk.column = columns[j];
      walk.length = column.length;
      walk.text = column.walk;
      walk.walk = parse_traced(column.walk);
      walk.test = tests[j];
      walk.test.p = std::min(1.0, tests[j].p * comparisons);
      walk.first = side_of(all[columns[j]], groups, 1);
      walk.second = side_of(all[columns[j]], groups, 0);
      add_folds(walk, ranked[j], groups, folds);
      grouped.push_back({&ranked[j], traced_key(walk.walk, directed()), tests[j].statistic});
    }
    const auto group_of = group_walks(grouped, groups.size(), options_.groups);
    for (std::size_t i = 0; i < group_of.size(); ++i) {
      const std::size_t group = comparison.walks[i].group = group_of[i];
      if (group == ~std::size_t{0}) continue;
      if (group == comparison.groups.size()) comparison.groups.emplace_back();
      comparison.groups[group].members.push_back(i);
    }
    for (WalkGroup& group : comparison.groups) {
      group.shown = shown_of(comparison.walks, group.members);
      group.for_first = comparison.walks[group.shown].test.statistic > 0;
      add_examples(group, comparison.walks[group.shown], all, groups);
    }
  }

  // Graphs of the class with more of the walk, those with the largest shares first.
  void add_examples(WalkGroup& group, const SeparatingWalk& walk, const std::vector<SparseColumn>& columns,
                    const TwoGroups& groups) const {
    const SparseColumn& column = columns[walk.column];
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < column.places.size(); ++i) {
      if ((groups.first[column.places[i]] == 1) == group.for_first) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return column.values[a] > column.values[b]; });
    order.resize(std::min(order.size(), options_.examples));
    for (const std::uint32_t place : column.places) group.graphs.push_back(groups.items[place]);
    const FeatureBlock& block = block_of(walk.column);
    for (const std::size_t i : order) {
      const std::uint32_t graph = groups.items[column.places[i]];
      const labels::GraphLabels labels(set_.graphs[graph], block.labels);
      const WeightedWalk weighted[] = {{walk.walk, 1}};
      AttributionOptions how;
      how.kind = block.walk;
      how.budget = options_.search_steps;
      how.seed = options_.run.seed;
      Attribution found = attribute(set_.graphs[graph], labels, weighted, how, options_.run.progress);
      group.examples.push_back({graph, column.values[i], std::move(found.nodes), std::move(found.edges)});
    }
  }

  [[nodiscard]] const FeatureBlock& block_of(std::uint64_t column) const {
    for (std::size_t b = 0; b < matrix_.blocks.size(); ++b) {
      if (column < matrix_.blocks[b].last) return made_.features[b];
    }
    return made_.features.back();
  }
  [[nodiscard]] bool directed() const { return !set_.graphs.empty() && set_.graphs.front().directed(); }
  [[nodiscard]] std::vector<std::string> ids_of(const TwoGroups& groups) const {
    std::vector<std::string> ids;
    for (const std::uint32_t item : groups.items) ids.push_back(set_.ids[item]);
    return ids;
  }

  const GraphSet& set_;
  const ClassExplanationOptions& options_;
  std::vector<int> classes_;
  FeatureMatrix matrix_;
  ClassExplanation made_;
};

}  // namespace

FeatureSpec default_features(const DataTraits& traits) {
  if (!traits.node_labels) return "aw:2..7";
  const std::string labels = traits.edge_labels ? "node,edge" : "node";
  return FeatureSpec("walks(" + labels + "):" + (traits.large ? "1..3" : "1..6") + "[nb]");
}

ClassExplanation explain_classes(const GraphSet& set, const ClassExplanationOptions& options) {
  return Explainer(set, options).explain();
}

}  // namespace awe::explanation
