#include "base/large_array.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace awe::base {

void advise_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef __linux__
  (void)::madvise(data, bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace awe::base
