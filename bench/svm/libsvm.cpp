// LIBSVM with a precomputed kernel, its default tolerance, shrinking and a cache of 100 MB; each C from scratch.
#include <libsvm/svm.h>

#include <cmath>
#include <map>

#include "contender.h"
#include "cpu_time.h"

namespace awe::bench {
namespace {

// LIBSVM reports objectives only in its printed output.
double printed_objectives = 0;
void read_objective(const char* text) {
  const std::string line = text;
  const std::size_t at = line.find("obj = ");
  if (at != std::string::npos) printed_objectives += std::stod(line.substr(at + 6));
}

// The training items, reordered to begin with one of each class, ascending: LIBSVM breaks ties of votes by the order in
// which classes first occur, and this order is ours.
std::vector<std::uint32_t> classes_in_turn(const SvmTask& task) {
  std::map<int, std::uint32_t> first;
  for (const std::uint32_t item : task.train) first.emplace(task.classes[item], item);
  std::vector<std::uint32_t> train;
  for (const auto& [own, item] : first) train.push_back(item);
  for (const std::uint32_t item : task.train) {
    if (first.at(task.classes[item]) != item) train.push_back(item);
  }
  return train;
}

}  // namespace

SvmOutcome run_libsvm(const SvmTask& task) {
  const std::vector<std::uint32_t> train = classes_in_turn(task);
  const std::size_t width = train.size() + 2;
  const auto row_of = [&](std::uint32_t item, int number) {
    std::vector<svm_node> row(width);
    row[0] = {0, static_cast<double>(number)};
    for (std::size_t k = 0; k < train.size(); ++k) {
      row[k + 1] = {static_cast<int>(k + 1), double{task.gram(item, train[k])}};
    }
    row.back() = {-1, 0};
    return row;
  };
  std::vector<std::vector<svm_node>> rows;
  std::vector<svm_node*> pointers;
  std::vector<double> labels;
  for (std::size_t k = 0; k < train.size(); ++k) {
    rows.push_back(row_of(train[k], static_cast<int>(k + 1)));
    labels.push_back(task.classes[train[k]]);
  }
  for (auto& row : rows) pointers.push_back(row.data());
  const svm_problem problem{static_cast<int>(rows.size()), labels.data(), pointers.data()};
  svm_set_print_string_function(read_objective);

  SvmOutcome outcome;
  for (const double c : task.cs) {
    svm_parameter parameter{};
    parameter.svm_type = C_SVC;
    parameter.kernel_type = PRECOMPUTED;
    parameter.cache_size = 100;
    parameter.eps = 1e-3;
    parameter.C = c;
    parameter.shrinking = 1;
    printed_objectives = 0;
    const CpuStopwatch training;
    svm_model* model = svm_train(&problem, &parameter);
    outcome.seconds_of_c.push_back(training.seconds());
    outcome.train_seconds += outcome.seconds_of_c.back();
    outcome.objectives.push_back(printed_objectives);
    std::vector<int> predicted;
    for (const std::uint32_t item : task.test) {
      const auto row = row_of(item, 0);
      const CpuStopwatch predicting;
      predicted.push_back(static_cast<int>(std::lround(svm_predict(model, row.data()))));
      outcome.predict_seconds += predicting.seconds();
    }
    outcome.predicted.push_back(std::move(predicted));
    svm_free_and_destroy_model(&model);
  }
  return outcome;
}

}  // namespace awe::bench
