// Our walker, from start node to counted code: what `awe embed --method sampled` runs for a graph.
#include "contender.h"
#include "sampled_walks/sampled_walks.h"

namespace awe::bench {
namespace {

class Counted final : public PreparedWalks {
 public:
  Counted(const Graph& graph, int length) : walks_(graph, WalkIndex(length), kWalkSeed) {}
  void draw(std::uint64_t walks) override { drawn_ = walks_.of_graph(walks); }
  [[nodiscard]] WalkOutcome outcome() const override { return {drawn_, 0}; }

 private:
  sampled_walks::SampledWalks walks_;
  WalkDistribution drawn_;
};

}  // namespace

Contender counted(int length) {
  return {"counted", [length](const Graph& graph) { return std::make_unique<Counted>(graph, length); }};
}

}  // namespace awe::bench
