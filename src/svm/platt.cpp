#include "svm/platt.h"

#include <algorithm>
#include <cmath>

#include "awe/error.h"
#include "base/parallel.h"
#include "base/rng.h"

namespace awe::svm {
namespace {

constexpr double kSmallestProbability = 1e-7;

// ln(1 + exp(x)) without overflow.
double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

double logistic(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }

// The cross entropy between sigmoid and targets.
double loss(std::span<const double> decisions, const std::vector<double>& targets, double slope, double offset) {
  double sum = 0;
  for (std::size_t k = 0; k < decisions.size(); ++k) {
    const double x = slope * decisions[k] + offset;  // P = logistic(-x)
    sum += targets[k] * softplus(x) + (1 - targets[k]) * softplus(-x);
  }
  return sum;
}

// The fold of each item: classes are spread evenly, in an order drawn from the seed.
std::vector<std::size_t> folds_of(std::vector<std::uint32_t> items, std::size_t firsts, const PlattOptions& platt) {
  std::vector<std::size_t> fold(items.size()), order(items.size());
  for (std::size_t k = 0; k < items.size(); ++k) order[k] = k;
  const auto key = [&](std::size_t k) {
    return base::StreamBlock::mix64(platt.seed ^ base::StreamBlock::mix64(items[k] + 1));
  };
  const auto before = [&](std::size_t a, std::size_t b) { return key(a) < key(b); };
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(firsts);
  std::sort(order.begin(), middle, before);
  std::sort(middle, order.end(), before);
  for (std::size_t k = 0; k < order.size(); ++k) fold[order[k]] = k % platt.folds;
  return fold;
}

// Fits the sigmoid of a pair to decisions about its items, each made by a model not trained on that item.
Sigmoid sigmoid_of_pair(const kernels::GramView& gram, const std::vector<std::uint32_t>& items, std::size_t firsts,
                        std::span<const int> classes, const SvmOptions& options, const PlattOptions& platt) {
  const std::vector<std::size_t> fold = folds_of(items, firsts, platt);
  std::vector<double> decisions(items.size());
  for (std::size_t f = 0; f < platt.folds; ++f) {
    std::vector<std::uint32_t> members, tested;
    for (std::size_t k = 0; k < items.size(); ++k) (fold[k] == f ? tested : members).push_back(items[k]);
    if (tested.empty()) continue;
    std::sort(members.begin(), members.end());
    // If the training items are all of one class, the decision is +1 or -1 for that class.
    std::vector<double> values(tested.size(), 0.0);
    if (!members.empty()) {
      const MultiSvm model = train_svm(gram, members, classes, options);
      if (model.pairs.empty()) {
        values.assign(tested.size(), model.classes.front() == classes[items.front()] ? 1 : -1);
      } else {
        values = std::move(predict_svm_path(gram, {&model, 1}, tested).decisions.front());
      }
    }
    std::size_t t = 0;
    for (std::size_t k = 0; k < items.size(); ++k) {
      if (fold[k] == f) decisions[k] = values[t++];
    }
  }
  std::vector<bool> positive(items.size());
  for (std::size_t k = 0; k < firsts; ++k) positive[k] = true;
  return fit_sigmoid(decisions, positive);
}

}  // namespace

double Sigmoid::operator()(double decision) const { return logistic(-(slope * decision + offset)); }

// Newton's method with backtracking; a small ridge keeps the Hessian positive definite.
Sigmoid fit_sigmoid(std::span<const double> decisions, const std::vector<bool>& positive) {
  constexpr int kMostSteps = 100;
  constexpr double kRidge = 1e-12, kSmallGradient = 1e-5, kShortestStep = 1e-10, kDescent = 1e-4;
  if (decisions.size() != positive.size())
    throw Error(ErrorKind::usage, "platt: one class for each decision is needed");
  const auto firsts = static_cast<double>(std::count(positive.begin(), positive.end(), true));
  const double seconds = static_cast<double>(positive.size()) - firsts;
  std::vector<double> targets(positive.size());
  for (std::size_t k = 0; k < targets.size(); ++k)
    targets[k] = positive[k] ? (firsts + 1) / (firsts + 2) : 1 / (seconds + 2);
  Sigmoid sigmoid{0, std::log((seconds + 1) / (firsts + 1))};
  double value = loss(decisions, targets, sigmoid.slope, sigmoid.offset);
  for (int step = 0; step < kMostSteps; ++step) {
    double h11 = kRidge, h22 = kRidge, h21 = 0, g1 = 0, g2 = 0;
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const double p = sigmoid(decisions[k]), weight = p * (1 - p), error = targets[k] - p;
      h11 += decisions[k] * decisions[k] * weight;
      h22 += weight;
      h21 += decisions[k] * weight;
      g1 += decisions[k] * error;
      g2 += error;
    }
    if (std::abs(g1) < kSmallGradient && std::abs(g2) < kSmallGradient) break;
    const double determinant = h11 * h22 - h21 * h21;
    const double d1 = -(h22 * g1 - h21 * g2) / determinant, d2 = -(h11 * g2 - h21 * g1) / determinant;
    const double downhill = g1 * d1 + g2 * d2;
    double length = 1;
    for (; length >= kShortestStep; length /= 2) {
      const double slope = sigmoid.slope + length * d1, offset = sigmoid.offset + length * d2;
      const double next = loss(decisions, targets, slope, offset);
      if (next < value + kDescent * length * downhill) {
        sigmoid = {slope, offset};
        value = next;
        break;
      }
    }
    if (length < kShortestStep) break;
  }
  return sigmoid;
}

