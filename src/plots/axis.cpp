#include "plots/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "awe/error.h"

namespace awe::plots {
namespace {

// The smallest of 1, 2, 5 times a power of ten that is at least `width`.
double round_step(double width) {
  const double power = std::pow(10, std::floor(std::log10(width)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= width * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

double AxisRange::place(double value) const {
  if (log) return (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low));
  return (value - low) / (high - low);
}

AxisRange round_range(const std::vector<double>& values, bool log) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  AxisRange range{*least, *most, log};
  if (log) {
    range.low = std::pow(10, std::floor(std::log10(range.low)));
    range.high = std::pow(10, std::ceil(std::log10(range.high)));
    if (range.high <= range.low) range.high = 10 * range.low;
    return range;
  }
  if (range.high <= range.low) range = {range.low - 1, range.low + 1, false};
  const double step = round_step((range.high - range.low) / 5);
  range.low = step * std::floor(range.low / step);
  range.high = step * std::ceil(range.high / step);
  return range;
}

std::vector<double> ticks(const AxisRange& range, int most) {
  if (!(range.low < range.high) || (range.log && range.low <= 0) || most < 2) {
    throw Error(ErrorKind::usage, "an axis needs a range with a width, and a positive one to be logarithmic");
  }
  std::vector<double> values;
  if (range.log) {
    const int first = static_cast<int>(std::ceil(std::log10(range.low) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(range.high) + 1e-9));
    const int every = std::max(1, (last - first) / most + ((last - first) % most != 0 ? 1 : 0));
    for (int power = first; power <= last; power += every) values.push_back(std::pow(10, power));
    return values;
  }
  const double step = round_step((range.high - range.low) / (most - 1));
  const double slack = 1e-9 * step;
  for (double multiple = std::ceil((range.low - slack) / step); multiple * step <= range.high + slack; ++multiple) {
    values.push_back(multiple == 0 ? 0.0 : multiple * step);  // avoid -0
  }
  return values;
}

std::string tick_label(double value) {
  const double size = std::abs(value);
  if (size == 0 || (size < 1e5 && size >= 1e-4)) return fmt::format("{:.6g}", value);
  const int power = static_cast<int>(std::floor(std::log10(size) + 1e-9));
  return fmt::format("{:.3g}e{}", value / std::pow(10, power), power);
}

}  // namespace awe::plots
