#include "sampled_walks/certificate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "awe/error.h"
#include "base/number.h"

namespace awe::sampled_walks {
namespace {

constexpr double kTouch = 22;  // where the linear part of phi meets the curve

double curve(double count) { return std::sqrt(2 * (count + 0.5) / std::numbers::pi); }

// phi at integers.
double weight_of_whole(double count) {
  if (count >= kTouch) return curve(count);
  if (count < 1) return 0;
  static const double slope = (curve(kTouch) - 2) / (kTouch - 1);
  return 2 + slope * (count - 1);
}

// ln(2^n - 2) - ln delta, the exponent of the paper's bound.
double bound_exponent(double outcomes, double delta) {
  return outcomes * std::numbers::ln2 + std::log1p(-std::exp2(1 - outcomes)) - std::log(delta);
}

// True if there are so few outcomes that the data could save at most half of the walks: the paper's bound alone then
// gets all of delta.
bool bound_is_enough(const std::optional<double>& outcomes, double delta) {
  return outcomes && (*outcomes <= 1 || bound_exponent(*outcomes, delta) <= 2 * std::log(2 / delta));
}

void check_delta(double delta) {
  if (!(delta > 0 && delta < 1)) throw Error(ErrorKind::usage, "`delta` must be above 0 and below 1");
}

// Converts a number of walks; throws unless it fits in 63 bits.
std::uint64_t checked_walks(double walks) {
  if (walks < 0x1.0p63) return static_cast<std::uint64_t>(walks);
  throw Error(ErrorKind::limit, "`epsilon` asks for " + base::format_real(walks) +
                                    " walks or more, past 2^63; use a larger `epsilon`, or set `walks`");
}

}  // namespace

double deviation_weight(double count) noexcept {
  const double below = std::floor(count);
  const double share = count - below;
  if (share == 0) return weight_of_whole(count);
  return (1 - share) * weight_of_whole(below) + share * weight_of_whole(below + 1);
}

double DeviationSum::value() {
  double sum = 0;
  for (std::size_t count = 1; count < kSmall; ++count) {
    if (small_[count] > 0) sum += static_cast<double>(small_[count]) * deviation_weight(static_cast<double>(count));
  }
  std::sort(large_.begin(), large_.end());
  for (const double count : large_) sum += deviation_weight(count);
  return sum;
}

double data_error(double weight, std::uint64_t walks, double delta) noexcept {
  const double m = static_cast<double>(walks);
  const double half = std::log(2 / delta) / 2;  // L/2
  const double root = std::sqrt(weight / 2 + half) + std::sqrt(half);
  return std::min(2.0, 2 / m * root * root + std::sqrt(4 * half / m));
}

double bound_error(double outcomes, std::uint64_t walks, double delta) noexcept {
  if (outcomes <= 1) return 0;
  return std::min(2.0, std::sqrt(2 / static_cast<double>(walks) * bound_exponent(outcomes, delta)));
}

StoppingRule::StoppingRule(double epsilon, double delta, std::optional<double> outcomes)
    : epsilon_(epsilon), outcomes_(outcomes.value_or(0)) {
  if (!(epsilon > 0 && epsilon < 2)) throw Error(ErrorKind::usage, "`epsilon` must be above 0 and below 2");
  check_delta(delta);
  const auto bound_walks = [&](double confidence) {
    if (outcomes_ <= 1) return 1.0;
    return std::ceil(2 / (epsilon * epsilon) * bound_exponent(outcomes_, confidence));
  };
  if (bound_is_enough(outcomes, delta)) {
    bound_delta_ = delta;
    looks_.push_back(checked_walks(bound_walks(delta)));
    return;
  }
  // Below this many walks the data cannot certify epsilon, whatever they are.
  const std::uint64_t first = checked_walks(std::ceil(2 * std::log(2 / delta) / (epsilon * epsilon)));
  std::uint64_t end = std::max(first, kMostWalks);
  double share = delta;
  if (outcomes && bound_walks(0.1 * delta) < static_cast<double>(end)) {
    bound_delta_ = 0.1 * delta;
    share = 0.9 * delta;
    end = static_cast<std::uint64_t>(bound_walks(bound_delta_));
  }
  for (std::uint64_t walks = first; walks < end; walks += walks / 8 + 1) looks_.push_back(walks);
  looks_.push_back(end);
  look_delta_ = share / static_cast<double>(looks_.size());
}

StoppingRule StoppingRule::fixed(std::uint64_t walks, double delta, std::optional<double> outcomes) {
  check_delta(delta);
  StoppingRule rule;
  rule.looks_.push_back(walks);
  rule.outcomes_ = outcomes.value_or(0);
  const double bound_share = !outcomes ? 0 : bound_is_enough(outcomes, delta) ? 1 : 0.1;
  rule.bound_delta_ = bound_share * delta;
  rule.look_delta_ = (1 - bound_share) * delta;
  return rule;
}

double StoppingRule::error_at(std::uint64_t walks, double weight) const noexcept {
  double error = 2;
  if (look_delta_ > 0) error = data_error(weight, walks, look_delta_);
  if (bound_delta_ > 0) error = std::min(error, bound_error(outcomes_, walks, bound_delta_));
  return error;
}

}  // namespace awe::sampled_walks
