#include "labelled_walks/labelled_walks.h"

#include <algorithm>

#include "awe/error.h"
#include "base/parallel.h"
#include "base/within_progress.h"
#include "labelled_walks/labelled_plan.h"

namespace awe::labelled_walks {

struct LabelledWalks::Scratch::State {
  explicit State(const Plan& plan) : search(plan.search()) {}
  LabelledSearch search;
};

LabelledWalks::LabelledWalks(const Graph& graph, const labels::GraphLabels& labels, int length, WalkKind kind,
                             bool restart, const graph::TwinClasses* twins)
    : plan_(std::make_unique<const Plan>(graph, labels, length, kind, restart,
                                         twins != nullptr ? *twins : graph::find_twins(graph))) {}
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
  base::WithinProgress nodes(progress, plan_->prepared.graph->num_nodes(), "nodes");
  base::parallel_for(parts.size(), threads, [&](std::size_t part) {
    LabelledSearch search = plan_->search();
    search.watch(&progress);
    for (std::size_t i = bounds[part]; i < bounds[part + 1]; ++i) {
      progress.throw_if_stopped();
      search.from_node(members[i].front(), share * static_cast<double>(members[i].size()));
      nodes.add(members[i].size());
    }
    parts[part] = search.take();
  });
  if (parts.size() == 1) return plan_->finish(std::move(parts[0]), 1);
  EndedSums sums;
  for (EndedWalks& part : parts) sums.add(std::exchange(part, EndedWalks{}));
  return plan_->finish(sums.take(), 1);
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

LabelledDistribution LabelledWalks::draw(std::span<const walks::WalkOrigin> origins, std::uint64_t seed,
                                         const sampled_walks::StoppingRule& rule, int threads,
                                         const Progress& progress) const {
  return LabelledSampler(*this, seed).draw(origins, rule, threads, progress);
}

}  // namespace awe::labelled_walks
