// Distributions from which candidates are drawn, independently and with replacement. Cost of a draw: O(1) for uniform
// and log-uniform, O(log words) for measured.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/training_options.h"
#include "base/rng.h"

namespace awe::descent {

class CandidateDistribution {
 public:
  // At least one frequency must be positive; `power` applies to the measured kind only.
  CandidateDistribution(CandidateKind kind, std::span<const double> frequencies, double power);

  [[nodiscard]] double probability(std::uint32_t word) const noexcept { return probabilities_[word]; }
  [[nodiscard]] std::size_t words() const noexcept { return probabilities_.size(); }
  void draw(const base::StreamBlock& stream, std::uint32_t count, std::vector<std::uint32_t>& words) const;

 private:
  std::vector<double> probabilities_, ends_;  // ends: cumulative
};

}  // namespace awe::descent
