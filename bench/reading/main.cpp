// bench_reading: reads an edge list of integers into a graph, in blocks and line by line, and the same graph from an
// .awg. The graphs are compared first. Megabytes of text per second of one thread's processor time, best of five.
//   bench_reading [NODES] [EDGES]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/number.h"
#include "base/rng.h"
#include "cpu_time.h"
#include "graph/soundness.h"
#include "readers/edge_blocks.h"
#include "readers/edge_list.h"

namespace {

using namespace awe;

std::string random_lines(std::uint64_t nodes, std::uint64_t edges) {
  base::Sequence random(1, Hash128{}, 0);
  std::string text;
  for (std::uint64_t i = 0; i < edges; ++i) {
    base::append_unsigned(text, random.below(nodes));
    text += ' ';
    base::append_unsigned(text, random.below(nodes));
    text += '\n';
  }
  return text;
}

template <class Run>
double best_seconds(Run run) {
  double best = 1e300;
  for (int i = 0; i < 5; ++i) {
    const bench::CpuStopwatch watch;
    run();
    best = std::min(best, watch.seconds());
  }
  return best;
}

void print(const char* what, double megabytes, double seconds) {
  std::printf("%-34s %8.0f MB/s  %.3f s\n", what, megabytes / seconds, seconds);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t nodes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  const std::uint64_t edges = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10'000'000;
  const std::string text = random_lines(nodes, edges);
  const double megabytes = static_cast<double>(text.size()) * 1e-6;
  const auto in_blocks = [&] {
    return *readers::read_edge_list(bytes::memory_source("text", text), {}, "text")->next();
  };
  const auto by_lines = [&] {
    return *readers::read_edge_list_by_lines(bytes::memory_source("text", text), {}, "text")->next();
  };
  const Graph graph = in_blocks();
  if (fingerprint(graph) != fingerprint(by_lines()) || !graph::fault_of(graph.parts(), 1).empty()) {
    std::fprintf(stderr, "the two ways disagree\n");
    return 1;
  }
  std::printf("%llu lines, %.0f MB\n", static_cast<unsigned long long>(edges), megabytes);
  print("parse one block", megabytes, best_seconds([&] { static_cast<void>(readers::parse_plain(text)); }));
  print("text to graph, in blocks", megabytes, best_seconds([&] { static_cast<void>(in_blocks()); }));
  print("text to graph, line by line", megabytes, best_seconds([&] { static_cast<void>(by_lines()); }));
  const double bytes = static_cast<double>(graph.offsets().size_bytes() + graph.targets().size_bytes()) * 1e-6;
  print("check of a mapped graph's indices", bytes,
        best_seconds([&] { static_cast<void>(graph::fault_of(graph.parts(), 1)); }));
}
