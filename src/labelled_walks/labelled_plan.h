// What LabelledWalks prepares for a graph: the graph with its labels, the cost of a search from each node, and the
// conversion of the walks found into a distribution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "labelled_walks/labelled_graph.h"
#include "labelled_walks/labelled_search.h"
#include "labelled_walks/labelled_walks.h"

namespace awe::labelled_walks {

struct LabelledWalks::Plan {
  Plan(const Graph& graph, const labels::GraphLabels& labels, int l, WalkKind k, bool restarts,
       const graph::TwinClasses& plain)
      : prepared(graph, labels, plain, l > 0), length(l), kind(k), restart(restarts) {
    // Number of steps from each node: a recurrence over the choices of one step.
    const NodeId n = graph.num_nodes();
    steps_from.assign(n, length == 0 ? 1.0 : 0.0);
    std::vector<double> next(n);
    for (int left = 1; left <= length; ++left) {
      // A walk that restarts goes on as one from its start, which is any node.
      const double restarted = restart && n > 0 ? std::accumulate(steps_from.begin(), steps_from.end(), 0.0) / n : 0.0;
      for (NodeId u = 0; u < n; ++u) {
        const auto twins = prepared.twin_groups_of(u);
        const auto ends = prepared.label_groups_of(u);
        double steps = graph.degree(u) == 0 ? 1 + restarted : 1;
        if (left == 1) {
          // When label groups are enumerated, the visited nodes are looked up first.
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

  [[nodiscard]] double predicted_steps() const { return graph::cost_of(prepared.twins, steps_from); }

  [[nodiscard]] std::vector<std::size_t> cut() const {
    constexpr double kSmallWork = 4e6;
    return graph::cut_into_parts(prepared.twins, steps_from, kSmallWork);
  }

  [[nodiscard]] LabelledSearch search() const { return {prepared, length, kind, restart, predicted_steps()}; }

  // The distribution of the walks that ended, divided by their sum `total`.
  [[nodiscard]] LabelledDistribution finish(EndedWalks&& found, double total) const {
    LabelledDistribution result;
    std::vector<double>& mass = found.mass;
    result.ended.assign(mass.size(), 0);
    result.stopped.assign(static_cast<std::size_t>(length) + 1, 0);
    for (walks::WalkList::Place place = 1; place < mass.size(); ++place) {
      const auto made = static_cast<std::size_t>(found.walks.length(place));
      if (made == static_cast<std::size_t>(length) || mass[place] == 0) continue;
      result.ended[place] = mass[place] / total;
      for (std::size_t l = made + 1; l < result.stopped.size(); ++l) result.stopped[l] += mass[place];
    }
    // Children come after their parents in the list.
    for (std::size_t place = mass.size(); place-- > 1;) {
      mass[found.walks.parent(static_cast<walks::WalkList::Place>(place))] += mass[place];
    }
    if (total != 1) {
      for (double& of_walk : mass) of_walk /= total;
    }
    for (double& of_length : result.stopped) of_length /= total;
    result.mass = std::move(mass);
    result.tree = std::move(found.walks);
    return result;
  }

  LabelledGraph prepared;
  int length;
  WalkKind kind;
  bool restart;
  std::vector<double> steps_from;
};

}  // namespace awe::labelled_walks
