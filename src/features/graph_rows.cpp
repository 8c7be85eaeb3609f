#include "graph_rows.h"

#include <algorithm>
#include <cmath>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "awe/features/sample_size.h"

namespace awe {
namespace {

// Measured nanoseconds, for the choice of method alone: an enumerated walk of length l-2, and a step of a sampled walk.
constexpr double kExactWalkNs = 70;
constexpr double kSampledStepNs = 5;
// Larger graphs are sampled without a prediction, which alone would take tens of bytes an arc.
constexpr std::uint64_t kMostArcsToPredict = std::uint64_t{1} << 24;

std::uint64_t place_of_arc(const Graph& graph, NodeId from, NodeId to) {
  const auto row = graph.neighbours(from);
  return graph.offsets()[from] + static_cast<std::uint64_t>(std::lower_bound(row.begin(), row.end(), to) - row.begin());
}

WalkDistribution mean_of_two(const WalkDistribution& a, const WalkDistribution& b) {
  WalkDistribution mean;
  mean.stopped = (a.stopped + b.stopped) / 2;
  const SparseVector &x = a.probabilities, &y = b.probabilities;
  std::size_t i = 0, j = 0;
  while (i < x.size() || j < y.size()) {
    const std::uint64_t next =
        std::min(i < x.size() ? x.indices[i] : ~std::uint64_t{0}, j < y.size() ? y.indices[j] : ~std::uint64_t{0});
    double sum = 0;
    if (i < x.size() && x.indices[i] == next) sum += x.values[i++];
    if (j < y.size() && y.indices[j] == next) sum += y.values[j++];
    mean.probabilities.push_back(next, sum / 2);
  }
  return mean;
}

}  // namespace

GraphRows::GraphRows(const Graph& graph, std::uint64_t place, const FeaturePlan& plan,
                     std::span<const WalkIndex> indices, std::span<const std::uint64_t> first_column)
    : graph_(graph),
      plan_(plan),
      indices_(indices),
      first_column_(first_column),
      name_(graph.name().empty() ? std::to_string(place) : graph.name()) {
  for (NodeId u = 0; u < graph.num_nodes() && !can_stop_; ++u) can_stop_ = graph.degree(u) == 0;
  list_items();
  choose_method(indices);
}

void GraphRows::list_items() {
  switch (plan_.level) {
    case Level::graph:
      size_ = 1;
      return;
    case Level::node:
      size_ = graph_.num_nodes();
      return;
    case Level::edge:
      for (NodeId u = 0; u < graph_.num_nodes(); ++u) {
        for (std::uint64_t place = graph_.offsets()[u]; place < graph_.offsets()[u + 1]; ++place) {
          const NodeId v = graph_.targets()[place];
          if (graph_.directed() || u == v) {
            edges_.push_back({u, place, place});
          } else if (u < v) {
            edges_.push_back({u, place, place_of_arc(graph_, v, u)});
          }
        }
      }
      size_ = edges_.size();
      return;
    case Level::subgraph: {
      const auto sets = plan_.node_sets.find(name_);
      if (sets == plan_.node_sets.end()) return;
      for (const auto& names : sets->second) {
        auto& nodes = node_sets_.emplace_back();
        for (const std::string& id : names) {
          const auto node = graph_.node_ids().find(id, graph_.num_nodes());
          if (!node) throw Error(ErrorKind::usage, "--nodes: graph " + name_ + " has no node " + id);
          nodes.push_back(*node);
        }
        std::sort(nodes.begin(), nodes.end());
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
      }
      size_ = node_sets_.size();
      return;
    }
  }
}

std::uint64_t GraphRows::outcomes(const WalkIndex& index) const { return index.size() + (can_stop_ ? 1 : 0); }

void GraphRows::choose_method(std::span<const WalkIndex> indices) {
  const WalkIndex& longest = indices.back();
  std::optional<ExactWalks> exact;
  const bool maybe_exact = plan_.method == Method::automatic && graph_.num_arcs() <= kMostArcsToPredict;
  if (plan_.method == Method::exact || maybe_exact) exact.emplace(graph_, longest);
  const double predicted = exact ? exact->predicted_walks() : 0;
  bool use_exact = plan_.method == Method::exact;
  if (plan_.method == Method::exact && predicted > plan_.budget) {
    throw Error(ErrorKind::limit,
                "graph " + name_ + ": exact enumeration of length " + std::to_string(longest.length()) +
                    " would take " + format_real(std::round(predicted)) + " walks, above the budget of " +
                    format_real(plan_.budget) + "; use --method auto or sampled, shorter walks, or a larger --budget");
  }
  if (maybe_exact) {
    // The bound may ask for more walks than can be drawn: then exact is the only way, within the budget.
    double walks = 0;
    try {
      walks =
          static_cast<double>(plan_.walks ? *plan_.walks : sample_size(outcomes(longest), plan_.epsilon, plan_.delta));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::limit) throw;
      walks = INFINITY;
    }
    const double rows = plan_.level == Level::graph ? 1.0 : static_cast<double>(size_);
    use_exact =
        predicted <= plan_.budget && predicted * kExactWalkNs <= walks * rows * longest.length() * kSampledStepNs;
  }
  if (use_exact) {
    for (const WalkIndex& index : indices.first(indices.size() - 1)) exact_.emplace_back(graph_, index);
    exact_.push_back(std::move(*exact));
    return;
  }
  for (const WalkIndex& index : indices) sampled_.emplace_back(graph_, index, plan_.seed);
  const double eta = static_cast<double>(outcomes(longest));
  if (plan_.walks) {
    walks_per_row_ = *plan_.walks;
    // The paper's bound, solved for epsilon; 2 is the largest L1 distance there is.
    const double log_subsets = eta <= 1 ? 0 : eta * std::log(2.0) + std::log1p(-std::exp2(1 - eta));
    const double error = std::sqrt(2 / static_cast<double>(walks_per_row_) * (log_subsets - std::log(plan_.delta)));
    certified_error_ = eta <= 1 ? 0 : std::min(2.0, error);
  } else {
    walks_per_row_ = sample_size(outcomes(longest), plan_.epsilon, plan_.delta);
    certified_error_ = plan_.epsilon;
  }
  // The two directions of an edge share its walks; each gets half, rounded up.
  if (plan_.level == Level::edge && !graph_.directed()) walks_per_row_ += walks_per_row_ % 2;
}

