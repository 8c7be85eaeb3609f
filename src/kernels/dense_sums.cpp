// Computes the sums in tiles of 128 x 128. Both sides are processed in chunks of columns, expanded to dense numbers; a
// block of sums stays in registers for a whole chunk (Goto and van de Geijn 2008). BLAS is not used: it splits and
// fuses sums depending on shapes and processor, so the same two rows would give different bits in different batches.
// Time: rows x rows x columns; memory: half a megabyte per thread.
#include <algorithm>

#include "base/parallel.h"
#include "kernels/pair_sums.h"
#include "kernels/vector_sums.h"

namespace awe {
namespace {

constexpr std::size_t kTile = kernels::VectorSums::kTile;
constexpr std::size_t kPanel = kernels::VectorSums::kPanel;
constexpr std::size_t kColumns = kernels::VectorSums::kColumns;
constexpr std::size_t kStrip = 8;  // tiles per task

// The rows of a tile, expanded to dense numbers chunk by chunk.
class TileRows {
 public:
  TileRows() : values_(kTile * kColumns) {}

  void begin(const kernels::CompactRows& rows, std::size_t first) {
    rows_ = &rows;
    first_ = first;
    size_ = std::min(kTile, rows.rows() - first);
    for (std::size_t i = 0; i < size_; ++i) next_[i] = rows.first[first + i];
  }
  // Expands columns [from, to); returns false if no row has any of them. Chunks must be requested in ascending order.
  bool unroll(std::uint64_t from, std::uint64_t to) {
    bool any = false;
    std::fill_n(values_.begin(), panels() * kPanel * kColumns, 0.0);
    for (std::size_t i = 0; i < size_; ++i) {
      double* panel = values_.data() + (i / kPanel) * kColumns * kPanel + i % kPanel;
      std::size_t k = next_[i];
      for (const std::size_t end = rows_->first[first_ + i + 1]; k < end && rows_->columns[k] < to; ++k) {
        panel[(rows_->columns[k] - from) * kPanel] = static_cast<double>(rows_->values[k]);
        any = true;
      }
      next_[i] = k;
    }
    return any;
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t panels() const noexcept { return (size_ + kPanel - 1) / kPanel; }
  [[nodiscard]] const double* values() const noexcept { return values_.data(); }

 private:
  const kernels::CompactRows* rows_ = nullptr;
  std::size_t first_ = 0, size_ = 0;
  std::size_t next_[kTile] = {};
  std::vector<double> values_;
};

void sum_tile(const kernels::PairWork& work, TileRows& a, TileRows& b, double* sums) {
  std::fill_n(sums, kTile * kTile, 0.0);
  for (std::uint64_t from = 0; from < work.a.num_columns; from += kColumns) {
    const std::uint64_t to = std::min<std::uint64_t>(work.a.num_columns, from + kColumns);
    const bool any_a = a.unroll(from, to), any_b = b.unroll(from, to);
    if (!any_a || !any_b) continue;
    kernels::vector_sums().add_tile(work.cell, a.values(), a.panels(), b.values(), b.panels(), to - from, sums);
  }
}

struct Strip {
  std::size_t tile_a, first_b, last_b;  // tile numbers
};

std::vector<Strip> strips_of(const kernels::PairWork& work) {
  std::vector<Strip> strips;
  const std::size_t tiles_a = (work.a.rows() + kTile - 1) / kTile, tiles_b = (work.b.rows() + kTile - 1) / kTile;
  for (std::size_t a = 0; a < tiles_a; ++a) {
    for (std::size_t b = work.upper ? a : 0; b < tiles_b; b += kStrip) {
      strips.push_back({a, b, std::min(tiles_b, b + kStrip)});
    }
  }
  return strips;
}

}  // namespace

void kernels::dense_sums(const kernels::PairWork& work, const kernels::SumSink& sink) {
  const auto strips = strips_of(work);
  kernels::SharedProgress progress(work.progress, strips.size());
  base::parallel_for(strips.size(), work.threads, [&](std::size_t task) {
    const Strip& strip = strips[task];
    TileRows a, b;
    std::vector<double> sums(kTile * kTile);
    for (std::size_t tile = strip.first_b; tile < strip.last_b; ++tile) {
      progress.throw_if_stopped();
      a.begin(work.a, strip.tile_a * kTile);
      b.begin(work.b, tile * kTile);
      sum_tile(work, a, b, sums.data());
      const bool diagonal = work.upper && tile == strip.tile_a;
      for (std::size_t i = 0; i < a.size(); ++i) {
        const std::size_t from = diagonal ? i : 0;
        sink(strip.tile_a * kTile + i, tile * kTile + from,
             std::span<const double>(sums).subspan(i * kTile + from, b.size() - from));
      }
    }
    progress.add(1);
  });
}

}  // namespace awe
