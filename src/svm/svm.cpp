#include "svm/svm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "awe/error.h"
#include "base/parallel.h"
#include "svm/svm_loops.h"
#include "svm/svm_paths.h"

namespace awe::svm {
namespace {

[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorKind::usage, "svm: " + reason); }

void check(const kernels::GramView& gram, std::span<const std::uint32_t> members, std::span<const int> classes,
           std::span<const double> cs, const SvmOptions& options) {
  check_members(gram, members);
  if (classes.size() != gram.size()) {
    refuse(std::to_string(classes.size()) + " classes for a Gram matrix of " + std::to_string(gram.size()) + " items");
  }
  for (const std::uint32_t item : members) {
    if (classes[item] < 0) refuse("item " + std::to_string(item) + " has no class");
    const auto own = static_cast<std::size_t>(classes[item]);
    if (!options.class_weights.empty() && own >= options.class_weights.size()) {
      refuse("class " + std::to_string(own) + " has no weight");
    }
  }
  check_penalties(cs, options);
  for (const double weight : options.class_weights) {
    if (!(weight > 0) || !std::isfinite(weight)) refuse("class weights must be positive and finite");
  }
}

std::vector<int> classes_of(std::span<const std::uint32_t> members, std::span<const int> classes) {
  std::vector<int> found;
  for (const std::uint32_t item : members) found.push_back(classes[item]);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// The decision functions of one pair in all models: the items that support any of them, and dense weights on these.
struct PairWeights {
  Picker picker;
  std::vector<AlignedVector<double>> weights;  // one vector per model
};

PairWeights weights_of(std::span<const MultiSvm> models, std::size_t pair, std::size_t width) {
  PairWeights result;
  std::vector<std::uint32_t> items;
  for (const MultiSvm& model : models) {
    const auto& support = model.pairs[pair].support;
    items.insert(items.end(), support.begin(), support.end());
  }
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  result.picker = Picker(items, width);
  for (const MultiSvm& model : models) {
    AlignedVector<double> dense(padded(items.size()), 0.0);
    const SvmPair& own = model.pairs[pair];
    for (std::size_t s = 0; s < own.support.size(); ++s) {
      const auto at = std::lower_bound(items.begin(), items.end(), own.support[s]);
      dense[static_cast<std::size_t>(at - items.begin())] = own.coefficients[s];
    }
    result.weights.push_back(std::move(dense));
  }
  return result;
}

constexpr std::size_t kItemsAtOnce = 16;

}  // namespace

std::vector<std::vector<MultiSvm>> train_svm_folds(const kernels::GramView& gram,
                                                   std::span<const std::vector<std::uint32_t>> folds,
                                                   std::span<const int> classes, std::span<const double> cs,
                                                   const SvmOptions& options) {
  const auto weight = [&](int k) {
    return options.class_weights.empty() ? 1.0 : options.class_weights[static_cast<std::size_t>(k)];
  };
  std::vector<std::vector<MultiSvm>> models(folds.size());
  std::vector<PathProblem> problems;
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    check(gram, folds[fold], classes, cs, options);
    const std::vector<int> present = classes_of(folds[fold], classes);
    const std::size_t pairs = present.size() * (present.size() - 1) / 2;
    for (const double c : cs) models[fold].push_back({c, present, std::vector<SvmPair>(pairs)});
    std::size_t pair = 0;
    for (std::size_t a = 0; a < present.size(); ++a) {
      for (std::size_t b = a + 1; b < present.size(); ++b, ++pair) {
        PathProblem problem{{}, weight(present[a]), weight(present[b]), {cs.begin(), cs.end()}, {}};
        for (const std::uint32_t item : folds[fold]) {
          if (classes[item] != present[a] && classes[item] != present[b]) continue;
          const bool first = classes[item] == present[a];
          problem.dual.items.push_back(item);
          problem.dual.positive.push_back(first);
          problem.dual.linear.push_back(first ? -1 : 1);
        }
        for (MultiSvm& model : models[fold]) {
          model.pairs[pair].first = present[a];
          model.pairs[pair].second = present[b];
          problem.made.push_back(&model.pairs[pair]);
        }
        problems.push_back(std::move(problem));
      }
    }
  }
  solve_paths(gram, std::move(problems), options);
  return models;
}

std::vector<MultiSvm> train_svm_path(const kernels::GramView& gram, std::span<const std::uint32_t> members,
                                     std::span<const int> classes, std::span<const double> cs,
                                     const SvmOptions& options) {
  const std::vector<std::uint32_t> one(members.begin(), members.end());
  return std::move(train_svm_folds(gram, {&one, 1}, classes, cs, options).front());
}

MultiSvm train_svm(const kernels::GramView& gram, std::span<const std::uint32_t> members, std::span<const int> classes,
                   const SvmOptions& options) {
  return std::move(train_svm_path(gram, members, classes, {&options.c, 1}, options).front());
}

std::vector<std::uint32_t> order_by_class(std::span<const int> classes) {
  std::vector<std::uint32_t> order(classes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return classes[a] < classes[b]; });
  return order;
}

int vote_svm(const MultiSvm& model, std::span<const double> decisions) {
  std::vector<int> votes(model.classes.size(), 0);
  std::size_t pair = 0;
  for (std::size_t a = 0; a < votes.size(); ++a) {
    for (std::size_t b = a + 1; b < votes.size(); ++b) ++votes[decisions[pair++] > 0 ? a : b];
  }
  return model.classes[static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin())];
}

