// The dual problem of a support vector machine, solved by sequential minimal optimisation for one C after another:
//     minimise  1/2 b' K b + p' b   with  sum b = 0,  0 <= b_k <= C+ or -C- <= b_k <= 0.
//
// For a pair of classes, b = a y is a multiplier with its sign, of which those of the first class are positive, and
// p = -y. For a regression every item is there twice, with a positive and a negative multiplier, and p is epsilon - y
// and -epsilon - y (svm/svr.h). The gradient is F = K b + p. A step raises one b_i and lowers one b_j by the same
// amount, so that F changes by a multiple of (row i - row j) and no sign is left in the loops. An item may rise if it
// is below its upper bound and may fall if it is above its lower bound; the problem is solved when no F of an item that
// may fall exceeds the F of one that may rise by more than the tolerance.
//
// F is kept in float while that is precise enough. The exact gradient of some earlier multipliers is kept in double;
// adding the rows of the multipliers that changed since then brings it up to date. This is done when items return after
// shrinking, and when the rounding of F could matter; F becomes double where float cannot reach the tolerance.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/gram_view.h"
#include "svm/svm.h"
#include "svm/svm_loops.h"
#include "svm/svm_rows.h"

namespace awe::svm {

struct DualProblem {
  std::vector<std::uint32_t> items;  // of the Gram, ascending; or the same ascending items twice, one after the other
  std::vector<char> positive;        // of each: its multiplier is positive, else negative; both must occur
  std::vector<double> linear;        // p
};

class DualSolver {
 public:
  // Rows are kept in `memory`.
  DualSolver(const kernels::GramView& gram, DualProblem problem, const SvmOptions& options, RowMemory& memory);

  // Solves for these bounds C+ and C-, starting from the current multipliers. Bounds may only grow, both by the same
  // factor.
  void solve(double positive_bound, double negative_bound);

  // Support, coefficients, rho, objective, iterations and convergence of the last solve. An item that is there twice
  // may be twice among the support.
  [[nodiscard]] SvmPair result() const;
  // True if no multiplier of the last solve is at its upper bound: a larger C has the same solution.
  [[nodiscard]] bool inside_bounds() const;

 private:
  enum class Outcome { solved, out_of_iterations, imprecise };

  // The gradient of the active items, and which of them may rise and fall.
  template <class T>
  struct InPlay {
    AlignedVector<T> gradient;
    LaneBits up, low;
  };

  template <class T>
  Outcome run(InPlay<T>& play);
  template <class T>
  Outcome step(InPlay<T>& play, Extremes<T>& extremes);
  template <class T>
  Extremes<T> extremes_of(InPlay<T>& play) const;
  template <class T>
  void mark(InPlay<T>& play, std::size_t position) const;
  template <class T>
  void mark_all(InPlay<T>& play) const;
  template <class T>
  void shrink(InPlay<T>& play, const Extremes<T>& extremes);
  template <class T>
  void bring_back(InPlay<T>& play);
  template <class T>
  [[nodiscard]] bool rounding_matters(const Extremes<T>& extremes) const;

  void grow(double positive_bound, double negative_bound);
  void all_in_play();
  void refresh_exact();
  [[nodiscard]] double gradient_of(std::size_t k) const {
    return in_double_ ? doubles_.gradient[k] : floats_.gradient[k];
  }
  [[nodiscard]] double upper(std::size_t k) const { return positive_[k] ? positive_bound_ : 0; }
  [[nodiscard]] double lower(std::size_t k) const { return positive_[k] ? 0 : -negative_bound_; }
  [[nodiscard]] double bound(std::size_t k) const { return positive_[k] ? positive_bound_ : negative_bound_; }
  // The row of the item at a position; both places of an item share one.
  const float* row_of(std::size_t k, std::size_t keep);
  [[nodiscard]] bool shrunk() const { return active_.size() < items_.size(); }

  kernels::GramView gram_;
  std::vector<std::uint32_t> items_;
  std::vector<char> positive_;
  std::vector<double> linear_;
  std::size_t distinct_;  // number of items, each counted once
  double tolerance_;
  bool shrinking_;
  std::uint64_t max_iterations_;
  double positive_bound_ = 0, negative_bound_ = 0;

  std::vector<double> signed_;         // multipliers b, by position in items_
  std::vector<double> exact_at_;       // the multipliers for which exact_ was computed
  AlignedVector<double> exact_;        // K b + p for exact_at_
  KernelRowCache rows_;                // restricted to the active items
  std::vector<std::uint32_t> active_;  // positions in items_ of the active items, ascending
  std::vector<std::uint32_t> in_play_items_;
  AlignedVector<float> diagonal_;  // of the active items
  InPlay<float> floats_;
  InPlay<double> doubles_;
  bool in_double_ = false;
  double rounding_ = 0;      // variance of the gradient's rounding, in squared units, up to the last solve
  std::uint64_t steps_ = 0;  // since the gradient was exact, in this solve
  std::uint64_t iterations_ = 0;
  bool converged_ = true;
};

}  // namespace awe::svm
