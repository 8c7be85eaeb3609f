#include "awe/exact_walks.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <optional>

#include "awe/error.h"
#include "base/parallel.h"
#include "base/within_progress.h"
#include "exact_walks/end_search.h"
#include "exact_walks/ended_sums.h"
#include "exact_walks/general_search.h"
#include "exact_walks/visit_search.h"
#include "exact_walks/walk_search.h"

namespace awe {

namespace {

// The searches in use: for a whole graph, and from single nodes, which EndSearch does not support.
struct ChosenSearch {
  ExactSearch of_graph, of_nodes;  // never automatic
};

// many_choices: steps have enough choices for the tables of VisitSearch to pay off.
ChosenSearch choose_search(ExactSearch wanted, const exact_walks::PreparedGraph& prepared, bool many_choices) {
  const int length = prepared.index.length();
  if (wanted == ExactSearch::general || !prepared.plain || length < 2) {
    return {ExactSearch::general, ExactSearch::general};
  }
  const bool automatic = wanted == ExactSearch::automatic || wanted == ExactSearch::ends;
  ExactSearch of_nodes = wanted;
  if (automatic) of_nodes = many_choices ? ExactSearch::visits : ExactSearch::walks;
  if (length == 2) of_nodes = ExactSearch::walks;
  return {automatic && length == exact_walks::EndSearch::kLength ? ExactSearch::ends : of_nodes, of_nodes};
}

// In undirected graphs, walks can stop only where they start.
std::vector<EndedWalk> ended_at_start(double stopped) {
  if (stopped == 0) return {};
  return {{0, 0, stopped}};
}

}  // namespace

struct ExactWalks::Plan {
  Plan(const Graph& graph, const WalkIndex& index, ExactSearch wanted, bool restarts)
      : prepared(graph, index), restart(restarts) {
    // Number of walks of length l-2 from each node over classes of twins: a matrix-vector recurrence.
    const NodeId n = graph.num_nodes();
    walks_from.assign(n, 1.0);
    std::vector<double> next(n);
    double fewer = 0;
    for (int step = 2; step < index.length(); ++step) {
      fewer = predicted_walks();
      // A walk that restarts goes on as one from its start, which is any node.
      const double restarted = restart && n > 0 ? std::accumulate(walks_from.begin(), walks_from.end(), 0.0) / n : 0.0;
      for (NodeId u = 0; u < n; ++u) {
        double walks = graph.degree(u) == 0 ? restarted : 0;
        for (const auto& group : prepared.groups_of(u)) walks += walks_from[group.first];
        next[u] = std::max(walks, 1.0);
      }
      walks_from.swap(next);
    }
    // Below about this many choices per step, the tables of VisitSearch cost more than they save.
    constexpr double kFewChoices = 2.7;
    search = choose_search(wanted, prepared, predicted_walks() > kFewChoices * fewer);
  }

  // Builds the tables of VisitSearch when the first search begins: predictions do not need them.
  void ready() const {
    if (search.of_nodes == ExactSearch::visits) std::call_once(closing_ready, [this] { prepared.prepare_closing(); });
  }

  [[nodiscard]] const exact_walks::ClassGraph& classes() const {
    std::call_once(classes_ready, [this] { class_graph.emplace(prepared); });
    return *class_graph;
  }

  [[nodiscard]] double predicted_walks() const { return graph::cost_of(prepared.twins, walks_from); }

  [[nodiscard]] std::vector<std::size_t> cut() const {
    // Each part has its own sums for the whole vocabulary.
    constexpr double kSmallWork = 1e5;
    return graph::cut_into_parts(prepared.twins, walks_from,
                                 std::max(kSmallWork, static_cast<double>(prepared.index.size())));
  }

  mutable exact_walks::PreparedGraph prepared;
  mutable std::once_flag closing_ready, classes_ready;
  mutable std::optional<exact_walks::ClassGraph> class_graph;
  bool restart;
  ChosenSearch search;
  std::vector<double> walks_from;
};

// One thread's search from nodes, of the kind that the plan has chosen.
struct ExactWalks::Scratch::State {
  explicit State(const Plan& shared) : plan(shared), sum(shared.prepared.index.size()) {
    plan.ready();
    if (plan.search.of_nodes == ExactSearch::visits) visits.emplace(plan.prepared, sum);
    if (plan.search.of_nodes == ExactSearch::walks) walks.emplace(plan.prepared, sum);
    if (plan.search.of_nodes == ExactSearch::general) general.emplace(plan.prepared, sum, plan.restart);
  }

