// Certificates on the L1 error of a sampled distribution against the true one. Proofs: docs/explanation/guarantee.md.
//
// Let c_i be the number of times that outcome i occurred in m independent walks, q = c/m, and phi the concave function
// below. Then
//   E |q - p|_1 <= (1/m) E sum_i phi(c_i),
// the sum is close to its mean (it is self-bounding) and so is |q - p|_1 (bounded differences); so, with G = sum
// phi(c_i) / 2 and L = ln(2/delta), with probability at least 1 - delta
//   |q - p|_1 <= (2/m) (sqrt(G + L/2) + sqrt(L/2))^2 + sqrt(2 L / m).
// No bound on the number of outcomes is needed. If one outcome has more than half of the probability, its own deviation
// is that of all others together, and the certificate of these alone is much smaller: dominated_error.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace awe::sampled_walks {

// phi(0) = 0, phi(1) = 2, then the line that touches sqrt(2 (c + 1/2) / pi) at c = 22, then that curve. Linear between
// integers.
[[nodiscard]] double deviation_weight(double count) noexcept;

// What the certificates need to know of the counts of all outcomes.
struct Deviation {
  double weight = 0;   // sum of deviation_weight over all outcomes
  double largest = 0;  // largest count
  double rest = 0;     // the sum without an outcome of the largest count
  bool operator==(const Deviation&) const = default;
};

// Sums deviation_weight over the counts of outcomes; the result is the same bits for any order of the counts.
class DeviationSum {
 public:
  // `count` must be an integer.
  void add(double count) {
    if (count < static_cast<double>(kSmall)) {
      ++small_[static_cast<std::size_t>(count)];
    } else {
      large_.push_back(count);
    }
  }
  [[nodiscard]] Deviation value();

 private:
  static constexpr std::size_t kSmall = 1024;
  std::array<std::uint64_t, kSmall> small_{};  // number of outcomes with each count
  std::vector<double> large_;
};

// The error certified by the data: `weight` is the sum of deviation_weight over the counts of all outcomes. At most 2.
[[nodiscard]] double data_error(double weight, std::uint64_t walks, double delta) noexcept;

// The error certified by the data if one outcome has clearly more than half of them; otherwise 2. All walks must have
// the same law (one origin). At most 2.
[[nodiscard]] double dominated_error(const Deviation& counts, std::uint64_t walks, double delta) noexcept;

// The error certified by the paper's bound for a number of outcomes known in advance (sample_size solved for epsilon).
// At most 2; 0 for one outcome.
[[nodiscard]] double bound_error(double outcomes, std::uint64_t walks, double delta) noexcept;

// When to stop drawing walks so that P(L1 error >= epsilon) <= delta. The numbers of walks at which the data are
// examined ("looks") are fixed before the first walk, and delta is divided among them.
class StoppingRule {
 public:
  // `outcomes`: their possible number, if known. Then the paper's bound, with a twentieth of delta, determines the last
  // look (if it requires fewer walks than kMostWalks). Throws Error(usage) unless 0 < epsilon < 2 and 0 < delta < 1.
  StoppingRule(double epsilon, double delta, std::optional<double> outcomes);
  // A fixed number of walks with a single look; the error is what all certificates together allow. Throws as above;
  // epsilon() is 0.
  [[nodiscard]] static StoppingRule fixed(std::uint64_t walks, double delta, std::optional<double> outcomes);

  // Throws Error(limit) if epsilon is so small that no look can certify it for every graph: before any walk is drawn.
  void require_possible() const;
  // Estimated number of walks that will be drawn, from experience with walk distributions.
  [[nodiscard]] double likely_walks() const noexcept { return likely_walks_; }

  // Increasing numbers of walks. Draw up to each in turn, and stop when the error is at most epsilon, or at the last.
  [[nodiscard]] std::span<const std::uint64_t> looks() const noexcept { return looks_; }
  // True if the paper's bound requires so few walks that the data are not examined.
  [[nodiscard]] bool bound_only() const noexcept { return dominated_delta_ == 0; }
  [[nodiscard]] double epsilon() const noexcept { return epsilon_; }
  // The error certified after this many walks: one of looks(), or one of them rounded up. `identical`: all walks have
  // the same law.
  [[nodiscard]] double error_at(std::uint64_t walks, const Deviation& counts, bool identical) const noexcept;

  // If nothing else bounds the number of walks, the last look is here, with the error certified at that point.
  static constexpr std::uint64_t kMostWalks = std::uint64_t{1} << 34;

 private:
  StoppingRule() = default;
  void choose_looks(std::uint64_t end, double general_delta, double dominated_delta);
  double epsilon_ = 0;
  double look_delta_ = 0;       // of each look at the data from general_from_ on; 0: the data are not examined
  double dominated_delta_ = 0;  // of each look for a dominating outcome
  double bound_delta_ = 0;      // of the paper's bound; 0: not used
  double outcomes_ = 0;
  double likely_walks_ = 0, needed_walks_ = 0;  // needed: 0 if epsilon can be reached
  std::uint64_t general_from_ = 0;
  std::vector<std::uint64_t> looks_;
};

}  // namespace awe::sampled_walks
