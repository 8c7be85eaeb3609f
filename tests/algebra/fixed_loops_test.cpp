// Loops that give the same bits on every instruction set: each beside the obvious loop, and all instruction sets beside
// each other.
#include "algebra/fixed_loops.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "algebra/random_values.h"
#include "algebra/softmax_loops.h"
#include "support/vector_targets.h"

namespace awe::test {
namespace {

using algebra::fixed_loops;

constexpr std::size_t kSizes[] = {0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 257};

// Runs `make` on every instruction set and expects the same bits from all; returns them.
template <class Make>
auto same_on_all_targets(const Make& make) {
  std::optional<decltype(make())> first;
  for_each_target([&](const std::string& target) {
    const auto made = make();
    if (!first) first = made;
    EXPECT_EQ(made, *first) << target;
  });
  return *first;
}

template <class T>
class FixedLoops : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(FixedLoops, Numbers);

TYPED_TEST(FixedLoops, SumsLikeTheObviousLoops) {
  using T = TypeParam;
  for (const std::size_t count : kSizes) {
    const auto x = random_values<T>(count, 2 * count + 1), y = random_values<T>(count, 2 * count + 2);
    struct Made {
      T dot, both;
      std::vector<T> added, added_too, scaled;
      bool operator==(const Made&) const = default;
    };
    const Made made = same_on_all_targets([&] {
      Made now{fixed_loops<T>().dot(x.data(), y.data(), count), 0, y, y, x};
      fixed_loops<T>().add_multiple(T(0.3), x.data(), now.added.data(), count);
      now.both = fixed_loops<T>().dot_and_add(x.data(), y.data(), T(0.3), now.added_too.data(), count);
      fixed_loops<T>().scale(T(0.7), now.scaled.data(), count);
      return now;
    });
    double dot = 0;
    for (std::size_t i = 0; i < count; ++i) {
      dot += static_cast<double>(x[i]) * static_cast<double>(y[i]);
      EXPECT_EQ(made.added[i], y[i] + T(0.3) * x[i]);
      EXPECT_EQ(made.scaled[i], T(0.7) * x[i]);
    }
    EXPECT_NEAR(static_cast<double>(made.dot), dot, 20 * static_cast<double>(std::numeric_limits<T>::epsilon()));
    EXPECT_EQ(made.both, made.dot);
    EXPECT_EQ(made.added_too, made.added);
  }
}

TYPED_TEST(FixedLoops, MultipliesWithOneRoundingPerStep) {
  using T = TypeParam;
  for (const std::size_t rows : {1u, 2u, 5u, 6u, 13u}) {
    for (const std::size_t columns : {1u, 3u, 8u, 17u, 40u, 67u}) {
      for (const std::size_t inner : {1u, 7u, 250u}) {
        const auto a = random_values<T>(rows * inner, rows + 7 * inner), b = random_values<T>(inner * columns, columns);
        const auto before = random_values<T>(rows * columns, 99);
        const auto made = same_on_all_targets([&] {
          auto out = before;
          fixed_loops<T>().product(rows, inner, {a.data(), inner, 1}, {b.data(), columns, columns}, out.data(), columns,
                                   true);
          return out;
        });
        for (std::size_t i = 0; i < rows; ++i) {
          for (std::size_t j = 0; j < columns; ++j) {
            // In blocks of 128.
            T total = before[i * columns + j];
            for (std::size_t begin = 0; begin < inner; begin += 128) {
              T sum = 0;
              for (std::size_t k = begin; k < std::min(inner, begin + 128); ++k) {
                sum = std::fma(a[i * inner + k], b[k * columns + j], sum);
              }
              total += sum;
            }
            EXPECT_EQ(made[i * columns + j], total);
          }
        }
      }
    }
  }
}

// c 1 + a b in a product of one row: what the processor does, or what replaces it, must round as std::fma.
template <class T>
T fused(T a, T b, T c) {
  const T left[2] = {c, a}, right[2] = {1, b};
  T out = 0;
  fixed_loops<T>().product(1, 2, {left, 2, 1}, {right, 1, 1}, &out, 1, false);
  return out;
}

TYPED_TEST(FixedLoops, FusesProductsAndSumsOnEveryInstructionSet) {
  using T = TypeParam;
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  base::Sequence random(21, {});
  const auto any = [&](int exponents) {
    const T mantissa = static_cast<T>(1 + random.unit());
    const auto exponent = static_cast<int>(random.below(static_cast<std::uint64_t>(2 * exponents + 1))) - exponents;
    return std::ldexp(random.below(2) == 0 ? mantissa : -mantissa, exponent);
  };
  for_each_target([&](const std::string& target) {
    for (int round = 0; round < 20'000; ++round) {
      const bool wide = round % 4 == 3;  // products that underflow or overflow, too
      const T a = any(wide ? std::numeric_limits<T>::max_exponent - 2 : 10),
              b = any(wide ? std::numeric_limits<T>::max_exponent - 2 : 10);
      T c = any(wide ? std::numeric_limits<T>::max_exponent - 2 : 20);
      if (round % 4 == 1) c = -a * b;                                            // all but the error cancels
      if (round % 4 == 2) c = -a * b * (1 + std::numeric_limits<T>::epsilon());  // nearly all
      if (round % 16 == 0) c = std::ldexp(a * b, static_cast<int>(random.below(120)) - 60);  // ties and sticky digits
      const T expected = std::fma(a, b, c), found = fused(a, b, c);
      if (std::isnan(expected)) continue;
      ASSERT_EQ(std::bit_cast<Bits>(found), std::bit_cast<Bits>(expected))
          << target << " " << a << " " << b << " " << c;
    }
  });
}

TYPED_TEST(FixedLoops, RotatesRowsOneAfterAnother) {
  using T = TypeParam;
  const std::size_t rows = 9;
  for (const std::size_t width : {1u, 3u, 8u, 21u, 64u, 70u}) {
    const auto before = random_values<T>(rows * width, width);
    std::vector<T> pairs;
    for (int r = 0; r < 5; ++r) {
      pairs.push_back(static_cast<T>(std::cos(r + 0.5)));
      pairs.push_back(static_cast<T>(std::sin(r + 0.5)));
    }
    const auto made = same_on_all_targets([&] {
      auto values = before;
      fixed_loops<T>().rotate(values.data(), width, width, 2, pairs.data(), 5);
      return values;
    });
    auto expected = before;
    for (std::size_t r = 0; r < 5; ++r) {
      const T c = pairs[2 * (4 - r)], s = pairs[2 * (4 - r) + 1];
      for (std::size_t k = 0; k < width; ++k) {
        T &x = expected[(2 + r) * width + k], &y = expected[(3 + r) * width + k];
        const T upper = x, lower = y;
        x = c * upper + s * lower;
        y = c * lower - s * upper;
      }
    }
    EXPECT_EQ(made, expected);
  }
}

TEST(Softmax, IsTheSameOnEveryInstructionSet) {
  for (const std::size_t count : kSizes) {
    if (count == 0) continue;
    auto logits = random_values(count, count);
    for (double& value : logits) value *= 40;
    logits[count / 2] = -2000;  // underflows
    const auto made = same_on_all_targets([&] {
      auto shares = logits;
      const double logarithm = algebra::softmax(shares, 0.75);
      shares.push_back(logarithm);
      return shares;
    });
    double sum = 0, largest = logits[0];
    for (const double value : logits) largest = std::max(largest, value);
    for (const double value : logits) sum += std::exp(value - largest);
    EXPECT_NEAR(made.back(), largest + std::log(sum), 1e-13 * (1 + std::abs(largest)));
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_NEAR(made[i], 0.75 * std::exp(logits[i] - largest) / sum, 1e-15);
    }
  }
}

}  // namespace
}  // namespace awe::test
