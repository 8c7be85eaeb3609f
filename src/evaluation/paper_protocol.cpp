#include "evaluation/paper_protocol.h"

#include <algorithm>
#include <cmath>

#include "awe/error.h"
#include "base/number.h"
#include "evaluation/channels.h"
#include "evaluation/phase_timer.h"
#include "kernels/row_kernels.h"
#include "svm/svm.h"

namespace awe::evaluation {
namespace {

struct KernelChoice {
  std::string name;
  BaseKernel base = BaseKernel::linear;
  bool squared = false;  // the polynomial kernel of the paper
  double sigma = 0;      // of RBF
};

std::vector<KernelChoice> choices(const PaperOptions& plan) {
  std::vector<KernelChoice> all;
  if (plan.uses_inner_products())
    all = {{"linear", BaseKernel::linear, false, 0}, {"poly", BaseKernel::linear, true, 0}};
  for (const double sigma : plan.sigmas)
    all.push_back({"rbf sigma=" + base::format_real(sigma), BaseKernel::linear, false, sigma});
  return all;
}

// Makes the Gram matrices of all choices, one after the other, in the same memory; if a second matrix fits, it keeps
// the distances, which are then not computed again for every sigma.
class Grams {
 public:
  Grams(const kernels::SparseRows& rows, const PaperOptions& plan)
      : rows_(rows), rule_(plan.rule), threads_(plan.run.thread_count()) {
    const double bytes = GramMatrix::bytes(static_cast<double>(rows.rows()), static_cast<double>(rows.rows()));
    keep_distances_ = 2 * bytes <= static_cast<double>(plan.run.memory);
  }

  kernels::GramView make(const KernelChoice& choice) {
    if (choice.sigma > 0) {
      make_distances();
      exponentiate(gram_, rule_ == PaperRule::authors ? 1 / choice.sigma : 1 / (2 * choice.sigma * choice.sigma),
                   threads_);
    } else {
      gram_ = {};
      gram_ = kernels::kernel_matrix(rows_, choice.base, {.threads = threads_});
      if (choice.squared) raise_to_power(gram_, 2, 0, threads_);
    }
    return {gram_.data(), gram_.rows()};
  }

 private:
  void make_distances() {
    if (keep_distances_ && distances_.rows() != 0) {
      std::copy_n(distances_.data(), distances_.rows() * distances_.columns(), gram_.data());
      return;
    }
    gram_ = {};
    gram_ = GramMatrix(rows_.rows(), rows_.rows());
    kernels::add_squared_distances(gram_, rows_, BaseKernel::linear, 1, {.threads = threads_});
    if (!keep_distances_) return;
    distances_ = GramMatrix(rows_.rows(), rows_.rows());
    std::copy_n(gram_.data(), gram_.rows() * gram_.columns(), distances_.data());
  }

  const kernels::SparseRows& rows_;
  PaperRule rule_;
  int threads_;
  bool keep_distances_ = false;
  GramMatrix gram_, distances_;
};

using Parts = std::vector<std::vector<std::uint32_t>>;

double share_right(std::span<const int> classes, const std::vector<int>& predicted,
                   const std::vector<std::uint32_t>& tested) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < tested.size(); ++i) right += predicted[i] == classes[tested[i]] ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(tested.size());
}

// The part of a fold's training items on which C is chosen (`test`), and the rest.
Split split_for_c(const folds::ItemClasses& set, const PaperOptions& plan, const std::vector<std::uint32_t>& training,
                  const FoldAssignment& folds, const FoldSeed& seed) {
  const FoldItems items{set.ids, set.classes, plan.groups};
  if (plan.rule == PaperRule::paper) return validation_part(items, training, seed);
  // As many as a fold has; beside one test part, as many as that has.
  const std::size_t count =
      folds.folds > 1 ? set.size() / static_cast<std::size_t>(folds.folds) : set.size() - training.size();
  return plain_part(items, training, count, seed);
}

// For each fold the place of the C that does best on its validation part; of equals the smallest.
std::vector<std::size_t> choose_cs(const folds::ItemClasses& set, const PaperOptions& plan,
                                   const kernels::GramView& gram, const Parts& training, std::size_t repeat) {
  Parts fitting, validation;
  for (std::size_t fold = 0; fold < training.size(); ++fold) {
    const auto number = static_cast<std::uint32_t>(1000 * repeat) + static_cast<std::uint32_t>(fold) + 1;
    Split split = split_for_c(set, plan, training[fold], plan.repeats[repeat], {plan.run.seed, number});
    fitting.push_back(std::move(split.train));
    validation.push_back(std::move(split.test));
  }
  svm::SvmOptions options;
  options.threads = plan.run.thread_count();
  const auto models = svm::train_svm_folds(gram, fitting, set.classes, plan.cs, options);
  std::vector<std::size_t> chosen;
  for (std::size_t fold = 0; fold < training.size(); ++fold) {
    const auto predictions = svm::predict_svm_path(gram, models[fold], validation[fold], plan.run.thread_count());
    std::size_t best = 0;
    double most = -1;
    for (std::size_t c = 0; c < plan.cs.size(); ++c) {
      const double share = share_right(set.classes, predictions.predicted[c], validation[fold]);
      if (share <= most) continue;
      most = share;
      best = c;
    }
    chosen.push_back(best);
  }
  return chosen;
}

