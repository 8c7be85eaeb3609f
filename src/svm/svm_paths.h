// Independent dual problems, each solved for one C after another, in parallel. The multipliers for one C are the start
// for the next; once none is at its bound, they are also the solution for every larger C.
#pragma once

#include <span>
#include <vector>

#include "kernels/gram_view.h"
#include "svm/svm.h"
#include "svm/svm_solver.h"

namespace awe::svm {

struct PathProblem {
  DualProblem dual;
  double positive_weight = 1, negative_weight = 1;  // factors of C
  std::vector<double> cs;                           // ascending
  std::vector<SvmPair*> made;                       // where the solution for each C goes; its classes are kept
};

// Throws Error{numeric} for kernel values that are not finite. The same bits for any number of threads.
void solve_paths(const kernels::GramView& gram, std::vector<PathProblem> problems, const SvmOptions& options);

// Throw Error{usage} for members that are not ascending items of the Gram, or for a list of C or a tolerance that makes
// no sense; Error{numeric} for members whose kernel value with themselves is not finite.
void check_members(const kernels::GramView& gram, std::span<const std::uint32_t> members);
void check_penalties(std::span<const double> cs, const SvmOptions& options);

}  // namespace awe::svm
