#include "features/scaling.h"

#include <gtest/gtest.h>

#include <cmath>

namespace awe::features {
namespace {

SparseVector scaled(Scaling scaling, double starts) {
  SparseVector vector{{2, 5, 9}, {0.25, 0.25, 0.5}};
  scale(vector, scaling, starts);
  return vector;
}

TEST(Scaling, HasTheNamesOfTheCommandLine) {
  EXPECT_EQ(find_enum<Scaling>("none"), Scaling::none);
  EXPECT_EQ(find_enum<Scaling>("sqrt"), Scaling::sqrt);
  EXPECT_EQ(find_enum<Scaling>("log"), Scaling::log);
  EXPECT_EQ(find_enum<Scaling>("unit"), Scaling::unit);
  EXPECT_FALSE(find_enum<Scaling>("Sqrt"));
  EXPECT_FALSE(find_enum<Scaling>(""));
  EXPECT_EQ(to_string(Scaling::log), "log");
}

TEST(Scaling, FollowsItsFormulas) {
  EXPECT_EQ(scaled(Scaling::none, 8).values, (std::vector{0.25, 0.25, 0.5}));
  EXPECT_EQ(scaled(Scaling::sqrt, 8).values, (std::vector{0.5, 0.5, std::sqrt(0.5)}));
  const auto log = scaled(Scaling::log, 8).values;
  EXPECT_NEAR(log[0], std::log(3.0), 1e-15);
  EXPECT_NEAR(log[1], std::log(3.0), 1e-15);
  EXPECT_NEAR(log[2], std::log(5.0), 1e-15);
  double squares = 0;
  for (const double value : scaled(Scaling::unit, 8).values) squares += value * value;
  EXPECT_NEAR(squares, 1, 1e-15);
}

TEST(Scaling, KeepsTheIndices) {
  for (const Scaling scaling : {Scaling::none, Scaling::sqrt, Scaling::log, Scaling::unit}) {
    EXPECT_EQ(scaled(scaling, 3).indices, (std::vector<std::uint64_t>{2, 5, 9}));
  }
}

TEST(Scaling, LeavesAnEmptyRowEmpty) {
  for (const Scaling scaling : {Scaling::none, Scaling::sqrt, Scaling::log, Scaling::unit}) {
    SparseVector empty;
    scale(empty, scaling, 0);
    EXPECT_EQ(empty, SparseVector{});
  }
}

}  // namespace
}  // namespace awe::features
