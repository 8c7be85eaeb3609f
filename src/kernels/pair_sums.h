// The sums of terms (kernels/cells.h) of every pair of rows, delivered in strips. Two algorithms give the same bits and
// are chosen by predicted cost: an inverted index for sparse rows, dense tiles for the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "awe/run_options.h"
#include "kernels/cells.h"
#include "kernels/compact_rows.h"

namespace awe::kernels {

// Receives the sums of row i of the first matrix with rows first_j, first_j + 1, ... of the second. Called from any
// thread, exactly once for each pair.
using SumSink = std::function<void(std::size_t i, std::size_t first_j, std::span<const double> sums)>;

struct PairWork {
  const CompactRows& a;
  const CompactRows& b;
  bool upper;  // a and b are the same rows, and only pairs i <= j are computed
  PairCell cell;
  int threads;
  const Progress& progress;  // counts rows of a, or tiles
};

enum class PairMethod { cheaper, sparse, dense };

void pair_sums(const PairWork& work, const SumSink& sink, PairMethod method = PairMethod::cheaper);

void sparse_sums(const PairWork& work, const SumSink& sink);
void dense_sums(const PairWork& work, const SumSink& sink);

// The sum of each row with itself: the same bits that pair_sums gives.
[[nodiscard]] std::vector<double> self_sums(const SparseRows& rows, PairCell cell, bool roots);

// A column present in more than this share of the rows is stored densely in the inverted index. Dense columns that come
// one after another are added together, which pays off earlier: compare kFullLeadingColumn (compact_rows.h).
inline constexpr double kFullColumn = 0.3;
// Which of the two holds for columns with so many entries each.
[[nodiscard]] double full_share(std::span<const std::size_t> entries, std::size_t rows);

// Reports progress from several threads.
class SharedProgress {
 public:
  SharedProgress(const Progress& progress, std::uint64_t total);
  ~SharedProgress();
  void add(std::uint64_t done);
  void throw_if_stopped() const { progress_.throw_if_stopped(); }

 private:
  struct State;
  const Progress& progress_;
  std::unique_ptr<State> state_;
};

}  // namespace awe::kernels
