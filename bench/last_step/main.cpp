// bench_last_step: is sampling better if the last step of a walk is not drawn but all its outcomes are added, weighted
// by their probabilities? For the first graphs of data sets, measures the true L1 error (known from exact enumeration)
// and the time of both methods with the same number of walks; the criterion is error^2 * seconds, the time for a given
// error.
//   bench_last_step DATA.zip LENGTH [WALKS] ...
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "awe/exact_walks.h"
#include "awe/reader.h"
#include "base/number.h"
#include "cpu_time.h"
#include "sampled_walks/sampled_walks.h"

namespace {

using namespace awe;

// For walks one step shorter, adds 1/degree for every possible last step.
std::vector<double> all_last_steps(const Graph& graph, const WalkIndex& index, std::uint64_t walks) {
  const walks::Walker walker(graph, WalkIndex(index.length() - 1), 1);
  const walks::WalkOrigin origin = walks::WalkOrigin::whole_graph(graph);
  const auto length = static_cast<std::size_t>(index.length());
  std::vector<double> sums(index.size(), 0.0);
  std::vector<std::uint8_t> name(graph.num_nodes(), 0);
  for (std::uint64_t block = 0; block * base::kBlockWalks < walks; ++block) {
    const auto count =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(base::kBlockWalks, walks - block * base::kBlockWalks));
    walker.for_each_tile(origin, block, 0, count, [&](const walks::WalkTile& tile) {
      for (std::uint32_t lane = 0; lane < tile.size; ++lane) {
        std::uint64_t rank = 0;
        int used = 0, current = 0;
        for (std::size_t s = 0; s < length; ++s) {
          const NodeId node = tile.nodes[s][lane];
          const int next = name[node] > 0 ? name[node] : used + 1;
          if (s > 0) {
            rank += static_cast<std::uint64_t>(index.choice(next, current)) *
                    index.completions(static_cast<int>(length - s), used);
          }
          if (next > used) name[node] = static_cast<std::uint8_t>(++used);
          current = next;
        }
        const NodeId last = tile.nodes[length - 1][lane];
        const double each = 1.0 / graph.degree(last);
        for (const NodeId y : graph.neighbours(last)) {
          const int next = name[y] > 0 ? name[y] : used + 1;
          sums[rank + static_cast<std::uint64_t>(index.choice(next, current))] += each;
        }
        for (std::size_t s = 0; s < length; ++s) name[tile.nodes[s][lane]] = 0;
      }
    });
  }
  return sums;
}

double distance(const std::vector<double>& exact, const std::vector<double>& sums, double walks) {
  double sum = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) sum += std::abs(exact[i] - sums[i] / walks);
  return sum;
}

std::vector<double> dense(const SparseVector& vector, std::uint64_t size, double factor) {
  std::vector<double> values(size, 0.0);
  for (std::size_t i = 0; i < vector.size(); ++i) values[vector.indices[i]] = vector.values[i] * factor;
  return values;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "bench_last_step DATA LENGTH [WALKS]\n");
    return 2;
  }
  const WalkIndex index(static_cast<int>(base::parse_integer(argv[2]).value_or(7)));
  const std::uint64_t walks = argc > 3 ? base::parse_unsigned(argv[3]).value_or(100'000) : 100'000;
  const auto source = open_graphs(argv[1]);
  double drawn_error = 0, drawn_seconds = 0, added_error = 0, added_seconds = 0;
  int graphs = 0;
  for (; graphs < 20; ++graphs) {
    const auto graph = source->next();
    if (!graph) break;
    const auto truth = dense(ExactWalks(*graph, index).of_graph().probabilities, index.size(), 1);
    const sampled_walks::SampledWalks sampled(*graph, index, 1);
    const bench::CpuStopwatch drawing;
    const WalkDistribution drawn = sampled.of_graph(walks);
    drawn_seconds += drawing.seconds();
    const bench::CpuStopwatch adding;
    const auto added = all_last_steps(*graph, index, walks);
    added_seconds += adding.seconds();
    const auto m = static_cast<double>(walks);
    drawn_error += distance(truth, dense(drawn.probabilities, index.size(), m), m);
    added_error += distance(truth, added, m);
  }
  std::printf("%s, l = %d, %d graphs, %llu walks each\n", argv[1], index.length(), graphs,
              static_cast<unsigned long long>(walks));
  std::printf("  last step drawn: error %.4f, %.3f s, error^2 * seconds %.3e\n", drawn_error / graphs, drawn_seconds,
              drawn_error * drawn_error / graphs / graphs * drawn_seconds);
  std::printf("  last step added: error %.4f, %.3f s, error^2 * seconds %.3e\n", added_error / graphs, added_seconds,
              added_error * added_error / graphs / graphs * added_seconds);
}
