// Steps in plain C++ over the graph's own adjacency rows; codes and counts as in ours.
#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "contender.h"
#include "sampled_walks/rank_counter.h"
#include "sampled_walks/sampled_walks.h"
#include "walks/walker.h"

namespace awe::bench {
namespace {

class PlainRows final : public PreparedWalks {
 public:
  explicit PlainRows(const Graph& graph)
      : origin_(walks::WalkOrigin::whole_graph(graph)),
        walker_(graph, WalkIndex(kWalkLength), kWalkSeed, walks::WalkerOptions{.form = walks::AdjacencyForm::plain}) {}

  void draw(std::uint64_t walks) override {
    sampled_walks::RankCounter counter(walker_.index().size());
    std::array<std::uint32_t, base::kBlockWalks> codes;
    std::array<std::uint8_t, base::kBlockWalks> made;
    for (std::uint64_t done = 0; done < walks; done += base::kBlockWalks) {
      const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(base::kBlockWalks, walks - done));
      const auto steps = walker_.can_stop() ? std::span(made).first(here) : std::span<std::uint8_t>{};
      walker_.fill_block(origin_, done / base::kBlockWalks, std::span(codes).first(here), steps);
      counter.count(std::span<const std::uint32_t>(codes).first(here), steps, kWalkLength);
    }
    sampled_walks::RankCounter::Counts counts = counter.take();
    drawn_ = {std::move(counts.walks), std::move(counts.stopped), walks, 0};
  }
  [[nodiscard]] WalkOutcome outcome() const override { return {drawn_.distribution(), 0}; }

 private:
  walks::WalkOrigin origin_;
  walks::Walker walker_;
  sampled_walks::WalkCounts drawn_;
};

}  // namespace

Contender plain_rows() {
  return {"plain rows",
          [](const Graph& graph) -> std::unique_ptr<PreparedWalks> { return std::make_unique<PlainRows>(graph); }};
}

}  // namespace awe::bench
