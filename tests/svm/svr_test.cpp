// Support vector regression: against its optimality conditions, against LIBSVM, and where values say nothing.
#include "svm/svr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "awe/error.h"
#include "base/rng.h"
#include "svm/svm_oracle.h"

namespace awe::svm {
namespace {

using test::SvmProblem;

// Values that depend on the kernel, with noise: of any scale, and far from zero.
std::vector<double> values_of(const SvmProblem& problem, std::uint64_t seed, double scale, double offset) {
  base::Sequence random(seed, Hash128{4, 4});
  std::vector<double> values;
  for (std::uint32_t item = 0; item < problem.classes.size(); ++item) {
    const double smooth = double{problem.gram()(item, 0)} - 0.5 * double{problem.gram()(item, 1)};
    values.push_back(offset + scale * (smooth + 0.4 * random.unit()));
  }
  return values;
}

double deviation_of(const SvmProblem& problem, const std::vector<double>& values) {
  double mean = 0, squares = 0;
  const auto count = static_cast<double>(problem.members.size());
  for (const std::uint32_t item : problem.members) mean += values[item] / count;
  for (const std::uint32_t item : problem.members) squares += (values[item] - mean) * (values[item] - mean);
  return std::sqrt(squares / (count - 1));
}

MultiSvm train(const SvmProblem& problem, const std::vector<double>& values, SvrSetting setting,
               const SvmOptions& options = {}) {
  return train_svr_folds(problem.gram(), {&problem.members, 1}, {values, 1}, {&setting, 1}, options).front().front();
}

std::vector<double> predict_all(const SvmProblem& problem, const MultiSvm& model) {
  std::vector<std::uint32_t> items(problem.classes.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<std::uint32_t>(i);
  return decide_svm_path(problem.gram(), {&model, 1}, items).front();
}

// An item within the tube has no coefficient, one beyond it has C with the sign of its error, one at its edge anything
// between; coefficients sum to zero. These conditions hold at the minimum alone.
void expect_optimal(const SvmProblem& problem, const std::vector<double>& values, const MultiSvm& model,
                    const SvrSetting& setting, const std::string& what) {
  const double deviation = deviation_of(problem, values);
  const double c = setting.c * deviation, epsilon = setting.epsilon * deviation, slack = 2e-3 * deviation;
  const std::vector<double> found = predict_all(problem, model);
  const SvmPair& made = model.pairs.front();
  EXPECT_TRUE(made.converged) << what;
  double sum = 0;
  for (const std::uint32_t item : problem.members) {
    const auto at = std::lower_bound(made.support.begin(), made.support.end(), item);
    const bool supports = at != made.support.end() && *at == item;
    const double b = supports ? made.coefficients[static_cast<std::size_t>(at - made.support.begin())] : 0;
    const double error = values[item] - found[item];
    sum += b;
    EXPECT_LE(std::abs(b), c * (1 + 1e-12)) << what;
    const double most = std::abs(b) < c * (1 - 1e-9) ? epsilon + slack : std::numeric_limits<double>::infinity();
    EXPECT_LE(std::abs(error), most) << what << ", item " << item;
    if (b != 0) {
      EXPECT_GE(b > 0 ? error : -error, epsilon - slack) << what << ", item " << item;
    }
  }
  EXPECT_NEAR(sum, 0, 1e-9 * c * static_cast<double>(problem.members.size())) << what;
}

TEST(Svr, MeetsTheOptimalityConditionsAndAgreesWithLibsvm) {
  std::size_t supports = 0, free = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    base::Sequence random(seed, Hash128{5, 5});
    const int kernel = static_cast<int>(random.below(2));
    const SvmProblem problem = test::random_problem(seed, 6 + random.below(90), 2, kernel);
    const double scale = std::pow(10.0, static_cast<double>(random.below(7)) - 3);
    const auto values = values_of(problem, seed, scale, 20 * scale * (random.unit() - 0.5));
    const SvrSetting setting{std::pow(10.0, static_cast<double>(random.below(4)) - 2),
                             seed % 5 == 0 ? 0 : 0.4 * random.unit()};
    SvmOptions options;
    options.shrinking = random.below(2) == 0;
    if (random.below(2) == 0) options.row_cache_bytes = 1;
    const std::string what = "seed " + std::to_string(seed) + ", kernel " + std::to_string(kernel) + ", C " +
                             std::to_string(setting.c) + ", epsilon " + std::to_string(setting.epsilon);
    const MultiSvm model = train(problem, values, setting, options);
    expect_optimal(problem, values, model, setting, what);
    const double deviation = deviation_of(problem, values);
    const auto theirs = test::ask_libsvm_svr(problem, values, setting.c * deviation, setting.epsilon * deviation,
                                             1e-4 * std::min(1.0, deviation));
    const auto ours = predict_all(problem, model);
    for (const std::uint32_t item : problem.members) {
      EXPECT_NEAR(ours[item], theirs[item], 0.02 * deviation) << what << ", item " << item;
    }
    supports += model.pairs.front().support.size();
    for (const double b : model.pairs.front().coefficients) free += std::abs(b) < setting.c * deviation * 0.999 ? 1 : 0;
  }
  EXPECT_GT(free, 100u) << "some multipliers are free";
  EXPECT_GT(supports, free + 100u) << "some are at their bounds";
}

TEST(Svr, APathIsOptimalAtEverySettingOnAnyNumberOfThreads) {
  const SvmProblem problem = test::random_problem(3, 150, 2, 0);
  std::vector<double> values;
  const auto first = values_of(problem, 1, 1, 0), second = values_of(problem, 2, 1000, -5e4);
  for (std::size_t i = 0; i < first.size(); ++i) values.insert(values.end(), {first[i], second[i]});
  const std::vector<SvrSetting> settings = {{0.1, 0.05}, {1, 0.05}, {100, 0.05}, {1, 0.3}, {10, 0.3}};
  const std::vector<std::vector<std::uint32_t>> folds = {problem.members, problem.others};
  SvmOptions options;
  const auto one = train_svr_folds(problem.gram(), folds, {values, 2}, settings, options);
  options.threads = 3;
  const auto three = train_svr_folds(problem.gram(), folds, {values, 2}, settings, options);
  for (std::size_t s = 0; s < settings.size(); ++s) {
    for (std::size_t column = 0; column < 2; ++column) {
      const SvmPair& own = one[0][s].pairs[column];
      expect_optimal(problem, column == 0 ? first : second, {settings[s].c, {}, {own}}, settings[s],
                     "setting " + std::to_string(s) + ", column " + std::to_string(column));
      for (std::size_t fold = 0; fold < 2; ++fold) {
        EXPECT_EQ(one[fold][s].pairs[column].coefficients, three[fold][s].pairs[column].coefficients);
        EXPECT_EQ(one[fold][s].pairs[column].rho, three[fold][s].pairs[column].rho);
      }
    }
  }
}

TEST(Svr, DoesNotDependOnTheUnitsOfValues) {
  const SvmProblem problem = test::random_problem(8, 60, 2, 0);
  const auto values = values_of(problem, 8, 1, 0);
  std::vector<double> others;
  for (const double value : values) others.push_back(1e4 * value + 1e6);
  const auto plain = predict_all(problem, train(problem, values, {10, 0.1}));
  const auto scaled = predict_all(problem, train(problem, others, {10, 0.1}));
  for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(scaled[i], 1e4 * plain[i] + 1e6, 20);
}

TEST(Svr, OfConstantValuesOrAWideTubeIsAConstant) {
  const SvmProblem problem = test::random_problem(2, 30, 2, 0);
  const std::vector<double> constant(30, 0.1);
  const MultiSvm flat = train(problem, constant, {1, 0.1});
  EXPECT_TRUE(flat.pairs.front().support.empty());
  for (const double value : predict_all(problem, flat)) EXPECT_NEAR(value, 0.1, 1e-12);
  const auto values = values_of(problem, 2, 1, 3);
  const MultiSvm wide = train(problem, values, {1, 10});
  EXPECT_TRUE(wide.pairs.front().support.empty());
  for (const double value : predict_all(problem, wide)) EXPECT_NEAR(value, values[problem.members[0]], 5);
  const std::vector<std::uint32_t> single = {problem.members.front()};
  const SvrSetting setting;
  const auto alone = train_svr_folds(problem.gram(), {&single, 1}, {values, 1}, {&setting, 1});
  EXPECT_EQ(alone.front().front().pairs.front().rho, -values[single.front()]);
}

TEST(Svr, RefusesWhatMakesNoSense) {
  SvmProblem problem = test::random_problem(2, 30, 2, 0);
  auto values = values_of(problem, 2, 1, 0);
  EXPECT_THROW((void)train(problem, values, {0, 0.1}), Error);
  EXPECT_THROW((void)train(problem, values, {1, -0.1}), Error);
  EXPECT_THROW((void)train(problem, values, {1, std::numeric_limits<double>::infinity()}), Error);
  EXPECT_THROW((void)train(problem, {1, 2}, {1, 0.1}), Error);
  const double kept = std::exchange(values[problem.members[3]], std::numeric_limits<double>::quiet_NaN());
  EXPECT_THROW((void)train(problem, values, {1, 0.1}), Error);
  values[problem.members[3]] = kept;
  std::swap(problem.members[0], problem.members[1]);
  EXPECT_THROW((void)train(problem, values, {1, 0.1}), Error);
}

}  // namespace
}  // namespace awe::svm
