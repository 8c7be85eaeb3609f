#include "page/neighbours.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace awe::page {

Surroundings surroundings(const algebra::Dense& squared, std::size_t shown, std::size_t counted, int threads) {
  const std::size_t n = squared.rows, most = std::min(std::max(shown, counted), n - 1);
  Surroundings made;
  made.nearest.resize(n);
  made.oddness.resize(n);
  base::parallel_for(n, threads, [&](std::size_t i) {
    std::vector<Near> others;
    for (std::uint32_t j = 0; j < n; ++j) {
      if (j != i) others.push_back({j, std::sqrt(std::max(0.0, squared(i, j)))});
    }
    const auto middle = others.begin() + static_cast<std::ptrdiff_t>(most);
    std::partial_sort(others.begin(), middle, others.end(), [](const Near& a, const Near& b) {
      return a.distance < b.distance || (a.distance == b.distance && a.item < b.item);
    });
    others.resize(most);
    double sum = 0;
    for (std::size_t k = 0; k < std::min(counted, most); ++k) sum += others[k].distance;
    made.oddness[i] = sum / static_cast<double>(std::max<std::size_t>(1, std::min(counted, most)));
    others.resize(std::min(shown, most));
    made.nearest[i] = std::move(others);
  });
  std::vector<double> sorted = made.oddness;
  std::sort(sorted.begin(), sorted.end());
  const double median = sorted[n / 2];
  for (double& value : made.oddness) value = median > 0 ? value / median : value;
  return made;
}

}  // namespace awe::page
