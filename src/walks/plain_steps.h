// Steps over the graph as it lies, without packing: for a few walks on a large graph, for walks that do not turn back,
// and as the plain reading of what walks/draw_kernel.h does in vectors. The headers of a batch are node ids here.
// Cost: two reads a step at random, three where weighted.
#pragma once

#include <optional>

#include "awe/graph.h"
#include "awe/label_rule.h"
#include "base/rng.h"
#include "walks/transition.h"
#include "walks/walk_batch.h"

namespace awe::walks {

class PlainSteps {
 public:
  PlainSteps(const Graph& graph, WalkKind kind);

  // Draws batch.size walks of so many steps into the batch; counts steps made.
  void walk(const base::StreamBlock& stream, const WalkStarts<NodeId>& starts, int length,
            WalkBatch<NodeId>& batch) const;

 private:
  void step(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const;
  void step_by_weight(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const;
  void step_onward(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const;
  [[nodiscard]] NodeId step_by_weight_onward(const base::StreamBlock& stream, std::uint32_t lane, std::uint32_t word,
                                             NodeId from, NodeId back) const;

  const Graph* graph_;
  WalkKind kind_;
  std::optional<AliasTable> alias_;
};

}  // namespace awe::walks
