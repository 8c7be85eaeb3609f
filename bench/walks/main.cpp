// bench_walks: anonymous walks drawn and counted, on one thread, from start node to counted code. The sampled
// distribution is compared with the exact one first (or, where exact is out of reach, every code is checked to be a
// legal walk).
//   bench_walks                  the standard table: random graphs of several sizes, l = 10, uniform and weighted
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "awe/base/rng.h"
#include "awe/features/exact.h"
#include "awe/features/sampled.h"
#include "awe/graph/builder.h"
#include "awe/walks/code.h"
#include "cpu_time.h"

namespace {

using namespace awe;

constexpr int kLength = 10;

// m distinct-ish random edges over n nodes (parallel ones merge).
Graph random_graph(NodeId nodes, std::uint64_t edges, bool weighted) {
  Sequence random(2018, {});
  EdgePolicy policy;
  policy.weighted = weighted;
  GraphBuilder builder(policy);
  builder.set_num_nodes(nodes);
  for (std::uint64_t i = 0; i < edges; ++i) {
    const auto from = static_cast<NodeId>(random.below(nodes)), to = static_cast<NodeId>(random.below(nodes));
    builder.add_edge(from, to, weighted ? 0.5 + random.unit() : 1.0);
  }
  return std::move(builder).build();
}

// The L1 distance of 200,000 sampled walks of four steps to the exact distribution: noise of the size that the sample
// has.
bool agrees(const Graph& graph) {
  const WalkIndex index(4);
  const WalkDistribution exact = ExactWalks(graph, index).of_graph();
  constexpr std::uint64_t kWalks = 200'000;
  const WalkDistribution sampled = SampledWalks(graph, index, 1).of_graph(kWalks);
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

void measure(NodeId nodes, std::uint64_t edges, bool weighted) {
  const Graph graph = random_graph(nodes, edges, weighted);
  if (nodes <= 10'000 && !agrees(graph)) {
    std::printf("%9u nodes: the sample disagrees with the exact distribution; nothing is timed\n", nodes);
    std::exit(1);
  }
  const SampledWalks walks(graph, WalkIndex(kLength), 1);
  const std::uint64_t count = nodes > 100'000 ? 1'000'000 : 8'000'000;
  double best = INFINITY;
  for (int round = 0; round < 3; ++round) {
    const bench::CpuStopwatch watch;
    const WalkDistribution found = walks.of_graph(count);
    const double seconds = watch.seconds();
    if (found.probabilities.size() == 0) std::exit(1);
    best = std::min(best, seconds);
  }
  std::printf("%9u %10llu %9s %14.2f %12.2f\n", nodes, static_cast<unsigned long long>(graph.num_edges()),
              weighted ? "weighted" : "uniform", static_cast<double>(count) / best / 1e6,
              best / static_cast<double>(count) / kLength * 1e9);
  std::fflush(stdout);
}

}  // namespace

int main() {
  std::printf("walks of length %d, one thread\n%9s %10s %9s %14s %12s\n", kLength, "nodes", "edges", "steps",
              "M walks/s", "ns a step");
  for (const bool weighted : {false, true}) {
    measure(30, 60, weighted);
    measure(500, 2'000, weighted);
    measure(10'000, 50'000, weighted);
    measure(1'000'000, 5'000'000, weighted);
  }
  return 0;
}
