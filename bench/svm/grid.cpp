// bench_svm_grid: the grid of the paper's protocol on COLLAB: ten folds, an RBF kernel with seven sigmas and five C. C
// is chosen on a validation part of every fold, then one SVM is trained on all training items. Features are anonymous
// walks of length 7, 20,000 sampled per graph. Ours is evaluate_paper including its kernels, on one thread; LIBSVM is
// timed on one fold with precomputed Gram matrices, times the number of folds. Objectives of the two must agree within
// 1e-3 and predictions in 99 of 100 before a time is shown.
//   bench_svm_grid [FILE] [--repeats N] [--ours]     FILE: default COLLAB.zip of AWE_DATA; N: repeats of ours (1)
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "awe/reader.h"
#include "contender.h"
#include "cpu_time.h"
#include "evaluation/channels.h"
#include "evaluation/paper_protocol.h"

namespace {

using namespace awe;

struct Arguments {
  std::string path;
  int repeats = 1;
  bool only_ours = false;
};

Arguments parse(int argc, char** argv) {
  const char* data = std::getenv("AWE_DATA");
  Arguments arguments{(data != nullptr ? std::string(data) : "../shared/datasets") + "/COLLAB.zip", 1, false};
  for (int k = 1; k < argc; ++k) {
    const std::string text = argv[k];
    if (text == "--ours") {
      arguments.only_ours = true;
    } else if (text == "--repeats" && k + 1 < argc) {
      arguments.repeats = std::max(1, std::atoi(argv[++k]));
    } else {
      arguments.path = text;
    }
  }
  return arguments;
}

evaluation::MatrixSet features_of(const std::string& path) {
  evaluation::GraphSet graphs = evaluation::read_graph_set(*open_graphs(path));
  evaluation::MatrixSet set;
  const KernelRecipe recipe = recipe_of_features(anonymous_walks(7, 7));
  set.rows =
      evaluation::rows_of(graphs, recipe.channels, evaluation::all_items(graphs.size()), {2, 1, 20'000}).tables.front();
  set.ids = std::move(graphs.ids);
  set.classes = std::move(graphs.classes);
  set.class_names = std::move(graphs.class_names);
  return set;
}

evaluation::PaperOptions plan_of(const evaluation::MatrixSet& set, int repeats) {
  evaluation::PaperOptions plan;
  plan.run.threads = 1;
  plan.inner_products = false;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    plan.repeats.push_back(
        stratified_folds({set.ids, set.classes, {}}, 10, {plan.run.seed, static_cast<std::uint32_t>(repeat)}));
  }
  return plan;
}

double share_right(const bench::SvmTask& task, const std::vector<int>& predicted) {
  std::size_t right = 0;
  for (std::size_t t = 0; t < predicted.size(); ++t) right += predicted[t] == task.classes[task.test[t]] ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(predicted.size());
}

// LIBSVM's seconds for a task; negative if our results differ.
double seconds_if_equal(const bench::SvmTask& task, bench::SvmOutcome& libsvm) {
  libsvm = bench::run_libsvm(task);
  const bench::SvmOutcome ours = bench::run_ours(task);
  for (std::size_t c = 0; c < task.cs.size(); ++c) {
    std::size_t equal = 0;
    for (std::size_t t = 0; t < task.test.size(); ++t) equal += ours.predicted[c][t] == libsvm.predicted[c][t] ? 1 : 0;
    if (std::abs(ours.objectives[c] / libsvm.objectives[c] - 1) > 1e-3 || equal * 100 < task.test.size() * 99) {
      std::printf("C %g: objectives %.6f and %.6f, %zu of %zu predictions equal\n", task.cs[c], ours.objectives[c],
                  libsvm.objectives[c], equal, task.test.size());
      return -1;
    }
  }
  return libsvm.train_seconds + libsvm.predict_seconds;
}

// LIBSVM on the first fold with one sigma: validation for every C, then the model with the best C.
double libsvm_fold(const evaluation::MatrixSet& set, const evaluation::PaperOptions& plan,
                   const kernels::GramView& gram) {
  const std::vector<std::uint32_t> training = plan.repeats[0].train_items(0);
  const Split inner = validation_part({set.ids, set.classes, {}}, training, {plan.run.seed, 1});
  bench::SvmTask task{gram, set.classes, inner.train, inner.test, plan.cs};
  bench::SvmOutcome outcome;
  const double choosing = seconds_if_equal(task, outcome);
  if (choosing < 0) return -1;
  std::size_t best = 0;
  for (std::size_t c = 1; c < plan.cs.size(); ++c) {
    if (share_right(task, outcome.predicted[c]) > share_right(task, outcome.predicted[best])) best = c;
  }
  task.train = training;
  task.test = plan.repeats[0].test_items(0);
  task.cs = {plan.cs[best]};
  const double answering = seconds_if_equal(task, outcome);
  std::printf("  C %-6g %.1f %% right, LIBSVM %.3f s to choose, %.3f s to answer\n", plan.cs[best],
              100 * share_right(task, outcome.predicted[0]), choosing, answering);
  return answering < 0 ? -1 : choosing + answering;
}

// The sum over all sigmas; negative if results differ.
double libsvm_grid(const evaluation::MatrixSet& set, const evaluation::PaperOptions& plan) {
  double sum = 0;
  for (const double sigma : plan.sigmas) {
    GramMatrix gram(set.size(), set.size());
    kernels::add_squared_distances(gram, set.rows, BaseKernel::linear, 1, {2, {}});
    exponentiate(gram, 1 / (2 * sigma * sigma), 2);
    const double seconds = libsvm_fold(set, plan, kernels::GramView(gram.data(), gram.rows()));
    if (seconds < 0) return -1;
    sum += seconds;
  }
  return sum;
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const Arguments arguments = parse(argc, argv);
  const evaluation::MatrixSet set = features_of(arguments.path);
  evaluation::PaperOptions plan = plan_of(set, arguments.repeats);
  std::printf("%zu items, %zu classes, %llu columns; ours: %d x 10 folds\n", set.size(), set.class_names.size(),
              static_cast<unsigned long long>(set.rows.columns()), arguments.repeats);
  const bench::CpuStopwatch watch;
  const evaluation::PaperEvaluation one = evaluation::evaluate_paper(set, plan);
  const double ours = watch.seconds();
  std::printf("ours, one thread   %8.2f s of processor (of the wall: kernels %.2f s, SVM %.2f s)\n", ours,
              one.kernel_seconds, one.svm_seconds);
  plan.run.threads = 2;
  const double start = now();
  const evaluation::PaperEvaluation two = evaluation::evaluate_paper(set, plan);
  std::printf("ours, two threads  %8.2f s of the wall\n", now() - start);
  for (std::size_t k = 0; k < one.results.size(); ++k) {
    std::printf("  %-16s %.2f %%%s\n", one.results[k].kernel.c_str(), 100 * one.results[k].accuracy.mean,
                one.results[k].accuracy.mean == two.results[k].accuracy.mean ? "" : "  threads differ!");
  }
  if (arguments.only_ours) return 0;
  const double fold = libsvm_grid(set, plan);
  if (fold < 0) {
    std::printf("results differ: no ratio\n");
    return 1;
  }
  const double theirs = fold * 10 * arguments.repeats;
  std::printf("LIBSVM, one fold   %8.2f s of processor, for %d folds %.0f s: %.1fx\n", fold, 10 * arguments.repeats,
              theirs, theirs / ours);
}
