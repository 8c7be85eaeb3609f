// What the machines learn to predict: a row of numbers per item. For classes the row is one-hot, so that a score is an
// estimate of the probability of its class; for regression it holds the numbers themselves. Items may have weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algebra/linear_algebra.h"

namespace awe::machines {

struct Targets {
  algebra::Dense values;        // items x targets
  std::vector<double> weights;  // one per item; empty: 1 each

  [[nodiscard]] double weight(std::size_t item) const noexcept { return weights.empty() ? 1 : weights[item]; }
};

// One-hot rows of these items; the weight of an item is that of its class (class_weights empty: 1).
[[nodiscard]] inline Targets targets_of_classes(std::span<const int> classes, std::span<const std::uint32_t> items,
                                                std::size_t num_classes, std::span<const double> class_weights) {
  Targets made{algebra::Dense(items.size(), num_classes), {}};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto own = static_cast<std::size_t>(classes[items[i]]);
    made.values(i, own) = 1;
    if (!class_weights.empty()) made.weights.push_back(class_weights[own]);
  }
  return made;
}

// The weighted mean of each target, which every machine predicts where it knows nothing.
[[nodiscard]] inline std::vector<double> means_of(const Targets& targets) {
  std::vector<double> means(targets.values.columns, 0);
  double total = 0;
  for (std::size_t i = 0; i < targets.values.rows; ++i) {
    const double weight = targets.weight(i);
    total += weight;
    for (std::size_t t = 0; t < means.size(); ++t) means[t] += weight * targets.values(i, t);
  }
  for (double& mean : means) mean /= total;
  return means;
}

}  // namespace awe::machines
