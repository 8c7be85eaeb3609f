// C-SVC on a Gram matrix, one class against one. For each pair of classes the dual problem
//     minimise  1/2 sum_ij a_i a_j y_i y_j K_ij - sum_i a_i   with  0 <= a_i <= C w(class of i),  sum_i a_i y_i = 0
// is solved by sequential minimal optimisation with second-order selection (R.-E. Fan, P.-H. Chen, C.-J. Lin, "Working
// set selection using second order information for training support vector machines", JMLR 6, 2005). Stopping,
// shrinking and voting follow LIBSVM, so that results agree with it up to the tolerance. All problems share one Gram
// matrix. Cost: a step makes two passes over the active items of the pair; the number of steps grows with C. Results do
// not depend on the number of threads; last bits may differ between types of processor.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/gram_view.h"

namespace awe::svm {

struct SvmOptions {
  double c = 1;                       // ignored where a list of C is given
  std::vector<double> class_weights;  // factor of C for items of class k; empty: 1 for all
  double tolerance = 1e-3;            // of the optimality conditions, like LIBSVM's -e
  std::uint64_t max_iterations = 0;   // per pair and C; 0: the larger of 10^7 and 100 times its items
  bool shrinking = true;
  int threads = 1;
  std::size_t row_cache_bytes = std::size_t{64} << 20;  // for each pair being solved
};

// The decision function of `first` (positive) against `second`: sum_s coefficients[s] K(support[s], x) - rho.
struct SvmPair {
  int first = 0, second = 0;           // classes, first < second
  std::vector<std::uint32_t> support;  // items with a nonzero multiplier, ascending
  std::vector<double> coefficients;    // multiplier times +1 or -1
  double rho = 0;
  double objective = 0;          // of the dual problem, in the minimised form above
  std::uint64_t iterations = 0;  // for this C, not counting those of smaller C that it started from
  bool converged = true;         // false: stopped at max_iterations
};

struct MultiSvm {
  double c = 0;
  std::vector<int> classes;    // those of the members, ascending
  std::vector<SvmPair> pairs;  // (0,1), (0,2), ..., (1,2), ... of `classes`; empty if there is only one class
};

struct SvmPrediction {
  int predicted = 0;              // the class with most votes; the lowest class on a tie
  std::vector<double> decisions;  // one per pair, positive for its first class; zero is a vote for the second
};

// Trains on `members` (ascending items of the Gram). classes[i] >= 0 is the class of item i, for every item. Throws
// Error{usage} for invalid arguments, Error{numeric} for kernel values that are not finite.
[[nodiscard]] MultiSvm train_svm(const kernels::GramView& gram, std::span<const std::uint32_t> members,
                                 std::span<const int> classes, const SvmOptions& options = {});

// One model for each C (ascending, positive). The multipliers for one C are the start for the next; once none is at its
// bound, the model is also the solution for every larger C.
[[nodiscard]] std::vector<MultiSvm> train_svm_path(const kernels::GramView& gram,
                                                   std::span<const std::uint32_t> members, std::span<const int> classes,
                                                   std::span<const double> cs, const SvmOptions& options = {});

// train_svm_path for several sets of members (folds); all (fold, pair) problems run in parallel on options.threads.
// Returns result[fold][c].
[[nodiscard]] std::vector<std::vector<MultiSvm>> train_svm_folds(const kernels::GramView& gram,
                                                                 std::span<const std::vector<std::uint32_t>> folds,
                                                                 std::span<const int> classes,
                                                                 std::span<const double> cs,
                                                                 const SvmOptions& options = {});

// `row`: kernel values of the item with all items of the Gram that the model was trained on.
[[nodiscard]] SvmPrediction predict_svm(const MultiSvm& model, std::span<const float> row);

inline constexpr std::size_t kRowsAtOnce = 4;
// The decisions of up to kRowsAtOnce rows, with the same bits as predict_svm: the model is read once for all of them.
[[nodiscard]] std::vector<std::vector<double>> decide_svm(const MultiSvm& model,
                                                          std::span<const std::span<const float>> rows);

// The class with the most votes, given one decision per pair.
[[nodiscard]] int vote_svm(const MultiSvm& model, std::span<const double> decisions);

// For each class the number of pairs it wins plus s / (3 (|s| + 1)), with s the sum of its decisions, which breaks
// ties. The class with the largest score has the most votes.
[[nodiscard]] std::vector<double> class_scores(const MultiSvm& model, std::span<const double> decisions);

struct SvmPredictions {
  std::vector<std::vector<int>> predicted;     // [model][item]
  std::vector<std::vector<double>> decisions;  // [model][item * pairs + pair]
};

// The decisions of all models of a path about many items of the Gram, as in SvmPredictions: kernel values are gathered
// once per pair, for all C.
[[nodiscard]] std::vector<std::vector<double>> decide_svm_path(const kernels::GramView& gram,
                                                               std::span<const MultiSvm> models,
                                                               std::span<const std::uint32_t> items, int threads = 1);
// The same with votes.
[[nodiscard]] SvmPredictions predict_svm_path(const kernels::GramView& gram, std::span<const MultiSvm> models,
                                              std::span<const std::uint32_t> items, int threads = 1);

// Items ordered by class, then by index: in a Gram in this order, the rows of a pair are read from two contiguous runs.
[[nodiscard]] std::vector<std::uint32_t> order_by_class(std::span<const int> classes);

}  // namespace awe::svm
