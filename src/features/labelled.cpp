#include "awe/features/labelled.h"

#include <algorithm>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "labelled_search.h"
#include "sampling_loop.h"

namespace awe {

struct LabelledWalks::Plan {
  Plan(const Graph& graph, const GraphLabels& labels, int l, WalkKind k) : prepared(graph, labels), length(l), kind(k) {
    // Steps from each node: a recurrence over the choices of one step.
    const NodeId n = graph.num_nodes();
    steps_from.assign(n, length == 0 ? 1.0 : 0.0);
    std::vector<double> next(n);
    for (int left = 1; left <= length; ++left) {
      for (NodeId u = 0; u < n; ++u) {
        const auto twins = prepared.twin_groups_of(u);
        const auto ends = prepared.label_groups_of(u);
        double steps = 1;
        if (left == 1) {
          // Where labels are gone over, the visited nodes are looked up first.
          steps +=
              static_cast<double>(ends.empty() ? graph.degree(u) : ends.size() + 4 * static_cast<unsigned>(length));
        } else if (twins.empty()) {
          for (const NodeId v : graph.neighbours(u)) steps += steps_from[v];
        } else {
          for (const auto& group : twins) steps += steps_from[graph.targets()[group.place]];
        }
        next[u] = steps;
      }
      steps_from.swap(next);
    }
  }

  [[nodiscard]] double predicted_steps() const { return cost_of(prepared.twins, steps_from); }

  [[nodiscard]] std::vector<std::size_t> cut() const {
    constexpr double kSmallWork = 4e6;
    return cut_into_parts(prepared.twins, steps_from, kSmallWork);
  }

  // The distribution of what ended, over its sum `total`.
  [[nodiscard]] LabelledDistribution finish(EndedWalks&& walks, double total) const {
    LabelledDistribution result;
    walks.ended.resize(walks.tree.size());
    result.stopped.assign(static_cast<std::size_t>(length) + 1, 0);
    for (WalkTree::Place place = 1; place < walks.tree.size(); ++place) {
      const auto made = static_cast<std::size_t>(walks.tree.length(place));
      for (std::size_t l = made + 1; l < result.stopped.size(); ++l) result.stopped[l] += walks.ended[place];
    }
    // Children come after their parents.
    for (std::size_t place = walks.tree.size(); place-- > 1;) {
      walks.ended[walks.tree.parent(static_cast<WalkTree::Place>(place))] += walks.ended[place];
    }
    for (double& mass : walks.ended) mass /= total;
    for (double& mass : result.stopped) mass /= total;
    result.mass = std::move(walks.ended);
    result.tree = std::move(walks.tree);
    return result;
  }

