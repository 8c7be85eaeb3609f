#include "baselines/bit_loops.h"

namespace awe::baselines {
namespace {

[[gnu::always_inline]] inline std::uint64_t common_body(const std::uint64_t* a, const std::uint64_t* b,
                                                        std::size_t words) {
  std::uint64_t count = 0;
  for (std::size_t k = 0; k < words; ++k) count += static_cast<std::uint64_t>(__builtin_popcountll(a[k] & b[k]));
  return count;
}

[[gnu::always_inline]] inline std::uint64_t triangles_body(const std::uint64_t* rows, std::size_t n) {
  const std::size_t words = (n + 63) / 64;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t* const of_i = rows + i * words;
    for (std::size_t word = 0; word <= i / 64; ++word) {
      for (std::uint64_t left = of_i[word]; left != 0; left &= left - 1) {
        const std::size_t j = 64 * word + static_cast<std::size_t>(__builtin_ctzll(left));
        count += common_body(of_i, rows + j * words, j / 64 + 1);
      }
    }
  }
  return count;
}

std::uint64_t common_plain(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  return common_body(a, b, words);
}
std::uint64_t triangles_plain(const std::uint64_t* rows, std::size_t n) { return triangles_body(rows, n); }

#if defined(__x86_64__)
[[gnu::target("popcnt")]] std::uint64_t common_fast(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  return common_body(a, b, words);
}
[[gnu::target("popcnt")]] std::uint64_t triangles_fast(const std::uint64_t* rows, std::size_t n) {
  return triangles_body(rows, n);
}
#endif

}  // namespace

BitLoops bit_loops() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("popcnt")) return {common_fast, triangles_fast};
#endif
  return {common_plain, triangles_plain};
}

}  // namespace awe::baselines