  void watch(const Progress& progress) {
    if (visits) visits->watch(&progress);
    if (walks) walks->watch(&progress);
    if (general) general->watch(&progress);
  }
  void from_node(NodeId node, double mass) {
    if (visits) return visits->from_node(node, mass);
    if (walks) return walks->from_node(node, mass);
    general->from_node(node, mass);
  }
  void from_arc(NodeId from, std::uint64_t place, const Progress& progress) {
    if (!general) general.emplace(plan.prepared, sum, plan.restart);
    general->watch(&progress);
    general->from_arc(from, place, 1.0);
  }

  [[nodiscard]] WalkDistribution take() {
    WalkDistribution result;
    if (visits) result.stopped += visits->finish();
    if (walks) result.stopped += walks->take_stopped();
    result.ended = ended_at_start(result.stopped);
    if (general) {
      // Where the other searches apply, this one is used for arcs only, and their walks do not stop.
      result.stopped += general->take_stopped();
      if (result.ended.empty()) result.ended = general->take_ended();
    }
    result.probabilities = sum.take();
    return result;
  }

  const Plan& plan;
  exact_walks::RankAccumulator sum;
  std::optional<exact_walks::VisitSearch> visits;
  std::optional<exact_walks::WalkSearch> walks;
  std::optional<exact_walks::GeneralSearch> general;
};

ExactWalks::ExactWalks(const Graph& graph, const WalkIndex& index, ExactSearch search, bool restart) {
  if (graph.has_self_loops() && !index.self_loops()) {
    throw Error(ErrorKind::usage, "the graph has self-loops: its walks need the vocabulary with self-loops");
  }
  plan_ = std::make_unique<const Plan>(graph, index, search, restart);
}
ExactWalks::~ExactWalks() = default;
ExactWalks::ExactWalks(ExactWalks&&) noexcept = default;

ExactWalks::Scratch::Scratch(const ExactWalks& walks) : state_(std::make_unique<State>(*walks.plan_)) {}
ExactWalks::Scratch::~Scratch() = default;
ExactWalks::Scratch::Scratch(Scratch&&) noexcept = default;

double ExactWalks::predicted_walks() const { return plan_->predicted_walks(); }

WalkDistribution ExactWalks::of_graph(int threads, const Progress& progress) const {
  const graph::TwinClasses& twins = plan_->prepared.twins;
  const double share = 1.0 / static_cast<double>(std::max<std::size_t>(1, twins.class_of.size()));
  const auto bounds = plan_->cut();
  std::vector<WalkDistribution> parts(bounds.size() - 1);
  base::WithinProgress nodes(progress, twins.class_of.size(), "nodes");
  base::parallel_for(parts.size(), threads, [&](std::size_t part) {
    const auto run = [&](auto search_class) {
      for (std::size_t i = bounds[part]; i < bounds[part + 1]; ++i) {
        progress.throw_if_stopped();
        search_class(i);
        nodes.add(twins.members[i].size());
      }
    };
    if (plan_->search.of_graph == ExactSearch::ends) {
      exact_walks::RankAccumulator sum(plan_->prepared.index.size());
      exact_walks::EndSearch search(plan_->classes(), plan_->prepared.index, sum);
      search.watch(&progress);
      run([&](std::size_t i) { search.to_class(static_cast<NodeId>(i), share); });
      parts[part].stopped = search.finish();
      parts[part].ended = ended_at_start(parts[part].stopped);
      parts[part].probabilities = sum.take();
    } else {
      Scratch scratch(*this);
      scratch.state_->watch(progress);
      run([&](std::size_t i) {
        const auto& members = twins.members[i];
        scratch.state_->from_node(members.front(), share * static_cast<double>(members.size()));
      });
      parts[part] = scratch.state_->take();
    }
  });
  if (parts.size() == 1) return std::move(parts.front());
  exact_walks::RankAccumulator sum(plan_->prepared.index.size());
  exact_walks::EndedSums ended;
  WalkDistribution result;
  for (const WalkDistribution& part : parts) {
    sum.add(part.probabilities);
    ended.add(part.ended);
    result.stopped += part.stopped;
  }
  result.ended = ended.take();
  result.probabilities = sum.take();
  return result;
}

WalkDistribution ExactWalks::of_node(NodeId node, Scratch& scratch, const Progress& progress) const {
  return of_nodes({&node, 1}, scratch, progress);
}

WalkDistribution ExactWalks::of_arc(NodeId from, std::uint64_t place, Scratch& scratch,
                                    const Progress& progress) const {
  scratch.state_->from_arc(from, place, progress);
  return scratch.state_->take();
}

WalkDistribution ExactWalks::of_nodes(std::span<const NodeId> nodes, Scratch& scratch, const Progress& progress) const {
  scratch.state_->watch(progress);
  for (const NodeId node : nodes) scratch.state_->from_node(node, 1.0 / static_cast<double>(nodes.size()));
  return scratch.state_->take();
}

}  // namespace awe
