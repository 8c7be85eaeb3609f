// The inner loops over dense numbers, compiled once for each vector width of the processor family and chosen at run
// time. All versions give the same bits (kernels/cells.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cells.h"

namespace awe::kernels {

struct VectorSums {
  static constexpr std::size_t kPanel = 16;     // rows per panel
  static constexpr std::size_t kTile = 128;     // rows per tile: eight panels
  static constexpr std::size_t kColumns = 128;  // at most this many columns per chunk

  // Columns of numbers, cut into stripes of kStripe rows: those of one stripe are stored together, column by column.
  struct Stripes {
    const float* values;
    std::size_t columns, stripes;
  };
  static constexpr std::size_t kStripe = 32;

  // sums[j] += term(x[c], column[c] of row j), for every row j and c = 0, 1, ..., count - 1 in this order.
  void (*add_columns)(PairCell cell, const float* x, const std::uint32_t* column, std::size_t count,
                      const Stripes& stripes, double* sums);
  // For a chunk of columns: sums[i * kTile + j] += terms of row i of `a` and row j of `b`. Panel p of a tile begins at
  // p * kColumns * kPanel and holds kPanel values (floats, as double) for each column.
  void (*add_tile)(PairCell cell, const double* a, std::size_t a_panels, const double* b, std::size_t b_panels,
                   std::size_t columns, double* sums);
};

[[nodiscard]] const VectorSums& vector_sums();

}  // namespace awe::kernels
