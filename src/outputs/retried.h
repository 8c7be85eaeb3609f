// A call of the system that a signal may interrupt, repeated until it is not. Not for close(), which Linux completes
// even if a signal arrives.
#pragma once

#include <cerrno>

namespace awe::outputs {

template <class Call>
[[nodiscard]] auto retried(Call call) {
  while (true) {
    const auto result = call();
    if (result != -1 || errno != EINTR) return result;
  }
}

}  // namespace awe::outputs
