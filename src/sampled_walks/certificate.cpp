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

// Shares of delta: of the paper's bound, if there is one, and of looks for a dominating outcome.
constexpr double kBoundShare = 0.05, kDominatedShare = 0.05;

// Looks from `first` on, growing by factors of 9/8, and `end`.
std::vector<std::uint64_t> looks_from(std::uint64_t first, std::uint64_t end) {
  std::vector<std::uint64_t> looks;
  for (std::uint64_t walks = first; walks < end; walks += walks / 8 + 1) looks.push_back(walks);
  looks.push_back(end);
  return looks;
}

// The smallest errors that any data of this many walks can have: all walks have one outcome.
double least_data_error(std::uint64_t walks, double delta) {
  return data_error(deviation_weight(static_cast<double>(walks)), walks, delta);
}
double least_dominated_error(std::uint64_t walks, double delta) {
  return dominated_error({0, static_cast<double>(walks), 0}, walks, delta);
}

}  // namespace

double deviation_weight(double count) noexcept {
  const double below = std::floor(count);
  const double share = count - below;
  if (share == 0) return weight_of_whole(count);
  return (1 - share) * weight_of_whole(below) + share * weight_of_whole(below + 1);
}

Deviation DeviationSum::value() {
  Deviation sum;
  std::sort(large_.begin(), large_.end());
  std::size_t most = kSmall;
  while (most > 0 && small_[most - 1] == 0) --most;
  sum.largest = !large_.empty() ? large_.back() : most > 0 ? static_cast<double>(most - 1) : 0;
  // The same additions in the same order, one outcome of the largest count left out of the second sum.
  const auto add = [&](double outcomes, double count) {
    const double weight = deviation_weight(count);
    sum.weight += outcomes * weight;
    sum.rest += (count == sum.largest && count < static_cast<double>(kSmall) ? outcomes - 1 : outcomes) * weight;
  };
  for (std::size_t count = 1; count < kSmall; ++count) {
    if (small_[count] > 0) add(static_cast<double>(small_[count]), static_cast<double>(count));
  }
  for (std::size_t i = 0; i < large_.size(); ++i) {
    const double weight = deviation_weight(large_[i]);
    sum.weight += weight;
    if (i + 1 < large_.size()) sum.rest += weight;
  }
  return sum;
}

double data_error(double weight, std::uint64_t walks, double delta) noexcept {
  const double m = static_cast<double>(walks);
  const double half = std::log(2 / delta) / 2;  // L/2
  const double root = std::sqrt(weight / 2 + half) + std::sqrt(half);
  return std::min(2.0, 2 / m * root * root + std::sqrt(4 * half / m));
}

double dominated_error(const Deviation& counts, std::uint64_t walks, double delta) noexcept {
  const double m = static_cast<double>(walks), others = m - counts.largest;
  const double l = std::log(5 / delta);
  if (counts.largest < m / 2 + std::sqrt((l + std::log(3.0)) * m / 2)) return 2;
  const double share = (2 * l / 3 + std::sqrt(4 * l * l / 9 + 2 * l * others)) / m;  // of |others - their mean| / m
  const double root = std::sqrt(counts.rest / 2 + l / 2) + std::sqrt(l / 2);
  const double within = others > 0 ? (2 * root * root + std::sqrt(2 * l * others)) / m : 0;
  return std::min(2.0, 2 * share + std::min(within, 2 * others / m));
}

double bound_error(double outcomes, std::uint64_t walks, double delta) noexcept {
  if (outcomes <= 1) return 0;
  return std::min(2.0, std::sqrt(2 / static_cast<double>(walks) * bound_exponent(outcomes, delta)));
}

