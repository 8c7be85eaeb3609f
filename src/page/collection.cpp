#include "page/collection.h"

#include <algorithm>
#include <map>
#include <utility>

#include "awe/error.h"
#include "base/parallel.h"
#include "evaluation/channels.h"

namespace awe::page {
namespace {

using evaluation::GraphSet;

constexpr std::size_t kNeighbours = 6, kCounted = 10;

// A stratified sample, in the order of the collection.
GraphSet sampled(GraphSet&& set, std::size_t most, std::uint64_t seed) {
  if (set.size() <= most) return std::move(set);
  const double share = static_cast<double>(most) / static_cast<double>(set.size());
  const Split split = stratified_holdout({set.ids, set.classes, {}}, share, {seed, 400'000});
  GraphSet part;
  part.class_names = std::move(set.class_names);
  for (const std::uint32_t item : split.test) {
    part.graphs.push_back(std::move(set.graphs[item]));
    part.ids.push_back(std::move(set.ids[item]));
    part.classes.push_back(set.classes[item]);
  }
  return part;
}

void check(const GraphSet& set, const ReportOptions& options) {
  if (options.most_graphs < 10) throw Error(ErrorKind::usage, "`most_graphs` must be at least 10");
  if (options.evaluation.folds < 2) throw Error(ErrorKind::usage, "the number of folds must be at least 2");
  if (set.size() < 2 * static_cast<std::size_t>(options.evaluation.folds)) {
    throw Error(ErrorKind::usage, "a page needs at least two graphs per fold: " + std::to_string(set.size()) +
                                      " graphs are too few for " + std::to_string(options.evaluation.folds) +
                                      " `folds`");
  }
  std::vector<std::size_t> sizes(set.class_names.size(), 0);
  for (const int c : set.classes) ++sizes[static_cast<std::size_t>(c)];
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    if (sizes[c] < 2) {
      throw Error(ErrorKind::usage, "class '" + set.class_names[c] + "' has " + std::to_string(sizes[c]) +
                                        " graphs on the page; it needs two at least");
    }
  }
}

class Reporter {
 public:
  Reporter(GraphSet&& set, const ReportOptions& options)
      : options_(options), plan_(options.evaluation), drawing_(drawing_of(options)) {
    made_.collection = set.size();
    made_.set = sampled(std::move(set), options.most_graphs, plan_.run.seed);
    check(made_.set, options);
    if (plan_.candidates.empty()) plan_.candidates = recipes_of_name(plan_.recipe, made_.set.traits());
    plan_.machine.kind = Machine::svm;
    plan_.splits = {stratified_folds({made_.set.ids, made_.set.classes, {}}, plan_.folds, {plan_.run.seed, 0})};
  }

  CollectionReport run() {
    step("accuracy");
    made_.evaluation = evaluate_nested(made_.set, plan_);
    collect_predictions();
    choose_recipe();
    step("accuracy of sizes");
    EvaluationOptions sizes = plan_;
    sizes.candidates = recipes_of_name("size", made_.set.traits());
    made_.sizes = evaluate_nested(made_.set, sizes);
    made_.majority = majority_share(made_.set.classes);
    step("maps");
    compare_graphs();
    step("separating walks");
    find_walks();
    step("evidence");
    made_.evidence = evidence_of(made_.set, drawing_, plan_.run);
    step("twins");
    made_.twins = isomorphism::isomorphism_classes(made_.set.graphs, {}, plan_.run.progress, {1'000'000, 1'000'000},
                                                   plan_.run.thread_count());
    made_.twin_summary = isomorphism::summarise_twins(made_.twins, made_.set.classes);
    step("drawings");
    draw();
    return std::move(made_);
  }

 private:
  void step(const std::string& name) const {
    plan_.run.progress.throw_if_stopped();
    if (options_.begins) options_.begins(name);
  }

  void collect_predictions() {
    made_.predicted.assign(made_.set.size(), 0);
    for (int fold = 0; fold < plan_.folds; ++fold) {
      const std::vector<int>& found = made_.evaluation.folds[static_cast<std::size_t>(fold)].predicted;
      const std::vector<std::uint32_t> items = plan_.splits.front().test_items(fold);
      for (std::size_t i = 0; i < items.size(); ++i) made_.predicted[items[i]] = found[i];
    }
  }

  // What most folds chose; the first one on a tie.
  void choose_recipe() {
    std::map<std::string, int> recipes;
    std::map<double, int> gammas;
    for (const FoldResult& fold : made_.evaluation.folds) ++recipes[fold.recipe];
    const auto most = [](const auto& a, const auto& b) { return a.second < b.second; };
    made_.recipe = std::max_element(recipes.begin(), recipes.end(), most)->first;
    for (const FoldResult& fold : made_.evaluation.folds) gammas[fold.gamma] += fold.recipe == made_.recipe ? 1 : 0;
    made_.gamma = std::max_element(gammas.begin(), gammas.end(), most)->first;
  }

  [[nodiscard]] const KernelRecipe& recipe() const {
    const auto named = [&](const KernelRecipe& one) { return one.name == made_.recipe; };
    return *std::find_if(plan_.candidates.begin(), plan_.candidates.end(), named);
  }

  // Distances under the recipe, learnt from all graphs without their classes.
  void compare_graphs() {
    const Progress quiet{{}, plan_.run.progress.stop_requested};
    const evaluation::ChannelOptions how{
        plan_.run.thread_count(), plan_.run.seed, plan_.walks, plan_.self_loops, evaluation::dead_ends_of(made_.set),
        plan_.run.memory,         plan_.budget};
    const KernelRecipe chosen = recipe();
    evaluation::ChannelDistances distances(
        made_.set.size(), {&chosen, 1},
        [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
          return evaluation::rows_of(made_.set, channels, learnt_on, how, quiet);
        },
        {plan_.run.memory, plan_.run.thread_count(), false}, quiet);
    const std::size_t n = made_.set.size();
    algebra::Dense squared(n, n);
    {
      distances.learn(evaluation::all_items(n));
      KernelRecipe plain = chosen;
      plain.shape = KernelShape::linear;  // -gamma D / 2
      const kernels::GramView gram = distances.gram(plain, 2);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) squared(i, j) = std::max(0.0, -static_cast<double>(gram(i, j)));
      }
    }
    made_.surroundings = surroundings(squared, kNeighbours, kCounted, plan_.run.thread_count());
    RunOptions quiet_run = plan_.run;
    quiet_run.progress = quiet;
    made_.pca = kernel_pca(squared, made_.gamma, quiet_run);
    made_.tsne = tsne(squared, made_.pca, {}, plan_.run);
    step("learning curve");
    CurveOptions curve;
    curve.repeats = made_.curve_repeats = n > 1000 ? 3 : 5;
    made_.curve = learning_curve(made_.set, chosen, distances, plan_, curve);
  }

