// A contender of bench_svm: trains a grid of C on some items of a Gram and classifies the others.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/gram_view.h"

namespace awe::bench {

struct SvmTask {
  kernels::GramView gram;
  std::vector<int> classes;
  std::vector<std::uint32_t> train, test;
  std::vector<double> cs;
};

struct SvmOutcome {
  std::vector<double> objectives;           // one per C, summed over the pairs
  std::vector<std::vector<int>> predicted;  // one vector per C
  double train_seconds = 0, predict_seconds = 0;
  std::vector<double> seconds_of_c;  // training time, where each C is trained separately
};

SvmOutcome run_ours(const SvmTask& task);
// LIBSVM's time contains no work that ours omits: its nodes are built before the clock starts.
SvmOutcome run_libsvm(const SvmTask& task);

}  // namespace awe::bench
