#include "svm/svm_oracle.h"

#include <libsvm/svm.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"

namespace awe::test {
namespace {

std::vector<double> printed;
void read_objective(const char* text) {
  const std::string line = text;
  const std::size_t at = line.find("obj = ");
  if (at != std::string::npos) printed.push_back(std::stod(line.substr(at + 6)));
}

double kernel_value(const std::vector<double>& a, const std::vector<double>& b, int kernel) {
  double product = 0, square = 0;
  for (std::size_t x = 0; x < a.size(); ++x) {
    product += a[x] * b[x];
    square += (a[x] - b[x]) * (a[x] - b[x]);
  }
  if (kernel == 0) return std::exp(-square / 2);
  return kernel == 1 ? product : std::pow(product / 3 + 1, 3);
}

// The kernel values of an item with those trained on; number: its place among them, from 1.
std::vector<svm_node> libsvm_row(const SvmProblem& problem, const std::vector<std::uint32_t>& train, std::uint32_t item,
                                 std::size_t number) {
  std::vector<svm_node> row = {{0, static_cast<double>(number)}};
  for (std::size_t k = 0; k < train.size(); ++k) {
    row.push_back({static_cast<int>(k + 1), double{problem.gram()(item, train[k])}});
  }
  row.push_back({-1, 0});
  return row;
}

}  // namespace

SvmProblem random_problem(std::uint64_t seed, std::size_t n, int k, int kernel) {
  base::Sequence random(seed, Hash128{2, 3});
  SvmProblem problem;
  std::vector<std::vector<double>> points(n, std::vector<double>(4));
  for (std::size_t i = 0; i < n; ++i) {
    // Every class is there, and not in turns.
    const auto own =
        static_cast<int>(i < static_cast<std::size_t>(k) ? i : random.below(static_cast<std::uint64_t>(k)));
    problem.classes.push_back(own);
    for (std::size_t x = 0; x < 4; ++x) {
      points[i][x] = 3 * random.unit() - 1.5 + (static_cast<int>(x) == own % 4 ? 0.8 : 0);
    }
    const bool member = i < static_cast<std::size_t>(k) || random.below(5) > 0;
    (member ? problem.members : problem.others).push_back(static_cast<std::uint32_t>(i));
  }
  problem.values.resize(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      problem.values[i * n + j] = static_cast<float>(kernel_value(points[i], points[j], kernel));
    }
  }
  return problem;
}

OracleAnswer ask_libsvm(const SvmProblem& problem, const std::vector<std::uint32_t>& items, double c,
                        const std::vector<double>& class_weights, double tolerance) {
  // By class, so that LIBSVM meets the classes in ascending order.
  std::vector<std::uint32_t> train = problem.members;
  std::stable_sort(train.begin(), train.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return problem.classes[a] < problem.classes[b]; });
  const auto row_of = [&](std::uint32_t item, std::size_t number) { return libsvm_row(problem, train, item, number); };
  std::vector<std::vector<svm_node>> rows;
  std::vector<svm_node*> pointers;
  std::vector<double> labels;
  for (std::size_t k = 0; k < train.size(); ++k) {
    rows.push_back(row_of(train[k], k + 1));
    labels.push_back(problem.classes[train[k]]);
  }
  for (auto& row : rows) pointers.push_back(row.data());
  const svm_problem input{static_cast<int>(rows.size()), labels.data(), pointers.data()};
  std::vector<double> weights = class_weights;
  std::vector<int> weight_labels;
  for (std::size_t k = 0; k < weights.size(); ++k) weight_labels.push_back(static_cast<int>(k));
  svm_parameter parameter{};
  parameter.svm_type = C_SVC;
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 100;
  parameter.eps = tolerance;
  parameter.C = c;
  parameter.shrinking = 1;
  parameter.nr_weight = static_cast<int>(weights.size());
  parameter.weight_label = weight_labels.data();
  parameter.weight = weights.data();
  printed.clear();
  svm_set_print_string_function(read_objective);
  svm_model* model = svm_train(&input, &parameter);
  OracleAnswer answer;
  answer.objectives = printed;
  answer.classes.assign(model->label, model->label + model->nr_class);
  const auto pairs = static_cast<std::size_t>(model->nr_class * (model->nr_class - 1) / 2);
  for (const std::uint32_t item : items) {
    const auto row = row_of(item, 0);
    std::vector<double> decisions(std::max<std::size_t>(pairs, 1));
    answer.predicted.push_back(static_cast<int>(std::lround(svm_predict_values(model, row.data(), decisions.data()))));
    decisions.resize(pairs);
    answer.decisions.push_back(std::move(decisions));
  }
  svm_free_and_destroy_model(&model);
  return answer;
}

std::vector<double> ask_libsvm_svr(const SvmProblem& problem, const std::vector<double>& values, double c,
                                   double epsilon, double tolerance) {
  std::vector<std::vector<svm_node>> rows;
  std::vector<svm_node*> pointers;
  std::vector<double> targets;
  for (std::size_t k = 0; k < problem.members.size(); ++k) {
    rows.push_back(libsvm_row(problem, problem.members, problem.members[k], k + 1));
    targets.push_back(values[problem.members[k]]);
  }
  for (auto& row : rows) pointers.push_back(row.data());
  const svm_problem input{static_cast<int>(rows.size()), targets.data(), pointers.data()};
  svm_parameter parameter{};
  parameter.svm_type = EPSILON_SVR;
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 100;
  parameter.eps = tolerance;
  parameter.C = c;
  parameter.p = epsilon;
  parameter.shrinking = 1;
  svm_set_print_string_function(read_objective);
  svm_model* model = svm_train(&input, &parameter);
  std::vector<double> predicted;
  for (std::uint32_t item = 0; item < problem.classes.size(); ++item) {
    predicted.push_back(svm_predict(model, libsvm_row(problem, problem.members, item, 0).data()));
  }
  svm_free_and_destroy_model(&model);
  return predicted;
}

double objective_of(const kernels::GramView& gram, const svm::SvmPair& pair) {
  double sum = 0;
  for (std::size_t a = 0; a < pair.support.size(); ++a) {
    for (std::size_t b = 0; b < pair.support.size(); ++b) {
      sum += pair.coefficients[a] * pair.coefficients[b] * double{gram(pair.support[a], pair.support[b])} / 2;
    }
    sum -= std::abs(pair.coefficients[a]);
  }
  return sum;
}

}  // namespace awe::test
