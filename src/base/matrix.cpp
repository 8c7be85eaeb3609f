#include "awe/matrix.h"

#include <algorithm>

namespace awe {

SparseVector sum_of(const SparseVector& a, const SparseVector& b) {
  constexpr std::uint64_t kEnd = ~std::uint64_t{0};
  SparseVector sum;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const std::uint64_t next = std::min(i < a.size() ? a.indices[i] : kEnd, j < b.size() ? b.indices[j] : kEnd);
    double value = 0;
    if (i < a.size() && a.indices[i] == next) value += a.values[i++];
    if (j < b.size() && b.indices[j] == next) value += b.values[j++];
    sum.push_back(next, value);
  }
  return sum;
}

}  // namespace awe
