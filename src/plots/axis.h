// The axis of a plot: a range of values, linear or logarithmic, mapped to a length, and round values to mark on it.
#pragma once

#include <string>
#include <vector>

namespace awe::plots {

struct AxisRange {
  double low = 0, high = 1;
  bool log = false;  // requires low > 0

  // The position of a value: 0 at low, 1 at high.
  [[nodiscard]] double place(double value) const;
};

// A range with round ends around the values, which must not be empty; for log, whole powers of ten. A range of zero
// width is widened.
[[nodiscard]] AxisRange round_range(const std::vector<double>& values, bool log);

// Linear: multiples of 1, 2 or 5 times a power of ten inside the range, at most `most` (two or more). Log: powers of
// ten, only every k-th if there are more. Throws Error(usage) for a range of zero width, or for log without positive
// ends.
[[nodiscard]] std::vector<double> ticks(const AxisRange& range, int most);

// In the usual notation: "0.25", "50", and "1e5" from there on.
[[nodiscard]] std::string tick_label(double value);

}  // namespace awe::plots
