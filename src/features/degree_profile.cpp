#include "features/degree_profile.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <string>
#include <utility>

#include "algebra/elementary.h"
#include "awe/error.h"

namespace awe::features {
namespace {

constexpr std::uint32_t kMostFeatures = 1'000'000;

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

std::array<double, DegreeProfile::kNumbers> profile_of(const Degrees& degrees) {
  if (degrees.own == 0) return {};
  const double n = static_cast<double>(degrees.own);
  // n^2 times the variance, an integer: no cancellation.
  __extension__ using Wide = unsigned __int128;
  const Wide spread = Wide{degrees.own} * degrees.squares - Wide{degrees.sum} * degrees.sum;
  std::array<double, DegreeProfile::kNumbers> numbers = {
      n, static_cast<double>(degrees.sum) / n, static_cast<double>(degrees.least), static_cast<double>(degrees.largest),
      std::sqrt(static_cast<double>(spread)) / n};
  for (double& number : numbers) number = algebra::logarithm_by_series(1 + number);
  return numbers;
}

using WeightedProfile = algebra::WeightedPoint<DegreeProfile::kNumbers>;

std::vector<WeightedProfile> distinct_profiles(std::vector<Degrees>& all) {
  std::sort(all.begin(), all.end());
  std::vector<WeightedProfile> distinct;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i] != all[i - 1]) distinct.push_back({profile_of(all[i]), 0});
    ++distinct.back().count;
  }
  return distinct;
}

// The mean of sqrt(2/F) cos(w.x + b) over all profiles.
std::vector<double> mean_cosines(std::vector<Degrees> all,
                                 const algebra::RandomCosines<DegreeProfile::kNumbers>& cosines) {
  if (all.empty()) return std::vector<double>(cosines.features(), 0.0);
  std::vector<double> sums = cosines.sums_of(distinct_profiles(all));
  const double scale = std::sqrt(2.0 / static_cast<double>(sums.size())) / static_cast<double>(all.size());
  for (double& sum : sums) sum *= scale;
  return sums;
}

std::uint32_t checked(std::uint32_t features) {
  if (features < 1 || features > kMostFeatures) {
    throw Error(ErrorKind::usage, "a degree profile has 1 to " + std::to_string(kMostFeatures) + " features, not " +
                                      std::to_string(features));
  }
  return features;
}

}  // namespace

DegreeProfile::DegreeProfile(std::uint32_t features) : cosines_(checked(features), "awe degree profile 1") {}

std::array<double, DegreeProfile::kNumbers> DegreeProfile::profile(const Graph& graph, NodeId node) {
  return profile_of(degrees_around(graph, node));
}

std::vector<double> DegreeProfile::of_graph(const Graph& graph) const {
  std::vector<Degrees> all(graph.num_nodes());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) all[u] = degrees_around(graph, u);
  return mean_cosines(std::move(all), cosines_);
}

std::vector<double> DegreeProfile::of_nodes(const Graph& graph, std::span<const NodeId> nodes) const {
  std::vector<Degrees> all;
  all.reserve(nodes.size());
  for (const NodeId u : nodes) all.push_back(degrees_around(graph, u));
  return mean_cosines(std::move(all), cosines_);
}

}  // namespace awe::features
