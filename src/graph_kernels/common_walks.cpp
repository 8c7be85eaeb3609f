#include "graph_kernels/common_walks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algebra/elementary.h"
#include "awe/error.h"
#include "base/number.h"

namespace awe::graph_kernels {
namespace {

constexpr double kNegligible = 41;  // terms below exp(-this) of the largest one do not count
constexpr int kMostSteps = 10'000;  // of a geometric series
constexpr std::uint32_t kNone = ~std::uint32_t{0};

// For each of the ascending hashes, the place of the same hash in `others`, or kNone.
std::vector<std::uint32_t> matches(const std::vector<Hash128>& hashes, const std::vector<Hash128>& others) {
  std::vector<std::uint32_t> found;
  std::size_t j = 0;
  for (const Hash128& hash : hashes) {
    while (j < others.size() && others[j] < hash) ++j;
    found.push_back(j < others.size() && others[j] == hash ? static_cast<std::uint32_t>(j) : kNone);
  }
  return found;
}

// The numbers of pairs of walks of 0, 1, 2, ... steps.
class PairsOfWalks {
 public:
  PairsOfWalks(const LabelledGraph& a, const LabelledGraph& b) : a_(a), b_(b) {
    const NodeId n = a.num_nodes();
    const std::vector<std::uint32_t> match = matches(a.labels, b.labels);
    first_.resize(n);
    last_.resize(n);
    offset_.resize(n);
    std::size_t size = 0;
    for (std::size_t label = 0; label < a.labels.size(); ++label) {
      for (NodeId u = a.first_of(label); u < a.ends[label]; ++u) {
        const bool found = match[label] != kNone;
        first_[u] = found ? b.first_of(match[label]) : 0;
        last_[u] = found ? b.ends[match[label]] : 0;
        offset_[u] = size;
        size += last_[u] - first_[u];
      }
    }
    from_.assign(size, 1.0);
    to_.resize(size);
    edge_match_ = a.edge_labels.empty() ? std::vector<std::uint32_t>(1, 0) : matches(a.edge_labels, b.edge_labels);
    // Labels of edges in one graph only match nothing.
    if (a.edge_labels.empty() != b.edge_labels.empty()) std::fill(edge_match_.begin(), edge_match_.end(), kNone);
    reached_.resize(std::max<std::size_t>(1, b.edge_labels.size()) * b.num_nodes());
  }

  // log of the number for the next k, or kLogOfZero from the first k without walks on.
  [[nodiscard]] double next() {
    if (begun_) step();
    begun_ = true;
    const double sum = std::accumulate(from_.begin(), from_.end(), 0.0);
    if (!(sum > 0)) return kLogOfZero;
    log_scale_ += algebra::logarithm(sum);
    for (double& value : from_) value /= sum;
    return log_scale_;
  }

 private:
  void step() {
    const NodeId others = b_.num_nodes();
    for (NodeId u = 0; u < a_.num_nodes(); ++u) {
      if (first_[u] == last_[u]) continue;
      // Walks by their label of the first edge and the node that they reach with it in b.
      std::fill(reached_.begin(), reached_.end(), 0.0);
      for (std::uint64_t place = a_.offsets[u]; place < a_.offsets[u + 1]; ++place) {
        const LabelledGraph::Arc& arc = a_.arcs[place];
        if (edge_match_[arc.label] == kNone) continue;
        double* const row = reached_.data() + std::size_t{edge_match_[arc.label]} * others;
        const double* const from = from_.data() + offset_[arc.to];
        const NodeId first = first_[arc.to], count = last_[arc.to] - first;
        for (NodeId t = 0; t < count; ++t) row[first + t] += from[t];
      }
      double* const to = to_.data() + offset_[u];
      for (NodeId v = first_[u]; v < last_[u]; ++v) {
        double sum = 0;
        for (std::uint64_t place = b_.offsets[v]; place < b_.offsets[v + 1]; ++place) {
          sum += reached_[std::size_t{b_.arcs[place].label} * others + b_.arcs[place].to];
        }
        to[v - first_[u]] = sum;
      }
    }
    from_.swap(to_);
  }

