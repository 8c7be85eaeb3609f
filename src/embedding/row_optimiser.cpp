#include "embedding/row_optimiser.h"

#include <algorithm>
#include <cmath>

#include "awe/base/parallel.h"

namespace awe {
namespace {

template <class Real>
void adagrad(Real* __restrict values, const Real* __restrict gradient, Real* __restrict squares, std::size_t size,
             Real rate) {
  constexpr Real kTiny = 1e-10f;
  for (std::size_t k = 0; k < size; ++k) {
    squares[k] += gradient[k] * gradient[k];
    values[k] -= rate * gradient[k] / (std::sqrt(squares[k]) + kTiny);
  }
}

struct AdamRates {
  double step, root;  // rate over the first correction; root of the second one
};

template <class Real>
void adam(Real* __restrict values, const Real* __restrict gradient, Real* __restrict mean, Real* __restrict squares,
          std::size_t size, const AdamRates& rates) {
  constexpr Real kMean = 0.9f, kSquares = 0.999f;
  const Real step = static_cast<Real>(rates.step), root = static_cast<Real>(rates.root), tiny = Real(1e-8f);
  for (std::size_t k = 0; k < size; ++k) {
    mean[k] = kMean * mean[k] + (Real{1} - kMean) * gradient[k];
    squares[k] = kSquares * squares[k] + (Real{1} - kSquares) * gradient[k] * gradient[k];
    values[k] -= step * mean[k] / (std::sqrt(squares[k]) * root + tiny);
  }
}

}  // namespace

template <class Real>
RowOptimiser<Real>::RowOptimiser(OptimiserKind kind, std::size_t values, double penalty, int threads)
    : kind_(kind), penalty_(static_cast<Real>(penalty)), threads_(threads) {
  const std::size_t kept = kind == OptimiserKind::sgd ? 0 : kind == OptimiserKind::adagrad ? 1 : 2;
  memory_.assign(kept, std::vector<Real>(values, Real{0}));
}

template <class Real>
void RowOptimiser<Real>::update(std::span<Real> values, RowGradients<Real>& gradients, double rate,
                                std::uint64_t step) {
  const std::size_t width = gradients.width;
  const auto steps = static_cast<double>(step);
  const AdamRates rates{rate / (1 - std::pow(0.9, steps)), 1 / std::sqrt(1 - std::pow(0.999, steps))};
  constexpr std::size_t kRows = 64;
  parallel_for((gradients.rows.size() + kRows - 1) / kRows, threads_, [&](std::size_t block) {
    for (std::size_t r = block * kRows; r < std::min(gradients.rows.size(), (block + 1) * kRows); ++r) {
      const std::size_t place = gradients.rows[r] * width;
      Real* row = values.data() + place;
      Real* gradient = gradients.values.data() + r * width;
      if (penalty_ != 0) {
        for (std::size_t k = 0; k < width; ++k) gradient[k] += 2 * penalty_ * row[k];
      }
      if (kind_ == OptimiserKind::adagrad) {
        adagrad(row, gradient, memory_[0].data() + place, width, static_cast<Real>(rate));
      } else if (kind_ == OptimiserKind::adam) {
        adam(row, gradient, memory_[0].data() + place, memory_[1].data() + place, width, rates);
      } else {
        for (std::size_t k = 0; k < width; ++k) row[k] -= static_cast<Real>(rate) * gradient[k];
      }
    }
  });
}

template class RowOptimiser<float>;
template class RowOptimiser<double>;

}  // namespace awe
