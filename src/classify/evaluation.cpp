#include "awe/classify/evaluation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "awe/base/parallel.h"
#include "awe/classify/svm.h"
#include "model_choice.h"
#include "phase_timer.h"
#include "set_rows.h"

namespace awe {
namespace {

GramMatrix distances(const SparseRows& rows, BaseKernel kernel, const EvaluationPlan& plan, const Progress& progress) {
  GramMatrix sum(rows.rows(), rows.rows());
  add_squared_distances(sum, rows, kernel, 1, {plan.threads, {{}, progress.stop_requested}});
  return sum;
}

class Nested {
 public:
  Nested(const GraphSet& set, const EvaluationPlan& plan, const Progress& progress)
      : set_(set), plan_(plan), progress_(progress) {
    for (const KernelRecipe& recipe : plan.candidates) {
      for (const Channel& channel : recipe.channels) {
        const std::size_t known = place_of(channel);
        if (known == channels_.size()) channels_.push_back({channel, std::nullopt, 1});
      }
    }
    const double matrices = static_cast<double>(channels_.size()) + 1;
    const double bytes = matrices * GramMatrix::bytes(static_cast<double>(set.size()), static_cast<double>(set.size()));
    if (bytes > plan.memory) {
      throw Error(ErrorKind::limit, std::to_string(channels_.size() + 1) + " matrices of " +
                                        std::to_string(set.size()) + " graphs need " + format_real(std::round(bytes)) +
                                        " bytes, more than " + format_real(plan.memory) +
                                        "; raise --memory or name one recipe");
    }
  }

  Evaluation run() {
    prepare_channels();
    Evaluation result;
    result.confusion.classes = static_cast<int>(set_.class_names.size());
    result.confusion.counts.resize(set_.class_names.size() * set_.class_names.size());
    std::vector<double> scores, auc_scores;
    std::vector<int> auc_positive;
    std::uint64_t total = 0, done = 0;
    for (const FoldAssignment& repeat : plan_.repeats) total += static_cast<std::uint64_t>(repeat.folds);
    for (std::size_t repeat = 0; repeat < plan_.repeats.size(); ++repeat) {
      const FoldAssignment& folds = plan_.repeats[repeat];
      for (int fold = 0; fold < folds.folds; ++fold) {
        progress_.throw_if_stopped();
        const auto train = folds.train_items(fold), test = folds.test_items(fold);
        result.folds.push_back(
            run_fold(train, test,
                     {plan_.seed, static_cast<std::uint32_t>(1000 * repeat) + static_cast<std::uint32_t>(fold) + 1}));
        const FoldResult& last = result.folds.back();
        scores.push_back(last.accuracy);
        for (std::size_t i = 0; i < test.size(); ++i) {
          result.confusion.add(set_.classes[test[i]], predicted_[i]);
          if (set_.class_names.size() == 2) {
            auc_scores.push_back(decisions_[i]);
            auc_positive.push_back(set_.classes[test[i]] == 0 ? 1 : 0);
          }
        }
        if (progress_.report) progress_.report(++done, total);
      }
    }
    result.accuracy = summarise_scores(scores, plan_.repeats.front().folds);
    result.macro_f1 = macro_f1(result.confusion);
    if (set_.class_names.size() == 2) result.roc_auc = roc_auc(auc_scores, auc_positive);
    result.feature_seconds = feature_seconds_;
    result.kernel_seconds = kernel_seconds_;
    result.svm_seconds = svm_seconds_;
    return result;
  }

 private:
  struct ChannelState {
    Channel channel;
    std::optional<GramMatrix> distances;
    double median = 1;
  };

  [[nodiscard]] std::size_t place_of(const Channel& channel) const {
    const auto same = [&](const ChannelState& state) { return state.channel.same_distances(channel); };
    return static_cast<std::size_t>(std::find_if(channels_.begin(), channels_.end(), same) - channels_.begin());
  }

  // Channels that depend on pairs of graphs alone, once; those of the same features share the rows.
  void prepare_channels() {
    const auto everything = all_items(set_);
    std::vector<char> done(channels_.size(), 0);
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      if (done[i] != 0 || channels_[i].channel.learnt()) continue;
      compute(i, everything, done);
    }
  }