  const LabelledGraph &a_, &b_;
  std::vector<NodeId> first_, last_;       // by node of a: the nodes of b with its label
  std::vector<std::size_t> offset_;        // by node of a: where its pairs begin
  std::vector<std::uint32_t> edge_match_;  // labels of edges of a in b
  std::vector<double> from_, to_;          // by pair of nodes with equal labels, divided by exp(log_scale_)
  std::vector<double> reached_;
  double log_scale_ = 0;
  bool begun_ = false;
};

// At least the largest eigenvalue: the root of the largest number of walks of two steps from a node.
double eigenvalue_bound(const LabelledGraph& graph) {
  std::uint64_t most = 0;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    std::uint64_t walks = 0;
    for (std::uint64_t place = graph.offsets[u]; place < graph.offsets[u + 1]; ++place) {
      walks += graph.offsets[graph.arcs[place].to + 1] - graph.offsets[graph.arcs[place].to];
    }
    most = std::max(most, walks);
  }
  return std::sqrt(static_cast<double>(most));
}

class CommonWalks final : public PairKernel {
 public:
  CommonWalks(WalkSeries series, double factor) : series_(series), factor_(factor) {}

  [[nodiscard]] PreparedGraph prepare(LabelledGraph graph, double scale) const override {
    PreparedGraph prepared{std::move(graph), {}, {}, kLogOfZero};
    prepared.log_self = log_value(prepared, prepared, scale);
    return prepared;
  }

  [[nodiscard]] double log_value(const PreparedGraph& a, const PreparedGraph& b, double /*scale*/) const override {
    PairsOfWalks walks(a.graph, b.graph);
    const double log_factor = algebra::logarithm(factor_);
    // Relative to the largest term so far, which rises at first.
    double most = kLogOfZero, sum = 0, weight = 0;
    for (int k = 0, low = 0; low < 4; ++k) {
      if (k > 0) weight += log_factor;
      if (k > 0 && series_ == WalkSeries::exponential) weight -= algebra::logarithm(k);
      const double walks_of_k = walks.next();
      if (walks_of_k == kLogOfZero) break;
      const double term = weight + walks_of_k;
      if (term > most) {
        sum = sum * (k == 0 ? 0 : algebra::exponential(most - term)) + 1;
        most = term;
      } else {
        sum += algebra::exponential(term - most);
      }
      low = term < most - kNegligible ? low + 1 : 0;
      if (k == kMostSteps && series_ == WalkSeries::geometric) {
        throw Error(ErrorKind::numeric, "the geometric series of walks with the factor " + base::format_real(factor_) +
                                            " does not converge; the factor must be below 1 / (rho rho') for the "
                                            "largest eigenvalues of all pairs of graphs");
      }
    }
    return most == kLogOfZero ? kLogOfZero : most + algebra::logarithm(sum);
  }

  [[nodiscard]] double steps(const LabelledGraph& a, const LabelledGraph& b) const override {
    const double growth = factor_ * eigenvalue_bound(a) * eigenvalue_bound(b);
    const double terms = series_ == WalkSeries::exponential ? 12 + 2.72 * growth
                         : growth < 1                       ? 50 / (1.01 - growth)
                                                            : kMostSteps;
    const std::vector<std::uint32_t> match = matches(a.labels, b.labels);
    double step = static_cast<double>(a.num_nodes()) * static_cast<double>(reached_size(b)) / 8;
    for (std::size_t label = 0; label < a.labels.size(); ++label) {
      if (match[label] == kNone) continue;
      const auto arcs_of = [](const LabelledGraph& graph, std::size_t i) {
        return static_cast<double>(graph.offsets[graph.ends[i]] - graph.offsets[graph.first_of(i)]);
      };
      const auto nodes_of = [](const LabelledGraph& graph, std::size_t i) {
        return static_cast<double>(graph.ends[i] - graph.first_of(i));
      };
      step += arcs_of(a, label) * nodes_of(b, match[label]) + nodes_of(a, label) * arcs_of(b, match[label]);
    }
    return 100 + terms * step;
  }

 private:
  [[nodiscard]] static std::size_t reached_size(const LabelledGraph& graph) {
    return std::max<std::size_t>(1, graph.edge_labels.size()) * graph.num_nodes();
  }

  WalkSeries series_;
  double factor_;
};

}  // namespace

std::unique_ptr<const PairKernel> common_walks(WalkSeries series, double factor) {
  return std::make_unique<CommonWalks>(series, factor);
}

}  // namespace awe::graph_kernels
