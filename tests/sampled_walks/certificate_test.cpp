// The certificates of docs/explanation/guarantee.md: the inequality they are based on, checked over all means; and the
// guarantee itself, on known distributions, in thousands of trials.
#include "sampled_walks/certificate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "awe/error.h"
#include "base/rng.h"
#include "sampled_walks/sample_size.h"

namespace awe::sampled_walks {
namespace {

double curve(double count) { return std::sqrt(2 * (count + 0.5) / std::numbers::pi); }

// ---- phi

TEST(DeviationWeight, HasItsThreePieces) {
  EXPECT_EQ(deviation_weight(0), 0);
  EXPECT_EQ(deviation_weight(1), 2);
  EXPECT_DOUBLE_EQ(deviation_weight(22), curve(22));
  EXPECT_DOUBLE_EQ(deviation_weight(1e6), curve(1e6));
  EXPECT_NEAR(deviation_weight(11.5), (2 + curve(22)) / 2, 1e-12);
}

TEST(DeviationWeight, IsConcaveGrowsAndStaysAboveTheCurve) {
  for (double c = 1; c < 20'000; ++c) {
    const double before = deviation_weight(c - 1), here = deviation_weight(c), after = deviation_weight(c + 1);
    ASSERT_LE(after - 2 * here + before, 1e-12) << c;
    ASSERT_GT(after, here) << c;
    ASSERT_GE(here, curve(c)) << c;
  }
}

TEST(DeviationWeight, IsLinearBetweenWholeNumbers) {
  for (const double c : {0.0, 1.0, 7.0, 21.0, 22.0, 1000.0}) {
    for (const double share : {0.25, 0.5, 0.875}) {
      EXPECT_DOUBLE_EQ(deviation_weight(c + share),
                       (1 - share) * deviation_weight(c) + share * deviation_weight(c + 1));
    }
  }
}

// ---- E phi(N) >= E |N - mean|, N Poisson

double poisson(double mean, double count) { return std::exp(count * std::log(mean) - mean - std::lgamma(count + 1)); }

// E f(N) without the far tails; f is not negative, so this is never too large.
template <class F>
double poisson_mean(double mean, const F& f) {
  const double mode = std::floor(mean), peak = poisson(mean, mode);
  double sum = peak * f(mode);
  double mass = peak;
  for (double c = mode; c >= 1 && mass > peak * 1e-20; --c) sum += (mass *= c / mean) * f(c - 1);
  mass = peak;
  for (double c = mode + 1; mass > peak * 1e-20; ++c) sum += (mass *= mean / c) * f(c);
  return sum;
}

double poisson_deviation(double mean) { return 2 * mean * poisson(mean, std::floor(mean)); }

TEST(PoissonInequality, KnowsTheMeanDeviation) {
  for (const double mean : {0.01, 0.5, 1.0, 1.5, 7.0, 59.9}) {
    const auto distance = [&](double count) { return std::abs(count - mean); };
    EXPECT_NEAR(poisson_deviation(mean), poisson_mean(mean, distance), 1e-12) << mean;
  }
}

TEST(PoissonInequality, HoldsBelowOne) {
  for (double mean = 0.01; mean < 1; mean += 0.01) {
    ASSERT_GE(poisson_mean(mean, deviation_weight), poisson_deviation(mean)) << mean;
  }
}

// Both sides grow with the mean, so left(a) > right(b) settles everything from a to b: the grid leaves no gap.
TEST(PoissonInequality, HoldsFromOneTo60) {
  constexpr int kSteps = 200;
  double least = 1;
  for (int i = kSteps; i < 60 * kSteps; ++i) {
    const double a = static_cast<double>(i) / kSteps, b = static_cast<double>(i + 1) / kSteps;
    const double left = poisson_mean(a, deviation_weight), right = poisson_deviation(b);
    least = std::min(least, left - right);
    ASSERT_GT(left - right, 1e-6) << a;
  }
  std::cout << "least slack from 1 to 60, gaps included: " << least << '\n';
}

// The two bounds of the proof for large means, and what follows from them.
TEST(PoissonInequality, HoldsFrom60) {
  base::Sequence random(1, Hash128{});
  for (int i = 0; i < 1500; ++i) {
    const double mean = i == 0 ? 60 : 60 * std::pow(5000.0 / 60, random.unit());
    const double mu = mean + 0.5;
    const double root = poisson_mean(mean, [](double count) { return std::sqrt(count + 0.5); });
    const double deviation = poisson_deviation(mean);
    const double root_bound = std::sqrt(mu) * (1 - 1 / (8 * mu) - 15 / (16 * mu * mu));
    const double deviation_bound = std::sqrt(2 * mean / std::numbers::pi) * std::exp(1 / (24 * (mean - 0.5)));
    ASSERT_GE(root, root_bound) << mean;
    ASSERT_LE(deviation, deviation_bound) << mean;
    ASSERT_GE(std::sqrt(2 / std::numbers::pi) * root_bound - std::exp(-mean) / std::sqrt(std::numbers::pi),
              deviation_bound)
        << mean;
    ASSERT_GE(poisson_mean(mean, deviation_weight), deviation) << mean;
  }
}

// ---- errors

TEST(DataError, FallsAsWalksAreAdded) {
  double before = 3;
  for (std::uint64_t walks = 1; walks < 1u << 24; walks *= 2) {
    double weight = 0;
    for (const double share : {0.5, 0.25, 0.125, 0.1, 0.025})
      weight += deviation_weight(share * static_cast<double>(walks));
    const double error = data_error(weight, walks, 0.05);
    EXPECT_TRUE(error < before || error == 2) << walks;
    before = error;
  }
  EXPECT_LT(before, 0.01);
}

TEST(DataError, IsTheFormula) {
  const double l = std::log(2 / 0.05);
  const double expected = 2 / 1e5 * std::pow(std::sqrt(500 + l / 2) + std::sqrt(l / 2), 2) + std::sqrt(2 * l / 1e5);
  EXPECT_NEAR(data_error(1000, 100'000, 0.05), expected, 1e-14);
  EXPECT_EQ(data_error(2, 1, 0.05), 2);
}

TEST(BoundError, IsTheSampleSizeSolved) {
  ASSERT_EQ(sample_size(877, 0.1, 0.01), 122'500u);
  EXPECT_LE(bound_error(877, 122'500, 0.01), 0.1);
  EXPECT_GT(bound_error(877, 122'499, 0.01), 0.1);
  EXPECT_EQ(bound_error(1, 1, 0.01), 0);
  EXPECT_EQ(bound_error(877, 1, 0.01), 2);
}

// ---- the stopping rule

// Counts of outcomes without a dominating one.
Deviation spread_out(double weight) { return {weight, 1, weight}; }

TEST(StoppingRule, LooksGrowFromTheFewestToThePapersBound) {
  for (const double epsilon : {0.05, 0.1, 0.5, 1.0}) {
    const StoppingRule rule(epsilon, 0.05, 877);
    const auto looks = rule.looks();
    ASSERT_GT(looks.size(), 2u);
    EXPECT_EQ(looks.back(), sample_size(877, epsilon, 0.05 * 0.05));
    for (std::size_t i = 1; i < looks.size(); ++i) {
      EXPECT_LT(looks[i - 1], looks[i]);
      EXPECT_LE(static_cast<double>(looks[i]), 1.125 * static_cast<double>(looks[i - 1]) + 1);
    }
    EXPECT_FALSE(rule.bound_only());
    EXPECT_EQ(rule.epsilon(), epsilon);
    // Whatever the data, the last look certifies epsilon, and no earlier one does unless the data say so.
    EXPECT_LE(rule.error_at(looks.back(), spread_out(1e9), true), epsilon * (1 + 1e-12));
    EXPECT_GT(rule.error_at(looks[looks.size() - 2], spread_out(1e9), true), epsilon);
  }
}

// The best data that there are: all walks have one outcome.
Deviation one_outcome(std::uint64_t walks) {
  const auto count = static_cast<double>(walks);
  return {deviation_weight(count), count, 0};
}

TEST(StoppingRule, SpendsNoDeltaOnLooksThatCannotSucceed) {
  for (const double epsilon : {0.02, 0.1, 0.5}) {
    for (const auto& outcomes : {std::optional<double>(), std::optional(877.0)}) {
      const StoppingRule rule(epsilon, 0.05, outcomes);
      // The very first look succeeds if all walks have one outcome; without that certificate, a later one does, and
      // those before it certify nothing.
      EXPECT_LE(rule.error_at(rule.looks().front(), one_outcome(rule.looks().front()), true), epsilon);
      std::size_t useless = 0, first = 0;
      for (const std::uint64_t look : rule.looks()) {
        const double error = rule.error_at(look, one_outcome(look), false);
        if (error <= epsilon && first == 0) first = look;
        if (first == 0 && error < 2 && outcomes == std::nullopt) ++useless;
      }
      EXPECT_EQ(useless, 0u);
      ASSERT_GT(first, 0u);
      EXPECT_GT(static_cast<double>(first), 2 * std::log(2 / 0.05) / (epsilon * epsilon));
    }
  }
}

TEST(StoppingRule, SplitsDeltaOverTheLooks) {
  const double delta = 0.05, weight = 700;
  const std::uint64_t walks = 20'000;
  const auto general_looks = [](const StoppingRule& rule) {
    std::size_t count = 0;
    for (const std::uint64_t look : rule.looks()) count += rule.error_at(look, one_outcome(look), false) <= 0.1 ? 1 : 0;
    return static_cast<double>(count);
  };
  {
    const StoppingRule rule(0.1, delta, 10'000);  // a twentieth is for the bound, another for dominating outcomes
    EXPECT_DOUBLE_EQ(rule.error_at(walks, spread_out(weight), true),
                     data_error(weight, walks, 0.9 * delta / general_looks(rule)));
    EXPECT_DOUBLE_EQ(
        rule.error_at(walks, one_outcome(walks), true),
        dominated_error(one_outcome(walks), walks, 0.05 * delta / static_cast<double>(rule.looks().size())));
  }
  {
    const StoppingRule rule(0.1, delta, std::nullopt);
    EXPECT_EQ(rule.looks().back(), StoppingRule::kMostWalks);
    EXPECT_DOUBLE_EQ(rule.error_at(walks, spread_out(weight), true),
                     data_error(weight, walks, 0.95 * delta / general_looks(rule)));
  }
  {
    const StoppingRule rule = StoppingRule::fixed(walks, delta, 10'000);
    ASSERT_EQ(rule.looks().size(), 1u);
    EXPECT_EQ(rule.looks().front(), walks);
    EXPECT_DOUBLE_EQ(rule.error_at(walks, spread_out(weight), true), data_error(weight, walks, 0.9 * delta));
    EXPECT_DOUBLE_EQ(rule.error_at(walks, spread_out(1e9), true), bound_error(10'000, walks, 0.05 * delta));
    EXPECT_DOUBLE_EQ(rule.error_at(walks, one_outcome(walks), true),
                     dominated_error(one_outcome(walks), walks, 0.05 * delta));
    EXPECT_DOUBLE_EQ(rule.error_at(walks, one_outcome(walks), false),
                     data_error(one_outcome(walks).weight, walks, 0.9 * delta))
        << "two directions: their laws differ";
  }
  EXPECT_DOUBLE_EQ(StoppingRule::fixed(walks, delta, std::nullopt).error_at(walks, spread_out(weight), true),
                   data_error(weight, walks, 0.95 * delta));
}

TEST(StoppingRule, GivesFewOutcomesToTheBound) {
  for (const std::uint64_t outcomes : {1u, 2u, 5u}) {
    const StoppingRule rule(0.2, 0.05, static_cast<double>(outcomes));
    EXPECT_TRUE(rule.bound_only());
    ASSERT_EQ(rule.looks().size(), 1u);
    EXPECT_EQ(rule.looks().front(), sample_size(outcomes, 0.2, 0.05));
    EXPECT_LE(rule.error_at(rule.looks().front(), spread_out(1e9), true), 0.2);
    const StoppingRule fixed = StoppingRule::fixed(1000, 0.05, static_cast<double>(outcomes));
    EXPECT_TRUE(fixed.bound_only());
    EXPECT_EQ(fixed.error_at(1000, spread_out(1e9), true), bound_error(static_cast<double>(outcomes), 1000, 0.05));
  }
  EXPECT_FALSE(StoppingRule(0.2, 0.05, 52).bound_only());
}

TEST(StoppingRule, HugeNumbersOfOutcomesAreAsGoodAsUnknown) {
  const StoppingRule huge(0.1, 0.05, 4.6e18), unknown(0.1, 0.05, std::nullopt);
  EXPECT_TRUE(std::ranges::equal(huge.looks(), unknown.looks()));
  EXPECT_EQ(huge.error_at(100'000, spread_out(500), true), unknown.error_at(100'000, spread_out(500), true));
  EXPECT_EQ(StoppingRule::fixed(100'000, 0.05, 4.6e18).error_at(100'000, spread_out(1e9), true), 2);
}

ErrorKind kind_of_error(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "did not throw";
  return ErrorKind::io;
}

TEST(StoppingRule, RefusesImpossibleDemands) {
  for (const double epsilon : {0.0, -1.0, 2.0, static_cast<double>(NAN)})
    EXPECT_EQ(kind_of_error([&] { StoppingRule(epsilon, 0.1, 877); }), ErrorKind::usage);
  for (const double delta : {0.0, 1.0, -0.5, static_cast<double>(NAN)}) {
    EXPECT_EQ(kind_of_error([&] { StoppingRule(0.1, delta, std::nullopt); }), ErrorKind::usage);
    EXPECT_EQ(kind_of_error([&] { (void)StoppingRule::fixed(10, delta, 877); }), ErrorKind::usage);
  }
}

// Before any walk is drawn: the last look would be one that cannot succeed.
TEST(StoppingRule, RefusesAnEpsilonThatNoNumberOfWalksReaches) {
  for (const double epsilon : {1e-5, 1e-10, 1e-200}) {
    for (const auto& outcomes : {std::optional<double>(), std::optional(877.0)}) {
      const StoppingRule rule(epsilon, 0.1, outcomes);
      EXPECT_EQ(kind_of_error([&] { rule.require_possible(); }), ErrorKind::limit) << epsilon;
    }
    StoppingRule(epsilon, 0.1, 1).require_possible();
    EXPECT_EQ(StoppingRule(epsilon, 0.1, 1).looks().front(), 1u);
    StoppingRule::fixed(1000, 0.1, 877).require_possible();
  }
  EXPECT_EQ(kind_of_error([] { StoppingRule(1e-10, 0.1, 2).require_possible(); }), ErrorKind::limit);
  StoppingRule(1e-5, 0.1, 2).require_possible();  // the paper's bound: 5e10 walks
  for (const double epsilon : {1e-4, 0.01, 0.1}) {
    const StoppingRule rule(epsilon, 0.05, std::nullopt);
    rule.require_possible();
    const std::uint64_t last = rule.looks().back();
    EXPECT_LE(rule.error_at(last, one_outcome(last), false), epsilon) << "the last look can succeed";
  }
}

// ---- one outcome that dominates

TEST(DominatedError, IsTheFormulaAndNeedsAClearMajority) {
  const double m = 10'000, l = std::log(5 / 0.05), rest = 30;
  const double share = (2 * l / 3 + std::sqrt(4 * l * l / 9 + 2 * l * 400)) / m;
  const double within = (2 * std::pow(std::sqrt(rest / 2 + l / 2) + std::sqrt(l / 2), 2) + std::sqrt(2 * l * 400)) / m;
  EXPECT_NEAR(dominated_error({0, 9600, rest}, 10'000, 0.05), 2 * share + within, 1e-14);
  const double majority = m / 2 + std::sqrt((l + std::log(3.0)) * m / 2);
  EXPECT_LT(dominated_error({0, std::ceil(majority), rest}, 10'000, 0.05), 2);
  EXPECT_EQ(dominated_error({0, std::floor(majority), rest}, 10'000, 0.05), 2);
  EXPECT_NEAR(dominated_error(one_outcome(10'000), 10'000, 0.05), 8 * l / 3 / m, 1e-15);
}

TEST(DeviationSum, TellsTheLargestCountFromTheRest) {
  const auto sum_of = [](const std::vector<double>& counts) {
    DeviationSum sum;
    for (const double count : counts) sum.add(count);
    return sum.value();
  };
  for (const std::vector<double>& counts :
       {std::vector<double>{5000, 3, 2000, 1, 1}, {7, 7, 2}, {1, 1}, {3000, 3000}, {1023}, {1024, 1023}}) {
    const Deviation found = sum_of(counts);
    double all = 0;
    for (const double count : counts) all += deviation_weight(count);
    EXPECT_EQ(found.largest, *std::ranges::max_element(counts));
    EXPECT_NEAR(found.weight, all, 1e-12);
    EXPECT_NEAR(found.rest, all - deviation_weight(found.largest), 1e-12);
  }
  EXPECT_EQ(sum_of({}).largest, 0);
  EXPECT_EQ(sum_of({}).rest, 0);
}

// ---- trials on known distributions

std::vector<double> normalised(std::vector<double> weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

// Walker's alias method.
class Sampler {
 public:
  explicit Sampler(const std::vector<double>& law) : places_(law.size()) {
    const auto n = static_cast<std::uint32_t>(law.size());
    std::vector<double> scaled(law);
    std::vector<std::uint32_t> small, large;
    for (std::uint32_t i = 0; i < n; ++i) {
      scaled[i] *= n;
      places_[i] = {1, i};
      (scaled[i] < 1 ? small : large).push_back(i);
    }
    while (!small.empty() && !large.empty()) {
      const std::uint32_t low = small.back(), high = large.back();
      small.pop_back();
      places_[low] = {scaled[low], high};
      scaled[high] -= 1 - scaled[low];
      if (scaled[high] < 1) {
        large.pop_back();
        small.push_back(high);
      }
    }
  }

  std::uint32_t draw(base::Sequence& random) const {
    const double place = random.unit() * static_cast<double>(places_.size());
    const auto index = static_cast<std::uint32_t>(place);
    return place - index < places_[index].share ? index : places_[index].other;
  }

 private:
  struct Place {
    double share = 1;
    std::uint32_t other = 0;
  };
  std::vector<Place> places_;
};

// What walks are drawn from. With two laws they take turns, as the two directions of an edge do.
struct Source {
  Source(std::string name_, const std::vector<double>& law) : name(std::move(name_)), mean(law), laws{Sampler(law)} {}
  Source(std::string name_, const std::vector<double>& a, const std::vector<double>& b)
      : name(std::move(name_)), mean(a), laws{Sampler(a), Sampler(b)} {
    for (std::size_t i = 0; i < a.size(); ++i) mean[i] = (a[i] + b[i]) / 2;
  }
  std::string name;
  std::vector<double> mean;
  std::vector<Sampler> laws;
};

std::vector<double> uniform(std::size_t outcomes) { return normalised(std::vector<double>(outcomes, 1)); }

std::vector<double> zipf(std::size_t outcomes) {
  std::vector<double> weights;
  for (std::size_t i = 1; i <= outcomes; ++i) weights.push_back(1 / static_cast<double>(i));
  return normalised(std::move(weights));
}

std::vector<double> geometric(double ratio, std::size_t outcomes) {
  std::vector<double> weights{1};
  while (weights.size() < outcomes) weights.push_back(weights.back() * ratio);
  return normalised(std::move(weights));
}

// 0.6 on one outcome, the rest spread thinly.
std::vector<double> much_rare_mass(std::size_t outcomes) {
  std::vector<double> law(outcomes, 0.4 / static_cast<double>(outcomes - 1));
  law[0] = 0.6;
  return law;
}

// This much on one outcome, the rest evenly on the others.
std::vector<double> dominated(double share, std::size_t outcomes) {
  std::vector<double> law(outcomes, (1 - share) / static_cast<double>(outcomes - 1));
  law[0] = share;
  return law;
}

const std::vector<Source>& sources() {
  const auto opposed = [] {
    auto a = zipf(500), b = zipf(500);
    std::ranges::reverse(b);
    return Source("two directions", a, b);
  };
  static const std::vector<Source> all{{"one outcome", {1.0}},
                                       {"two outcomes", {0.5, 0.5}},
                                       {"uniform 50", uniform(50)},
                                       {"uniform 2000", uniform(2000)},
                                       {"geometric", geometric(0.9, 300)},
                                       {"Zipf 5000", zipf(5000)},
                                       {"much rare mass", much_rare_mass(10'000)},
                                       {"dominated", dominated(0.97, 20)},
                                       {"hardly dominated", dominated(0.51, 300)},
                                       {"two halves", dominated(0.5, 2)},
                                       {"nearly certain", dominated(0.999, 50)},
                                       opposed()};
  return all;
}

// Walks drawn one after another and counted.
class Trial {
 public:
  Trial(const Source& source, std::uint64_t number)
      : source_(source), random_(2018, Hash128{7, source.mean.size()}, number), counts_(source.mean.size()) {}

  void draw_up_to(std::uint64_t walks) {
    for (; drawn_ < walks; ++drawn_) {
      const std::uint32_t outcome = source_.laws[drawn_ % source_.laws.size()].draw(random_);
      Count& count = counts_[outcome];
      if (count.even + count.odd == 0) seen_.push_back(outcome);
      ++(drawn_ % 2 == 0 ? count.even : count.odd);
    }
  }

  [[nodiscard]] double weight() const {
    return sum([](double even, double odd) { return phi(even + odd); });
  }
  [[nodiscard]] Deviation deviation() const {
    Deviation found{weight(), 0, 0};
    for (const std::uint32_t i : seen_) {
      found.largest = std::max(found.largest, static_cast<double>(counts_[i].even + counts_[i].odd));
    }
    found.rest = found.weight - phi(found.largest);
    return found;
  }
  [[nodiscard]] double true_error() const {
    double error = 0, seen_mass = 0;
    for (const std::uint32_t i : seen_) {
      error += std::abs((counts_[i].even + counts_[i].odd) / static_cast<double>(drawn_) - source_.mean[i]);
      seen_mass += source_.mean[i];
    }
    return error + std::max(0.0, 1 - seen_mass);
  }

  // The other rules that look at the data.
  [[nodiscard]] double two_halves_error(double delta) const {
    return sum([](double even, double odd) { return std::abs(even - odd); }) / (static_cast<double>(drawn_) / 2) +
           3 * concentration(delta);
  }
  [[nodiscard]] double half_norm_error(double delta) const {
    return 2 * sum([](double even, double odd) { return std::sqrt(even + odd); }) / static_cast<double>(drawn_) +
           3 * concentration(delta);
  }

 private:
  struct Count {
    std::uint32_t even = 0, odd = 0;
  };
  template <class F>
  [[nodiscard]] double sum(const F& f) const {
    double total = 0;
    for (const std::uint32_t i : seen_) total += f(counts_[i].even, counts_[i].odd);
    return total;
  }
  [[nodiscard]] double concentration(double delta) const {
    return std::sqrt(2 * std::log(2 / delta) / static_cast<double>(drawn_));
  }
  static double phi(double count) {
    static const std::vector<double> table = [] {
      std::vector<double> values(1 << 12);
      for (std::size_t c = 0; c < values.size(); ++c) values[c] = deviation_weight(static_cast<double>(c));
      return values;
    }();
    return count < static_cast<double>(table.size()) ? table[static_cast<std::size_t>(count)] : deviation_weight(count);
  }

  const Source& source_;
  base::Sequence random_;
  std::vector<Count> counts_;
  std::vector<std::uint32_t> seen_;
  std::uint64_t drawn_ = 0;
};

struct Outcome {
  std::uint64_t walks = 0;
  double certified = 2;
  double true_error = 2;
};

// Numbers of walks are rounded up to even ones, for sources with two laws.
Outcome run_rule(const StoppingRule& rule, const Source& source, std::uint64_t number) {
  Trial trial(source, number);
  Outcome outcome;
  for (const std::uint64_t look : rule.looks()) {
    outcome.walks = look + look % source.laws.size();
    trial.draw_up_to(outcome.walks);
    outcome.certified = rule.error_at(outcome.walks, trial.deviation(), source.laws.size() == 1);
    if (outcome.certified <= rule.epsilon()) break;
  }
  outcome.true_error = trial.true_error();
  return outcome;
}

constexpr int kTrials = 10'000;

// 10,000 trials, shared out among the sources; each source must keep the promise by itself.
void expect_promise(const std::string& rule_name, double delta, const std::vector<Source>& tried,
                    const std::function<StoppingRule(const Source&)>& rule_of) {
  const int each = (kTrials + static_cast<int>(tried.size()) - 1) / static_cast<int>(tried.size());
  for (const Source& source : tried) {
    const StoppingRule rule = rule_of(source);
    int broken = 0;
    double walks = 0, certified = 0, true_error = 0;
    for (int i = 0; i < each; ++i) {
      const Outcome outcome = run_rule(rule, source, static_cast<std::uint64_t>(i));
      if (rule.epsilon() > 0) {
        ASSERT_LE(outcome.certified, rule.epsilon() * (1 + 1e-12));
      }
      broken += outcome.true_error > outcome.certified + 1e-12;
      walks += static_cast<double>(outcome.walks) / each;
      certified += outcome.certified / each;
      true_error += outcome.true_error / each;
    }
    std::cout << rule_name << ", " << source.name << ": " << broken << " of " << each << " broken; walks " << walks
              << ", certified " << certified << ", true " << true_error << '\n';
    EXPECT_LE(broken, delta * each) << source.name;
  }
}

TEST(Promise, IsKeptByThePapersBound) {
  const std::vector<Source> few{{"one outcome", {1.0}},
                                {"two outcomes", {0.5, 0.5}},
                                {"uniform 5", uniform(5)},
                                {"geometric 5", geometric(0.5, 5)},
                                {"two directions", geometric(0.3, 4), uniform(4)}};
  expect_promise("bound", 0.1, few, [](const Source& source) {
    const StoppingRule rule(0.2, 0.1, static_cast<double>(source.mean.size()));
    EXPECT_TRUE(rule.bound_only());
    return rule;
  });
}

TEST(Promise, IsKeptByTheDataWithOutcomesKnown) {
  expect_promise("data, outcomes known", 0.1, sources(), [](const Source& source) {
    return StoppingRule(0.5, 0.1, std::max(50.0, static_cast<double>(source.mean.size())));
  });
}

TEST(Promise, IsKeptByTheDataWithOutcomesUnknown) {
  expect_promise("data, outcomes unknown", 0.1, sources(),
                 [](const Source&) { return StoppingRule(0.5, 0.1, std::nullopt); });
}

TEST(Promise, IsKeptWithFixedWalks) {
  for (const std::uint64_t walks : {100u, 3000u}) {
    expect_promise("fixed " + std::to_string(walks), 0.1, sources(), [&](const Source& source) {
      return StoppingRule::fixed(walks, 0.1, static_cast<double>(source.mean.size()));
    });
  }
}

// Weaker certificates break their promise in these trials: the tests above could fail.
TEST(Promise, IsBrokenByWeakerCertificates) {
  constexpr double kDelta = 0.5;
  constexpr int kEach = 200;
  const auto broken_share = [&](const Source& source, std::uint64_t walks, const auto& certificate) {
    int broken = 0;
    for (int i = 0; i < kEach; ++i) {
      Trial trial(source, static_cast<std::uint64_t>(i));
      trial.draw_up_to(walks);
      broken += trial.true_error() > certificate(trial.weight());
    }
    return static_cast<double>(broken) / kEach;
  };
  const Source many("uniform 2000", uniform(2000));
  const double half = broken_share(many, 4000, [&](double weight) { return data_error(weight, 4000, kDelta) / 2; });
  // phi divided by 1.1; large counts, where phi has nothing to spare.
  const double smaller = broken_share(many, 80'000, [&](double weight) { return weight / 1.1 / 80'000; });
  // Nothing added for chance.
  const double main_term = broken_share({"two", {0.5, 0.5}}, 500, [&](double weight) { return weight / 500; });
  std::cout << "broken: half " << half << ", smaller phi " << smaller << ", main term alone " << main_term << '\n';
  EXPECT_GT(half, 0.95);
  EXPECT_GT(smaller, 0.95);
  EXPECT_GT(main_term, 0.2);  // far above the 0.1 of the tests above
  EXPECT_EQ(broken_share(many, 4000, [&](double weight) { return data_error(weight, 4000, kDelta); }), 0);
}

// Each walk adds the law of its last step in the place of one outcome.
TEST(Promise, IsKeptByFractionalCounts) {
  constexpr std::size_t kGroups = 200, kInGroup = 10;
  constexpr std::uint64_t kWalks = 2000;
  constexpr int kEach = 300;
  const std::vector<double> last_step = geometric(0.7, kInGroup);
  const std::vector<double> groups = zipf(kGroups);
  const Sampler sampler(groups), last(last_step);
  double certified = 0, certified_whole = 0, error = 0, error_whole = 0;
  for (int i = 0; i < kEach; ++i) {
    base::Sequence random(5, Hash128{}, static_cast<std::uint64_t>(i));
    std::vector<double> seen(kGroups), whole(kGroups * kInGroup);
    for (std::uint64_t walk = 0; walk < kWalks; ++walk) {
      const std::uint32_t group = sampler.draw(random);
      ++seen[group];
      ++whole[group * kInGroup + last.draw(random)];
    }
    double weight = 0, weight_whole = 0, distance = 0;
    for (std::size_t outcome = 0; outcome < whole.size(); ++outcome) {
      const double share = last_step[outcome % kInGroup], count = seen[outcome / kInGroup] * share;
      const double expected = groups[outcome / kInGroup] * share;
      weight += deviation_weight(count);
      weight_whole += deviation_weight(whole[outcome]);
      distance += std::abs(count / kWalks - expected);
      error_whole += std::abs(whole[outcome] / kWalks - expected) / kEach;
    }
    const double promised = data_error(weight, kWalks, 0.1);
    EXPECT_LE(distance, promised);
    certified += promised / kEach;
    certified_whole += data_error(weight_whole, kWalks, 0.1) / kEach;
    error += distance / kEach;
  }
  std::cout << "fractional: certified " << certified << ", true " << error << "; whole: certified " << certified_whole
            << ", true " << error_whole << '\n';
  EXPECT_LT(error, error_whole);
  EXPECT_GE(certified, certified_whole);
}

TEST(Tightness, CertifiedIsAtMostThreeTimesTrue) {
  for (const Source& source : {Source("Zipf 5000", zipf(5000)), Source("uniform 2000", uniform(2000))}) {
    const StoppingRule rule(0.1, 0.05, static_cast<double>(source.mean.size()));
    double certified = 0, true_error = 0, walks = 0;
    for (std::uint64_t i = 0; i < 10; ++i) {
      const Outcome outcome = run_rule(rule, source, i);
      certified += outcome.certified;
      true_error += outcome.true_error;
      walks += static_cast<double>(outcome.walks) / 10;
    }
    std::cout << source.name << ": walks " << walks << " of " << rule.looks().back() << ", certified / true "
              << certified / true_error << '\n';
    EXPECT_LE(certified, 3 * true_error) << source.name;
  }
}

// One dominating outcome: walks needed by all certificates, and by those that do not know of it.
TEST(Tightness, OneDominatingOutcomeNeedsFewWalks) {
  for (const double share : {0.9, 0.99, 0.999, 1.0}) {
    for (const double epsilon : {0.1, 0.02}) {
      const Source source("dominated", share == 1 ? std::vector<double>{1.0} : dominated(share, 20));
      const StoppingRule rule(epsilon, 0.05, std::nullopt);
      std::uint64_t ours = 0, general = 0;
      double certified = 0, true_error = 0;
      Trial trial(source, 1);
      for (const std::uint64_t look : rule.looks()) {
        trial.draw_up_to(look);
        const double error = rule.error_at(look, trial.deviation(), true);
        if (ours == 0 && error <= epsilon) {
          ours = look;
          certified = error;
          true_error = trial.true_error();
        }
        if (rule.error_at(look, trial.deviation(), false) <= epsilon) general = look;
        if (ours > 0 && general > 0) break;
      }
      std::cout << share << " on one outcome, epsilon " << epsilon << ": walks " << ours << " instead of " << general
                << "; certified " << certified << ", true " << true_error << '\n';
      EXPECT_LE(ours, general);
      if (share >= 0.99) {
        EXPECT_LT(2 * ours, general) << share << ' ' << epsilon;
      }
    }
  }
}

// The same looks, the same delta, the same walks: where does each rule stop?
TEST(Tightness, NeedsFewerWalksThanOtherRules) {
  for (const double epsilon : {0.1, 0.3}) {
    const Source source("Zipf 5000", zipf(5000));
    const StoppingRule rule(epsilon, 0.05, std::nullopt);
    const double share = 0.05 / static_cast<double>(rule.looks().size());
    std::uint64_t ours = 0, two_halves = 0, half_norm = 0;
    Trial trial(source, 1);
    for (const std::uint64_t look : rule.looks()) {
      const std::uint64_t walks = look + look % 2;
      trial.draw_up_to(walks);
      if (ours == 0 && rule.error_at(walks, trial.deviation(), true) <= epsilon) ours = walks;
      if (two_halves == 0 && trial.two_halves_error(share) <= epsilon) two_halves = walks;
      if (half_norm == 0 && trial.half_norm_error(share) <= epsilon) half_norm = walks;
      if (ours > 0 && two_halves > 0 && half_norm > 0) break;
    }
    std::cout << "Zipf 5000, epsilon " << epsilon << ": walks " << ours << "; two halves " << two_halves
              << ", half-norm " << half_norm << ", paper's bound " << sample_size(5000, epsilon, 0.05) << '\n';
    EXPECT_LT(2 * ours, two_halves);
    EXPECT_LT(2 * ours, half_norm);
    EXPECT_LT(ours, sample_size(5000, epsilon, 0.05));
  }
}

}  // namespace
}  // namespace awe::sampled_walks
