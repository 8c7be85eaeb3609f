#include "exact_form/exact_form.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "algebra/elementary.h"
#include "awe/error.h"
#include "base/parallel.h"
#include "exact_form/exact_checkpoint.h"

namespace awe::exact_form {
namespace {

// Words that occur in no document ("other" may be empty) get a bias as if they had this frequency.
constexpr double kLeastShare = 1e-9;

std::vector<double> log_mean(const words::WordHistograms& documents) {
  std::vector<double> biases = documents.mean();
  for (double& value : biases) value = algebra::logarithm(std::max(value, kLeastShare));
  return biases;
}

// X = (P - mean) / sqrt(mean), one row per document.
algebra::Dense standardised(const words::WordHistograms& documents) {
  const std::vector<double> mean = documents.mean();
  algebra::Dense x(documents.size(), documents.words());
  for (std::size_t g = 0; g < documents.size(); ++g) {
    const auto row = x.row(g);
    for (std::size_t w = 0; w < row.size(); ++w) row[w] = -std::sqrt(mean[w]);
    const auto document = documents[g];
    for (std::size_t k = 0; k < document.words.size(); ++k) {
      const std::uint32_t w = document.words[k];
      row[w] += document.shares[k] / std::sqrt(std::max(mean[w], kLeastShare));
    }
  }
  return x;
}

// The inner products of all pairs of rows, by rows of tiles, so that the number of threads does not change any bit.
algebra::Dense gram_of_rows(const algebra::Dense& x, int threads, const Progress& progress) {
  constexpr std::size_t kTile = 128;
  algebra::Dense gram(x.rows, x.rows);
  const std::size_t tiles = (x.rows + kTile - 1) / kTile;
  base::parallel_for(tiles, threads, [&](std::size_t tile) {
    progress.throw_if_stopped();
    const std::size_t first = tile * kTile, count = std::min(kTile, x.rows - first);
    // Columns up to the diagonal: the lower triangle.
    algebra::Dense part(count, first + count);
    algebra::multiply_by_transpose({x.values.data() + first * x.columns, count, x.columns},
                                   {x.values.data(), first + count, x.columns}, part.values.data());
    for (std::size_t i = 0; i < count; ++i) std::copy_n(part.row(i).data(), first + count, gram.row(first + i).data());
  });
  return gram;
}

algebra::Dense transposed(const algebra::Dense& x) {
  algebra::Dense result(x.columns, x.rows);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) result(j, i) = x(i, j);
  }
  return result;
}

// U and D from the largest singular vectors of X: d = projections, u = directions over sqrt(mean), to first order the
// optimum without penalties; the two are then balanced according to the penalties.
void singular_start(const words::WordHistograms& documents, std::size_t dimensions, double vector_scale, int threads,
                    const Progress& progress, std::vector<double>& parameters) {
  const algebra::Dense x = standardised(documents);
  const bool by_words = x.columns <= x.rows;
  const std::size_t rank = std::min({dimensions, x.rows, x.columns});
  const algebra::Dense side = by_words ? transposed(x) : algebra::Dense();
  const algebra::Eigenvectors found =
      algebra::largest_eigenvectors(gram_of_rows(by_words ? side : x, threads, progress), rank, threads, progress);
  const std::vector<double> mean = documents.mean();
  const std::size_t weights = documents.words() * dimensions;
  for (std::size_t k = 0; k < rank; ++k) {
    progress.throw_if_stopped();
    const double singular = std::sqrt(std::max(found.eigenvalues[k], 0.0));
    if (!(singular > 1e-12)) continue;
    std::vector<double> left(x.rows), right(x.columns);
    if (by_words) {
      std::copy_n(found.vectors.row(k).data(), x.columns, right.data());
      algebra::multiply(x, right, left);
    } else {
      std::copy_n(found.vectors.row(k).data(), x.rows, left.data());
      for (double& value : left) value *= singular;
      algebra::multiply_transpose(x, left, right);
      for (double& value : right) value /= singular * singular;
    }
    // left has length `singular`, right has length 1. Balanced means |U column| = |scaled D column|.
    double u_length = 0;
    for (std::size_t w = 0; w < right.size(); ++w) {
      right[w] /= std::sqrt(std::max(mean[w], kLeastShare));
      if (mean[w] <= kLeastShare) right[w] = 0;
      u_length += right[w] * right[w];
    }
    const double balance = std::sqrt(singular * vector_scale / std::sqrt(std::max(u_length, 1e-300)));
    for (std::size_t w = 0; w < right.size(); ++w) parameters[w * dimensions + k] = right[w] * balance;
    double* vectors = parameters.data() + weights + documents.words();
    for (std::size_t g = 0; g < left.size(); ++g) vectors[g * dimensions + k] = left[g] * vector_scale / balance;
  }
}

// body(first, count) for tiles of rows; the tiles do not change any bit of a product.
void for_row_tiles(std::size_t rows, int threads, const Progress& progress,
                   const std::function<void(std::size_t first, std::size_t count)>& body) {
  constexpr std::size_t kTile = 96;
  base::parallel_for((rows + kTile - 1) / kTile, threads, [&](std::size_t tile) {
    progress.throw_if_stopped();
    body(tile * kTile, std::min(kTile, rows - tile * kTile));
  });
}

