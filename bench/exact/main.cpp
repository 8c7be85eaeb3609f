// bench_exact: exact distributions of whole data sets on one thread. Contenders must agree within 1e-9 (the reference
// adds up to 10^8 terms one by one) before they are timed; times are the best of several interleaved rounds. Data sets
// are read from AWE_DATA (default ../shared/datasets).
//   bench_exact                 the standard table
//   bench_exact MUTAG 10 ...    other sets and lengths
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "awe/graph_source.h"
#include "awe/reader.h"
#include "contender.h"
#include "cpu_time.h"

namespace {

using namespace awe;

struct Task {
  std::string name;
  int length;
};

double distance(const WalkDistribution& a, const WalkDistribution& b) {
  if (a.probabilities.indices != b.probabilities.indices) return INFINITY;
  double largest = std::abs(a.stopped - b.stopped);
  for (std::size_t i = 0; i < a.probabilities.size(); ++i) {
    largest = std::max(largest, std::abs(a.probabilities.values[i] - b.probabilities.values[i]));
  }
  return largest;
}

double seconds_of(const bench::Contender& contender, const std::vector<Graph>& graphs, const WalkIndex& index) {
  const bench::CpuStopwatch watch;
  double checksum = 0;
  for (const Graph& graph : graphs) checksum += contender.run(graph, index).stopped;
  return checksum < 0 ? INFINITY : watch.seconds();
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Task> tasks = {{"MUTAG", 10},      {"NCI1", 7}, {"ENZYMES", 7},      {"PROTEINS", 6},
                             {"IMDB-BINARY", 5}, {"DD", 5},   {"REDDIT-BINARY", 5}};
  if (argc > 2) tasks.clear();
  for (int i = 1; i + 1 < argc; i += 2) tasks.push_back({argv[i], std::atoi(argv[i + 1])});
  const char* data = std::getenv("AWE_DATA");
  const std::string folder = data != nullptr ? data : "../shared/datasets";
  const bench::Contender contenders[] = {bench::last_step_closed(), bench::over_walks(), bench::over_visits(),
                                         bench::chosen()};
  std::printf("%-14s %2s", "set", "l");
  for (const bench::Contender& contender : contenders) std::printf(" %13s", contender.name.c_str());
  std::printf("   ratio\n");
  double log_ratios = 0;
  for (const Task& task : tasks) {
    const auto source = open_graphs(folder + "/" + task.name + ".zip");
    const std::vector<Graph> graphs = read_all(*source);
    const WalkIndex index(task.length);
    for (const Graph& graph : graphs) {
      const WalkDistribution reference = contenders[0].run(graph, index);
      for (const bench::Contender& contender : contenders) {
        const double difference = distance(contender.run(graph, index), reference);
        if (difference <= 1e-9) continue;
        std::printf("%s graph %s: %s differs by %g; nothing is timed\n", task.name.c_str(), graph.name().c_str(),
                    contender.name.c_str(), difference);
        return 1;
      }
    }
    std::array<double, std::size(contenders)> best;
    best.fill(INFINITY);
    for (int round = 0; round < 3; ++round) {
      for (std::size_t i = 0; i < best.size(); ++i)
        best[i] = std::min(best[i], seconds_of(contenders[i], graphs, index));
    }
    std::printf("%-14s %2d", task.name.c_str(), task.length);
    for (const double seconds : best) std::printf(" %11.3f s", seconds);
    std::printf(" %6.2fx\n", best.front() / best.back());
    std::fflush(stdout);
    log_ratios += std::log(best.front() / best.back());
  }
  std::printf("geometric mean %.2fx\n", std::exp(log_ratios / static_cast<double>(tasks.size())));
  return 0;
}
