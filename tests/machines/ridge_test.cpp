// Kernel ridge regression against the normal equations, solved by elimination, and held-out scores against retraining.
#include "machines/ridge.h"

#include <gtest/gtest.h>

#include <numeric>

#include "awe/error.h"
#include "machines/random_kernel.h"

namespace awe::machines {
namespace {

using algebra::Dense;
using test::RandomKernel;

std::vector<std::uint32_t> first_items(std::size_t count) {
  std::vector<std::uint32_t> items(count);
  std::iota(items.begin(), items.end(), 0u);
  return items;
}

// (K + lambda / w) a = y - mu by Gaussian elimination, one target after another.
Dense eliminated(const RandomKernel& kernel, const std::vector<std::uint32_t>& members, const Targets& targets,
                 const std::vector<double>& means, double lambda) {
  const std::size_t n = members.size();
  Dense a(n, n), x(n, means.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) a(i, j) = static_cast<double>(kernel.gram(members[i], members[j]));
    a(i, i) += lambda / targets.weight(i);
    for (std::size_t t = 0; t < means.size(); ++t) x(i, t) = targets.values(i, t) - means[t];
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = a(i, k) / a(k, k);
      for (std::size_t j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
      for (std::size_t t = 0; t < means.size(); ++t) x(i, t) -= factor * x(k, t);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t t = 0; t < means.size(); ++t) x(i, t) /= a(i, i);
  }
  return x;
}

TEST(KernelRidge, SolvesTheNormalEquations) {
  const RandomKernel kernel(90, 3);
  const auto members = first_items(80);
  const Progress none;
  for (const std::vector<double>& class_weights : {std::vector<double>{}, std::vector<double>{1, 2, 0.5}}) {
    const Targets targets = targets_of_classes(kernel.classes, members, 3, class_weights);
    for (const double lambda : {1e-3, 1.0}) {
      const RidgeModel model = train_ridge({kernel.view(), members, targets, 2, none}, lambda);
      const Dense expected = eliminated(kernel, members, targets, model.means, lambda);
      for (std::size_t k = 0; k < expected.values.size(); ++k) {
        EXPECT_NEAR(model.coefficients.values[k], expected.values[k], 1e-7 * (1 + std::abs(expected.values[k])));
      }
      EXPECT_NEAR(model.means[0] + model.means[1] + model.means[2], 1, 1e-12);
    }
  }
}

// The mean is that of all members, as the closed form has it: so the oracle keeps it, too.
TEST(KernelRidge, HeldOutScoresAreThoseOfRetrainingWithoutThePart) {
  const RandomKernel kernel(70, 2);
  const auto members = first_items(70);
  const Progress none;
  const Targets targets = targets_of_classes(kernel.classes, members, 2, std::vector<double>{1, 3});
  const std::vector<double> means = means_of(targets), lambdas = {0.01, 0.5};
  for (const std::size_t count : {1u, 2u, 3u, 5u}) {
    for (const std::uint32_t in_parts : {60u, 70u}) {  // the others are in no part
      if (count == 1 && in_parts == 70) continue;      // nothing is left to train with
      std::vector<std::vector<std::uint32_t>> parts(count);
      for (std::uint32_t i = 0; i < in_parts; ++i) parts[i % count].push_back(i);
      const auto found = held_out_scores({kernel.view(), members, targets, 2, none}, parts, lambdas);
      for (std::size_t l = 0; l < lambdas.size(); ++l) {
        for (std::size_t p = 0; p < count; ++p) {
          std::vector<std::uint32_t> rest;
          for (const std::uint32_t item : members) {
            if (item >= in_parts || item % count != p) rest.push_back(item);
          }
          const Targets of_rest = targets_of_classes(kernel.classes, rest, 2, std::vector<double>{1, 3});
          RidgeModel model{rest, eliminated(kernel, rest, of_rest, means, lambdas[l]), means};
          for (const std::uint32_t item : parts[p]) {
            const auto expected = model.scores(kernel.gram.row(item));
            for (std::size_t t = 0; t < 2; ++t) EXPECT_NEAR(found[l](item, t), expected[t], 1e-7);
          }
        }
        for (std::uint32_t item = in_parts; item < 70; ++item) EXPECT_EQ(found[l](item, 0), 0) << "in no part";
      }
    }
  }
}

TEST(KernelRidge, ScoresOfSeveralItemsHaveTheBitsOfEach) {
  const RandomKernel kernel(50, 4);
  const auto members = first_items(40);
  const Progress none;
  const Targets targets = targets_of_classes(kernel.classes, members, 4, {});
  const RidgeModel model = train_ridge({kernel.view(), members, targets, 1, none}, 0.1);
  const std::vector<std::span<const float>> rows = {kernel.gram.row(45), kernel.gram.row(3), kernel.gram.row(49)};
  const auto found = model.scores(rows);
  ASSERT_EQ(found.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(found[i], model.scores(rows[i]));
}

TEST(KernelRidge, IsTheSameForAnyNumberOfThreads) {
  const RandomKernel kernel(150, 3);
  const auto members = first_items(150);
  const Progress none;
  const Targets targets = targets_of_classes(kernel.classes, members, 3, {});
  const RidgeModel one = train_ridge({kernel.view(), members, targets, 1, none}, 0.1);
  const RidgeModel three = train_ridge({kernel.view(), members, targets, 3, none}, 0.1);
  EXPECT_EQ(one.coefficients, three.coefficients);
  const std::vector<std::vector<std::uint32_t>> parts = {{0, 5, 9}, {1, 2, 3}};
  const std::vector<double> lambdas = {0.1};
  EXPECT_EQ(held_out_scores({kernel.view(), members, targets, 1, none}, parts, lambdas),
            held_out_scores({kernel.view(), members, targets, 4, none}, parts, lambdas));
}

TEST(KernelRidge, RefusesWhatMakesNoSense) {
  const RandomKernel kernel(10, 2);
  const auto members = first_items(10);
  const Progress none;
  const Targets targets = targets_of_classes(kernel.classes, members, 2, {});
  EXPECT_THROW((void)train_ridge({kernel.view(), members, targets, 1, none}, 0), Error);
  RandomKernel broken(10, 2);
  for (std::size_t i = 0; i < 10; ++i) broken.gram.row(i)[i] = -1;
  EXPECT_THROW((void)train_ridge({broken.view(), members, targets, 1, none}, 0.1), Error) << "not positive definite";
}

}  // namespace
}  // namespace awe::machines
