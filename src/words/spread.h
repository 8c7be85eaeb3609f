// Selects the documents to learn from: all of them, or every second, fourth, ... one, so that at most a given number
// remains. Depends only on their number, and is the same for a stream and for documents counted in advance.
#pragma once

#include <algorithm>
#include <cstdint>

namespace awe::words {

// The smallest power of 2 that has at most max(2, most) multiples below count.
[[nodiscard]] inline std::uint64_t spread_stride(std::uint64_t count, std::uint64_t most) noexcept {
  std::uint64_t stride = 1;
  while ((count + stride - 1) / stride > std::max<std::uint64_t>(2, most)) stride *= 2;
  return stride;
}

}  // namespace awe::words
