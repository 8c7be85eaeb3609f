#include "machines/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "algebra/elementary.h"
#include "awe/error.h"

namespace awe::machines {
namespace {

std::size_t top_of(std::span<const double> scores) {
  return static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

// The negative log likelihood and its derivatives by slope and offset.
struct Loss {
  double value = 0;
  std::array<double, 2> gradient{};
  double aa = 0, ab = 0, bb = 0;
};

// Adds one item: gaps[j] = s_top - s_j, and the share that each class should have.
void add_item(Loss& loss, const Calibration& now, std::span<const double> gaps, std::size_t top,
              std::span<const double> shares) {
  const auto energy = [&](std::size_t j) { return j == top ? 0.0 : now.slope * gaps[j] + now.offset; };
  double least = 0;
  for (std::size_t j = 0; j < gaps.size(); ++j) least = std::min(least, energy(j));
  double total = 0, g = 0, h = 0, gg = 0, gh = 0, hh = 0, wanted_g = 0, wanted_h = 0, wanted = 0;
  for (std::size_t j = 0; j < gaps.size(); ++j) {
    const double weight = algebra::exponential(least - energy(j)), one = j == top ? 0 : 1;
    total += weight;
    g += weight * gaps[j];
    h += weight * one;
    gg += weight * gaps[j] * gaps[j];
    gh += weight * gaps[j] * one;
    hh += weight * one;
    wanted += shares[j] * energy(j);
    wanted_g += shares[j] * gaps[j];
    wanted_h += shares[j] * one;
  }
  g /= total;
  h /= total;
  loss.value += wanted + algebra::logarithm(total) - least;
  loss.gradient[0] += wanted_g - g;
  loss.gradient[1] += wanted_h - h;
  loss.aa += gg / total - g * g;
  loss.ab += gh / total - g * h;
  loss.bb += hh / total - h * h;
}

Loss loss_of(const Calibration& now, const algebra::Dense& scores, std::span<const int> classes) {
  const std::size_t c = scores.columns;
  // Platt's targets: an item of n counts as of its own class but for the share of one more item.
  const double other = 1 / (static_cast<double>(scores.rows) + 2);
  Loss loss;
  std::vector<double> gaps(c), shares(c);
  for (std::size_t i = 0; i < scores.rows; ++i) {
    const auto row = scores.row(i);
    const std::size_t top = top_of(row);
    for (std::size_t j = 0; j < c; ++j) {
      gaps[j] = row[top] - row[j];
      shares[j] = j == static_cast<std::size_t>(classes[i]) ? 1 - other : other / static_cast<double>(c - 1);
    }
    add_item(loss, now, gaps, top, shares);
  }
  return loss;
}

// The loss is convex. A step that does not lower it is halved.
Calibration minimise(const algebra::Dense& scores, std::span<const int> classes, bool with_slope) {
  constexpr int kMostSteps = 100, kMostHalvings = 40;
  constexpr double kRidge = 1e-9, kSmall = 1e-10;
  Calibration now{0, 0};
  Loss loss = loss_of(now, scores, classes);
  for (int step = 0; step < kMostSteps; ++step) {
    if (!with_slope) loss.gradient[0] = loss.ab = 0;
    const double aa = loss.aa + kRidge, bb = loss.bb + kRidge, determinant = aa * bb - loss.ab * loss.ab;
    if (!(determinant > 0)) break;
    const double da = (bb * loss.gradient[0] - loss.ab * loss.gradient[1]) / determinant;
    const double db = (aa * loss.gradient[1] - loss.ab * loss.gradient[0]) / determinant;
    bool better = false;
    double length = 1;
    for (int half = 0; half < kMostHalvings; ++half, length /= 2) {
      const Calibration next{now.slope - length * da, now.offset - length * db};
      const Loss there = loss_of(next, scores, classes);
      if (!(there.value < loss.value)) continue;
      better = loss.value - there.value > kSmall * (1 + std::abs(loss.value));
      now = next;
      loss = there;
      break;
    }
    if (!better) break;
  }
  return now;
}

}  // namespace

std::vector<double> Calibration::probabilities(std::span<const double> scores) const {
  const std::size_t top = top_of(scores);
  std::vector<double> made(scores.size(), 1);
  double total = 1;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (j == top) continue;
    made[j] = algebra::exponential(-std::max(0.0, slope * (scores[top] - scores[j]) + offset));
    total += made[j];
  }
  for (double& value : made) value /= total;
  return made;
}

Calibration fit_calibration(const algebra::Dense& scores, std::span<const int> classes) {
  if (scores.columns < 2 || scores.rows != classes.size() || scores.rows == 0) {
    throw Error(ErrorKind::usage, "a calibration needs scores of two classes or more");
  }
  const Calibration found = minimise(scores, classes, true);
  // Scores that are worse than chance say nothing: only the share of right answers counts.
  if (!(found.slope >= 0)) return minimise(scores, classes, false);
  return found;
}

}  // namespace awe::machines
