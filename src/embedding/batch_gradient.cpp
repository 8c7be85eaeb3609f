#include "embedding/batch_gradient.h"

#include <algorithm>

#include "awe/base/parallel.h"
#include "embedding/linear_algebra.h"

namespace awe {
namespace {

// y += factor x. In the open, for the compiler to make vector code of it.
template <class Real>
void add_row(Real factor, const Real* x, Real* y, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) y[k] += factor * x[k];
}
template <class Real>
void add_row(const Real* x, Real* y, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) y[k] += x[k];
}

template <class Real>
Real dot(const Real* x, const Real* y, std::size_t size) {
  Real sums[8] = {};
  std::size_t k = 0;
  for (; k + 8 <= size; k += 8) {
    for (std::size_t j = 0; j < 8; ++j) sums[j] += x[k + j] * y[k + j];
  }
  for (; k < size; ++k) sums[0] += x[k] * y[k];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

// Row r of the result, for each group r, by fill(group, row of the result).
template <class Real, class Fill>
void fill_rows(const RowGroups& groups, std::size_t width, int threads, RowGradients<Real>& gradients, Fill fill) {
  gradients.width = width;
  gradients.rows.assign(groups.rows().begin(), groups.rows().end());
  gradients.values.assign(gradients.rows.size() * width, Real{0});
  constexpr std::size_t kRows = 32;
  parallel_for((gradients.rows.size() + kRows - 1) / kRows, threads, [&](std::size_t block) {
    for (std::size_t r = block * kRows; r < std::min(gradients.rows.size(), (block + 1) * kRows); ++r) {
      fill(r, gradients.values.data() + r * width);
    }
  });
}

}  // namespace

template <class Real>
BatchGradient<Real>::BatchGradient(const PvdmPlan& plan, const Objective<Real>& objective)
    : window_(plan.window),
      walk_size_(plan.walk_dimensions),
      document_size_(plan.document_dimensions),
      hidden_(plan.hidden_dimensions()),
      join_(plan.join),
      threads_(plan.threads),
      objective_(objective) {}

template <class Real>
double BatchGradient<Real>::operator()(const PvdmParameters<Real>& parameters, const Batch& batch,
                                       std::span<const std::uint32_t> shared, PvdmGradients<Real>& gradients) {
  prepare(parameters, batch, shared);
  hidden_gradients_.resize(batch.size() * hidden_);
  parallel_for(parts_.size(), threads_, [&](std::size_t number) {
    score(parameters, batch, shared, number);
    propagate(parameters, number * kPart, std::min(batch.size(), (number + 1) * kPart), parts_[number]);
  });
  add_outputs(shared, parameters.biases.size(), gradients);
  if (window_ > 0) add_contexts(batch, parameters.walks.size() / walk_size_, gradients.walks);
  add_documents(batch, parameters.documents.size() / document_size_, gradients.documents);
  double sum = 0;
  for (const Part& part : parts_) sum += part.loss;
  return sum / static_cast<double>(batch.size());
}

template <class Real>
double BatchGradient<Real>::loss(const PvdmParameters<Real>& parameters, const Batch& batch,
                                 std::span<const std::uint32_t> shared) {
  prepare(parameters, batch, shared);
  parallel_for(parts_.size(), threads_, [&](std::size_t number) { score(parameters, batch, shared, number); });
  double sum = 0;
  for (const Part& part : parts_) sum += part.loss;
  return sum;
}

template <class Real>
void BatchGradient<Real>::prepare(const PvdmParameters<Real>& parameters, const Batch& batch,
                                  std::span<const std::uint32_t> shared) {
  parts_.resize((batch.size() + kPart - 1) / kPart);
  hidden_values_.resize(batch.size() * hidden_);
  shared_rows_.resize(shared.size() * hidden_);
  shared_biases_.resize(shared.size());
  for (std::size_t k = 0; k < shared.size(); ++k) {
    std::copy_n(parameters.outputs.data() + shared[k] * hidden_, hidden_, shared_rows_.data() + k * hidden_);
    shared_biases_[k] = parameters.biases[shared[k]];
  }
  own_rows_.clear();
  own_examples_.clear();
  own_begins_.assign(1, 0);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const auto rows = objective_.own_rows(batch.words[i]);
    own_rows_.insert(own_rows_.end(), rows.begin(), rows.end());
    own_examples_.resize(own_rows_.size(), static_cast<std::uint32_t>(i));
    own_begins_.push_back(own_rows_.size());
  }
  own_gradients_.resize(own_rows_.size());
}