// Test accuracies of the folds of one repeat.
std::vector<double> scores_of_repeat(const folds::ItemClasses& set, const PaperOptions& plan,
                                     const kernels::GramView& gram, std::size_t repeat) {
  const FoldAssignment& folds = plan.repeats[repeat];
  Parts training, test;
  for (int fold = 0; fold < folds.folds; ++fold) {
    training.push_back(folds.train_items(fold));
    test.push_back(folds.test_items(fold));
  }
  const std::vector<std::size_t> chosen = choose_cs(set, plan, gram, training, repeat);
  svm::SvmOptions options;
  options.threads = plan.run.thread_count();
  std::vector<double> scores(training.size());
  // Folds with the same C together, each trained for that C alone: the path along smaller values takes longer.
  for (std::size_t c = 0; c < plan.cs.size(); ++c) {
    Parts parts;
    std::vector<std::size_t> of;
    for (std::size_t fold = 0; fold < training.size(); ++fold) {
      if (chosen[fold] != c) continue;
      parts.push_back(training[fold]);
      of.push_back(fold);
    }
    if (parts.empty()) continue;
    const auto models = svm::train_svm_folds(gram, parts, set.classes, std::span(plan.cs).subspan(c, 1), options);
    for (std::size_t k = 0; k < of.size(); ++k) {
      const auto predictions =
          svm::predict_svm_path(gram, {&models[k].back(), 1}, test[of[k]], plan.run.thread_count());
      scores[of[k]] = share_right(set.classes, predictions.predicted.front(), test[of[k]]);
    }
  }
  return scores;
}

ScoreSummary summary_of(const std::vector<double>& scores, const std::vector<FoldAssignment>& repeats,
                        std::size_t items) {
  if (repeats.front().folds > 1) return summarise_scores(scores, repeats.front().folds);
  double tested = 0;
  for (const FoldAssignment& repeat : repeats) tested += static_cast<double>(repeat.test_items(0).size());
  return summarise_holdouts(scores, tested, static_cast<double>(items * repeats.size()) - tested);
}

void evaluate_rows(const kernels::SparseRows& rows, const folds::ItemClasses& set, const PaperOptions& plan,
                   const Progress& progress, PaperEvaluation& evaluation) {
  const auto kernels = choices(plan);
  Grams grams(rows, plan);
  std::uint64_t done = 0;
  for (const KernelChoice& choice : kernels) {
    std::vector<double> scores;
    const kernels::GramView gram = [&] {
      const PhaseTimer timer(evaluation.kernel_seconds);
      return grams.make(choice);
    }();
    for (std::size_t repeat = 0; repeat < plan.repeats.size(); ++repeat) {
      progress.throw_if_stopped();
      const PhaseTimer timer(evaluation.svm_seconds);
      const auto more = scores_of_repeat(set, plan, gram, repeat);
      scores.insert(scores.end(), more.begin(), more.end());
      if (progress.report) progress.report(++done, kernels.size() * plan.repeats.size());
    }
    evaluation.results.push_back({choice.name, summary_of(scores, plan.repeats, set.size()), false});
  }
  std::max_element(evaluation.results.begin(), evaluation.results.end(), [](const auto& a, const auto& b) {
    return a.accuracy.mean < b.accuracy.mean;
  })->best = true;
}

}  // namespace

std::vector<FoldAssignment> authors_folds(const folds::ItemClasses& set, int folds, int repeats, std::uint64_t seed) {
  std::vector<FoldAssignment> made;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    made.push_back(plain_folds({set.ids, set.classes}, folds, {seed, static_cast<std::uint32_t>(repeat)}));
  }
  return made;
}

std::vector<FoldAssignment> authors_parts(const folds::ItemClasses& set, double share, int repeats,
                                          std::uint64_t seed) {
  if (!(share > 0 && share < 0.5)) {
    throw Error(ErrorKind::usage, "a test part of " + base::format_real(share) + " of the items, beside a validation " +
                                      "part of the same size; use a share between 0 and 0.5");
  }
  const auto count = static_cast<std::size_t>(share * static_cast<double>(set.size()));
  const std::vector<std::uint32_t> all = all_items(set.size());
  std::vector<FoldAssignment> made;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const FoldSeed of_repeat{seed, static_cast<std::uint32_t>(repeat)};
    made.push_back(as_one_fold(plain_part({set.ids, set.classes}, all, count, of_repeat), set.size()));
  }
  return made;
}

void check(const PaperOptions& plan, std::size_t items) {
  const double bytes = GramMatrix::bytes(static_cast<double>(items), static_cast<double>(items));
  if (bytes > static_cast<double>(plan.run.memory)) {
    throw Error(ErrorKind::limit, "a matrix of " + std::to_string(items) + " items needs " +
                                      base::format_real(std::round(bytes)) + " bytes, more than " +
                                      std::to_string(plan.run.memory) + "; raise `memory`");
  }
  if (plan.repeats.empty()) throw Error(ErrorKind::usage, "an evaluation needs folds");
}

PaperEvaluation evaluate_paper(const GraphSet& set, const PaperOptions& plan, const Progress& progress) {
  check(plan, set.size());
  const KernelRecipe recipe = recipe_of_features(plan.features);
  if (recipe.channels.size() != 1)
    throw Error(ErrorKind::usage, "the protocol of the paper takes one block of features");
  PaperEvaluation evaluation;
  const kernels::SparseRows rows = [&] {
    const PhaseTimer timer(evaluation.feature_seconds);
    const ChannelOptions options{plan.run.thread_count(), plan.run.seed,   plan.walks, plan.self_loops,
                                 dead_ends_of(set),       plan.run.memory, plan.budget};
    return std::move(rows_of(set, recipe.channels, all_items(set.size()), options, progress).tables.front());
  }();
  evaluate_rows(rows, set.items(), plan, progress, evaluation);
  return evaluation;
}

PaperEvaluation evaluate_paper(const MatrixSet& set, const PaperOptions& plan, const Progress& progress) {
  check(plan, set.size());
  PaperEvaluation evaluation;
  evaluate_rows(set.rows, set.items(), plan, progress, evaluation);
  return evaluation;
}

}  // namespace awe::evaluation
