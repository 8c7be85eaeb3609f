// Ours, from start node to counted code: what `awe embed --method sampled` runs for a graph.
#include "awe/features/sampled.h"
#include "contender.h"

namespace awe::bench {
namespace {

class Counted final : public PreparedWalks {
 public:
  explicit Counted(const Graph& graph) : walks_(graph, WalkIndex(kWalkLength), kWalkSeed) {}
  void draw(std::uint64_t walks) override { drawn_ = walks_.of_graph(walks); }
  [[nodiscard]] WalkOutcome outcome() const override { return {drawn_, 0}; }

 private:
  SampledWalks walks_;
  WalkDistribution drawn_;
};

}  // namespace

Contender counted() {
  return {"counted",
          [](const Graph& graph) -> std::unique_ptr<PreparedWalks> { return std::make_unique<Counted>(graph); }};
}

}  // namespace awe::bench
