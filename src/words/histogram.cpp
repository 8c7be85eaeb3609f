#include "words/histogram.h"

#include <algorithm>

namespace awe::words {

void WordHistograms::append(const WordHistogram& document) {
  all_words_.insert(all_words_.end(), document.words.begin(), document.words.end());
  all_shares_.insert(all_shares_.end(), document.shares.begin(), document.shares.end());
  ends_.push_back(all_words_.size());
}

WordHistograms::View WordHistograms::operator[](std::size_t document) const noexcept {
  const std::size_t begin = document == 0 ? 0 : ends_[document - 1], count = ends_[document] - begin;
  return {std::span(all_words_).subspan(begin, count), std::span(all_shares_).subspan(begin, count)};
}

std::vector<double> WordHistograms::mean() const {
  std::vector<double> sum(words_, 0.0);
  for (std::size_t i = 0; i < all_words_.size(); ++i) sum[all_words_[i]] += all_shares_[i];
  for (double& value : sum) value /= static_cast<double>(std::max<std::size_t>(1, size()));
  return sum;
}

}  // namespace awe::words
