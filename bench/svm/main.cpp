// bench_svm: trains a grid of C on nine tenths of a Gram and classifies the other tenth, on one thread. Grams are RBF
// kernels of clustered points, with the size and classes of COLLAB, REDDIT-12K and a set of 2000. Objectives of the two
// contenders must agree within 1e-3 and predictions in 99 of 100 before a time is shown; times are the best of rounds.
//   bench_svm [collab] [two] [reddit] [--ours]     tasks (default: collab and two); --ours leaves LIBSVM out
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "base/rng.h"
#include "contender.h"
#include "svm/svm.h"

namespace {

using namespace awe;

struct Shape {
  std::string name;
  std::vector<std::size_t> class_sizes;
  int rounds;
};

constexpr std::size_t kDimensions = 16, kClusters = 12;

double normal(base::Sequence& random) {
  double sum = -6;
  for (int k = 0; k < 12; ++k) sum += random.unit();
  return sum;
}

// Points around the centres of their class, one in ten with a random class; items in random order.
std::vector<float> make_gram(const Shape& shape, std::vector<int>& classes) {
  base::Sequence random(7, Hash128{1, shape.class_sizes.size()});
  std::vector<std::array<double, kDimensions>> centres(kClusters * shape.class_sizes.size());
  for (auto& centre : centres) {
    for (double& x : centre) x = normal(random);
  }
  std::vector<std::size_t> own;
  for (std::size_t k = 0; k < shape.class_sizes.size(); ++k) own.insert(own.end(), shape.class_sizes[k], k);
  for (std::size_t k = own.size(); k > 1; --k) std::swap(own[k - 1], own[random.below(k)]);
  const std::size_t n = own.size();
  std::vector<std::array<float, kDimensions>> points(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto& centre = centres[own[i] * kClusters + random.below(kClusters)];
    for (std::size_t x = 0; x < kDimensions; ++x) points[i][x] = static_cast<float>(centre[x] + 0.9 * normal(random));
    classes.push_back(static_cast<int>(own[i]));
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (random.below(10) == 0) std::swap(classes[i], classes[random.below(n)]);
  }
  std::vector<float> gram(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) {
      float square = 0;
      for (std::size_t x = 0; x < kDimensions; ++x) {
        square += (points[i][x] - points[j][x]) * (points[i][x] - points[j][x]);
      }
      gram[i * n + j] = gram[j * n + i] = std::exp(-square / kDimensions);
    }
  }
  return gram;
}

bool agree(const bench::SvmTask& task, const bench::SvmOutcome& ours, const bench::SvmOutcome& libsvm) {
  bool same = true;
  for (std::size_t c = 0; c < task.cs.size(); ++c) {
    const double error = std::abs(ours.objectives[c] / libsvm.objectives[c] - 1);
    std::size_t equal = 0, right = 0;
    for (std::size_t t = 0; t < task.test.size(); ++t) {
      equal += ours.predicted[c][t] == libsvm.predicted[c][t] ? 1 : 0;
      right += ours.predicted[c][t] == task.classes[task.test[t]] ? 1 : 0;
    }
    std::printf("  C %-6g objectives differ by %.1e, predictions equal %zu of %zu (%.1f %% right), LIBSVM %.3f s\n",
                task.cs[c], error, equal, task.test.size(),
                100.0 * static_cast<double>(right) / static_cast<double>(task.test.size()), libsvm.seconds_of_c[c]);
    same = same && error < 1e-3 && equal * 100 >= task.test.size() * 99;
  }
  return same;
}

void run(const Shape& shape, bool only_ours) {
  bench::SvmTask task;
  const std::vector<float> gram = make_gram(shape, task.classes);
  task.gram = kernels::GramView(gram.data(), task.classes.size());
  task.cs = {0.001, 0.01, 0.1, 1, 10};
  for (std::uint32_t i = 0; i < task.classes.size(); ++i) (i % 10 == 3 ? task.test : task.train).push_back(i);
  std::printf("%s: %zu items, %zu classes, %zu to train on\n", shape.name.c_str(), task.classes.size(),
              shape.class_sizes.size(), task.train.size());
  bench::SvmOutcome ours, libsvm;
  for (int round = 0; round < shape.rounds; ++round) {
    const bench::SvmOutcome next = bench::run_ours(task);
    if (round == 0 || next.train_seconds < ours.train_seconds) ours = next;
    if (only_ours) continue;
    const bench::SvmOutcome other = bench::run_libsvm(task);
    if (round == 0 && !agree(task, next, other)) {
      std::printf("  results differ: no times\n");
      return;
    }
    if (round == 0 || other.train_seconds < libsvm.train_seconds) libsvm = other;
  }
  std::printf("  train   ours %8.3f s   LIBSVM %8.3f s   %6.1fx\n", ours.train_seconds, libsvm.train_seconds,
              libsvm.train_seconds / ours.train_seconds);
  std::printf("  predict ours %8.3f s   LIBSVM %8.3f s   %6.1fx\n", ours.predict_seconds, libsvm.predict_seconds,
              libsvm.predict_seconds / ours.predict_seconds);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> wanted;
  bool only_ours = false;
  for (int k = 1; k < argc; ++k) {
    if (std::string(argv[k]) == "--ours") {
      only_ours = true;
    } else {
      wanted.emplace_back(argv[k]);
    }
  }
  if (wanted.empty()) wanted = {"collab", "two"};
  const std::vector<Shape> shapes = {{"collab", {2600, 775, 1625}, 3},
                                     {"two", {1000, 1000}, 3},
                                     {"reddit", {2590, 1860, 1300, 1110, 1060, 1000, 950, 900, 610, 420, 200}, 1}};
  for (const Shape& shape : shapes) {
    if (std::find(wanted.begin(), wanted.end(), shape.name) != wanted.end()) run(shape, only_ours);
  }
}
