// A linear machine on sparse rows, one class against the rest, with the squared hinge loss: for each class
//     minimise  1/2 |w|^2 + 1/2 b^2 + C sum_i c_i max(0, 1 - y_i (w x_i + b))^2
// by coordinate descent on the dual, row by row (C.-J. Hsieh, K.-W. Chang, C.-J. Lin, S. Keerthi, S. Sundararajan, "A
// dual coordinate descent method for large-scale linear SVM", ICML 2008), block by block of rows so that they need not
// all be in memory (H.-F. Yu, C.-J. Hsieh, K.-W. Chang, C.-J. Lin, "Large linear classification when data cannot fit in
// memory", KDD 2010). Two classes are one problem. The order of the rows within a block is drawn from a fixed stream:
// the same rows and blocks give the same bits, on any number of threads.
//
// Cost: a pass takes about a nanosecond per entry and class; 8 bytes per row and class, 8 per column and class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "awe/run_options.h"
#include "kernels/sparse_rows.h"

namespace awe::machines {

struct LinearModel {
  std::size_t columns = 0, classes = 0;
  std::vector<float> weights;  // column by column: one weight per class
  std::vector<double> bias;    // one per class

  // bias + sum of value * weight over the entries, added in the order of the columns, for each class.
  [[nodiscard]] std::vector<double> scores(const kernels::SparseRows::Row& row) const;
};

struct LinearOptions {
  double c = 1;
  std::vector<double> class_weights;  // c_i of the rows of a class; empty: 1
  double tolerance = 0.1;             // of the optimality conditions, like the -e of LIBLINEAR
  int most_passes = 50;
  int sweeps = 1;  // over the rows of a block each time that it is read
  int threads = 1;
};

// Throws Error(usage) for fewer than two classes, or a C that is not positive.
void check(const LinearOptions& options, std::size_t classes);

// The rows of a block in an order of their own for every pass.
[[nodiscard]] std::vector<std::uint32_t> order_of_pass(std::size_t rows, std::size_t block, int pass);

// Blocks of rows that can be read again and again. Row r of block b has the class classes[b][r].
struct RowBlocks {
  std::size_t columns = 0;
  std::vector<std::vector<int>> classes;
  std::function<std::shared_ptr<const kernels::SparseRows>(std::size_t block)> read;
};

// Training in steps of one block, so that it can be stopped and continued from its state: the same bits either way.
class LinearTrainer {
 public:
  struct Problem {
    int positive = 0;                             // the class that is told apart from all others
    std::vector<double> weights;                  // the last one is the bias, whose column is 1 in every row
    std::vector<std::vector<float>> multipliers;  // by block and row
    double worst = 0;                             // largest violation of the optimality conditions since the pass began
  };
  struct State {
    std::uint64_t steps = 0;  // done
    std::vector<Problem> problems;
  };

  // The blocks and options must outlive the trainer. Throws Error(usage) for fewer than two classes or a C that is not
  // positive.
  LinearTrainer(const RowBlocks& blocks, std::size_t classes, const LinearOptions& options);

  [[nodiscard]] bool done() const;
  void step();
  // Rows visited so far, and in the most passes.
  [[nodiscard]] std::uint64_t rows_done() const noexcept;
  [[nodiscard]] std::uint64_t most_rows() const noexcept;
  [[nodiscard]] LinearModel model() const;

  [[nodiscard]] const State& state() const noexcept { return state_; }
  // Continues from a state of the same rows and options. Throws Error(incompatible) if it has another shape.
  void restore(State state);

 private:
  const RowBlocks& blocks_;
  std::size_t classes_;
  const LinearOptions& options_;
  State state_;
  std::vector<std::vector<double>> squares_;  // |x|^2 + 1 of the rows of a block; empty: not read yet
};

// Progress counts rows, in every pass. Throws as LinearTrainer, and Error(interrupted).
[[nodiscard]] LinearModel train_linear(const RowBlocks& blocks, std::size_t classes, const LinearOptions& options,
                                       const Progress& progress = {});
// The same for rows in memory.
[[nodiscard]] LinearModel train_linear(const kernels::SparseRows& rows, std::span<const int> row_classes,
                                       std::size_t classes, const LinearOptions& options,
                                       const Progress& progress = {});

}  // namespace awe::machines
