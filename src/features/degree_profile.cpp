#include "features/degree_profile.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <string>
#include <string_view>
#include <utility>

#include "awe/error.h"
#include "base/rng.h"

namespace awe::features {
namespace {

constexpr std::uint32_t kMostFeatures = 1'000'000;
constexpr double kTwoPi = 6.283185307179586;

// The values that determine a profile, as integers: equal profiles are found exactly and can be sorted.
struct Degrees {
  std::uint64_t own = 0, sum = 0, least = 0, largest = 0, squares = 0;  // all but `own`: of neighbours' degrees
  auto operator<=>(const Degrees&) const = default;
};

Degrees degrees_around(const Graph& graph, NodeId node) {
  Degrees degrees;
  degrees.own = graph.degree(node);
  if (degrees.own == 0) return degrees;
  degrees.least = graph.degree(graph.neighbours(node).front());
  for (const NodeId v : graph.neighbours(node)) {
    const std::uint64_t degree = graph.degree(v);
    degrees.sum += degree;
    degrees.squares += degree * degree;
    degrees.least = std::min(degrees.least, degree);
    degrees.largest = std::max(degrees.largest, degree);
  }
  return degrees;
}

// The natural logarithm of x > 0 by its series in (m - 1) / (m + 1): the same bits with every C library.
double natural_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // in [1/2, 1)
  if (m < 0.7071067811865476) {
    m *= 2;
    --exponent;
  }
  const double t = (m - 1) / (m + 1), square = t * t;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return 2 * t * sum + exponent * 0.6931471805599453;
}

std::array<double, DegreeProfile::kNumbers> profile_of(const Degrees& degrees) {
  if (degrees.own == 0) return {};
  const double n = static_cast<double>(degrees.own);
  // n^2 times the variance, an integer: no cancellation.
  __extension__ using Wide = unsigned __int128;
  const Wide spread = Wide{degrees.own} * degrees.squares - Wide{degrees.sum} * degrees.sum;
  std::array<double, DegreeProfile::kNumbers> numbers = {
      n, static_cast<double>(degrees.sum) / n, static_cast<double>(degrees.least), static_cast<double>(degrees.largest),
      std::sqrt(static_cast<double>(spread)) / n};
  for (double& number : numbers) number = natural_log(1 + number);
  return numbers;
}

// Two independent standard normal numbers, by Marsaglia's polar method.
std::array<double, 2> normal_pair(base::Sequence& random) {
  while (true) {
    const double x = 2 * random.unit() - 1, y = 2 * random.unit() - 1, square = x * x + y * y;
    if (square >= 1 || square == 0) continue;
    const double factor = std::sqrt(-2 * natural_log(square) / square);
    return {x * factor, y * factor};
  }
}

// The cosine of an angle in turns, below 2^50 turns; the error is less than 2e-11. With r the distance from an integer
// number of turns, cos(2 pi r) = sin(2 pi s) for s = 1/4 - |r|, and the sine is an odd polynomial on [-1/4, 1/4]
// (minimax).
[[gnu::always_inline]] inline double cosine_of_turns(double turns) {
  constexpr double kRounder = 0x1.8p52;  // adding and subtracting it rounds to an integer
  const double r = turns - ((turns + kRounder) - kRounder);
  const double s = 0.25 - std::abs(r), square = s * s;
  double sum = -14.337024939204646;
  sum = sum * square + 41.999989867362206;
  sum = sum * square - 76.703667829954749;
  sum = sum * square + 81.605209431136304;
  sum = sum * square - 41.341701929773268;
  sum = sum * square + 6.2831853064875072;
  return sum * s;
}

struct WeightedProfile {
  std::array<double, DegreeProfile::kNumbers> numbers;
  double count;
};

std::vector<WeightedProfile> distinct_profiles(std::vector<Degrees>& all) {
  std::sort(all.begin(), all.end());
  std::vector<WeightedProfile> distinct;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i] != all[i - 1]) distinct.push_back({profile_of(all[i]), 0});
    ++distinct.back().count;
  }
  return distinct;
}

// A range of features of the table: pointers to the first of them, rows of frequencies `stride` apart.
struct FeatureRange {
  const double* frequencies;
  std::size_t stride;
  const double* phases;
  double* sums;
  std::size_t size;
};

