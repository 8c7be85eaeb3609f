#include "sampled_walks/sample_size.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "awe/error.h"
#include "awe/walk_index.h"

namespace awe::sampled_walks {
namespace {

TEST(SampleSize, IsThePapersBound) {
  EXPECT_EQ(sample_size(877, 0.5, 0.05), 4888u);
  EXPECT_EQ(sample_size(877, 0.1, 0.01), 122500u);
  EXPECT_EQ(sample_size(115975, 0.1, 0.05), 16078148u);
}

TEST(SampleSize, OfOneOutcomeIsOne) {
  EXPECT_EQ(sample_size(1, 0.1, 0.05), 1u);
  EXPECT_EQ(sample_size(WalkIndex(1).size(), 1e-9, 1e-9), 1u);
}

TEST(SampleSize, OfTwoOutcomesHasTwoSubsets) {
  // ln(2^2 - 2) = ln 2.
  EXPECT_EQ(sample_size(2, 1, 0.5), static_cast<std::uint64_t>(std::ceil(2 * (std::log(2.0) - std::log(0.5)))));
}

TEST(SampleSize, GrowsWithEveryDemand) {
  EXPECT_LT(sample_size(877, 0.1, 0.05), sample_size(878, 0.1, 0.05));
  EXPECT_LT(sample_size(877, 0.1, 0.05), sample_size(877, 0.09, 0.05));
  EXPECT_LT(sample_size(877, 0.1, 0.05), sample_size(877, 0.1, 0.04));
}

TEST(SampleSize, PastTwoToThe63IsALimitError) {
  EXPECT_LT(sample_size(WalkIndex(20).size(), 0.1, 0.05), std::uint64_t{1} << 63);
  for (const double epsilon : {0.1, 1e-9}) {
    try {
      (void)sample_size(WalkIndex(25).size(), epsilon, 0.05);
      ADD_FAILURE() << "did not throw";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::limit);
      EXPECT_NE(std::string(error.what()).find("larger `epsilon` or shorter walks"), std::string::npos);
    }
  }
}

TEST(SampleSize, RefusesImpossibleDemands) {
  for (const auto& [epsilon, delta] : {std::pair(0.0, 0.1),
                                       {-1.0, 0.1},
                                       {2.0, 0.1},
                                       {NAN, 0.1},
                                       {0.1, 0.0},
                                       {0.1, 1.0},
                                       {0.1, -0.5},
                                       {0.1, static_cast<double>(NAN)}}) {
    try {
      (void)sample_size(877, epsilon, delta);
      ADD_FAILURE() << epsilon << ", " << delta;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
    }
  }
}

}  // namespace
}  // namespace awe::sampled_walks
