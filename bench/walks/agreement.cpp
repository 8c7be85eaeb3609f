#include "agreement.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "awe/exact_walks.h"
#include "contender.h"
#include "sampled_walks/sampled_walks.h"
#include "support/reference_walker.h"
#include "walks/walker.h"

namespace awe::bench {

bool agrees_with_reference(const Graph& graph) {
  const WalkIndex index(kWalkLength);
  constexpr std::uint32_t kWalks = 32;
  std::vector<std::uint64_t> codes(kWalks);
  walks::Walker(graph, index, kWalkSeed).fill_block(walks::WalkOrigin::whole_graph(graph), 0, codes);
  test::ReferenceOrigin origin;
  origin.starts.resize(graph.num_nodes());
  std::iota(origin.starts.begin(), origin.starts.end(), NodeId{0});
  for (std::uint32_t lane = 0; lane < kWalks; ++lane) {
    const auto nodes = test::reference_walk(graph, origin, kWalkLength, kWalkSeed, 0, lane);
    const bool stopped = nodes.size() <= kWalkLength;
    if (codes[lane] != (stopped ? walks::Walker::kStopped : index.rank(anonymise(nodes)))) return false;
  }
  return true;
}

bool agrees_with_exact(const Graph& graph) {
  const WalkIndex index(4);
  const WalkDistribution exact = ExactWalks(graph, index).of_graph();
  constexpr std::uint64_t kWalks = 200'000;
  const WalkDistribution sampled = sampled_walks::SampledWalks(graph, index, kWalkSeed).of_graph(kWalks);
  std::vector<double> difference(index.size() + 1, 0.0);
  for (std::size_t i = 0; i < exact.probabilities.size(); ++i) {
    difference[exact.probabilities.indices[i]] += exact.probabilities.values[i];
  }
  for (std::size_t i = 0; i < sampled.probabilities.size(); ++i) {
    difference[sampled.probabilities.indices[i]] -= sampled.probabilities.values[i];
  }
  difference.back() = exact.stopped - sampled.stopped;
  double distance = 0;
  for (const double d : difference) distance += std::abs(d);
  return distance < 4 * std::sqrt(static_cast<double>(index.size()) / kWalks);
}

}  // namespace awe::bench
