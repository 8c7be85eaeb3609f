#include "descent/row_optimiser.h"

#include <algorithm>
#include <cmath>

#include "algebra/vector_loops.h"
#include "base/parallel.h"

namespace awe::descent {
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
  const auto adam_rate = static_cast<Real>(rate / (1 - std::pow(0.9, steps)));
  const auto adam_root = static_cast<Real>(1 / std::sqrt(1 - std::pow(0.999, steps)));
  const algebra::VectorLoops<Real>& loops = algebra::vector_loops<Real>();
  constexpr std::size_t kRows = 64;
  base::parallel_for((gradients.rows.size() + kRows - 1) / kRows, threads_, [&](std::size_t block) {
    for (std::size_t r = block * kRows; r < std::min(gradients.rows.size(), (block + 1) * kRows); ++r) {
      const std::size_t place = gradients.rows[r] * width;
      Real* row = values.data() + place;
      Real* gradient = gradients.values.data() + r * width;
      if (penalty_ != 0) {
        loops.add_multiple(2 * penalty_, row, gradient, width);
      }
      if (kind_ == OptimiserKind::adagrad) {
        loops.adagrad(row, gradient, memory_[0].data() + place, width, static_cast<Real>(rate));
      } else if (kind_ == OptimiserKind::adam) {
        loops.adam(row, gradient, memory_[0].data() + place, memory_[1].data() + place, width, adam_rate, adam_root);
      } else {
        loops.add_multiple(static_cast<Real>(-rate), gradient, row, width);
      }
    }
  });
}

template class RowOptimiser<float>;
template class RowOptimiser<double>;

}  // namespace awe::descent
