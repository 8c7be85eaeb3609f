#include "descent/objective.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algebra/vector_loops.h"
#include "awe/error.h"
#include "descent/candidates.h"
#include "descent/huffman_tree.h"

namespace awe::descent {
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

// A score that no target has: its exponential is 0.
template <class Real>
constexpr Real kNever = -1e30f;

// The positions of words among the candidates, which may repeat.
class CandidatePlaces {
 public:
  explicit CandidatePlaces(std::span<const std::uint32_t> rows) {
    for (std::uint32_t k = 0; k < rows.size(); ++k) places_.emplace_back(rows[k], k);
    std::sort(places_.begin(), places_.end());
  }
  template <class Visit>
  void for_each(std::uint32_t word, Visit visit) const {
    auto place = std::lower_bound(places_.begin(), places_.end(), std::pair(word, 0u));
    for (; place != places_.end() && place->first == word; ++place) visit(place->second);
  }

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;
};

template <class Real>
class FullSoftmax final : public Objective<Real> {
 public:
  explicit FullSoftmax(std::span<const double> frequencies)
      : biases_(log_frequencies(frequencies)), rows_(all_words(frequencies.size())) {}

  [[nodiscard]] std::size_t outputs() const override { return rows_.size(); }
  [[nodiscard]] std::vector<double> first_biases() const override { return biases_; }
  void choose_shared(const base::StreamBlock&, std::vector<std::uint32_t>& rows) const override { rows = rows_; }
  [[nodiscard]] std::span<const std::uint32_t> own_rows(std::uint32_t) const override { return {}; }

  double differentiate(Scores<Real>& scores) const override {
    const algebra::VectorLoops<Real>& loops = algebra::vector_loops<Real>();
    const std::size_t count = rows_.size();
    const std::vector<Real> nothing(count, Real{0});
    double loss = 0;
    for (std::size_t i = 0; i < scores.targets.size(); ++i) {
      Real* row = scores.shared.data() + i * count;
      const Real hit = row[scores.targets[i]];
      const Real largest = loops.subtract(row, nothing.data(), count);
      const Real sum = loops.exponentials(row, count, largest);
      loops.scale(Real{1} / sum, row, count);
      row[scores.targets[i]] -= Real{1};
      loss += std::log(static_cast<double>(sum)) + static_cast<double>(largest) - static_cast<double>(hit);
    }
    return loss;
  }

 private:
  std::vector<double> biases_;
  std::vector<std::uint32_t> rows_;
};

// Common base of objectives with candidates: the only own row is the target.
template <class Real>
class WithCandidates : public Objective<Real> {
 public:
  WithCandidates(const DescentOptions& options, std::span<const double> frequencies)
      : candidates_(options.candidates, frequencies, options.candidate_power),
        count_(options.num_candidates),
        biases_(log_frequencies(frequencies)),
        rows_(all_words(frequencies.size())) {
    for (const std::uint32_t word : rows_) {
      log_expected_.push_back(static_cast<Real>(std::log(candidates_.probability(word) * count_)));
    }
  }

  [[nodiscard]] std::size_t outputs() const override { return rows_.size(); }
  [[nodiscard]] std::vector<double> first_biases() const override { return biases_; }
  void choose_shared(const base::StreamBlock& stream, std::vector<std::uint32_t>& rows) const override {
    candidates_.draw(stream, count_, rows);
  }
  [[nodiscard]] std::span<const std::uint32_t> own_rows(std::uint32_t target) const override {
    return {&rows_[target], 1};
  }

 protected:
  // By word: log of its expected number of occurrences among the candidates.
  std::vector<Real> log_expected_;
  CandidateDistribution candidates_;
  std::uint32_t count_;
  std::vector<double> biases_;

 private:
  std::vector<std::uint32_t> rows_;
};

// S. Jean et al., "On Using Very Large Target Vocabulary for Neural Machine Translation", 2015: softmax over target and
// candidates. The target is always present; log_expected is subtracted from the score of each candidate (as in G.
// Blanc, S. Rendle, "Adaptive Sampled Softmax", 2018: with many candidates, the gradient is that of the full softmax).
// Candidates that equal the target are ignored.
template <class Real>
class SampledSoftmax final : public WithCandidates<Real> {
 public:
  using WithCandidates<Real>::WithCandidates;

