#include "machines/calibration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "awe/error.h"
#include "base/rng.h"

namespace awe::machines {
namespace {

using algebra::Dense;

// Scores of three classes whose true probabilities are softmax(2 s).
struct Drawn {
  Dense scores;
  std::vector<int> classes;
  explicit Drawn(std::size_t count) : scores(count, 3) {
    base::Sequence random(7, {});
    for (std::size_t i = 0; i < count; ++i) {
      double total = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        scores(i, k) = 2 * random.unit();
        total += std::exp(2 * scores(i, k));
      }
      double left = random.unit() * total;
      int own = 0;
      while (own < 2 && (left -= std::exp(2 * scores(i, static_cast<std::size_t>(own)))) > 0) ++own;
      classes.push_back(own);
    }
  }
};

TEST(Calibration, FindsTheSlopeOfASoftmax) {
  const Drawn drawn(20'000);
  const Calibration found = fit_calibration(drawn.scores, drawn.classes);
  EXPECT_NEAR(found.slope, 2, 0.1);
  EXPECT_NEAR(found.offset, 0, 0.1);
  // In every bin of stated probability of the predicted class, that share is right.
  std::vector<double> stated(10, 0), right(10, 0), count(10, 0);
  for (std::size_t i = 0; i < drawn.scores.rows; ++i) {
    const auto p = found.probabilities(drawn.scores.row(i));
    const auto top = std::max_element(p.begin(), p.end()) - p.begin();
    const auto bin = std::min<std::size_t>(9, static_cast<std::size_t>(10 * p[static_cast<std::size_t>(top)]));
    ++count[bin];
    stated[bin] += p[static_cast<std::size_t>(top)];
    right[bin] += drawn.classes[i] == top ? 1 : 0;
  }
  for (std::size_t bin = 0; bin < 10; ++bin) {
    if (count[bin] > 500) {
      EXPECT_NEAR(stated[bin] / count[bin], right[bin] / count[bin], 0.04) << bin;
    }
  }
}

// No slope and offset nearby has a smaller loss.
TEST(Calibration, IsTheMaximumOfTheLikelihood) {
  const Drawn drawn(500);
  const Calibration found = fit_calibration(drawn.scores, drawn.classes);
  const auto loss = [&](double slope, double offset) {
    double sum = 0;
    const double other = 1.0 / (500 + 2);
    for (std::size_t i = 0; i < 500; ++i) {
      const auto row = drawn.scores.row(i);
      const auto top = static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
      double total = 0;
      std::vector<double> energy(3, 0);
      for (std::size_t k = 0; k < 3; ++k) {
        if (k != top) energy[k] = slope * (row[top] - row[k]) + offset;
        total += std::exp(-energy[k]);
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const double share = static_cast<int>(k) == drawn.classes[i] ? 1 - other : other / 2;
        sum += share * (energy[k] + std::log(total));
      }
    }
    return sum;
  };
  const double best = loss(found.slope, found.offset);
  for (const double step : {-0.01, 0.01}) {
    EXPECT_LE(best, loss(found.slope + step, found.offset));
    EXPECT_LE(best, loss(found.slope, found.offset + step));
  }
}

TEST(Calibration, TheBestScoreIsAlwaysTheMostProbable) {
  for (const Calibration& calibration : {Calibration{3, -2}, Calibration{0, -1}, Calibration{0, 0.4}}) {
    for (const std::vector<double>& scores : {std::vector<double>{1, 1.1, 0.3}, std::vector<double>{5, 0, 0}}) {
      const auto p = calibration.probabilities(scores);
      EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
      const auto top = std::max_element(scores.begin(), scores.end()) - scores.begin();
      for (const double value : p) EXPECT_LE(value, p[static_cast<std::size_t>(top)]);
    }
  }
}

TEST(Calibration, OfScoresThatSayNothingKnowsTheShareOfRightAnswers) {
  Dense scores(400, 2);
  std::vector<int> classes;
  base::Sequence random(3, {});
  for (std::size_t i = 0; i < 400; ++i) {
    scores(i, 0) = random.unit();
    scores(i, 1) = random.unit();
    classes.push_back(static_cast<int>(random.below(2)));
  }
  const auto p = fit_calibration(scores, classes).probabilities(std::vector<double>{0.9, 0.1});
  EXPECT_NEAR(p[0], 0.5, 0.15);
  EXPECT_THROW((void)fit_calibration(Dense(0, 2), {}), Error);
}

}  // namespace
}  // namespace awe::machines
