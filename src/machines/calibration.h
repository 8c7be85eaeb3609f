// Probabilities of classes from scores of classes. With s the scores and top the class of the largest one, class j gets
// a probability in proportion to exp(-max(0, slope (s_top - s_j) + offset)), the class top to 1: a logistic function of
// the distance for two classes, and the class with the largest score is always the most probable one. Slope and offset
// are fitted to scores of items that the scoring model has not seen, by maximum likelihood with the targets of
// J. Platt (1999) for the item's own class, by Newton's method. Cost: some tens of passes over the scores.
#pragma once

#include <span>
#include <vector>

#include "algebra/linear_algebra.h"

namespace awe::machines {

struct Calibration {
  double slope = 1, offset = 0;

  // They sum to one.
  [[nodiscard]] std::vector<double> probabilities(std::span<const double> scores) const;
};

// `scores` has a row per item and a column per class; classes[i] is the class of item i.
[[nodiscard]] Calibration fit_calibration(const algebra::Dense& scores, std::span<const int> classes);

}  // namespace awe::machines