  LabelledGraph prepared;
  int length;
  WalkKind kind;
  std::vector<double> steps_from;
};

struct LabelledWalks::Scratch::State {
  explicit State(const Plan& plan) : search(plan.prepared, plan.length, plan.kind) {}
  LabelledSearch search;
};

LabelledWalks::LabelledWalks(const Graph& graph, const GraphLabels& labels, int length, WalkKind kind)
    : plan_(std::make_unique<const Plan>(graph, labels, length, kind)) {}
LabelledWalks::~LabelledWalks() = default;
LabelledWalks::LabelledWalks(LabelledWalks&&) noexcept = default;

LabelledWalks::Scratch::Scratch(const LabelledWalks& walks) : state_(std::make_unique<State>(*walks.plan_)) {}
LabelledWalks::Scratch::~Scratch() = default;
LabelledWalks::Scratch::Scratch(Scratch&&) noexcept = default;

double LabelledWalks::predicted_steps() const { return plan_->predicted_steps(); }

LabelledDistribution LabelledWalks::of_graph(int threads, const Progress& progress) const {
  const auto& members = plan_->prepared.twins.members;
  const double share = 1.0 / static_cast<double>(std::max<NodeId>(1, plan_->prepared.graph->num_nodes()));
  const auto bounds = plan_->cut();
  std::vector<EndedWalks> parts(bounds.size() - 1);
  parallel_for(parts.size(), threads, [&](std::size_t part) {
    LabelledSearch search(plan_->prepared, plan_->length, plan_->kind);
    search.watch(&progress);
    for (std::size_t i = bounds[part]; i < bounds[part + 1]; ++i) {
      progress.throw_if_stopped();
      search.from_node(members[i].front(), share * static_cast<double>(members[i].size()));
    }
    parts[part] = search.take();
  });
  for (std::size_t i = 1; i < parts.size(); ++i) parts[0].add(std::exchange(parts[i], EndedWalks{}));
  return plan_->finish(std::move(parts[0]), 1);
}

LabelledDistribution LabelledWalks::of_nodes(std::span<const NodeId> nodes, Scratch& scratch,
                                             const Progress& progress) const {
  LabelledSearch& search = scratch.state_->search;
  search.watch(&progress);
  for (const NodeId node : nodes) search.from_node(node, 1.0 / static_cast<double>(nodes.size()));
  return plan_->finish(search.take(), 1);
}

LabelledDistribution LabelledWalks::of_arcs(std::span<const std::pair<NodeId, std::uint64_t>> arcs, Scratch& scratch,
                                            const Progress& progress) const {
  LabelledSearch& search = scratch.state_->search;
  search.watch(&progress);
  for (const auto& [from, place] : arcs) search.from_arc(from, place, 1.0 / static_cast<double>(arcs.size()));
  return plan_->finish(search.take(), 1);
}

namespace {

// Walks of tiles into a tree, one by one.
class TileCounter {
 public:
  explicit TileCounter(const LabelledGraph& prepared) : prepared_(prepared) {}

  void count(const WalkTile& tile) {
    for (std::uint32_t lane = 0; lane < tile.size; ++lane) {
      visited_[0] = tile.nodes[0][lane];
      std::uint32_t used = 1;
      WalkTree::Place place =
          counts.tree.find_or_add(WalkTree::kRoot, WalkStep(1, prepared_.labels->node(visited_[0]), 0));
      for (std::uint32_t s = 1; s <= tile.made[lane]; ++s) {
        const NodeId y = tile.nodes[s][lane];
        std::uint32_t j = 0;
        while (j < used && visited_[j] != y) ++j;
        const bool fresh = j == used;
        if (fresh) visited_[used++] = y;
        const std::uint32_t edge =
            prepared_.labels->of_edges() ? prepared_.labels->arc(prepared_.arc(tile.nodes[s - 1][lane], y)) : 0;
        place = counts.tree.find_or_add(place, WalkStep(j + 1, fresh ? prepared_.labels->node(y) : 0, edge));
      }
      counts.add(place, 1);
    }
  }

  EndedWalks counts;

 private:
  const LabelledGraph& prepared_;
  std::array<NodeId, kMaxWalkLength + 1> visited_{};
};

}  // namespace

LabelledDistribution LabelledWalks::draw(std::span<const WalkOrigin> origins, std::uint64_t seed,
                                         const StoppingRule& rule, int threads, const Progress& progress) const {
  const Graph& graph = *plan_->prepared.graph;
  const Walker walker(graph, WalkIndex(plan_->length, graph.has_self_loops()), seed, {plan_->kind, true});
  std::vector<TileCounter> counters;
  counters.emplace_back(plan_->prepared);
  const Sampled sampled = sample_until(
      rule, origins.size(), threads, progress,
      [&](std::size_t origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks, std::size_t thread) {
        walker.for_each_tile(origins[origin], block, first_lane, walks,
                             [&](const WalkTile& tile) { counters[thread].count(tile); });
      },
      [&](std::size_t helpers) {
        while (counters.size() <= helpers) counters.emplace_back(plan_->prepared);
      },
      [&] {
        for (std::size_t i = 1; i < counters.size(); ++i) {
          counters[0].counts.add(std::exchange(counters[i].counts, EndedWalks{}));
        }
        DeviationSum sum;
        for (const double count : counters[0].counts.ended) sum.add(count);
        return sum.value();
      });
  LabelledDistribution result = plan_->finish(std::move(counters[0].counts), static_cast<double>(sampled.walks));
  result.walks = sampled.walks;
  result.certified_error = sampled.certified_error;
  return result;
}

}  // namespace awe
