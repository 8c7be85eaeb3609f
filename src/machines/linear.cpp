#include "machines/linear.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "awe/error.h"
#include "base/parallel.h"
#include "base/rng.h"

namespace awe::machines {
namespace {

using kernels::SparseRows;

using Problem = LinearTrainer::Problem;

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

void check(const LinearOptions& options, std::size_t classes) {
  if (classes < 2) throw Error(ErrorKind::usage, "a linear machine needs two classes or more");
  if (!(options.c > 0) || !std::isfinite(options.c)) throw Error(ErrorKind::usage, "C must be above 0");
}

std::vector<std::uint32_t> order_of_pass(std::size_t rows, std::size_t block, int pass) {
  constexpr std::uint64_t kSeed = 1, kItem = 0x6C696E656172;  // "linear"
  base::Sequence random(kSeed, {static_cast<std::uint64_t>(pass), block}, kItem);
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t k = rows; k > 1; --k) std::swap(order[k - 1], order[static_cast<std::size_t>(random.below(k))]);
  return order;
}

std::vector<double> LinearModel::scores(const SparseRows::Row& row) const {
  std::vector<double> sums = bias;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const auto value = static_cast<double>(row.values[k]);
    const float* own = weights.data() + static_cast<std::size_t>(row.column(k)) * classes;
    for (std::size_t j = 0; j < classes; ++j) sums[j] += value * static_cast<double>(own[j]);
  }
  return sums;
}

LinearTrainer::LinearTrainer(const RowBlocks& blocks, std::size_t classes, const LinearOptions& options)
    : blocks_(blocks), classes_(classes), options_(options) {
  check(options, classes);
  if (blocks.columns >= (std::size_t{1} << 32)) {
    throw Error(ErrorKind::limit, "more than 2^32 columns in use; hash or cut the features");
  }
  squares_.resize(blocks.classes.size());
  state_.problems.resize(classes == 2 ? 1 : classes);
  for (std::size_t k = 0; k < state_.problems.size(); ++k) {
    Problem& problem = state_.problems[k];
    problem.positive = static_cast<int>(k);
    problem.weights.assign(blocks.columns + 1, 0.0);
    for (const auto& of_block : blocks.classes) problem.multipliers.emplace_back(of_block.size(), 0.0F);
  }
}

bool LinearTrainer::done() const {
  const std::uint64_t blocks = blocks_.classes.size();
  if (blocks == 0) return true;
  if (state_.steps % blocks != 0 || state_.steps == 0) return false;
  if (state_.steps / blocks >= static_cast<std::uint64_t>(options_.most_passes)) return true;
  return std::all_of(state_.problems.begin(), state_.problems.end(),
                     [&](const Problem& problem) { return problem.worst < options_.tolerance; });
}

void LinearTrainer::step() {
  const auto b = static_cast<std::size_t>(state_.steps % blocks_.classes.size());
  const int pass = static_cast<int>(state_.steps / blocks_.classes.size());
  if (b == 0) {
    for (Problem& problem : state_.problems) problem.worst = 0;
  }
  const std::shared_ptr<const SparseRows> read = blocks_.read(b);
  const SparseRows& rows = *read;
  std::vector<double>& squares = squares_[b];
  for (std::size_t r = squares.size(); r < rows.rows(); ++r) {
    double sum = 1;
    for (const float value : rows.row(r).values) sum += static_cast<double>(value) * static_cast<double>(value);
    squares.push_back(sum);
  }
  for (int again = 0; again < options_.sweeps; ++again) {
    const auto order = order_of_pass(rows.rows(), b, pass * options_.sweeps + again);
    base::parallel_for(state_.problems.size(), options_.threads, [&](std::size_t k) {
      sweep(state_.problems[k], {rows, blocks_.classes[b], order, squares, b}, options_);
    });
  }
  ++state_.steps;
}

std::uint64_t LinearTrainer::rows_done() const noexcept {
  const std::uint64_t blocks = blocks_.classes.size();
  std::uint64_t rows = 0;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    rows += blocks_.classes[static_cast<std::size_t>(b)].size() * ((state_.steps + blocks - 1 - b) / blocks);
  }
  return rows;
}

std::uint64_t LinearTrainer::most_rows() const noexcept {
  std::uint64_t rows = 0;
  for (const auto& of_block : blocks_.classes) rows += of_block.size();
  return rows * static_cast<std::uint64_t>(options_.most_passes);
}

LinearModel LinearTrainer::model() const { return model_of(state_.problems, blocks_.columns, classes_); }

void LinearTrainer::restore(State state) {
  bool fits = state.problems.size() == state_.problems.size();
  for (std::size_t k = 0; fits && k < state.problems.size(); ++k) {
    const Problem &own = state_.problems[k], &given = state.problems[k];
    fits = given.positive == own.positive && given.weights.size() == own.weights.size() &&
           given.multipliers.size() == own.multipliers.size();
    for (std::size_t b = 0; fits && b < own.multipliers.size(); ++b) {
      fits = given.multipliers[b].size() == own.multipliers[b].size();
    }
  }
  if (!fits) throw Error(ErrorKind::incompatible, "the state of a linear machine is of other rows");
  state_ = std::move(state);
}

LinearModel train_linear(const RowBlocks& blocks, std::size_t classes, const LinearOptions& options,
                         const Progress& progress) {
  LinearTrainer trainer(blocks, classes, options);
  while (!trainer.done()) {
    progress.throw_if_stopped();
    trainer.step();
    if (progress.report) progress.report(trainer.rows_done(), trainer.most_rows());
  }
  return trainer.model();
}

LinearModel train_linear(const SparseRows& rows, std::span<const int> row_classes, std::size_t classes,
                         const LinearOptions& options, const Progress& progress) {
  const std::shared_ptr<const SparseRows> all(&rows, [](const SparseRows*) {});  // the caller owns them
  const RowBlocks blocks{static_cast<std::size_t>(rows.columns()),
                         {std::vector<int>(row_classes.begin(), row_classes.end())},
                         [&](std::size_t) { return all; }};
  return train_linear(blocks, classes, options, progress);
}

}  // namespace awe::machines