  void find_walks() {
    explanation::ClassExplanationOptions how;
    how.pairs = made_.set.class_names.size() <= 4;
    how.groups = 8;
    how.examples = 3;
    how.walks = 5'000;
    how.budget = 1e6;
    how.search_steps = 1'000'000;
    how.run = plan_.run;
    made_.walks = explanation::explain_classes(made_.set, how);
  }

  void draw() {
    std::vector<std::vector<Place>> places(made_.set.size());
    base::parallel_for(made_.set.size(), plan_.run.thread_count(), [&](std::size_t i) {
      plan_.run.progress.throw_if_stopped();
      places[i] = places_of(made_.set.graphs[i], drawing_);
    });
    for (std::size_t i = 0; i < made_.set.size(); ++i) {
      made_.drawings.push_back(packed(made_.set.graphs[i], places[i], drawing_, made_.node_labels, made_.edge_labels));
    }
  }

  const ReportOptions& options_;
  EvaluationOptions plan_;
  DrawingOptions drawing_;
  CollectionReport made_;
};

}  // namespace

DrawingOptions drawing_of(const ReportOptions& options) {
  DrawingOptions made;
  made.theme = DrawingTheme::inherit;
  made.node_names = options.node_names;
  made.edge_names = options.edge_names;
  return made;
}

CollectionReport report_on(GraphSet set, const ReportOptions& options) {
  return Reporter(std::move(set), options).run();
}

}  // namespace awe::page
