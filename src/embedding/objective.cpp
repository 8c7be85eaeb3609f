#include "embedding/objective.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "awe/base/error.h"
#include "embedding/candidates.h"
#include "embedding/fast_exp.h"

namespace awe {
namespace {

std::vector<double> log_frequencies(std::span<const double> frequencies) {
  std::vector<double> logs;
  for (const double frequency : frequencies) logs.push_back(std::log(std::max(frequency, 1e-9)));
  return logs;
}

std::vector<std::uint32_t> all_words(std::size_t words) {
  std::vector<std::uint32_t> all(words);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

// exp(score - largest) in place, and the sum; several sums side by side, so that additions need not wait.
template <class Real>
Real exponentials(Real* scores, std::size_t count, Real largest) {
  for (std::size_t k = 0; k < count; ++k) scores[k] = fast_exp(scores[k] - largest);
  Real sums[8] = {};
  std::size_t k = 0;
  for (; k + 8 <= count; k += 8) {
    for (std::size_t j = 0; j < 8; ++j) sums[j] += scores[k + j];
  }
  for (; k < count; ++k) sums[0] += scores[k];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

template <class Real>
Real largest_of(const Real* scores, std::size_t count, Real largest) {
  for (std::size_t k = 0; k < count; ++k) largest = scores[k] > largest ? scores[k] : largest;
  return largest;
}

template <class Real>
class FullSoftmax final : public Objective<Real> {
 public:
  explicit FullSoftmax(std::span<const double> frequencies)
      : biases_(log_frequencies(frequencies)), rows_(all_words(frequencies.size())) {}

  [[nodiscard]] std::size_t outputs() const override { return rows_.size(); }
  [[nodiscard]] std::vector<double> first_biases() const override { return biases_; }
  void choose_shared(const StreamBlock&, std::vector<std::uint32_t>& rows) const override { rows = rows_; }
  [[nodiscard]] std::span<const std::uint32_t> own_rows(std::uint32_t) const override { return {}; }

  double differentiate(Scores<Real>& scores) const override {
    const std::size_t count = rows_.size();
    double loss = 0;
    for (std::size_t i = 0; i < scores.targets.size(); ++i) {
      Real* row = scores.shared.data() + i * count;
      const Real largest = largest_of(row, count, row[0]), hit = row[scores.targets[i]];
      const Real sum = exponentials(row, count, largest);
      const Real share = Real{1} / sum;
      for (std::size_t k = 0; k < count; ++k) row[k] *= share;
      row[scores.targets[i]] -= Real{1};
      loss += std::log(static_cast<double>(sum)) + static_cast<double>(largest) - static_cast<double>(hit);
    }
    return loss;
  }

 private:
  std::vector<double> biases_;
  std::vector<std::uint32_t> rows_;
};

// What objectives with candidates have in common: the target is the one own row.
template <class Real>
class WithCandidates : public Objective<Real> {
 public:
  WithCandidates(const PvdmPlan& plan, std::span<const double> frequencies)
      : candidates_(plan.candidates, frequencies, plan.candidate_power),
        count_(plan.num_candidates),
        biases_(log_frequencies(frequencies)),
        rows_(all_words(frequencies.size())) {
    for (const std::uint32_t word : rows_) {
      log_expected_.push_back(static_cast<Real>(std::log(candidates_.probability(word) * count_)));
    }
  }

  [[nodiscard]] std::size_t outputs() const override { return rows_.size(); }
  [[nodiscard]] std::vector<double> first_biases() const override { return biases_; }
  void choose_shared(const StreamBlock& stream, std::vector<std::uint32_t>& rows) const override {
    candidates_.draw(stream, count_, rows);
  }
  [[nodiscard]] std::span<const std::uint32_t> own_rows(std::uint32_t target) const override {
    return {&rows_[target], 1};
  }

 protected:
  // Of a word: log of how often it is expected among the candidates.
  std::vector<Real> log_expected_;
  CandidateDistribution candidates_;
  std::uint32_t count_;
  std::vector<double> biases_;

 private:
  std::vector<std::uint32_t> rows_;
};

// S. Jean et al., "On Using Very Large Target Vocabulary for Neural Machine Translation", 2015: softmax over target and
// candidates, each score less log_expected; candidates that are the target do not count.
template <class Real>
class SampledSoftmax final : public WithCandidates<Real> {
 public:
  using WithCandidates<Real>::WithCandidates;

  double differentiate(Scores<Real>& scores) const override {
    const auto rows = scores.shared_rows;
    const std::size_t count = rows.size();
    std::vector<Real> correction(count);
    for (std::size_t k = 0; k < count; ++k) correction[k] = this->log_expected_[rows[k]];
    constexpr Real kNever = -1e30f;
    double loss = 0;
    for (std::size_t i = 0; i < scores.targets.size(); ++i) {
      const std::uint32_t target = scores.targets[i];
      Real* row = scores.shared.data() + i * count;
      const Real hit = scores.own[i] - this->log_expected_[target];
      for (std::size_t k = 0; k < count; ++k) row[k] = rows[k] == target ? kNever : row[k] - correction[k];
      const Real largest = largest_of(row, count, hit);
      const Real own = fast_exp(hit - largest);
      const Real sum = exponentials(row, count, largest) + own;
      const Real share = Real{1} / sum;
      for (std::size_t k = 0; k < count; ++k) row[k] = rows[k] == target ? Real{0} : row[k] * share;
      scores.own[i] = own * share - Real{1};
      loss += std::log(static_cast<double>(sum)) + static_cast<double>(largest) - static_cast<double>(hit);
    }
    return loss;
  }
};

// Binary classification of target against candidates. Noise-contrastive estimation (M. Gutmann, A. Hyvarinen, 2010)
// takes log_expected from every score; negative sampling (T. Mikolov et al., 2013) does not, and leaves out candidates
// that are the target.
template <class Real, bool kContrastive>
class Binary final : public WithCandidates<Real> {
 public:
  using WithCandidates<Real>::WithCandidates;

  [[nodiscard]] std::vector<double> first_biases() const override {
    return kContrastive ? this->biases_ : std::vector<double>(this->outputs(), 0.0);
  }

  double differentiate(Scores<Real>& scores) const override {
    const auto rows = scores.shared_rows;
    const std::size_t count = rows.size();
    std::vector<Real> correction(count, Real{0});
    for (std::size_t k = 0; kContrastive && k < count; ++k) correction[k] = this->log_expected_[rows[k]];
    double loss = 0;
    for (std::size_t i = 0; i < scores.targets.size(); ++i) {
      const std::uint32_t target = scores.targets[i];
      Real* row = scores.shared.data() + i * count;
      // log(1 + e^x) = max(x, 0) + log(1 + e^-|x|): the logarithms of up to 64 of the latter as that of their product.
      Real linear = 0;
      for (std::size_t begin = 0; begin < count; begin += 64) {
        Real product = 1;
        for (std::size_t k = begin; k < std::min(count, begin + 64); ++k) {
          const bool counts = kContrastive || rows[k] != target;
          const Real x = row[k] - correction[k];
          const Real small = fast_exp(-std::abs(x)), whole = Real{1} + small;
          linear += counts && x > 0 ? x : Real{0};
          product *= counts ? whole : Real{1};
          row[k] = counts ? (x > 0 ? Real{1} : small) / whole : Real{0};
        }
        loss += std::log(static_cast<double>(product));
      }
      const Real x = scores.own[i] - (kContrastive ? this->log_expected_[target] : Real{0});
      const Real small = fast_exp(-std::abs(x)), whole = Real{1} + small;
      loss += static_cast<double>(linear) + std::log(static_cast<double>(whole)) + static_cast<double>(x < 0 ? -x : 0);
      scores.own[i] = -(x < 0 ? Real{1} : small) / whole;
    }
    return loss;
  }
};

template <class Real>
class HierarchicalSoftmax final : public Objective<Real> {
 public:
  explicit HierarchicalSoftmax(std::span<const double> frequencies) : tree_(frequencies) {}

  [[nodiscard]] std::size_t outputs() const override { return tree_.inner_nodes(); }
  [[nodiscard]] std::vector<double> first_biases() const override { return std::vector<double>(outputs(), 0.0); }
  void choose_shared(const StreamBlock&, std::vector<std::uint32_t>& rows) const override { rows.clear(); }
  [[nodiscard]] std::span<const std::uint32_t> own_rows(std::uint32_t target) const override {
    return tree_.path(target);
  }

  double differentiate(Scores<Real>& scores) const override {
    double loss = 0;
    std::size_t place = 0;
    for (const std::uint32_t target : scores.targets) {
      for (const std::uint8_t turn : tree_.turns(target)) {
        // A turn is 1 with probability sigmoid(score).
        const Real x = scores.own[place];
        const Real small = fast_exp(-std::abs(x)), whole = Real{1} + small;
        const bool wrong = (x > 0) != (turn == 1);
        loss += std::log(static_cast<double>(whole)) + (wrong ? std::abs(static_cast<double>(x)) : 0.0);
        scores.own[place++] = (x > 0 ? Real{1} : small) / whole - static_cast<Real>(turn);
      }
    }
    return loss;
  }

 private:
  HuffmanTree tree_;
};

}  // namespace

template <class Real>
std::unique_ptr<Objective<Real>> make_objective(const PvdmPlan& plan, std::span<const double> frequencies) {
  switch (plan.objective) {
    case ObjectiveKind::full_softmax:
      return std::make_unique<FullSoftmax<Real>>(frequencies);
    case ObjectiveKind::sampled_softmax:
      return std::make_unique<SampledSoftmax<Real>>(plan, frequencies);
    case ObjectiveKind::nce:
      return std::make_unique<Binary<Real, true>>(plan, frequencies);
    case ObjectiveKind::negative_sampling:
      return std::make_unique<Binary<Real, false>>(plan, frequencies);
    case ObjectiveKind::hierarchical_softmax:
      return std::make_unique<HierarchicalSoftmax<Real>>(frequencies);
  }
  throw Error(ErrorKind::usage, "no such objective");
}

template std::unique_ptr<Objective<float>> make_objective<float>(const PvdmPlan&, std::span<const double>);
template std::unique_ptr<Objective<double>> make_objective<double>(const PvdmPlan&, std::span<const double>);

}  // namespace awe
