#include "awe/classify/evaluation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "awe/base/parallel.h"
#include "awe/base/rng.h"
#include "awe/classify/svm.h"
#include "phase_timer.h"
#include "set_rows.h"

namespace awe {
namespace {

GramMatrix distances(const SparseRows& rows, BaseKernel kernel, const EvaluationPlan& plan, const Progress& progress) {
  GramMatrix sum(rows.rows(), rows.rows());
  add_squared_distances(sum, rows, kernel, 1, {plan.threads, {{}, progress.stop_requested}});
  return sum;
}

// The median over pairs of training items, of at most a million pairs drawn from a fixed stream.
double median_over(const GramMatrix& matrix, std::span<const std::uint32_t> items) {
  constexpr std::uint64_t kPairs = 1'000'000;
  std::vector<float> values;
  const std::uint64_t n = items.size();
  if (n * (n - 1) / 2 <= kPairs) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) values.push_back(matrix(items[i], items[j]));
    }
  } else {
    Sequence random(1, {}, n);
    while (values.size() < kPairs) {
      const auto i = random.below(n), j = random.below(n);
      if (i != j) values.push_back(matrix(items[i], items[j]));
    }
  }
  return median_scale(values);
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
    const auto same = [&](const ChannelState& state) {
      return state.channel.features == channel.features && state.channel.counts == channel.counts &&
             state.channel.kernel == channel.kernel;
    };
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
  void fill(const KernelRecipe& recipe, double gamma) {
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
    exponentiate(gram_, gamma / total_weight(recipe), plan_.threads);
  }

  // gamma is in units of the mean of the channels' distances over their medians.
  [[nodiscard]] static double total_weight(const KernelRecipe& recipe) {
    double sum = 0;
    for (const Channel& channel : recipe.channels) sum += channel.weight;
    return sum;
  }

  FoldResult run_fold(const std::vector<std::uint32_t>& train, const std::vector<std::uint32_t>& test,
                      const FoldSeed& seed) {
    std::vector<char> done(channels_.size(), 1);
    for (std::size_t i = 0; i < channels_.size(); ++i) done[i] = channels_[i].channel.learnt() ? 0 : 1;
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      if (done[i] == 0) compute(i, train, done);
    }
    for (ChannelState& state : channels_) state.median = median_over(*state.distances, train);

    // Small sets choose by inner folds, large ones by one validation part.
    const FoldItems items{set_.ids, set_.classes, plan_.groups};
    std::vector<std::vector<std::uint32_t>> inner_train, inner_test;
    if (train.size() < 2500) {
      constexpr int kInnerFolds = 5;
      const FoldAssignment inner = inner_folds(items, train, kInnerFolds, seed);
      for (int fold = 0; fold < kInnerFolds; ++fold) {
        inner_train.emplace_back();
        inner_test.emplace_back();
        for (std::size_t i = 0; i < train.size(); ++i) {
          (inner.fold_of[i] == fold ? inner_test : inner_train).back().push_back(train[i]);
        }
      }
    } else {
      Split split = validation_part(items, train, seed);
      inner_train.push_back(std::move(split.train));
      inner_test.push_back(std::move(split.test));
    }

    double validated = 0;
    for (const auto& part : inner_test) validated += static_cast<double>(part.size());
    std::vector<Setting> settings = score_settings(inner_train, inner_test);
    const Setting best = *std::max_element(settings.begin(), settings.end(), [](const Setting& x, const Setting& y) {
      return x.score < y.score;  // of equals the first
    });
    const double error = std::sqrt(best.score * (1 - best.score) / validated);
    std::erase_if(settings, [&](const Setting& setting) { return setting.score < best.score - error; });
    FoldResult result{best.recipe->name, best.gamma, plan_.cs[best.c], settings.size(), best.score, 0, test.size()};
    predict_together(settings, best, train, test);
    std::size_t correct = 0;
    for (std::size_t i = 0; i < test.size(); ++i) correct += predicted_[i] == set_.classes[test[i]] ? 1 : 0;
    result.accuracy = static_cast<double>(correct) / static_cast<double>(test.size());
    return result;
  }

  // What an inner split chooses among: a recipe, gamma and C (by its place), and the share of right answers there.
  struct Setting {
    const KernelRecipe* recipe = nullptr;
    double gamma = 0;
    std::size_t c = 0;
    double score = 0;
  };

  std::vector<Setting> score_settings(const std::vector<std::vector<std::uint32_t>>& train,
                                      const std::vector<std::vector<std::uint32_t>>& test) {
    std::vector<Setting> settings;
    const bool one_choice = plan_.candidates.size() * plan_.gammas.size() * plan_.cs.size() == 1;
    for (const KernelRecipe& recipe : plan_.candidates) {
      for (const double gamma : plan_.gammas) {
        progress_.throw_if_stopped();
        if (!one_choice) fill(recipe, gamma);
        const auto right = one_choice ? std::vector<double>{0} : inner_scores(train, test);
        for (std::size_t c = 0; c < plan_.cs.size(); ++c) settings.push_back({&recipe, gamma, c, right[c]});
      }
    }
    return settings;
  }

  // Every setting trains on the whole training part and has one vote a test item; of equal counts the best setting's
  // vote decides if it is among them, else the lowest class. Decisions of two classes are means over settings.
  void predict_together(std::span<const Setting> settings, const Setting& best, const std::vector<std::uint32_t>& train,
                        const std::vector<std::uint32_t>& test) {
    const std::size_t classes = set_.class_names.size();
    std::vector<double> votes(test.size() * classes, 0);
    decisions_.assign(test.size(), 0);
    for (auto first = settings.begin(); first != settings.end();) {
      const auto last = std::find_if(first, settings.end(), [&](const Setting& setting) {
        return setting.recipe != first->recipe || setting.gamma != first->gamma;
      });
      progress_.throw_if_stopped();
      fill(*first->recipe, first->gamma);
      const PhaseTimer timer(svm_seconds_);
      SvmOptions options;
      options.threads = plan_.threads;
      std::vector<double> cs;
      for (auto setting = first; setting != last; ++setting) cs.push_back(plan_.cs[setting->c]);
      const GramView view(gram_.data(), gram_.rows());
      const auto models = train_svm_path(view, train, set_.classes, cs, options);
      const SvmPredictions found = predict_svm_path(view, models, test, plan_.threads);
      for (std::size_t model = 0; model < models.size(); ++model, ++first) {
        const bool is_best = first->recipe == best.recipe && first->gamma == best.gamma && first->c == best.c;
        for (std::size_t i = 0; i < test.size(); ++i) {
          votes[i * classes + static_cast<std::size_t>(found.predicted[model][i])] += is_best ? 1.5 : 1;
          if (models[model].pairs.size() == 1) {
            decisions_[i] += found.decisions[model][i] / static_cast<double>(settings.size());
          }
        }
      }
    }
    predicted_.resize(test.size());
    for (std::size_t i = 0; i < test.size(); ++i) {
      const auto row = votes.begin() + static_cast<std::ptrdiff_t>(i * classes);
      predicted_[i] = static_cast<int>(std::max_element(row, row + static_cast<std::ptrdiff_t>(classes)) - row);
    }
  }

  // Share of right answers on inner test parts, for each C.
  std::vector<double> inner_scores(const std::vector<std::vector<std::uint32_t>>& train,
                                   const std::vector<std::vector<std::uint32_t>>& test) {
    const PhaseTimer timer(svm_seconds_);
    SvmOptions options;
    options.threads = plan_.threads;
    const GramView view(gram_.data(), gram_.rows());
    const auto models = train_svm_folds(view, train, set_.classes, plan_.cs, options);
    std::vector<double> right(plan_.cs.size(), 0);
    double tested = 0;
    for (std::size_t fold = 0; fold < train.size(); ++fold) {
      const SvmPredictions predictions = predict_svm_path(view, models[fold], test[fold], plan_.threads);
      tested += static_cast<double>(test[fold].size());
      for (std::size_t c = 0; c < right.size(); ++c) {
        for (std::size_t i = 0; i < test[fold].size(); ++i) {
          right[c] += predictions.predicted[c][i] == set_.classes[test[fold][i]] ? 1 : 0;
        }
      }
    }
    for (double& share : right) share /= tested;
    return right;
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
