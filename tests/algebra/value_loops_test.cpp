// Exponentials and sums of rows: one value after another against vectors, on every instruction set.
#include "algebra/value_loops.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/rng.h"
#include "support/vector_targets.h"

namespace awe::algebra {
namespace {

TEST(ValueLoops, GiveTheSameBitsOnEveryInstructionSet) {
  const std::size_t n = 1037;  // no multiple of a vector
  std::vector<float> first(n), second(n), exp_one_by_one(n), sum_one_by_one(n);
  base::Sequence random(9, {});
  for (std::size_t k = 0; k < n; ++k) {
    first[k] = static_cast<float>(100 * random.unit());
    second[k] = static_cast<float>(random.unit());
    exp_one_by_one[k] = first[k];
    value_loops().exponentiate(&exp_one_by_one[k], 1, -1.25F);
    EXPECT_NEAR(exp_one_by_one[k], std::exp(-1.25F * first[k]), 1e-7);
    sum_one_by_one[k] = 0.3F * first[k];
    sum_one_by_one[k] += 7.7F * second[k];
  }
  const float* rows[] = {first.data(), second.data()};
  const float scales[] = {0.3F, 7.7F};
  test::for_each_target([&](const std::string& target) {
    std::vector<float> values = first, sum(n, -1);
    value_loops().exponentiate(values.data(), n, -1.25F);
    value_loops().sum_of_rows(rows, scales, 2, sum.data(), n);
    EXPECT_EQ(values, exp_one_by_one) << target;
    EXPECT_EQ(sum, sum_one_by_one) << target;
  });
}

}  // namespace
}  // namespace awe::algebra
