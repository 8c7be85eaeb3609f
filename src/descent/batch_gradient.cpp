#include "descent/batch_gradient.h"

#include <algorithm>

#include "base/parallel.h"

namespace awe::descent {
namespace {

// The values after the first n; null where there are none, as when an objective shares no candidates.
template <class Values>
auto* behind(Values& values, std::size_t n) {
  return values.empty() ? values.data() : values.data() + n;
}

// Computes one row of the result per group r by fill(r, row of the result).
template <class Real, class Fill>
void fill_rows(const RowGroups& groups, std::size_t width, int threads, RowGradients<Real>& gradients, Fill fill) {
  gradients.width = width;
  gradients.rows.assign(groups.rows().begin(), groups.rows().end());
  gradients.values.assign(gradients.rows.size() * width, Real{0});
  constexpr std::size_t kRows = 32;
  base::parallel_for((gradients.rows.size() + kRows - 1) / kRows, threads, [&](std::size_t block) {
    for (std::size_t r = block * kRows; r < std::min(gradients.rows.size(), (block + 1) * kRows); ++r) {
      fill(r, gradients.values.data() + r * width);
    }
  });
}

}  // namespace

template <class Real>
BatchGradient<Real>::BatchGradient(const DescentOptions& options, const Objective<Real>& objective)
    : window_(options.window),
      walk_size_(options.walk_dimensions),
      document_size_(options.document_dimensions),
      hidden_(options.hidden_dimensions()),
      own_width_(options.window == 0 ? 0 : options.walk_dimensions),
      run_width_(hidden_ - own_width_),
      threads_(options.run.thread_count()),
      loops_(algebra::vector_loops<Real>()),
      objective_(objective) {}

template <class Real>
double BatchGradient<Real>::operator()(const PvdmParameters<Real>& parameters, const Batch& batch,
                                       std::span<const std::uint32_t> shared, PvdmGradients<Real>& gradients) {
  prepare(parameters, batch, shared);
  hidden_gradients_.resize(batch.size() * hidden_);
  run_gradients_.resize(runs_.size() * document_size_);
  base::parallel_for(parts_.size(), threads_, [&](std::size_t number) {
    score(parameters, batch, shared, number);
    propagate(parameters, number * kPart, std::min(batch.size(), (number + 1) * kPart), parts_[number]);
  });
  add_outputs(shared, parameters.biases.size(), gradients);
  if (window_ > 0) add_contexts(batch, parameters.walks.size() / walk_size_, gradients.walks);
  add_documents(batch.size(), parameters.documents.size() / document_size_, gradients.documents);
  double sum = 0;
  for (const Part& part : parts_) sum += part.loss;
  return sum / static_cast<double>(batch.size());
}

template <class Real>
double BatchGradient<Real>::loss(const PvdmParameters<Real>& parameters, const Batch& batch,
                                 std::span<const std::uint32_t> shared) {
  prepare(parameters, batch, shared);
  base::parallel_for(parts_.size(), threads_, [&](std::size_t number) { score(parameters, batch, shared, number); });
  double sum = 0;
  for (const Part& part : parts_) sum += part.loss;
  return sum;
}

template <class Real>
void BatchGradient<Real>::prepare(const PvdmParameters<Real>& parameters, const Batch& batch,
                                  std::span<const std::uint32_t> shared) {
  parts_.resize((batch.size() + kPart - 1) / kPart);
  hidden_values_.resize(batch.size() * hidden_);
  find_runs(batch);
  shared_rows_.resize(shared.size() * hidden_);
  shared_columns_.resize(shared.size() * hidden_);
  shared_biases_.resize(shared.size());
  for (std::size_t k = 0; k < shared.size(); ++k) {
    std::copy_n(parameters.outputs.data() + shared[k] * hidden_, hidden_, shared_rows_.data() + k * hidden_);
    shared_biases_[k] = parameters.biases[shared[k]];
    for (std::size_t j = 0; j < hidden_; ++j) shared_columns_[j * shared.size() + k] = shared_rows_[k * hidden_ + j];
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

template <class Real>
void BatchGradient<Real>::find_runs(const Batch& batch) {
  runs_.clear();
  run_documents_.clear();
  for (std::size_t number = 0; number < parts_.size(); ++number) {
    parts_[number].first_run = runs_.size();
    const std::size_t last = std::min(batch.size(), (number + 1) * kPart);
    for (std::size_t i = number * kPart; i < last; ++i) {
      if (runs_.size() == parts_[number].first_run || run_documents_.back() != batch.documents[i]) {
        runs_.push_back({i, i});
        run_documents_.push_back(batch.documents[i]);
      }
      runs_.back().last = i + 1;
    }
    parts_[number].last_run = runs_.size();
  }
}

// Computes h of the examples.
template <class Real>
void BatchGradient<Real>::hide(const PvdmParameters<Real>& parameters, const Batch& batch, std::size_t first,
                               std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    Real* h = hidden_values_.data() + i * hidden_;
    const Batch::Context context = batch.contexts[i];
    if (window_ > 0 && context.size() > 0) {
      loops_.sum_rows({parameters.walks.data(), walk_size_, walk_size_}, batch.words.data() + context.begin,
                      context.size() + 1, i - context.begin, Real{1} / static_cast<Real>(context.size()), h);
    } else {
      std::fill_n(h, hidden_, Real{0});
    }
    const Real* d = parameters.documents.data() + batch.documents[i] * document_size_;
    if (run_width_ > 0) {
      std::copy_n(d, document_size_, h + own_width_);
    } else {
      loops_.add_multiple(Real{1}, d, h, document_size_);
    }
  }
}

// Computes the scores of a part and replaces them by the derivatives of the loss.
template <class Real>
void BatchGradient<Real>::score(const PvdmParameters<Real>& parameters, const Batch& batch,
                                std::span<const std::uint32_t> shared, std::size_t number) {
  const std::size_t first = number * kPart, last = std::min(batch.size(), first + kPart), columns = shared.size();
  Part& part = parts_[number];
  hide(parameters, batch, first, last);
  const std::size_t runs = part.last_run - part.first_run;
  // The contributions of biases and d, which are the same for all examples of a run.
  part.run_scores.resize(runs * columns);
  part.run_vectors.resize(runs * run_width_);
  for (std::size_t r = 0; r < runs; ++r) {
    std::copy(shared_biases_.begin(), shared_biases_.end(), part.run_scores.data() + r * columns);
    const std::size_t example = runs_[part.first_run + r].first;
    std::copy_n(hidden_values_.data() + example * hidden_ + own_width_, run_width_,
                part.run_vectors.data() + r * run_width_);
  }
  loops_.product(runs, run_width_, {part.run_vectors.data(), run_width_, 1},
                 {shared_columns_.data() + own_width_ * columns, columns, columns}, part.run_scores.data(), columns,
                 true);
  part.scores.resize((last - first) * columns);
  for (std::size_t r = 0; r < runs; ++r) {
    const Run run = runs_[part.first_run + r];
    for (std::size_t i = run.first; i < run.last; ++i) {
      std::copy_n(part.run_scores.data() + r * columns, columns, part.scores.data() + (i - first) * columns);
    }
  }
  loops_.product(last - first, own_width_, {hidden_values_.data() + first * hidden_, hidden_, 1},
                 {shared_columns_.data(), columns, columns}, part.scores.data(), columns, true);
  const std::size_t own_first = own_begins_[first], own_last = own_begins_[last];
  for (std::size_t k = own_first; k < own_last; ++k) {
    const std::uint32_t row = own_rows_[k];
    own_gradients_[k] =
        parameters.biases[row] + loops_.dot(parameters.outputs.data() + row * hidden_,
                                            hidden_values_.data() + own_examples_[k] * hidden_, hidden_);
  }
  Scores<Real> scores{std::span(batch.words).subspan(first, last - first), shared, part.scores,
                      std::span(own_gradients_).subspan(own_first, own_last - own_first)};
  part.loss = objective_.differentiate(scores);
}

// From the derivatives of scores, computes those of h and d and, for the part, of the shared rows.
template <class Real>
void BatchGradient<Real>::propagate(const PvdmParameters<Real>& parameters, std::size_t first, std::size_t last,
                                    Part& part) {
  const std::size_t shared = shared_biases_.size(), count = last - first, runs = part.last_run - part.first_run;
  const Real* h = hidden_values_.data() + first * hidden_;
  Real* dh = hidden_gradients_.data() + first * hidden_;
  loops_.product(count, shared, {part.scores.data(), shared, 1}, {shared_rows_.data(), hidden_, own_width_}, dh,
                 hidden_, false);
  part.shared_outputs.resize(shared * hidden_);
  loops_.product(shared, count, {part.scores.data(), 1, shared}, {h, hidden_, own_width_}, part.shared_outputs.data(),
                 hidden_, false);
  part.shared_biases.assign(shared, Real{0});
  for (std::size_t r = 0; r < runs; ++r) {
    const Run run = runs_[part.first_run + r];
    Real* sum = part.run_scores.data() + r * shared;
    loops_.sum_range({part.scores.data(), shared, shared}, run.first - first, run.last - run.first,
                     algebra::VectorLoops<Real>::kAll, Real{1}, sum);
    loops_.add_multiple(Real{1}, sum, part.shared_biases.data(), shared);
  }
  if (run_width_ > 0) {
    loops_.product(runs, shared, {part.run_scores.data(), shared, 1},
                   {behind(shared_rows_, own_width_), hidden_, run_width_},
                   run_gradients_.data() + part.first_run * document_size_, document_size_, false);
    loops_.product(shared, runs, {part.run_scores.data(), 1, shared}, {part.run_vectors.data(), run_width_, run_width_},
                   behind(part.shared_outputs, own_width_), hidden_, false);
  }
  propagate_own(parameters, part);
  for (std::size_t r = part.first_run; run_width_ == 0 && r < part.last_run; ++r) {
    loops_.sum_range({hidden_gradients_.data(), hidden_, hidden_}, runs_[r].first, runs_[r].last - runs_[r].first,
                     algebra::VectorLoops<Real>::kAll, Real{1}, run_gradients_.data() + r * document_size_);
  }
}

// Adds the contributions of own rows to the derivatives of h and d.
template <class Real>
void BatchGradient<Real>::propagate_own(const PvdmParameters<Real>& parameters, const Part& part) {
  for (std::size_t r = part.first_run; r < part.last_run; ++r) {
    for (std::size_t k = own_begins_[runs_[r].first]; k < own_begins_[runs_[r].last]; ++k) {
      const Real* row = parameters.outputs.data() + own_rows_[k] * hidden_;
      loops_.add_multiple(own_gradients_[k], row, hidden_gradients_.data() + own_examples_[k] * hidden_, own_width_);
      loops_.add_multiple(own_gradients_[k], row + own_width_, run_gradients_.data() + r * document_size_, run_width_);
    }
  }
}

// Rows of U and b: sums over parts for shared rows, sums over examples for own rows.
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
          loops_.add_multiple(Real{1}, part.shared_outputs.data() + item * hidden_, sum, hidden_);
          bias += part.shared_biases[item];
        }
      } else {
        const std::size_t k = item - shared.size();
        loops_.add_multiple(own_gradients_[k], hidden_values_.data() + own_examples_[k] * hidden_, sum, hidden_);
        bias += own_gradients_[k];
      }
    }
    loops_.scale(mean, sum, hidden_);
    bias *= mean;
  });
}

