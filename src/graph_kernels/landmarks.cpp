#include "graph_kernels/landmarks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algebra/elementary.h"
#include "algebra/linear_algebra.h"
#include "awe/error.h"
#include "base/number.h"
#include "base/parallel.h"

namespace awe::graph_kernels {
namespace {

constexpr double kNothing = 1e-10;  // a rest up to it is rounding

}  // namespace

std::span<const double> Landmarks::coordinates(std::size_t landmark) const {
  return std::span(factor_).subspan(landmark * (landmark + 1) / 2, landmark + 1);
}

void Landmarks::add(PreparedGraph graph, const Hash128& hash, std::span<const double> coordinates, double last) {
  places_[hash.low].push_back(static_cast<std::uint32_t>(graphs_.size()));
  graphs_.push_back(std::move(graph));
  factor_.insert(factor_.end(), coordinates.begin(), coordinates.end());
  factor_.push_back(last);
}

bool Landmarks::append(LabelledGraph graph, std::span<const double> coordinates) {
  if (coordinates.size() != graphs_.size() + 1 || !(coordinates.back() > 0)) return false;
  const Hash128 hash = fingerprint(graph);
  PreparedGraph prepared = kernel_->prepare(std::move(graph), scale_);
  if (prepared.log_self == kLogOfZero) return false;
  add(std::move(prepared), hash, coordinates.first(graphs_.size()), coordinates.back());
  return true;
}

Landmarks::Row Landmarks::solve(const PreparedGraph& graph, int threads) const {
  Row row;
  row.log_length = graph.log_self / 2;
  if (graph.log_self == kLogOfZero) return row;
  std::vector<double>& x = row.coordinates;
  x.resize(graphs_.size());
  base::parallel_for(graphs_.size(), threads, [&](std::size_t i) {
    const double log_value = kernel_->log_value(graphs_[i], graph, scale_);
    x[i] = log_value == kLogOfZero ? 0 : algebra::exponential(log_value - (graphs_[i].log_self + graph.log_self) / 2);
  });
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::span<const double> of_i = coordinates(i);
    x[i] = (x[i] - algebra::inner_product(of_i.first(i), std::span(x).first(i))) / of_i[i];
    squares += x[i] * x[i];
  }
  row.rest = std::max(0.0, 1 - squares);
  return row;
}

Landmarks Landmarks::learn(std::shared_ptr<const PairKernel> kernel, std::vector<LabelledGraph> graphs,
                           const std::string& kernel_name, const Limits& limits, const Progress& progress) {
  std::vector<Hash128> hashes;
  for (const LabelledGraph& graph : graphs) hashes.push_back(fingerprint(graph));
  std::vector<std::size_t> order(graphs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : a < b; });
  order.erase(
      std::unique(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return graphs[a] == graphs[b]; }),
      order.end());
  const std::size_t most = std::min<std::uint64_t>(order.size(), limits.landmarks.value_or(order.size()));

  std::vector<double> steps(order.size(), 0.0);
  base::parallel_for(order.size(), limits.threads, [&](std::size_t i) {
    progress.throw_if_stopped();
    for (std::size_t j = 0; j < most; ++j) steps[i] += kernel->steps(graphs[order[j]], graphs[order[i]]);
  });
  const auto refuse = [&](double needed, const std::string& what, double limit, const std::string& advice) {
    throw Error(ErrorKind::limit, kernel_name + ": comparing " + std::to_string(order.size()) +
                                      " graphs with each other would take " + base::format_real(std::round(needed)) +
                                      " " + what + ", more than " + base::format_real(limit) +
                                      "; leave out this block, add [max-columns=100], or raise " + advice);
  };
  const double mean = std::accumulate(steps.begin(), steps.end(), 0.0) / static_cast<double>(order.size());
  if (!order.empty() && mean > limits.budget) refuse(mean, "steps per graph", limits.budget, "`budget`");
  const double bytes = 4.0 * static_cast<double>(most) * static_cast<double>(most + 1);
  const auto memory = static_cast<double>(limits.memory);
  if (bytes > memory) refuse(bytes, "bytes", memory, "`memory`");

  std::vector<LabelledGraph> ordered;
  for (const std::size_t place : order) ordered.push_back(std::move(graphs[place]));
  Landmarks result(kernel, kernel->scale_of(ordered));
  std::vector<PreparedGraph> prepared(ordered.size());
  base::parallel_for(ordered.size(), limits.threads, [&](std::size_t i) {
    progress.throw_if_stopped();
    prepared[i] = kernel->prepare(std::move(ordered[i]), result.scale_);
  });
  for (std::size_t i = 0; i < prepared.size() && result.size() < most; ++i) {
    progress.throw_if_stopped();
    const Row row = result.solve(prepared[i], limits.threads);
    if (row.rest > kNothing) result.add(std::move(prepared[i]), hashes[order[i]], row.coordinates, std::sqrt(row.rest));
    if (progress.report) progress.report(i + 1, prepared.size());
  }
  return result;
}

Landmarks::Row Landmarks::row(const LabelledGraph& graph) const {
  if (const auto found = places_.find(fingerprint(graph).low); found != places_.end()) {
    for (const std::uint32_t place : found->second) {
      if (graphs_[place].graph != graph) continue;
      const std::span<const double> known = coordinates(place);
      return {{known.begin(), known.end()}, graphs_[place].log_self / 2, 0};
    }
  }
  return solve(kernel_->prepare(graph, scale_), 1);
}

double Landmarks::steps(const LabelledGraph& graph) const {
  double steps = 0;
  for (const PreparedGraph& landmark : graphs_) steps += kernel_->steps(landmark.graph, graph);
  return steps;
}

}  // namespace awe::graph_kernels
