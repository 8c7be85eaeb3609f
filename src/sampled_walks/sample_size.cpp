#include "sampled_walks/sample_size.h"

#include <cmath>

#include "awe/error.h"
#include "base/number.h"

namespace awe::sampled_walks {

std::uint64_t sample_size(std::uint64_t outcomes, double epsilon, double delta) {
  if (!(epsilon > 0 && epsilon < 2)) throw Error(ErrorKind::usage, "`epsilon` must be above 0 and below 2");
  if (!(delta > 0 && delta < 1)) throw Error(ErrorKind::usage, "`delta` must be above 0 and below 1");
  if (outcomes <= 1) return 1;
  // ln(2^n - 2) = n ln 2 + ln(1 - 2^(1-n)) avoids computing 2^n.
  const double n = static_cast<double>(outcomes);
  const double log_subsets = n * std::log(2.0) + std::log1p(-std::exp2(1 - n));
  const double walks = std::ceil(2 / (epsilon * epsilon) * (log_subsets - std::log(delta)));
  if (!(walks < 0x1.0p63)) {
    throw Error(ErrorKind::limit, "the bound asks for " + base::format_real(walks) +
                                      " walks per graph, more than 2^63; use a larger `epsilon` or shorter walks");
  }
  return static_cast<std::uint64_t>(walks);
}

}  // namespace awe::sampled_walks
