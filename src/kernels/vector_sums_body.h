// The loops of kernels/vector_sums.h for vectors of AWE_LANES doubles, in the namespace AWE_WIDTH. Compiled for one
// processor level, so it must not use the standard library: an inline function from it could end up in code for older
// processors. A block of sums stays in registers for a whole chunk of columns.
#if AWE_LANES == 8
#include <immintrin.h>
#endif

#include <cstddef>

#include "kernels/vector_sums.h"

namespace awe::kernels::AWE_WIDTH {

using Doubles [[gnu::vector_size(AWE_LANES * 8)]] = double;
using Floats [[gnu::vector_size(AWE_LANES * 4)]] = float;
// The same vector without alignment, for memory access: sums kept in registers must not have their address taken.
using LooseDoubles [[gnu::vector_size(AWE_LANES * 8), gnu::aligned(8), gnu::may_alias]] = double;
using LooseFloats [[gnu::vector_size(AWE_LANES * 4), gnu::aligned(4), gnu::may_alias]] = float;
#define AWE_DOUBLES_AT(place) (*reinterpret_cast<LooseDoubles*>(place))
#define AWE_DOUBLES_FROM(place) (*reinterpret_cast<const LooseDoubles*>(place))

// To double precision. GCC 12 converts the halves of the widest vectors one by one, and warns of its own unmasked
// intrinsic.
static inline Doubles widen(Floats values) {
#if AWE_LANES == 8
  return reinterpret_cast<Doubles>(_mm512_maskz_cvtps_pd(0xFF, reinterpret_cast<__m256>(values)));
#else
  return __builtin_convertvector(values, Doubles);
#endif
}

constexpr std::size_t kLanes = AWE_LANES;
constexpr std::size_t kBlockRows = kLanes == 8 ? 8 : 4;  // uses kBlockRows x 2 registers for sums
constexpr std::size_t kVectors = 2;

template <PairCell cell>
static void add_block(const double* a, const double* b, std::size_t columns, double* sums) {
  constexpr std::size_t kPanel = VectorSums::kPanel, kTile = VectorSums::kTile;
  Doubles sum[kBlockRows][kVectors];
  for (std::size_t i = 0; i < kBlockRows; ++i) {
    for (std::size_t v = 0; v < kVectors; ++v) sum[i][v] = AWE_DOUBLES_FROM(sums + i * kTile + v * kLanes);
  }
  for (std::size_t k = 0; k < columns; ++k) {
    Doubles y[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) y[v] = AWE_DOUBLES_FROM(b + k * kPanel + v * kLanes);
    if constexpr (cell == PairCell::chi_square) {
      const Floats zero = {}, least = FLT_MIN - zero;
      Floats narrow[kVectors];
      for (std::size_t v = 0; v < kVectors; ++v) narrow[v] = __builtin_convertvector(y[v], Floats);
      for (std::size_t i = 0; i < kBlockRows; ++i) {
        const Floats x = static_cast<float>(a[k * kPanel + i]) - zero;
        for (std::size_t v = 0; v < kVectors; ++v) {
          Floats term;
          chi_square_term(x, narrow[v], least, term);
          sum[i][v] += widen(term);
        }
      }
    } else {
      for (std::size_t i = 0; i < kBlockRows; ++i) {
        const Doubles zero = {};
        const Doubles x = a[k * kPanel + i] - zero;
        for (std::size_t v = 0; v < kVectors; ++v) {
          if constexpr (cell == PairCell::product) {
            sum[i][v] += x * y[v];
          } else {
            sum[i][v] += x < y[v] ? x : y[v];
          }
        }
      }
    }
  }
  for (std::size_t i = 0; i < kBlockRows; ++i) {
    for (std::size_t v = 0; v < kVectors; ++v) AWE_DOUBLES_AT(sums + i * kTile + v * kLanes) = sum[i][v];
  }
}

template <PairCell cell>
static void add_tile_of(const double* a, std::size_t a_panels, const double* b, std::size_t b_panels,
                        std::size_t columns, double* sums) {
  constexpr std::size_t kPanel = VectorSums::kPanel, kTile = VectorSums::kTile;
  constexpr std::size_t kPanelValues = VectorSums::kColumns * kPanel;
  for (std::size_t q = 0; q < b_panels; ++q) {
    for (std::size_t p = 0; p < a_panels; ++p) {
      for (std::size_t j = 0; j < kPanel; j += kVectors * kLanes) {
        for (std::size_t i = 0; i < kPanel; i += kBlockRows) {
          add_block<cell>(a + p * kPanelValues + i, b + q * kPanelValues + j, columns,
                          sums + (p * kPanel + i) * kTile + q * kPanel + j);
        }
      }
    }
  }
}

// Sums stay in registers while all columns are added to them.
template <PairCell cell>
static void add_columns_of(const float* x, const std::uint32_t* column, std::size_t count,
                           const VectorSums::Stripes& stripes, double* sums) {
  constexpr std::size_t kStripe = VectorSums::kStripe, kParts = kStripe / kLanes;
  const Floats zero = {}, least = FLT_MIN - zero;
  for (std::size_t s = 0; s < stripes.stripes; ++s) {
    const float* values = stripes.values + s * stripes.columns * kStripe;
    Doubles sum[kParts];
    for (std::size_t v = 0; v < kParts; ++v) sum[v] = AWE_DOUBLES_FROM(sums + s * kStripe + v * kLanes);
    for (std::size_t c = 0; c < count; ++c) {
      const Floats xs = x[c] - zero;
      for (std::size_t v = 0; v < kParts; ++v) {
        const Floats y = *reinterpret_cast<const LooseFloats*>(values + column[c] * kStripe + v * kLanes);
        if constexpr (cell == PairCell::product) {
          sum[v] += widen(xs) * widen(y);
        } else {
          Floats term;
          if constexpr (cell == PairCell::smaller) {
            term = xs < y ? xs : y;
          } else {
            chi_square_term(xs, y, least, term);
          }
          sum[v] += widen(term);
        }
      }
    }
    for (std::size_t v = 0; v < kParts; ++v) AWE_DOUBLES_AT(sums + s * kStripe + v * kLanes) = sum[v];
  }
}

static void add_tile(PairCell cell, const double* a, std::size_t a_panels, const double* b, std::size_t b_panels,
                     std::size_t columns, double* sums) {
  const auto run = cell == PairCell::product   ? add_tile_of<PairCell::product>
                   : cell == PairCell::smaller ? add_tile_of<PairCell::smaller>
                                               : add_tile_of<PairCell::chi_square>;
  run(a, a_panels, b, b_panels, columns, sums);
}

static void add_columns(PairCell cell, const float* x, const std::uint32_t* column, std::size_t count,
                        const VectorSums::Stripes& stripes, double* sums) {
  const auto run = cell == PairCell::product   ? add_columns_of<PairCell::product>
                   : cell == PairCell::smaller ? add_columns_of<PairCell::smaller>
                                               : add_columns_of<PairCell::chi_square>;
  run(x, column, count, stripes, sums);
}

extern const VectorSums kSums;
const VectorSums kSums = {add_columns, add_tile};

}  // namespace awe::kernels::AWE_WIDTH