// h of the examples.
template <class Real>
void BatchGradient<Real>::hide(const PvdmParameters<Real>& parameters, const Batch& batch, std::size_t first,
                               std::size_t last) {
  const std::size_t document_place = window_ > 0 && join_ == Join::concatenate ? walk_size_ : 0;
  for (std::size_t i = first; i < last; ++i) {
    Real* h = hidden_values_.data() + i * hidden_;
    std::fill_n(h, hidden_, Real{0});
    const Batch::Context context = batch.contexts[i];
    if (window_ > 0 && context.size() > 0) {
      for (std::uint32_t j = context.begin; j < context.end; ++j) {
        if (j != i) add_row(parameters.walks.data() + batch.words[j] * walk_size_, h, walk_size_);
      }
      const Real share = Real{1} / static_cast<Real>(context.size());
      for (std::size_t k = 0; k < walk_size_; ++k) h[k] *= share;
    }
    add_row(parameters.documents.data() + batch.documents[i] * document_size_, h + document_place, document_size_);
  }
}

// Scores of a part, and in their place derivatives of the loss.
template <class Real>
void BatchGradient<Real>::score(const PvdmParameters<Real>& parameters, const Batch& batch,
                                std::span<const std::uint32_t> shared, std::size_t number) {
  const std::size_t first = number * kPart, last = std::min(batch.size(), first + kPart);
  Part& part = parts_[number];
  hide(parameters, batch, first, last);
  const Real* h = hidden_values_.data() + first * hidden_;
  part.scores.resize((last - first) * shared.size());
  multiply_by_transpose(ViewOf<Real>(h, last - first, hidden_),
                        ViewOf<Real>(shared_rows_.data(), shared.size(), hidden_), part.scores.data());
  for (std::size_t i = 0; i < last - first; ++i) {
    add_row(shared_biases_.data(), part.scores.data() + i * shared.size(), shared.size());
  }
  const std::size_t own_first = own_begins_[first], own_last = own_begins_[last];
  for (std::size_t k = own_first; k < own_last; ++k) {
    const std::uint32_t row = own_rows_[k];
    own_gradients_[k] = parameters.biases[row] + dot(parameters.outputs.data() + row * hidden_,
                                                     hidden_values_.data() + own_examples_[k] * hidden_, hidden_);
  }
  Scores<Real> scores{std::span(batch.words).subspan(first, last - first), shared, part.scores,
                      std::span(own_gradients_).subspan(own_first, own_last - own_first)};
  part.loss = objective_.differentiate(scores);
}

// From derivatives of scores to those of h and, for the part, of the shared rows.
template <class Real>
void BatchGradient<Real>::propagate(const PvdmParameters<Real>& parameters, std::size_t first, std::size_t last,
                                    Part& part) {
  const std::size_t shared = shared_biases_.size(), count = last - first;
  const Real* h = hidden_values_.data() + first * hidden_;
  Real* dh = hidden_gradients_.data() + first * hidden_;
  const ViewOf<Real> scores(part.scores.data(), count, shared);
  if (shared > 0) {
    multiply(scores, ViewOf<Real>(shared_rows_.data(), shared, hidden_), dh);
  } else {
    std::fill_n(dh, count * hidden_, Real{0});
  }
  for (std::size_t k = own_begins_[first]; k < own_begins_[last]; ++k) {
    add_row(own_gradients_[k], parameters.outputs.data() + own_rows_[k] * hidden_,
            hidden_gradients_.data() + own_examples_[k] * hidden_, hidden_);
  }
  part.shared_outputs.assign(shared * hidden_, Real{0});
  add_transpose_multiply(scores, ViewOf<Real>(h, count, hidden_), part.shared_outputs.data());
  part.shared_biases.assign(shared, Real{0});
  for (std::size_t i = 0; i < count; ++i) {
    add_row(part.scores.data() + i * shared, part.shared_biases.data(), shared);
  }
}

