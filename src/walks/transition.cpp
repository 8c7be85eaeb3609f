#include "walks/transition.h"

#include <numeric>

namespace awe::walks {

AliasTable::AliasTable(const Graph& graph) : slots_(graph.num_arcs()) {
  std::vector<double> share;  // per slot: its neighbour's probability times the degree
  std::vector<std::uint32_t> small, large;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    const auto targets = graph.neighbours(u);
    const auto weights = graph.weights(u);
    const std::uint64_t first = graph.offsets()[u];
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    share.resize(targets.size());
    small.clear();
    large.clear();
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
      share[i] = weights[i] / total * static_cast<double>(targets.size());
      (share[i] < 1 ? small : large).push_back(i);
    }
    while (!small.empty() && !large.empty()) {
      const std::uint32_t under = small.back(), over = large.back();
      small.pop_back();
      slots_[first + under] = {static_cast<std::uint32_t>(share[under] * 0x1.0p32), targets[over]};
      share[over] -= 1 - share[under];
      if (share[over] < 1) {
        large.pop_back();
        small.push_back(over);
      }
    }
    // Slots that remain because of rounding are full: their own neighbour is also their alias.
    for (const auto* rest : {&small, &large}) {
      for (const std::uint32_t i : *rest) slots_[first + i] = {0xFFFFFFFFu, targets[i]};
    }
  }
}

}  // namespace awe::walks
