// The reference walker: one walk at a time, straight from the random words (walks/walker.h defines which). The
// lane-wise walker is tested against it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "awe/graph.h"
#include "base/rng.h"
#include "walks/transition.h"

namespace awe::test {

struct ReferenceOrigin {
  base::StreamPurpose purpose = base::StreamPurpose::graph_walks;
  std::uint64_t item = 0;
  std::vector<NodeId> starts;
  std::optional<NodeId> second;  // if set, the first step goes there
};

// The nodes of walk `lane` of the block; shorter than length + 1 if it had to stop.
inline std::vector<std::uint32_t> reference_walk(const Graph& graph, const ReferenceOrigin& origin, int length,
                                                 std::uint64_t seed, std::uint64_t block, std::uint32_t lane) {
  const base::StreamBlock stream(seed, fingerprint(graph), origin.purpose, origin.item, block);
  std::vector<std::uint32_t> walk = {
      origin.starts[stream.choose(static_cast<std::uint32_t>(origin.starts.size()), lane, 0)]};
  for (std::uint32_t step = 1; step <= static_cast<std::uint32_t>(length); ++step) {
    if (step == 1 && origin.second) {
      walk.push_back(*origin.second);
      continue;
    }
    const NodeId here = walk.back();
    if (graph.degree(here) == 0) return walk;
    const std::uint32_t choice = stream.choose(graph.degree(here), lane, 2 * step);
    NodeId next = graph.neighbours(here)[choice];
    if (graph.weighted()) {
      const walks::AliasTable table(graph);
      const walks::AliasTable::Slot slot = table.slot(graph.offsets()[here] + choice);
      if (stream.draw(lane, 2 * step + 1) >= slot.threshold) next = slot.alias;
    }
    walk.push_back(next);
  }
  return walk;
}

}  // namespace awe::test
