#include "page/learning_curve.h"

#include <algorithm>
#include <array>

#include "awe/folds.h"
#include "evaluation/model_choice.h"
#include "svm/svm.h"

namespace awe::page {
namespace {

constexpr std::size_t kFewest = 8;  // training graphs

// A stratified part of some items; empty if it would be too small.
std::vector<std::uint32_t> part_of(const evaluation::GraphSet& set, const std::vector<std::uint32_t>& items,
                                   double share, const FoldSeed& seed) {
  if (share >= 1) return items;
  if (share * static_cast<double>(items.size()) < kFewest) return {};
  std::vector<std::string> ids;
  std::vector<int> classes;
  for (const std::uint32_t item : items) {
    ids.push_back(set.ids[item]);
    classes.push_back(set.classes[item]);
  }
  std::vector<std::uint32_t> part;
  for (const std::uint32_t place : stratified_holdout({ids, classes}, share, seed).test) part.push_back(items[place]);
  return part;
}

// Two graphs of each of two classes at least, or there is nothing to choose settings by.
bool enough(const evaluation::GraphSet& set, const std::vector<std::uint32_t>& items) {
  std::vector<int> counts(set.class_names.size(), 0);
  for (const std::uint32_t item : items) ++counts[static_cast<std::size_t>(set.classes[item])];
  return items.size() >= kFewest &&
         std::count_if(counts.begin(), counts.end(), [](int count) { return count >= 2; }) >= 2;
}

double accuracy_of(const evaluation::GraphSet& set, const KernelRecipe& recipe, evaluation::ChannelDistances& distances,
                   const EvaluationOptions& plan, const FoldSeed& seed, const std::vector<std::uint32_t>& train,
                   const std::vector<std::uint32_t>& test) {
  distances.learn(train);
  const evaluation::ChoiceTask task{{set.ids, set.classes, {}}, train, seed, {}, plan.run.thread_count(),
                                    set.class_names.size(),     {}};
  const evaluation::ChoiceGrid grid{{&recipe, 1}, plan.gammas, plan.cs, Machine::svm};
  const evaluation::ModelChoice choice =
      evaluation::choose_model(task, grid, distances, {{}, plan.run.progress.stop_requested});
  const kernels::GramView gram = distances.gram(recipe, choice.best.gamma);
  svm::SvmOptions how;
  how.threads = plan.run.thread_count();
  const std::array<double, 1> cs = {choice.best.c};
  const auto models = svm::train_svm_path(gram, train, set.classes, cs, how);
  const auto found = svm::predict_svm_path(gram, models, test, how.threads);
  double right = 0;
  for (std::size_t i = 0; i < test.size(); ++i) right += found.predicted[0][i] == set.classes[test[i]] ? 1 : 0;
  return right / static_cast<double>(test.size());
}

}  // namespace

std::vector<CurvePoint> learning_curve(const evaluation::GraphSet& set, const KernelRecipe& recipe,
                                       evaluation::ChannelDistances& distances, const EvaluationOptions& plan,
                                       const CurveOptions& options) {
  std::vector<std::vector<double>> found(options.shares.size());
  std::vector<std::size_t> trained(options.shares.size(), 0);
  std::uint64_t done = 0;
  const std::uint64_t total = options.shares.size() * static_cast<std::uint64_t>(options.repeats);
  for (int repeat = 0; repeat < options.repeats; ++repeat) {
    const FoldSeed seed{plan.run.seed, 500'000 + static_cast<std::uint32_t>(repeat)};
    const Split split = stratified_holdout({set.ids, set.classes, {}}, 0.2, seed);
    for (std::size_t s = 0; s < options.shares.size(); ++s) {
      plan.run.progress.throw_if_stopped();
      const std::vector<std::uint32_t> train = part_of(set, split.train, options.shares[s], seed);
      if (enough(set, train)) {
        found[s].push_back(accuracy_of(set, recipe, distances, plan, seed, train, split.test));
        trained[s] = train.size();
      }
      if (plan.run.progress.report) plan.run.progress.report(++done, total);
    }
  }
  std::vector<CurvePoint> curve;
  for (std::size_t s = 0; s < found.size(); ++s) {
    if (found[s].size() < static_cast<std::size_t>(options.repeats)) continue;
    curve.push_back({trained[s], mean_and_deviation(found[s])});
  }
  return curve;
}

}  // namespace awe::page
