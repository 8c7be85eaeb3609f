// Which of many documents to learn from: every one, or every second, fourth, ... one, so that no more than a limit are
// left. A function of their number alone, and the same whether they come as a stream or are counted beforehand.
#pragma once

#include <algorithm>
#include <cstdint>

namespace awe::words {

// The least power of 2 of which at most max(2, most) multiples are below count.
[[nodiscard]] inline std::uint64_t spread_stride(std::uint64_t count, std::uint64_t most) noexcept {
  std::uint64_t stride = 1;
  while ((count + stride - 1) / stride > std::max<std::uint64_t>(2, most)) stride *= 2;
  return stride;
}

}  // namespace awe::words
