// C-SVC on a Gram matrix, one class against one. For each pair of classes the dual problem
//     minimise  1/2 sum_ij a_i a_j y_i y_j K_ij - sum_i a_i   with  0 <= a_i <= C w(class of i),  sum_i a_i y_i = 0
// is solved by sequential minimal optimisation with second-order selection (R.-E. Fan, P.-H. Chen, C.-J. Lin, "Working
// set selection using second order information for training support vector machines", JMLR 6, 2005), stopped, shrunk
// and voted as LIBSVM does, so that results agree with it up to the tolerance. All problems read one shared Gram.
// Cost: a step is two passes over the items of the pair that are still in play; steps grow with C. Results do not
// depend on the number of threads; last bits may differ between types of processor.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/gram_view.h"

namespace awe::svm {

struct SvmOptions {
  double c = 1;                       // ignored where a list of C is given
  std::vector<double> class_weights;  // multiplies C for items of class k; empty: 1 for all
  double tolerance = 1e-3;            // of the optimality conditions, as LIBSVM's -e
  std::uint64_t max_iterations = 0;   // a pair and C; 0: the larger of 10^7 and 100 times its items
  bool shrinking = true;
  int threads = 1;
  std::size_t row_cache_bytes = std::size_t{64} << 20;  // of each pair being solved
};

// The decision of `first` (positive) against `second`: sum_s coefficients[s] K(support[s], x) - rho.
struct SvmPair {
  int first = 0, second = 0;           // classes, first < second
  std::vector<std::uint32_t> support;  // items with a multiplier that is not zero, ascending
  std::vector<double> coefficients;    // multiplier times +1 or -1
  double rho = 0;
  double objective = 0;          // of the dual, the minimised form above
  std::uint64_t iterations = 0;  // made for this C, after what was taken over from the C before
  bool converged = true;         // false: stopped at max_iterations
};

struct MultiSvm {
  double c = 0;
  std::vector<int> classes;    // those that members have, ascending
  std::vector<SvmPair> pairs;  // (0,1), (0,2), ..., (1,2), ... of `classes`; none if there is one class
};

struct SvmPrediction {
  int predicted = 0;              // most votes; of equals the lowest class
  std::vector<double> decisions;  // one a pair, positive for its first class; a zero is a vote for the second
};

// Trains on `members` (ascending items of the Gram). classes[i] >= 0 is the class of item i, for every item.
// Throws Error{usage} where arguments make no sense, Error{numeric} where kernel values are not finite.
[[nodiscard]] MultiSvm train_svm(const kernels::GramView& gram, std::span<const std::uint32_t> members,
                                 std::span<const int> classes, const SvmOptions& options = {});

// One model for each C (ascending, positive). Multipliers of one C start the next; once none is at its bound the model
// is that of every larger C too.
[[nodiscard]] std::vector<MultiSvm> train_svm_path(const kernels::GramView& gram,
                                                   std::span<const std::uint32_t> members, std::span<const int> classes,
                                                   std::span<const double> cs, const SvmOptions& options = {});

// train_svm_path for several sets of members (folds), all (fold, pair) problems side by side on options.threads.
// result[fold][c].
[[nodiscard]] std::vector<std::vector<MultiSvm>> train_svm_folds(const kernels::GramView& gram,
                                                                 std::span<const std::vector<std::uint32_t>> folds,
                                                                 std::span<const int> classes,
                                                                 std::span<const double> cs,
                                                                 const SvmOptions& options = {});

// `row`: kernel values of the item against all items of the Gram that the model was trained on.
[[nodiscard]] SvmPrediction predict_svm(const MultiSvm& model, std::span<const float> row);

// The class of the most votes, given one decision a pair.
[[nodiscard]] int vote_svm(const MultiSvm& model, std::span<const double> decisions);

// For each class the pairs that it wins, and s / (3 (|s| + 1)), with s the sum of its decisions, which tells equals
// apart. The largest is a class of the most votes.
[[nodiscard]] std::vector<double> class_scores(const MultiSvm& model, std::span<const double> decisions);

struct SvmPredictions {
  std::vector<std::vector<int>> predicted;     // [model][item]
  std::vector<std::vector<double>> decisions;  // [model][item * pairs + pair]
};

// Many items of the Gram by all models of a path: kernel values are gathered once a pair, for all C.
[[nodiscard]] SvmPredictions predict_svm_path(const kernels::GramView& gram, std::span<const MultiSvm> models,
                                              std::span<const std::uint32_t> items, int threads = 1);

// Items by class, then by index: in a Gram whose items stand in this order the rows of a pair are read from two runs.
[[nodiscard]] std::vector<std::uint32_t> order_by_class(std::span<const int> classes);

}  // namespace awe::svm
