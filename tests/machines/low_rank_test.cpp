// Held-out equations by a factor of low rank against elimination, and the matrices for which there is none.
#include "machines/low_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "machines/leave_out.h"
#include "machines/random_kernel.h"

namespace awe::machines {
namespace {

using algebra::Dense;
using test::RandomKernel;

// The upper triangle of a kernel and two columns of targets; below it are values that must not be read.
Dense equations_of(const RandomKernel& kernel) {
  const std::size_t n = kernel.classes.size();
  Dense equations(n, n + 2);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      equations(i, j) = j < i ? std::nan("") : static_cast<double>(kernel.gram(i, j));
    }
    equations(i, n) = kernel.classes[i] - 0.5;
    equations(i, n + 1) = std::sin(static_cast<double>(i));
  }
  return equations;
}

TEST(LowRank, LeavesWhatEliminationLeaves) {
  const RandomKernel kernel(400, 2, 1, 3, 0);
  const Dense equations = equations_of(kernel);
  const Progress none;
  for (const std::vector<std::size_t>& sizes :
       {std::vector<std::size_t>{80, 80, 80, 80, 80}, {100, 50, 150}, {399}, {0, 200}}) {
    const auto low_rank = LowRankLeaveOut::of(equations, sizes, none);
    ASSERT_TRUE(low_rank);
    EXPECT_LT(low_rank->rank(), 133u);
    EXPECT_GT(low_rank->rank(), 20u);
    LeaveOut leaving(equations, sizes, 1, none);
    for (const double lambda : {0.01, 1.0}) {
      Dense solution, expected_solution;
      const auto left = low_rank->with(lambda, &solution), expected = leaving.with(lambda, &expected_solution);
      ASSERT_TRUE(left && expected);
      ASSERT_EQ(left->rows, expected->rows);
      for (std::size_t k = 0; k < left->values.size(); ++k) {
        EXPECT_NEAR(left->values[k], expected->values[k], 1e-5 / lambda);
      }
      if (sizes.size() < 3) continue;  // elimination finds the solution only with several parts
      ASSERT_EQ(solution.rows, 400u);
      for (std::size_t k = 0; k < solution.values.size(); ++k) {
        EXPECT_NEAR(solution.values[k], expected_solution.values[k], 1e-4 / lambda / lambda);
      }
    }
  }
}

TEST(LowRank, IsNotAssumed) {
  const Progress none;
  const std::vector<std::size_t> sizes = {50, 50};
  EXPECT_FALSE(LowRankLeaveOut::of(equations_of(RandomKernel(200, 2, 1, 3, 0.05)), sizes, none)) << "full rank";
  Dense equations = equations_of(RandomKernel(200, 2, 1, 3, 0));
  EXPECT_TRUE(LowRankLeaveOut::of(equations, sizes, none));
  Dense indefinite = equations;
  indefinite(3, 150) += 0.5;  // the diagonal does not show it
  EXPECT_FALSE(LowRankLeaveOut::of(indefinite, sizes, none));
  indefinite = equations;
  for (std::size_t i = 0; i < 200; ++i) indefinite(i, i) = -1;
  EXPECT_FALSE(LowRankLeaveOut::of(indefinite, sizes, none));
  equations(7, 7) = INFINITY;
  EXPECT_FALSE(LowRankLeaveOut::of(equations, sizes, none));
}

}  // namespace
}  // namespace awe::machines