// Adds count * cos(w.x + b) to the sums.
[[gnu::always_inline]] inline void add_cosines_inline(const WeightedProfile& profile, const FeatureRange& range) {
  static_assert(DegreeProfile::kNumbers == 5);
  const auto [x0, x1, x2, x3, x4] = profile.numbers;
  const double* __restrict w0 = range.frequencies;
  const double* __restrict w1 = w0 + range.stride;
  const double* __restrict w2 = w1 + range.stride;
  const double* __restrict w3 = w2 + range.stride;
  const double* __restrict w4 = w3 + range.stride;
  const double* __restrict phases = range.phases;
  double* __restrict sums = range.sums;
  const double count = profile.count;
  for (std::size_t f = 0; f < range.size; ++f) {
    const double turns = ((x0 * w0[f] + x1 * w1[f]) + (x2 * w2[f] + x3 * w3[f])) + (x4 * w4[f] + phases[f]);
    sums[f] += count * cosine_of_turns(turns);
  }
}

// The same operations on vectors of the available width: the same bits (fused multiply-adds are off).
void add_cosines_plain(const WeightedProfile& profile, const FeatureRange& range) {
  add_cosines_inline(profile, range);
}
#if defined(__x86_64__)
[[gnu::target("avx2")]] void add_cosines_wide(const WeightedProfile& profile, const FeatureRange& range) {
  add_cosines_inline(profile, range);
}
bool wide_vectors() { return __builtin_cpu_supports("avx2") != 0; }
#else
void add_cosines_wide(const WeightedProfile& profile, const FeatureRange& range) { add_cosines_inline(profile, range); }
bool wide_vectors() { return false; }
#endif

// The mean of sqrt(2/F) cos(w.x + b) over all profiles. Features are processed in blocks that fit in the first-level
// cache.
std::vector<double> mean_cosines(std::vector<Degrees> all, std::span<const double> frequencies,
                                 std::span<const double> phases) {
  const std::size_t features = phases.size();
  std::vector<double> sums(features, 0.0);
  if (all.empty()) return sums;
  constexpr std::size_t kBlock = 256;
  const std::vector<WeightedProfile> distinct = distinct_profiles(all);
  const auto add_cosines = wide_vectors() ? add_cosines_wide : add_cosines_plain;
  for (std::size_t first = 0; first < features; first += kBlock) {
    const FeatureRange range{frequencies.data() + first, features, phases.data() + first, sums.data() + first,
                             std::min(kBlock, features - first)};
    for (const WeightedProfile& profile : distinct) add_cosines(profile, range);
  }
  const double scale = std::sqrt(2.0 / static_cast<double>(features)) / static_cast<double>(all.size());
  for (double& sum : sums) sum *= scale;
  return sums;
}

}  // namespace

DegreeProfile::DegreeProfile(std::uint32_t features) : features_(features) {
  if (features < 1 || features > kMostFeatures) {
    throw Error(ErrorKind::usage, "a degree profile has 1 to " + std::to_string(kMostFeatures) + " features, not " +
                                      std::to_string(features));
  }
  frequencies_.resize(kNumbers * std::size_t{features});
  phases_.resize(features);
  constexpr std::string_view kSubject = "awe degree profile 1";
  base::Sequence random(0, hash128(std::as_bytes(std::span(kSubject))));
  for (std::size_t f = 0; f < features; ++f) {
    for (std::size_t i = 0; i < kNumbers; i += 2) {
      const auto pair = normal_pair(random);
      frequencies_[i * features + f] = pair[0] / kTwoPi;
      if (i + 1 < kNumbers) frequencies_[(i + 1) * features + f] = pair[1] / kTwoPi;
    }
    phases_[f] = random.unit();
  }
}

std::array<double, DegreeProfile::kNumbers> DegreeProfile::profile(const Graph& graph, NodeId node) {
  return profile_of(degrees_around(graph, node));
}

std::vector<double> DegreeProfile::of_graph(const Graph& graph) const {
  std::vector<Degrees> all(graph.num_nodes());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) all[u] = degrees_around(graph, u);
  return mean_cosines(std::move(all), frequencies_, phases_);
}

std::vector<double> DegreeProfile::of_nodes(const Graph& graph, std::span<const NodeId> nodes) const {
  std::vector<Degrees> all;
  all.reserve(nodes.size());
  for (const NodeId u : nodes) all.push_back(degrees_around(graph, u));
  return mean_cosines(std::move(all), frequencies_, phases_);
}

}  // namespace awe::features