// Minimises sum_ab (r_ba p_a - r_ab p_b)^2 over probabilities p by coordinate steps, renormalising after each.
std::vector<double> couple_pairs(const std::vector<std::vector<double>>& pairwise) {
  const std::size_t k = pairwise.size();
  std::vector<double> p(k, 1 / static_cast<double>(k));
  if (k == 2) return {pairwise[0][1], pairwise[1][0]};
  std::vector<std::vector<double>> q(k, std::vector<double>(k, 0.0));
  for (std::size_t a = 0; a < k; ++a) {
    for (std::size_t b = 0; b < k; ++b) {
      if (a == b) continue;
      q[a][a] += pairwise[b][a] * pairwise[b][a];
      q[a][b] = -pairwise[b][a] * pairwise[a][b];
    }
  }
  const int most_rounds = std::max(100, static_cast<int>(k));
  const double close_enough = 0.005 / static_cast<double>(k);
  std::vector<double> qp(k);
  for (int round = 0; round < most_rounds; ++round) {
    double pqp = 0, worst = 0;
    for (std::size_t a = 0; a < k; ++a) {
      qp[a] = 0;
      for (std::size_t b = 0; b < k; ++b) qp[a] += q[a][b] * p[b];
      pqp += p[a] * qp[a];
    }
    for (std::size_t a = 0; a < k; ++a) worst = std::max(worst, std::abs(qp[a] - pqp));
    if (worst < close_enough) break;
    for (std::size_t a = 0; a < k; ++a) {
      const double change = (pqp - qp[a]) / q[a][a], whole = 1 + change;
      pqp = (pqp + change * (change * q[a][a] + 2 * qp[a])) / whole / whole;
      p[a] += change;
      for (std::size_t b = 0; b < k; ++b) {
        qp[b] = (qp[b] + change * q[a][b]) / whole;
        p[b] /= whole;
      }
    }
  }
  return p;
}

ProbabilitySvm train_probability_svm(const kernels::GramView& gram, std::span<const std::uint32_t> members,
                                     std::span<const int> classes, const SvmOptions& options,
                                     const PlattOptions& platt) {
  if (platt.folds < 2) throw Error(ErrorKind::usage, "platt: at least two folds are needed");
  ProbabilitySvm model{train_svm(gram, members, classes, options), {}};
  model.sigmoids.resize(model.svm.pairs.size());
  SvmOptions inner = options;
  inner.threads = 1;
  base::parallel_for(model.sigmoids.size(), options.threads, [&](std::size_t p) {
    const SvmPair& pair = model.svm.pairs[p];
    std::vector<std::uint32_t> items, seconds;
    for (const std::uint32_t item : members) {
      if (classes[item] == pair.first) items.push_back(item);
      if (classes[item] == pair.second) seconds.push_back(item);
    }
    const std::size_t firsts = items.size();
    items.insert(items.end(), seconds.begin(), seconds.end());
    model.sigmoids[p] = sigmoid_of_pair(gram, items, firsts, classes, inner, platt);
  });
  return model;
}

std::vector<double> class_probabilities(const ProbabilitySvm& model, std::span<const double> decisions) {
  const std::size_t k = model.svm.classes.size();
  if (decisions.size() != model.sigmoids.size())
    throw Error(ErrorKind::usage, "platt: one decision per pair of classes is needed");
  if (k == 1) return {1.0};
  std::vector<std::vector<double>> pairwise(k, std::vector<double>(k, 0.0));
  std::size_t pair = 0;
  for (std::size_t a = 0; a < k; ++a) {
    for (std::size_t b = a + 1; b < k; ++b, ++pair) {
      const double p = model.sigmoids[pair](decisions[pair]);
      pairwise[a][b] = std::clamp(p, kSmallestProbability, 1 - kSmallestProbability);
      pairwise[b][a] = 1 - pairwise[a][b];
    }
  }
  return couple_pairs(pairwise);
}

}  // namespace awe::svm
