// How far a sampled distribution may be from the true one: certificates on the L1 error. docs/guarantee.md has the
// proofs.
//
// Let c_i be how often outcome i came up in m independent walks, q = c/m, and phi the concave function below. Then
//   E |q - p|_1 <= (1/m) E sum_i phi(c_i),
// the sum is close to its mean (it is self-bounding) and so is |q - p|_1 (bounded differences); so, with G = sum
// phi(c_i) / 2 and L = ln(2/delta), with probability at least 1 - delta
//   |q - p|_1 <= (2/m) (sqrt(G + L/2) + sqrt(L/2))^2 + sqrt(2 L / m).
// Nothing is asked of the number of outcomes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace awe::sampled_walks {

// phi: 0, 2, then the line that touches sqrt(2 (c + 1/2) / pi) at c = 22, then that curve. Between whole numbers,
// linear.
[[nodiscard]] double deviation_weight(double count) noexcept;

// Adds up deviation_weight over the counts of outcomes; the same bits in whatever order they come.
class DeviationSum {
 public:
  // A whole number.
  void add(double count) {
    if (count < static_cast<double>(kSmall)) {
      ++small_[static_cast<std::size_t>(count)];
    } else {
      large_.push_back(count);
    }
  }
  [[nodiscard]] double value();

 private:
  static constexpr std::size_t kSmall = 1024;
  std::array<std::uint64_t, kSmall> small_{};  // how many outcomes have that count
  std::vector<double> large_;
};

// The error that the data certify: `weight` is the sum of deviation_weight over the counts of all outcomes. At most 2.
[[nodiscard]] double data_error(double weight, std::uint64_t walks, double delta) noexcept;

// The error that the paper's bound certifies for a number of outcomes known beforehand (sample_size solved for
// epsilon). At most 2; 0 for one outcome.
[[nodiscard]] double bound_error(double outcomes, std::uint64_t walks, double delta) noexcept;

// When to stop drawing walks so that P(L1 error >= epsilon) <= delta. The numbers of walks at which the data are looked
// at are fixed before the first walk, and delta is split over them.
class StoppingRule {
 public:
  // `outcomes`: how many there can be, where that is known: then the paper's bound, with a tenth of delta, ends the
  // looking at the latest (if it asks for fewer than kMostWalks). Throws Error(usage) unless 0 < epsilon < 2 and
  // 0 < delta < 1, and Error(limit) past 2^63 walks.
  StoppingRule(double epsilon, double delta, std::optional<double> outcomes);
  // A fixed number of walks, looked at once; the error is what both rules together certify. Throws as above; epsilon()
  // is 0.
  [[nodiscard]] static StoppingRule fixed(std::uint64_t walks, double delta, std::optional<double> outcomes);

  // Numbers of walks, increasing. Draw up to each in turn, and stop where the error is at most epsilon, or at the last.
  [[nodiscard]] std::span<const std::uint64_t> looks() const noexcept { return looks_; }
  // True if the paper's bound asks for so few walks that the data are not looked at.
  [[nodiscard]] bool bound_only() const noexcept { return look_delta_ == 0; }
  [[nodiscard]] double epsilon() const noexcept { return epsilon_; }
  // The error that is certified after that many walks, one of looks().
  [[nodiscard]] double error_at(std::uint64_t walks, double weight) const noexcept;

  // Where nothing bounds the walks, looking ends here, with the error that is certified then.
  static constexpr std::uint64_t kMostWalks = std::uint64_t{1} << 34;

 private:
  StoppingRule() = default;
  double epsilon_ = 0;
  double look_delta_ = 0;   // of each look at the data; 0: they are not looked at
  double bound_delta_ = 0;  // of the paper's bound; 0: it is not used
  double outcomes_ = 0;
  std::vector<std::uint64_t> looks_;
};

}  // namespace awe::sampled_walks
