#include "machines/linear.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "awe/error.h"
#include "base/parallel.h"
#include "base/rng.h"

namespace awe::machines {
namespace {

using kernels::SparseRows;

// One class against the rest; the last weight is the bias, whose column is 1 in every row.
struct Problem {
  int positive = 0;
  std::vector<double> weights;
  std::vector<std::vector<float>> multipliers;  // by block and row
  double worst = 0;                             // largest violation of the optimality conditions in this pass
};

// The rows of a block in an order of their own for every pass.
std::vector<std::uint32_t> shuffled(std::size_t rows, std::size_t block, int pass) {
  constexpr std::uint64_t kSeed = 1, kItem = 0x6C696E656172;  // "linear"
  base::Sequence random(kSeed, {static_cast<std::uint64_t>(pass), block}, kItem);
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t k = rows; k > 1; --k) std::swap(order[k - 1], order[static_cast<std::size_t>(random.below(k))]);
  return order;
}

struct Block {
  const SparseRows& rows;
  const std::vector<int>& classes;
  const std::vector<std::uint32_t>& order;
  const std::vector<double>& squares;  // |x|^2 + 1 of each row
  std::size_t number;
};

double dot(const SparseRows::Row& row, const std::vector<double>& weights) {
  double sum = weights.back();
  for (std::size_t k = 0; k < row.size(); ++k) sum += static_cast<double>(row.values[k]) * weights[row.narrow[k]];
  return sum;
}

// One sweep over a block: the multiplier of each row is set to its optimum, the others being fixed.
void sweep(Problem& problem, const Block& block, const LinearOptions& options) {
  for (const std::uint32_t r : block.order) {
    const SparseRows::Row row = block.rows.row(r);
    const int own = block.classes[r];
    const double sign = own == problem.positive ? 1 : -1;
    const double weight = options.class_weights.empty() ? 1 : options.class_weights[static_cast<std::size_t>(own)];
    const double diagonal = 1 / (2 * options.c * weight);
    float& multiplier = problem.multipliers[block.number][r];
    const auto before = static_cast<double>(multiplier);
    const double gradient = sign * dot(row, problem.weights) - 1 + diagonal * before;
    problem.worst = std::max(problem.worst, before > 0 ? std::abs(gradient) : std::max(0.0, -gradient));
    multiplier = static_cast<float>(std::max(0.0, before - gradient / (block.squares[r] + diagonal)));
    const double change = (static_cast<double>(multiplier) - before) * sign;
    if (change == 0) continue;
    for (std::size_t k = 0; k < row.size(); ++k) {
      problem.weights[row.narrow[k]] += change * static_cast<double>(row.values[k]);
    }
    problem.weights.back() += change;
  }
}

void check(const RowBlocks& blocks, std::size_t classes, const LinearOptions& options) {
  if (classes < 2) throw Error(ErrorKind::usage, "a linear machine needs two classes or more");
  if (!(options.c > 0) || !std::isfinite(options.c)) throw Error(ErrorKind::usage, "C must be above 0");
  if (blocks.columns >= (std::size_t{1} << 32)) {
    throw Error(ErrorKind::limit, "more than 2^32 columns in use; hash or cut the features");
  }
}

// Weights of all classes; of two classes the second one has those of the first, negated.
LinearModel model_of(const std::vector<Problem>& problems, std::size_t columns, std::size_t classes) {
  LinearModel model{columns, classes, std::vector<float>(columns * classes), std::vector<double>(classes)};
  for (std::size_t k = 0; k < classes; ++k) {
    const Problem& from = problems[std::min(k, problems.size() - 1)];
    const double sign = k < problems.size() ? 1 : -1;
    for (std::size_t c = 0; c < columns; ++c) {
      model.weights[c * classes + k] = static_cast<float>(sign * from.weights[c]);
    }
    model.bias[k] = sign * from.weights.back();
  }
  return model;
}

}  // namespace

std::vector<double> LinearModel::scores(const SparseRows::Row& row) const {
  std::vector<double> sums = bias;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const auto value = static_cast<double>(row.values[k]);
    const float* own = weights.data() + static_cast<std::size_t>(row.column(k)) * classes;
    for (std::size_t j = 0; j < classes; ++j) sums[j] += value * static_cast<double>(own[j]);
  }
  return sums;
}

LinearModel train_linear(const RowBlocks& blocks, std::size_t classes, const LinearOptions& options,
                         const Progress& progress) {
  check(blocks, classes, options);
  std::vector<Problem> problems(classes == 2 ? 1 : classes);
  for (std::size_t k = 0; k < problems.size(); ++k) {
    problems[k].positive = static_cast<int>(k);
    problems[k].weights.assign(blocks.columns + 1, 0.0);
    for (const auto& of_block : blocks.classes) problems[k].multipliers.emplace_back(of_block.size(), 0.0F);
  }
  for (int pass = 0; pass < options.most_passes; ++pass) {
    for (Problem& problem : problems) problem.worst = 0;
    for (std::size_t b = 0; b < blocks.classes.size(); ++b) {
      progress.throw_if_stopped();
      const SparseRows rows = blocks.read(b);
      std::vector<double> squares;
      for (std::size_t r = 0; r < rows.rows(); ++r) {
        double sum = 1;
        for (const float value : rows.row(r).values) sum += static_cast<double>(value) * static_cast<double>(value);
        squares.push_back(sum);
      }
      for (int again = 0; again < options.sweeps; ++again) {
        const auto order = shuffled(rows.rows(), b, pass * options.sweeps + again);
        base::parallel_for(problems.size(), options.threads, [&](std::size_t k) {
          sweep(problems[k], {rows, blocks.classes[b], order, squares, b}, options);
        });
      }
    }
    if (progress.report) progress.report(static_cast<std::uint64_t>(pass) + 1, 0);
    const auto done = [&](const Problem& problem) { return problem.worst < options.tolerance; };
    if (std::all_of(problems.begin(), problems.end(), done)) break;
  }
  return model_of(problems, blocks.columns, classes);
}

LinearModel train_linear(const SparseRows& rows, std::span<const int> row_classes, std::size_t classes,
                         const LinearOptions& options, const Progress& progress) {
  const RowBlocks blocks{static_cast<std::size_t>(rows.columns()),
                         {std::vector<int>(row_classes.begin(), row_classes.end())},
                         [&](std::size_t) { return rows; }};
  return train_linear(blocks, classes, options, progress);
}

}  // namespace awe::machines