std::vector<double> class_scores(const MultiSvm& model, std::span<const double> decisions) {
  std::vector<double> scores(model.classes.size(), 0), sums(model.classes.size(), 0);
  std::size_t pair = 0;
  for (std::size_t a = 0; a < scores.size(); ++a) {
    for (std::size_t b = a + 1; b < scores.size(); ++b, ++pair) {
      scores[decisions[pair] > 0 ? a : b] += 1;
      sums[a] += decisions[pair];
      sums[b] -= decisions[pair];
    }
  }
  for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += sums[k] / (3 * (std::abs(sums[k]) + 1));
  return scores;
}

SvmPrediction predict_svm(const MultiSvm& model, std::span<const float> row) {
  SvmPrediction prediction;
  for (const SvmPair& pair : model.pairs) {
    double sum = -pair.rho;
    for (std::size_t s = 0; s < pair.support.size(); ++s) {
      if (pair.support[s] >= row.size()) throw Error(ErrorKind::usage, "svm: the row is too short for the model");
      sum += pair.coefficients[s] * double{row[pair.support[s]]};
    }
    prediction.decisions.push_back(sum);
  }
  prediction.predicted = vote_svm(model, prediction.decisions);
  return prediction;
}

std::vector<std::vector<double>> decide_svm(const MultiSvm& model, std::span<const std::span<const float>> rows) {
  if (rows.empty() || rows.size() > kRowsAtOnce) throw Error(ErrorKind::usage, "svm: too many rows at once");
  std::array<const float*, kRowsAtOnce> from{};
  std::size_t size = rows.front().size();
  for (std::size_t r = 0; r < kRowsAtOnce; ++r) {
    const auto row = rows[r < rows.size() ? r : 0];
    from[r] = row.data();
    size = std::min(size, row.size());
  }
  std::vector<std::vector<double>> decisions(rows.size());
  for (const SvmPair& pair : model.pairs) {
    std::array<double, kRowsAtOnce> sums{};
    sums.fill(-pair.rho);
    for (std::size_t s = 0; s < pair.support.size(); ++s) {
      const std::uint32_t item = pair.support[s];
      const double coefficient = pair.coefficients[s];
      if (item >= size) throw Error(ErrorKind::usage, "svm: the row is too short for the model");
      for (std::size_t r = 0; r < kRowsAtOnce; ++r) sums[r] += coefficient * double{from[r][item]};
    }
    for (std::size_t r = 0; r < rows.size(); ++r) decisions[r].push_back(sums[r]);
  }
  return decisions;
}

std::vector<std::vector<double>> decide_svm_path(const kernels::GramView& gram, std::span<const MultiSvm> models,
                                                 std::span<const std::uint32_t> items, int threads) {
  if (models.empty()) return {};
  const std::size_t pairs = models.front().pairs.size();
  for (const std::uint32_t item : items) {
    if (item >= gram.size()) throw Error(ErrorKind::usage, "svm: item " + std::to_string(item) + " is not in the Gram");
  }
  std::vector<std::vector<double>> decisions(models.size(), std::vector<double>(items.size() * pairs));
  std::vector<PairWeights> weights(pairs);
  base::parallel_for(pairs, threads, [&](std::size_t pair) { weights[pair] = weights_of(models, pair, gram.size()); });
  const std::size_t blocks = (items.size() + kItemsAtOnce - 1) / kItemsAtOnce;
  base::parallel_for(blocks, threads, [&](std::size_t block) {
    const std::size_t begin = block * kItemsAtOnce, end = std::min(items.size(), begin + kItemsAtOnce);
    AlignedVector<float> values;
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      const PairWeights& own = weights[pair];
      const std::size_t count = own.picker.size();
      values.assign(padded(count) + kPadding, 0.0f);
      for (std::size_t t = begin; t < end; ++t) {
        own.picker.pick(gram.row(items[t]).data(), values.data());
        std::fill(values.begin() + static_cast<std::ptrdiff_t>(count), values.end(), 0.0f);
        for (std::size_t m = 0; m < models.size(); ++m) {
          const double sum = dot(own.weights[m].data(), values.data(), count);
          decisions[m][t * pairs + pair] = sum - models[m].pairs[pair].rho;
        }
      }
    }
  });
  return decisions;
}

SvmPredictions predict_svm_path(const kernels::GramView& gram, std::span<const MultiSvm> models,
                                std::span<const std::uint32_t> items, int threads) {
  SvmPredictions result;
  for (const MultiSvm& model : models) {
    if (model.classes != models.front().classes) throw Error(ErrorKind::usage, "svm: models of different classes");
  }
  result.decisions = decide_svm_path(gram, models, items, threads);
  for (std::size_t m = 0; m < models.size(); ++m) {
    const std::size_t pairs = models[m].pairs.size();
    auto& predicted = result.predicted.emplace_back();
    for (std::size_t t = 0; t < items.size(); ++t) {
      predicted.push_back(vote_svm(models[m], std::span(result.decisions[m]).subspan(t * pairs, pairs)));
    }
  }
  return result;
}

}  // namespace awe::svm