// Rows of W: first the gradient of every position of a sentence as a context word, then the sum over each word's
// positions.
template <class Real>
void BatchGradient<Real>::add_contexts(const Batch& batch, std::size_t all_words, RowGradients<Real>& gradients) {
  place_gradients_.resize(batch.size() * walk_size_);
  const Real mean = Real{1} / static_cast<Real>(batch.size());
  const algebra::StridedRows<Real> rows{hidden_gradients_.data(), hidden_, walk_size_};
  base::parallel_for(batch.sentence_ends.size(), threads_, [&](std::size_t sentence) {
    // Contexts begin and end in the order of their examples, so those that contain a position are consecutive.
    std::size_t first = sentence == 0 ? 0 : batch.sentence_ends[sentence - 1], last = first;
    const std::size_t end = batch.sentence_ends[sentence];
    const Real share = mean / static_cast<Real>(std::max(1u, batch.contexts[first].size()));
    for (std::size_t place = first; place < end; ++place) {
      while (batch.contexts[first].end <= place) ++first;
      while (last < end && batch.contexts[last].begin <= place) ++last;
      loops_.sum_range(rows, first, last - first, place - first, share, place_gradients_.data() + place * walk_size_);
    }
  });
  walk_groups_.group(batch.words, all_words);
  fill_rows(walk_groups_, walk_size_, threads_, gradients, [&](std::size_t r, Real* sum) {
    const auto places = walk_groups_.items(r);
    loops_.sum_rows({place_gradients_.data(), walk_size_, walk_size_}, places.data(), places.size(),
                    algebra::VectorLoops<Real>::kAll, Real{1}, sum);
  });
}

template <class Real>
void BatchGradient<Real>::add_documents(std::size_t examples, std::size_t all_documents,
                                        RowGradients<Real>& gradients) {
  const Real mean = Real{1} / static_cast<Real>(examples);
  document_groups_.group(run_documents_, all_documents);
  fill_rows(document_groups_, document_size_, threads_, gradients, [&](std::size_t r, Real* sum) {
    const auto runs = document_groups_.items(r);
    loops_.sum_rows({run_gradients_.data(), document_size_, document_size_}, runs.data(), runs.size(),
                    algebra::VectorLoops<Real>::kAll, mean, sum);
  });
}

template class BatchGradient<float>;
template class BatchGradient<double>;

}  // namespace awe::descent
