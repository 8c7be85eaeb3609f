#include "machines/linear_by_gram.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/fixed_loops.h"
#include "base/parallel.h"

namespace awe::machines {
namespace {

// One class against the rest.
struct Problem {
  int positive = 0;
  std::vector<float> multipliers;  // of the training items, without sign
  std::vector<float> scores;       // of all items, without the bias
  double bias = 0;
  double worst = 0;  // largest violation of the optimality conditions in this pass
};

struct Training {
  const kernels::GramView& gram;
  std::span<const std::uint32_t> train;
  std::span<const int> classes;  // of the training items
  const LinearOptions& options;

  [[nodiscard]] double sign(const Problem& problem, std::size_t r) const {
    return classes[r] == problem.positive ? 1 : -1;
  }

  void sweep(Problem& problem, std::span<const std::uint32_t> order) const {
    const auto& loops = algebra::fixed_loops<float>();
    for (const std::uint32_t r : order) {
      const auto row = gram.row(train[r]);
      const double of_class =
          options.class_weights.empty() ? 1 : options.class_weights[static_cast<std::size_t>(classes[r])];
      const double own = sign(problem, r), diagonal = 1 / (2 * options.c * of_class);
      const double square = static_cast<double>(row[train[r]]) + 1;
      float& multiplier = problem.multipliers[r];
      const auto before = static_cast<double>(multiplier);
      const double score = static_cast<double>(problem.scores[train[r]]) + problem.bias;
      const double gradient = own * score - 1 + diagonal * before;
      problem.worst = std::max(problem.worst, before > 0 ? std::abs(gradient) : std::max(0.0, -gradient));
      multiplier = static_cast<float>(std::max(0.0, before - gradient / (square + diagonal)));
      const double change = (static_cast<double>(multiplier) - before) * own;
      if (change == 0) continue;
      loops.add_multiple(static_cast<float>(change), row.data(), problem.scores.data(), row.size());
      problem.bias += change;
    }
  }
};

}  // namespace

LinearByGram train_linear_by_gram(const kernels::GramView& gram, std::span<const std::uint32_t> train,
                                  std::span<const int> train_classes, std::size_t classes, const LinearOptions& options,
                                  const Progress& stop) {
  check(options, classes);
  const Training training{gram, train, train_classes, options};
  std::vector<Problem> problems(classes == 2 ? 1 : classes);
  for (std::size_t k = 0; k < problems.size(); ++k) {
    problems[k] = {static_cast<int>(k), std::vector<float>(train.size()), std::vector<float>(gram.size()), 0, 0};
  }
  for (int pass = 0; pass < options.most_passes && !train.empty(); ++pass) {
    stop.throw_if_stopped();
    const auto order = order_of_pass(train.size(), 0, pass);
    base::parallel_for(problems.size(), options.threads, [&](std::size_t k) {
      problems[k].worst = 0;
      training.sweep(problems[k], order);
    });
    if (std::all_of(problems.begin(), problems.end(),
                    [&](const Problem& problem) { return problem.worst < options.tolerance; })) {
      break;
    }
  }
  LinearByGram made{algebra::Dense(gram.size(), classes), {}, {}};
  for (std::size_t k = 0; k < classes; ++k) {
    const Problem& from = problems[std::min(k, problems.size() - 1)];
    const double sign = k < problems.size() ? 1 : -1;
    made.bias.push_back(sign * from.bias);
    for (std::size_t i = 0; i < gram.size(); ++i) {
      made.scores(i, k) = sign * (static_cast<double>(from.scores[i]) + from.bias);
    }
  }
  for (const Problem& problem : problems) {
    auto& own = made.multipliers.emplace_back();
    for (std::size_t r = 0; r < train.size(); ++r) {
      own.push_back(training.sign(problem, r) * static_cast<double>(problem.multipliers[r]));
    }
  }
  return made;
}

LinearModel model_of(const LinearByGram& trained, const kernels::SparseRows& train_rows, std::size_t classes) {
  const auto columns = static_cast<std::size_t>(train_rows.columns());
  LinearModel model{columns, classes, std::vector<float>(columns * classes), trained.bias};
  std::vector<double> weights(columns);
  for (std::size_t k = 0; k < trained.multipliers.size(); ++k) {
    std::fill(weights.begin(), weights.end(), 0.0);
    for (std::size_t r = 0; r < train_rows.rows(); ++r) {
      const double factor = trained.multipliers[k][r];
      if (factor == 0) continue;
      const auto row = train_rows.row(r);
      for (std::size_t i = 0; i < row.size(); ++i) {
        weights[row.narrow[i]] += factor * static_cast<double>(row.values[i]);
      }
    }
    for (std::size_t c = 0; c < columns; ++c) {
      model.weights[c * classes + k] = static_cast<float>(weights[c]);
      if (trained.multipliers.size() == 1) model.weights[c * classes + 1] = static_cast<float>(-weights[c]);
    }
  }
  return model;
}

}  // namespace awe::machines
