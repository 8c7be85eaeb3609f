// The inner loops over dense numbers, compiled once for each vector width of the processor family and chosen at run
// time. All versions give the same bits (kernels/cells.h).
#pragma once

#include <cstddef>

#include "kernels/cells.h"

namespace awe::kernels {

struct VectorSums {
  static constexpr std::size_t kPanel = 16;     // rows per panel
  static constexpr std::size_t kTile = 128;     // rows per tile: eight panels
  static constexpr std::size_t kColumns = 128;  // at most this many columns per chunk

  // sums[j] += term(x, column[j]).
  void (*add_column)(PairCell cell, float x, const float* column, double* sums, std::size_t size);
  // For a chunk of columns: sums[i * kTile + j] += terms of row i of `a` and row j of `b`. Panel p of a tile begins at
  // p * kColumns * kPanel and holds kPanel values (floats, as double) for each column.
  void (*add_tile)(PairCell cell, const double* a, std::size_t a_panels, const double* b, std::size_t b_panels,
                   std::size_t columns, double* sums);
};

[[nodiscard]] const VectorSums& vector_sums();

}  // namespace awe::kernels
