#include "descent/candidates.h"

#include <algorithm>
#include <cmath>

namespace awe::descent {

CandidateDistribution::CandidateDistribution(CandidateKind kind, std::span<const double> frequencies, double power) {
  double sum = 0;
  for (std::size_t k = 0; k < frequencies.size(); ++k) {
    const auto place = static_cast<double>(k);
    double weight = 1;
    if (kind == CandidateKind::log_uniform) weight = std::log((place + 2) / (place + 1));
    // A word that was never measured is also a candidate, but a rare one.
    if (kind == CandidateKind::measured) weight = std::pow(std::max(frequencies[k], 1e-9), power);
    probabilities_.push_back(weight);
    sum += weight;
  }
  double end = 0;
  for (double& probability : probabilities_) {
    probability /= sum;
    ends_.push_back(end += probability);
  }
}

void CandidateDistribution::draw(const base::StreamBlock& stream, std::uint32_t count,
                                 std::vector<std::uint32_t>& words) const {
  words.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t lane = i % base::kBlockWalks, word = 2 * (i / base::kBlockWalks);
    const std::uint64_t bits = std::uint64_t{stream.draw(lane, word)} << 21 ^ stream.draw(lane, word + 1) >> 11;
    const double unit = static_cast<double>(bits) * 0x1.0p-53;
    const auto found = std::upper_bound(ends_.begin(), ends_.end(), unit);
    words[i] = static_cast<std::uint32_t>(
        std::min<std::ptrdiff_t>(found - ends_.begin(), static_cast<std::ptrdiff_t>(ends_.size()) - 1));
  }
}

}  // namespace awe::descent