StoppingRule::StoppingRule(double epsilon, double delta, std::optional<double> outcomes)
    : epsilon_(epsilon), outcomes_(outcomes.value_or(0)) {
  if (!(epsilon > 0 && epsilon < 2)) throw Error(ErrorKind::usage, "`epsilon` must be above 0 and below 2");
  check_delta(delta);
  constexpr double kMost = 0x1.0p63;
  const auto bound_walks = [&](double confidence) {
    if (outcomes_ <= 1) return 1.0;
    return std::ceil(2 / (epsilon * epsilon) * bound_exponent(outcomes_, confidence));
  };
  if (bound_is_enough(outcomes, delta)) {
    bound_delta_ = delta;
    likely_walks_ = bound_walks(delta);
    if (!(likely_walks_ < kMost)) needed_walks_ = likely_walks_;
    looks_.push_back(needed_walks_ > 0 ? kMostWalks : static_cast<std::uint64_t>(likely_walks_));
    return;
  }
  // Even if all walks have one outcome, the data certify epsilon only above this many. On average, about twenty times
  // as many are drawn, or a fiftieth of the paper's bound.
  const double fewest = std::ceil(2 * std::log(2 / delta) / (epsilon * epsilon));
  const double most = std::max(fewest, static_cast<double>(kMostWalks));
  const double bounded = outcomes ? std::min(most, bound_walks(0.1 * delta)) : most;
  likely_walks_ = std::min(bounded, std::max(20 * fewest, 0.02 * bounded));
  std::uint64_t end = kMostWalks;
  double share = 1 - kDominatedShare;
  if (outcomes && bound_walks(kBoundShare * delta) < static_cast<double>(kMostWalks)) {
    bound_delta_ = kBoundShare * delta;
    share -= kBoundShare;
    end = static_cast<std::uint64_t>(bound_walks(bound_delta_));
  }
  choose_looks(end, share * delta, kDominatedShare * delta);
  if (bound_delta_ == 0 && general_from_ > end) needed_walks_ = fewest;
}

void StoppingRule::choose_looks(std::uint64_t end, double general_delta, double dominated_delta) {
  // The first look at which some data certify epsilon. More looks have smaller shares of delta, so that it comes later,
  // and then there are fewer looks: this ends.
  std::size_t shares = 0;
  std::uint64_t first = 1;
  for (looks_ = {end}; looks_.size() > shares; looks_ = looks_from(first, end)) {
    shares = looks_.size();
    while (first < end && least_dominated_error(first, dominated_delta / static_cast<double>(shares)) > epsilon_) {
      first += first / 64 + 1;
    }
    first = std::min(first, end);
  }
  dominated_delta_ = dominated_delta / static_cast<double>(looks_.size());
  // The same for data without a dominating outcome.
  general_from_ = end + 1;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const double each = general_delta / static_cast<double>(looks_.size() - i);
    if (least_data_error(looks_[i], each) > epsilon_) continue;
    general_from_ = looks_[i];
    look_delta_ = each;
    break;
  }
}

void StoppingRule::require_possible() const {
  if (needed_walks_ == 0) return;
  throw Error(ErrorKind::limit,
              "`epsilon` " + base::format_real(epsilon_) + " needs more than " + base::format_real(needed_walks_) +
                  " walks, which is too many; use a larger `epsilon`, set `walks`, or use `method` exact");
}

StoppingRule StoppingRule::fixed(std::uint64_t walks, double delta, std::optional<double> outcomes) {
  check_delta(delta);
  StoppingRule rule;
  rule.looks_.push_back(walks);
  rule.likely_walks_ = static_cast<double>(walks);
  rule.outcomes_ = outcomes.value_or(0);
  const bool bound_only = bound_is_enough(outcomes, delta);
  rule.bound_delta_ = bound_only ? delta : outcomes ? kBoundShare * delta : 0;
  rule.dominated_delta_ = bound_only ? 0 : kDominatedShare * delta;
  rule.look_delta_ = bound_only ? 0 : (1 - kDominatedShare - (outcomes ? kBoundShare : 0)) * delta;
  return rule;
}

double StoppingRule::error_at(std::uint64_t walks, const Deviation& counts, bool identical) const noexcept {
  double error = 2;
  if (look_delta_ > 0 && walks >= general_from_) error = data_error(counts.weight, walks, look_delta_);
  if (dominated_delta_ > 0 && identical) error = std::min(error, dominated_error(counts, walks, dominated_delta_));
  if (bound_delta_ > 0) error = std::min(error, bound_error(outcomes_, walks, bound_delta_));
  return error;
}

}  // namespace awe::sampled_walks
