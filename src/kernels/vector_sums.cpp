#include "kernels/vector_sums.h"

namespace awe::kernels {

namespace bits_128 {
extern const VectorSums kSums;
}
#ifdef AWE_WIDE_VECTORS
namespace bits_256 {
extern const VectorSums kSums;
}
namespace bits_512 {
extern const VectorSums kSums;
}
#endif

const VectorSums& vector_sums() {
#ifdef AWE_WIDE_VECTORS
  // The features that -march=x86-64-v3 and v4 may use.
  static const bool level_3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                              __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  static const bool level_4 = level_3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                              __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                              __builtin_cpu_supports("avx512vl");
  if (level_4) return bits_512::kSums;
  if (level_3) return bits_256::kSums;
#endif
  return bits_128::kSums;
}

}  // namespace awe::kernels