std::string GraphRows::id_of(std::size_t item) const {
  if (plan_.level == Level::graph) return name_;
  const NodeIds& ids = graph_.node_ids();
  std::string id;
  if (plan_.level == Level::node) id = ids.name(static_cast<NodeId>(item));
  if (plan_.level == Level::edge) {
    id = ids.name(edges_[item].from) + "-" + ids.name(graph_.targets()[edges_[item].place]);
  }
  if (plan_.level == Level::subgraph) id = std::to_string(item);
  return plan_.plain_ids && plan_.level != Level::subgraph ? id : name_ + "/" + id;
}

GraphRows::Worker::Worker(const GraphRows& rows) : rows_(rows) {
  if (rows.plan_.level == Level::graph) return;
  for (const ExactWalks& walks : rows.exact_) exact_.emplace_back(walks);
  for (const SampledWalks& walks : rows.sampled_) sampled_.emplace_back(walks);
}

MatrixRow GraphRows::Worker::row(std::size_t item, int threads, const Progress& progress) {
  MatrixRow row;
  row.id = rows_.id_of(item);
  row.class_name = rows_.graph_.class_name();
  row.method = rows_.exact() ? "exact" : "sampled";
  row.walks = rows_.walks_per_row_;
  row.certified_error = rows_.certified_error_;
  double starts = 1;
  if (rows_.plan_.level == Level::graph) starts = rows_.graph_.num_nodes();
  if (rows_.plan_.level == Level::subgraph) starts = static_cast<double>(rows_.node_sets_[item].size());
  for (std::size_t block = 0; block < rows_.indices_.size(); ++block) {
    WalkDistribution found = distribution(block, item, threads, progress);
    row.stopped = found.stopped;  // of the longest walks in the end
    if (rows_.plan_.normalise && found.stopped > 0 && found.stopped < 1) {
      for (double& value : found.probabilities.values) value /= 1 - found.stopped;
    }
    scale(found.probabilities, rows_.plan_.scaling, starts);
    for (std::size_t i = 0; i < found.probabilities.size(); ++i) {
      row.values.push_back(rows_.first_column_[block] + found.probabilities.indices[i], found.probabilities.values[i]);
    }
  }
  return row;
}

WalkDistribution GraphRows::Worker::distribution(std::size_t block, std::size_t item, int threads,
                                                 const Progress& progress) {
  const std::uint64_t walks = rows_.walks_per_row_;
  switch (rows_.plan_.level) {
    case Level::graph:
      if (rows_.exact()) return rows_.exact_[block].of_graph(threads, progress);
      return rows_.sampled_[block].of_graph(walks, threads, progress);
    case Level::node: {
      const auto node = static_cast<NodeId>(item);
      if (rows_.exact()) return rows_.exact_[block].of_node(node, exact_[block], progress);
      return rows_.sampled_[block].of_origin(WalkOrigin::node(node), walks, sampled_[block], progress);
    }
    case Level::edge:
      return of_edge(block, item, progress);
    case Level::subgraph: {
      const auto& nodes = rows_.node_sets_[item];
      if (nodes.empty()) return {};
      if (rows_.exact()) return rows_.exact_[block].of_nodes(nodes, exact_[block], progress);
      return rows_.sampled_[block].of_origin(WalkOrigin::nodes(nodes), walks, sampled_[block], progress);
    }
  }
  return {};
}

WalkDistribution GraphRows::Worker::of_edge(std::size_t block, std::size_t item, const Progress& progress) {
  const Edge& edge = rows_.edges_[item];
  const bool both = edge.place != edge.opposite;
  const std::uint64_t walks = both ? rows_.walks_per_row_ / 2 : rows_.walks_per_row_;
  const auto one_way = [&](NodeId from, std::uint64_t place) {
    if (rows_.exact()) return rows_.exact_[block].of_arc(from, place, exact_[block], progress);
    return rows_.sampled_[block].of_origin(WalkOrigin::arc(rows_.graph_, from, place), walks, sampled_[block],
                                           progress);
  };
  WalkDistribution there = one_way(edge.from, edge.place);
  if (!both) return there;
  return mean_of_two(there, one_way(rows_.graph_.targets()[edge.place], edge.opposite));
}

}  // namespace awe
