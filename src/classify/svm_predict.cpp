#include <algorithm>
#include <cmath>
#include <string>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "awe/classify/svm.h"
#include "classify/svm_loops.h"

namespace awe {
namespace {

// The decisions of one pair for all models: the items that support any of them, and dense weights on these.
struct PairWeights {
  Picker picker;
  std::vector<AlignedVector<double>> weights;  // by model
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

SvmPredictions predict_svm_path(const GramView& gram, std::span<const MultiSvm> models,
                                std::span<const std::uint32_t> items, int threads) {
  SvmPredictions result;
  if (models.empty()) return result;
  const std::size_t pairs = models.front().pairs.size();
  for (const MultiSvm& model : models) {
    if (model.classes != models.front().classes) throw Error(ErrorKind::usage, "svm: models of different classes");
  }
  for (const std::uint32_t item : items) {
    if (item >= gram.size()) throw Error(ErrorKind::usage, "svm: item " + std::to_string(item) + " is not in the Gram");
  }
  result.predicted.assign(models.size(), std::vector<int>(items.size()));
  result.decisions.assign(models.size(), std::vector<double>(items.size() * pairs));
  std::vector<PairWeights> weights(pairs);
  parallel_for(pairs, threads, [&](std::size_t pair) { weights[pair] = weights_of(models, pair, gram.size()); });
  const std::size_t blocks = (items.size() + kItemsAtOnce - 1) / kItemsAtOnce;
  parallel_for(blocks, threads, [&](std::size_t block) {
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
          result.decisions[m][t * pairs + pair] = sum - models[m].pairs[pair].rho;
        }
      }
    }
    for (std::size_t m = 0; m < models.size(); ++m) {
      for (std::size_t t = begin; t < end; ++t) {
        result.predicted[m][t] = vote_svm(models[m], std::span(result.decisions[m]).subspan(t * pairs, pairs));
      }
    }
  });
  return result;
}

}  // namespace awe
