// Random numbers for tests of linear algebra.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"

namespace awe::test {

// Between -1/2 and 1/2.
template <class T = double>
std::vector<T> random_values(std::size_t count, std::uint64_t seed) {
  std::vector<T> values(count);
  base::Sequence random(seed, {});
  for (T& value : values) value = static_cast<T>(random.unit() - 0.5);
  return values;
}

}  // namespace awe::test