  void compute(std::size_t first, std::span<const std::uint32_t> learnt_on, std::vector<char>& done) {
    for (const bool counts : {false, true}) {
      std::optional<SparseRows> rows;
      for (std::size_t i = first; i < channels_.size(); ++i) {
        ChannelState& state = channels_[i];
        if (done[i] != 0 || state.channel.counts != counts ||
            state.channel.features != channels_[first].channel.features) {
          continue;
        }
        if (!rows) {
          const PhaseTimer timer(feature_seconds_);
          rows = rows_of(set_, state.channel, learnt_on, {plan_.threads, plan_.seed, plan_.walks}, progress_);
        }
        const PhaseTimer timer(kernel_seconds_);
        state.distances.reset();
        state.distances = distances(*rows, state.channel.kernel, plan_, progress_);
        done[i] = 1;
      }
    }
  }

  // Fills the Gram with exp(-gamma D) of a recipe.
  GramView fill(const KernelRecipe& recipe, double gamma) {
    const PhaseTimer timer(kernel_seconds_);
    if (gram_.rows() == 0) gram_ = GramMatrix(set_.size(), set_.size());
    std::vector<std::pair<const GramMatrix*, float>> parts;
    for (const Channel& channel : recipe.channels) {
      const ChannelState& state = channels_[place_of(channel)];
      parts.emplace_back(&*state.distances, static_cast<float>(channel.weight / state.median));
    }
    parallel_for(set_.size(), plan_.threads, [&](std::size_t i) {
      const auto out = gram_.row(i);
      std::fill(out.begin(), out.end(), 0.0f);
      for (const auto& [matrix, scale] : parts) {
        const auto in = matrix->row(i);
        for (std::size_t j = 0; j < out.size(); ++j) out[j] += scale * in[j];
      }
    });
    exponentiate(gram_, gamma / recipe.total_weight(), plan_.threads);
    return {gram_.data(), gram_.rows()};
  }

  FoldResult run_fold(const std::vector<std::uint32_t>& train, const std::vector<std::uint32_t>& test,
                      const FoldSeed& seed) {
    std::vector<char> done(channels_.size(), 1);
    for (std::size_t i = 0; i < channels_.size(); ++i) done[i] = channels_[i].channel.learnt() ? 0 : 1;
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      if (done[i] == 0) compute(i, train, done);
    }
    for (ChannelState& state : channels_) state.median = median_of_pairs(*state.distances, train);

    // The choice fills one Gram after another; that time is not the SVM's.
    FoldResult best;
    const double kernels_before = kernel_seconds_;
    double choosing = 0;
    ModelChoice choice;
    {
      const PhaseTimer timer(choosing);
      choice =
          choose_model({{set_.ids, set_.classes, plan_.groups}, train, seed, {}, plan_.threads},
                       {plan_.candidates.size(), plan_.gammas, plan_.cs},
                       [&](std::size_t candidate, double gamma) { return fill(plan_.candidates[candidate], gamma); },
                       {{}, progress_.stop_requested});
    }
    svm_seconds_ += choosing - (kernel_seconds_ - kernels_before);
    best.recipe = plan_.candidates[choice.candidate].name;
    best.gamma = choice.gamma;
    best.inner_accuracy = choice.inner_accuracy;
    const GramView view = fill(plan_.candidates[choice.candidate], choice.gamma);
    const PhaseTimer timer(svm_seconds_);
    SvmOptions options;
    options.c = best.c = choice.c;
    options.threads = plan_.threads;
    const MultiSvm model = train_svm(view, train, set_.classes, options);
    const SvmPredictions predictions = predict_svm_path(view, {&model, 1}, test, plan_.threads);
    predicted_ = predictions.predicted.front();
    if (set_.class_names.size() == 2) {
      decisions_.assign(test.size(), 0);
      if (!model.pairs.empty()) decisions_ = predictions.decisions.front();
    }
    std::size_t correct = 0;
    for (std::size_t i = 0; i < test.size(); ++i) correct += predicted_[i] == set_.classes[test[i]] ? 1 : 0;
    best.tested = test.size();
    best.accuracy = static_cast<double>(correct) / static_cast<double>(test.size());
    return best;
  }

  const GraphSet& set_;
  const EvaluationPlan& plan_;
  const Progress& progress_;
  std::vector<ChannelState> channels_;
  GramMatrix gram_;
  std::vector<int> predicted_;
  std::vector<double> decisions_;
  double feature_seconds_ = 0, kernel_seconds_ = 0, svm_seconds_ = 0;
};

}  // namespace

Evaluation evaluate_nested(const GraphSet& set, const EvaluationPlan& plan, const Progress& progress) {
  if (plan.candidates.empty() || plan.repeats.empty() || plan.gammas.empty() || plan.cs.empty()) {
    throw Error(ErrorKind::usage, "an evaluation needs a recipe, folds, a gamma and a C");
  }
  return Nested(set, plan, progress).run();
}

}  // namespace awe