// Rows of U and b: the parts' sums for shared rows, and examples for their own ones.
template <class Real>
void BatchGradient<Real>::add_outputs(std::span<const std::uint32_t> shared, std::size_t all_rows,
                                      PvdmGradients<Real>& gradients) {
  const Real mean = Real{1} / static_cast<Real>(own_begins_.size() - 1);
  std::vector<std::uint32_t> rows(shared.begin(), shared.end());
  rows.insert(rows.end(), own_rows_.begin(), own_rows_.end());
  output_groups_.group(rows, all_rows);
  gradients.biases.width = 1;
  gradients.biases.rows.assign(output_groups_.rows().begin(), output_groups_.rows().end());
  gradients.biases.values.assign(gradients.biases.rows.size(), Real{0});
  fill_rows(output_groups_, hidden_, threads_, gradients.outputs, [&](std::size_t r, Real* sum) {
    Real& bias = gradients.biases.values[r];
    for (const std::uint32_t item : output_groups_.items(r)) {
      if (item < shared.size()) {
        for (const Part& part : parts_) {
          add_row(part.shared_outputs.data() + item * hidden_, sum, hidden_);
          bias += part.shared_biases[item];
        }
      } else {
        const std::size_t k = item - shared.size();
        add_row(own_gradients_[k], hidden_values_.data() + own_examples_[k] * hidden_, sum, hidden_);
        bias += own_gradients_[k];
      }
    }
    for (std::size_t k = 0; k < hidden_; ++k) sum[k] *= mean;
    bias *= mean;
  });
}

// Rows of W: first what every place of a sentence gets as a context word, then the places of each word.
template <class Real>
void BatchGradient<Real>::add_contexts(const Batch& batch, std::size_t all_words, RowGradients<Real>& gradients) {
  place_gradients_.assign(batch.size() * walk_size_, Real{0});
  const Real mean = Real{1} / static_cast<Real>(batch.size());
  parallel_for(batch.sentence_ends.size(), threads_, [&](std::size_t sentence) {
    for (std::size_t i = sentence == 0 ? 0 : batch.sentence_ends[sentence - 1]; i < batch.sentence_ends[sentence];
         ++i) {
      const Batch::Context context = batch.contexts[i];
      if (context.size() == 0) continue;
      Real* dh = hidden_gradients_.data() + i * hidden_;
      const Real share = mean / static_cast<Real>(context.size());
      for (std::uint32_t j = context.begin; j < context.end; ++j) {
        if (j != i) add_row(share, dh, place_gradients_.data() + j * walk_size_, walk_size_);
      }
    }
  });
  walk_groups_.group(batch.words, all_words);
  fill_rows(walk_groups_, walk_size_, threads_, gradients, [&](std::size_t r, Real* sum) {
    for (const std::uint32_t place : walk_groups_.items(r)) {
      add_row(place_gradients_.data() + place * walk_size_, sum, walk_size_);
    }
  });
}

template <class Real>
void BatchGradient<Real>::add_documents(const Batch& batch, std::size_t all_documents, RowGradients<Real>& gradients) {
  const std::size_t document_place = window_ > 0 && join_ == Join::concatenate ? walk_size_ : 0;
  const Real mean = Real{1} / static_cast<Real>(batch.size());
  document_groups_.group(batch.documents, all_documents);
  fill_rows(document_groups_, document_size_, threads_, gradients, [&](std::size_t r, Real* sum) {
    for (const std::uint32_t i : document_groups_.items(r)) {
      add_row(hidden_gradients_.data() + i * hidden_ + document_place, sum, document_size_);
    }
    for (std::size_t k = 0; k < document_size_; ++k) sum[k] *= mean;
  });
}

template class BatchGradient<float>;
template class BatchGradient<double>;

}  // namespace awe
