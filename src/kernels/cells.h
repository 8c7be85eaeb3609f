// The term that a pair of values adds to the sum of a pair of rows. All sums of the kernels consist of these terms,
// added in double precision in the order of the columns; a term with a zero value is zero and may be skipped. So every
// method (sparse, dense, any vector width, square or rectangular, on any thread) gives the same bits for the same two
// rows.
#pragma once

#include <cfloat>

namespace awe::kernels {

enum class PairCell {
  product,    // x y: exact in double, so that a fused multiply-add changes nothing
  smaller,    // min(x, y)
  chi_square  // 2 x y / (x + y) in float, as 2 min (max / (x + y)): symmetric, and no product underflows
};

// The chi-square term on floats or vectors of floats; `least` is FLT_MIN, which prevents 0 / 0.
template <class Floats>
inline void chi_square_term(const Floats& x, const Floats& y, const Floats& least, Floats& term) {
  const Floats sum = x + y;
  const Floats safe = sum > least ? sum : least;
  const Floats low = x < y ? x : y;
  const Floats high = x > y ? x : y;
  const Floats half = low * (high / safe);
  term = half + half;
}

template <PairCell cell>
inline double term_of(float x, float y) {
  if constexpr (cell == PairCell::product) {
    return static_cast<double>(x) * static_cast<double>(y);
  } else if constexpr (cell == PairCell::smaller) {
    return static_cast<double>(x < y ? x : y);
  } else {
    float term = 0;
    chi_square_term(x, y, FLT_MIN, term);
    return static_cast<double>(term);
  }
}

}  // namespace awe::kernels
