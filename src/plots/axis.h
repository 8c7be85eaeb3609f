// The axis of a plot: a range of values, linear or logarithmic, laid on a length, and round values to mark on it.
#pragma once

#include <string>
#include <vector>

namespace awe::plots {

struct AxisRange {
  double low = 0, high = 1;
  bool log = false;  // then low > 0

  // The place of a value: 0 at low, 1 at high.
  [[nodiscard]] double place(double value) const;
};

// A range with round ends around the values, which must not be empty; for log, whole powers of ten. A range of no width
// is widened.
[[nodiscard]] AxisRange round_range(const std::vector<double>& values, bool log);

// Linear: multiples of 1, 2 or 5 times a power of ten inside the range, at most `most` (two or more). Log: powers of
// ten, every k-th if there are more. Throws Error(usage) for a range without width, or log without positive ends.
[[nodiscard]] std::vector<double> ticks(const AxisRange& range, int most);

// As people write it: "0.25", "50", "1e5" from there on.
[[nodiscard]] std::string tick_label(double value);

}  // namespace awe::plots
