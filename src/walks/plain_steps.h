// Steps over the graph's own arrays, without packing: for few walks on a large graph, for non-backtracking walks, and
// as the simple reference for the vector code of walks/draw_kernel.h. The headers of a batch are node ids here. Cost:
// two random reads per step, three if weighted.
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
  // With `restart`, a step from a dead end leads to the start of the walk.
  PlainSteps(const Graph& graph, WalkKind kind, bool restart = false);

  // Draws batch.size walks of `length` steps into the batch and counts the steps made.
  void walk(const base::StreamBlock& stream, const WalkStarts<NodeId>& starts, int length,
            WalkBatch<NodeId>& batch) const;

 private:
  void leave_dead_end(int number, std::uint32_t lane, WalkBatch<NodeId>& batch) const;
  void step(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const;
  void step_by_weight(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const;
  void step_onward(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const;
  void step_onward_in_any(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const;
  [[nodiscard]] NodeId step_by_weight_onward(const base::StreamBlock& stream, std::uint32_t lane, std::uint32_t word,
                                             NodeId from, NodeId back) const;

  const Graph* graph_;
  WalkKind kind_;
  bool restart_;
  std::optional<AliasTable> alias_;
};

}  // namespace awe::walks