// Rotates U so that the covariance of the document vectors is diagonal, largest first, and fixes signs.
algebra::Dense on_principal_axes(const algebra::DenseView& words, const algebra::DenseView& vectors, int threads,
                                 const Progress& progress) {
  const std::size_t n = vectors.columns;
  std::vector<double> mean(n, 0.0);
  for (std::size_t g = 0; g < vectors.rows; ++g) {
    for (std::size_t k = 0; k < n; ++k) mean[k] += vectors.values[g * n + k] / static_cast<double>(vectors.rows);
  }
  algebra::Dense covariance(n, n), centred(vectors.rows, n);
  for (std::size_t g = 0; g < vectors.rows; ++g) {
    for (std::size_t k = 0; k < n; ++k) centred(g, k) = vectors.values[g * n + k] - mean[k];
  }
  const algebra::Dense by_dimension = transposed(centred);
  for_row_tiles(n, threads, progress, [&](std::size_t first, std::size_t count) {
    algebra::multiply({by_dimension.row(first).data(), count, vectors.rows}, centred, covariance.row(first).data());
  });
  const algebra::Eigenvectors axes = algebra::largest_eigenvectors(covariance, n, threads, progress);
  const algebra::Dense by_axis = transposed(axes.vectors);
  algebra::Dense turned(words.rows, n);
  for_row_tiles(words.rows, threads, progress, [&](std::size_t first, std::size_t count) {
    algebra::multiply({words.values + first * n, count, n}, by_axis, turned.row(first).data());
  });
  for (std::size_t k = 0; k < n; ++k) {
    double largest = 0;
    for (std::size_t w = 0; w < turned.rows; ++w) {
      if (std::abs(turned(w, k)) > std::abs(largest)) largest = turned(w, k);
    }
    if (largest >= 0) continue;
    for (std::size_t w = 0; w < turned.rows; ++w) turned(w, k) = -turned(w, k);
  }
  return turned;
}

// The starting point of the solver: U, b and scaled D.
std::vector<double> first_parameters(const words::WordHistograms& documents, const SoftmaxObjective& objective,
                                     const ExactFormOptions& options, const Progress& progress,
                                     const ExactStart* start) {
  std::vector<double> parameters(objective.size(), 0.0);
  const std::size_t weights = documents.words() * options.dimensions;
  const std::vector<double> biases = start != nullptr ? start->biases : log_mean(documents);
  std::copy(biases.begin(), biases.end(), parameters.begin() + static_cast<std::ptrdiff_t>(weights));
  if (start != nullptr) {
    std::copy(start->words.values.begin(), start->words.values.end(), parameters.begin());
    double* vectors = parameters.data() + weights + documents.words();
    for (std::size_t i = 0; i < start->vectors.values.size(); ++i) {
      vectors[i] = start->vectors.values[i] * objective.vector_scale();
    }
  } else {
    singular_start(documents, options.dimensions, objective.vector_scale(), options.threads, progress, parameters);
  }
  return parameters;
}

// Runs a part of the work that throws Error(interrupted) on request; keeps a checkpoint of the last whole step then.
template <class Work>
auto or_keep(bytes::Checkpoints& checkpoints, const Progress& progress, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted) checkpoints.stop_if_asked(progress);
    throw;
  }
}

void iterate(Minimiser& minimiser, bytes::Checkpoints& checkpoints, std::uint64_t most, const Progress& progress,
             const TrainingListener& listener) {
  checkpoints.stop_if_asked(progress);
  while (or_keep(checkpoints, progress, [&] { return minimiser.step(); })) {
    const MinimiserState& state = minimiser.state();
    checkpoints.keep_if_due(state.iterations);
    if (listener) {
      TrainingReport report;
      report.step = state.iterations;
      report.steps = most;
      report.loss = state.value;
      report.gradient_norm = minimiser.minimum().gradient_norm;
      listener(report);
    }
    if (progress.report) progress.report(state.iterations, most);
    checkpoints.stop_if_asked(progress);
  }
}

}  // namespace

ExactForm solve_exact_form(const words::WordHistograms& documents, const ExactFormOptions& options,
                           const Progress& progress, const ExactStart* start, const TrainingListener& listener) {
  const SoftmaxObjective objective(documents, options.dimensions, options.penalties, options.threads, &progress);
  const auto f = [&](auto x, auto gradient) { return objective(x, gradient); };
  const bool kept = !options.checkpoint.path.empty() || !options.resume_from.empty();
  const Hash128 identity = kept ? identity_of(documents, options, start) : Hash128();
  Minimiser minimiser =
      options.resume_from.empty()
          ? Minimiser(f, first_parameters(documents, objective, options, progress, start), options.minimiser)
          : Minimiser(f, load_solve(options.resume_from, identity, objective.size(), options.minimiser.history),
                      options.minimiser);
  bytes::Checkpoints checkpoints(options.checkpoint,
                                 [&](const std::string& path) { save_solve(path, identity, minimiser.state()); });
  iterate(minimiser, checkpoints, options.minimiser.max_iterations, progress, listener);

  ExactForm form;
  form.minimum = minimiser.minimum();
  const std::vector<double>& parameters = minimiser.state().x;
  const std::size_t weights = documents.words() * options.dimensions;
  form.words = or_keep(checkpoints, progress, [&] {
    return on_principal_axes({parameters.data(), documents.words(), options.dimensions},
                             {parameters.data() + weights + documents.words(), documents.size(), options.dimensions},
                             options.threads, progress);
  });
  form.biases.assign(parameters.begin() + static_cast<std::ptrdiff_t>(weights),
                     parameters.begin() + static_cast<std::ptrdiff_t>(weights + documents.words()));
  return form;
}

}  // namespace awe::exact_form