  double differentiate(Scores<Real>& scores) const override {
    const auto rows = scores.shared_rows;
    const std::size_t count = rows.size();
    std::vector<Real> correction(count);
    for (std::size_t k = 0; k < count; ++k) correction[k] = this->log_expected_[rows[k]];
    const algebra::VectorLoops<Real>& loops = algebra::vector_loops<Real>();
    const CandidatePlaces places(rows);
    double loss = 0;
    for (std::size_t i = 0; i < scores.targets.size(); ++i) {
      const std::uint32_t target = scores.targets[i];
      Real* row = scores.shared.data() + i * count;
      const Real hit = scores.own[i];
      places.for_each(target, [&](std::uint32_t k) { row[k] = kNever<Real>; });
      const Real largest = std::max(hit, loops.subtract(row, correction.data(), count));
      const Real own = std::exp(hit - largest);
      const Real sum = loops.exponentials(row, count, largest) + own;
      loops.scale(Real{1} / sum, row, count);
      scores.own[i] = own / sum - Real{1};
      loss += std::log(static_cast<double>(sum)) + static_cast<double>(largest) - static_cast<double>(hit);
    }
    return loss;
  }
};

// Binary classification of target against candidates. Noise-contrastive estimation (M. Gutmann, A. Hyvarinen, 2010)
// subtracts log_expected from every score; negative sampling (T. Mikolov et al., 2013) does not, and ignores candidates
// that equal the target.
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
    const algebra::VectorLoops<Real>& loops = algebra::vector_loops<Real>();
    const CandidatePlaces places(rows);
    double loss = 0;
    for (std::size_t i = 0; i < scores.targets.size(); ++i) {
      const std::uint32_t target = scores.targets[i];
      Real* row = scores.shared.data() + i * count;
      if (kContrastive) {
        (void)loops.subtract(row, correction.data(), count);
      } else {
        places.for_each(target, [&](std::uint32_t k) { row[k] = kNever<Real>; });
      }
      loss += loops.logistic(row, count);
      scores.own[i] = (kContrastive ? this->log_expected_[target] : Real{0}) - scores.own[i];
      loss += loops.logistic(&scores.own[i], 1);
      scores.own[i] = -scores.own[i];
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
  void choose_shared(const base::StreamBlock&, std::vector<std::uint32_t>& rows) const override { rows.clear(); }
  [[nodiscard]] std::span<const std::uint32_t> own_rows(std::uint32_t target) const override {
    return tree_.path(target);
  }

  double differentiate(Scores<Real>& scores) const override {
    double loss = 0;
    std::size_t place = 0;
    for (const std::uint32_t target : scores.targets) {
      for (const std::uint8_t turn : tree_.turns(target)) {
        // A turn is 1 with probability sigmoid(score).
        Real& score = scores.own[place++];
        if (turn == 1) score = -score;
        loss += algebra::vector_loops<Real>().logistic(&score, 1);
        if (turn == 1) score = -score;
      }
    }
    return loss;
  }

 private:
  HuffmanTree tree_;
};

}  // namespace

template <class Real>
std::unique_ptr<Objective<Real>> make_objective(const DescentOptions& options, std::span<const double> frequencies) {
  switch (options.objective) {
    case ObjectiveKind::full_softmax:
      return std::make_unique<FullSoftmax<Real>>(frequencies);
    case ObjectiveKind::sampled_softmax:
      return std::make_unique<SampledSoftmax<Real>>(options, frequencies);
    case ObjectiveKind::nce:
      return std::make_unique<Binary<Real, true>>(options, frequencies);
    case ObjectiveKind::negative_sampling:
      return std::make_unique<Binary<Real, false>>(options, frequencies);
    case ObjectiveKind::hierarchical_softmax:
      return std::make_unique<HierarchicalSoftmax<Real>>(frequencies);
  }
  throw Error(ErrorKind::usage, "no such objective");
}

template std::unique_ptr<Objective<float>> make_objective<float>(const DescentOptions&, std::span<const double>);
template std::unique_ptr<Objective<double>> make_objective<double>(const DescentOptions&, std::span<const double>);

}  // namespace awe::descent
