// Processor seconds of Gram matrices of graph kernels on one thread, from graphs in memory to the matrix in memory.
//   bench_baselines SET FEATURES KERNEL [SET FEATURES KERNEL]...
// SET is a file of graphs. The best of three rounds, or the only one if it takes more than two seconds.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "awe/featurizer.h"
#include "awe/kernel.h"
#include "awe/reader.h"

namespace {

// Of all threads of the process.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int count, char** words) {
  for (int i = 1; i + 2 < count; i += 3) {
    const std::vector<awe::Graph> graphs = awe::read_graphs(words[i]);
    awe::FeatureOptions options{.features = std::string(words[i + 1])};
    options.run.threads = 1;
    awe::KernelOptions kernel{.kernel = awe::parse<awe::KernelKind>(words[i + 2])};
    kernel.run.threads = 1;
    double best = 1e300, first = 0;
    for (int round = 0; round < 3 && (round == 0 || best < 2); ++round) {
      const double begun = seconds();
      const auto gram = awe::kernel(awe::embed(graphs, options), kernel);
      best = std::min(best, seconds() - begun);
      first = static_cast<double>(gram.values(0, 0));
    }
    std::printf("%s %s %s %.3f s (first entry %g)\n", words[i], words[i + 1], words[i + 2], best, first);
  }
}
