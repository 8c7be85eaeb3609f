// Rows that new rows are compared with again and again: those of support vectors or landmarks. What the comparison
// needs of them is made once. The channels of one block of features that always occur together (Hellinger kernel,
// intersection of probabilities, intersection of counts) form a group, whose weighted distances are summed in one pass:
// columns that many stored rows have are kept full, in panels of rows, the others as inverted lists.
//
// A distance depends on its two rows alone, and is added up in an order that the stored rows determine: the same bits
// for any batch, order, number of threads and processor. It agrees with kernels::add_squared_distances to 1e-6 of
// k(x,x) + k(y,y), and equal rows have the distance 0. Time: a nanosecond for a pair of entries in the same sparse
// column, a twentieth for a full one. Memory: 8 to 16 bytes per entry.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "awe/kernel.h"
#include "awe/run_options.h"
#include "kernels/sparse_rows.h"

namespace awe::stored_rows {

// One channel: a kernel between the rows of a table, and the factor of its squared distances.
struct View {
  std::size_t table = 0;
  BaseKernel kernel = BaseKernel::hellinger;
  double scale = 1;
};

class StoredRows {
 public:
  // Several tables with equally many rows. Each group is a list of views, all of tables with the same columns; its
  // distance is the sum of the distances of its views. Views whose kernel is a quotient (cosine, overlap, chi_square)
  // must be alone in their group.
  StoredRows(std::vector<kernels::SparseRows> tables, std::vector<View> views,
             std::vector<std::vector<std::size_t>> groups);
  ~StoredRows();
  StoredRows(StoredRows&&) noexcept;
  StoredRows& operator=(StoredRows&&) noexcept;

  [[nodiscard]] std::size_t rows() const noexcept;
  [[nodiscard]] std::size_t groups() const noexcept;
  [[nodiscard]] const std::vector<kernels::SparseRows>& tables() const noexcept;
  // Whether two views can be in one group, as far as their kernels go.
  [[nodiscard]] static bool sums_up(BaseKernel kernel) noexcept;

 private:
  friend class Comparison;
  struct State;
  std::unique_ptr<const State> state_;
};

// A batch of new rows, given as tables of the same columns, compared with the stored ones. Throws what
// kernels::add_squared_distances throws.
class Comparison {
 public:
  Comparison(const StoredRows& stored, std::span<const kernels::SparseRows> tables, const RunOptions& run);
  ~Comparison();

  static constexpr std::size_t kAtOnce = 32;
  // Memory of one thread, kept between calls.
  struct Scratch {
    std::vector<std::vector<std::vector<float>>> distances;  // by new row, then by group
    std::vector<double> sums;
    std::vector<float> queries;
    struct Entry {  // of a new row, in a column that few stored rows have
      std::uint32_t list, row;
      std::array<float, 3> values;
    };
    std::vector<Entry> entries, more_entries;
    std::vector<std::uint32_t> places;  // of the columns of one row, and its values
    std::vector<std::array<float, 3>> values;
  };
  // Sets scratch.distances to the squared distances of the new rows first, first + 1, ... (`count` of them, at most
  // kAtOnce) to every stored row. May be called from several threads, each with its own scratch.
  void distances(std::size_t first, std::size_t count, Scratch& scratch) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

}  // namespace awe::stored_rows
