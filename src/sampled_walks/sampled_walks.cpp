#include "sampled_walks/sampled_walks.h"

#include <algorithm>
#include <array>
#include <vector>

#include "awe/error.h"
#include "sampled_walks/rank_counter.h"
#include "sampled_walks/sampling_loop.h"

namespace awe::sampled_walks {

struct SampledWalks::Scratch::State {
  explicit State(const walks::Walker& walks) : walker(walks), counter(walks.index().size()) {}

  void count(const walks::WalkOrigin& origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks) {
    const std::span<std::uint8_t> steps = walker.can_stop() ? std::span(made).first(walks) : std::span<std::uint8_t>{};
    if (walker.has_short_codes()) {
      const std::span<std::uint32_t> filled(short_codes.data(), walks);
      walker.fill_block(origin, block, filled, steps, first_lane);
      counter.count(filled, steps, walker.index().length());
    } else {
      const std::span<std::uint64_t> filled(codes.data(), walks);
      walker.fill_block(origin, block, filled, made, first_lane);
      counter.count(filled, steps, walker.index().length());
    }
  }

  const walks::Walker& walker;
  RankCounter counter;
  std::array<std::uint64_t, base::kBlockWalks> codes;
  std::array<std::uint32_t, base::kBlockWalks> short_codes;
  std::array<std::uint8_t, base::kBlockWalks> made;
};

SampledWalks::SampledWalks(const Graph& graph, const WalkIndex& index, std::uint64_t seed,
                           const walks::WalkerOptions& options)
    : graph_(&graph), walker_(graph, index, seed, options) {
  if (graph.has_self_loops() && !index.self_loops()) {
    throw Error(ErrorKind::usage, "the graph has self-loops: its walks need the vocabulary with self-loops");
  }
}

SampledWalks::Scratch::Scratch(const SampledWalks& walks) : state_(std::make_unique<State>(walks.walker_)) {}
SampledWalks::Scratch::~Scratch() = default;
SampledWalks::Scratch::Scratch(Scratch&&) noexcept = default;

WalkDistribution WalkCounts::distribution() const {
  WalkDistribution result;
  if (total == 0) return result;
  const auto all = static_cast<double>(total);
  double ended = 0;
  for (const EndedWalk& prefix : stopped) {
    ended += prefix.mass;
    result.ended.push_back({prefix.made, prefix.rank, prefix.mass / all});
  }
  result.stopped = ended / all;
  result.probabilities = walks;
  for (double& value : result.probabilities.values) value /= all;
  return result;
}

WalkDistribution SampledWalks::of_graph(std::uint64_t walks, int threads, const Progress& progress) const {
  if (graph_->num_nodes() == 0) return {};
  const walks::WalkOrigin origin = walks::WalkOrigin::whole_graph(*graph_);
  Scratch scratch(*this);
  return draw({&origin, 1}, StoppingRule::fixed(walks, 0.5, std::nullopt), scratch, threads, progress).distribution();
}

WalkDistribution SampledWalks::of_origin(const walks::WalkOrigin& origin, std::uint64_t walks, Scratch& scratch,
                                         const Progress& progress) const {
  return draw({&origin, 1}, StoppingRule::fixed(walks, 0.5, std::nullopt), scratch, 1, progress).distribution();
}

WalkCounts SampledWalks::draw(std::span<const walks::WalkOrigin> origins, const StoppingRule& rule, Scratch& scratch,
                              int threads, const Progress& progress) const {
  RankCounter& counter = scratch.state_->counter;
  std::vector<Scratch> helpers;
  const Sampled sampled = sample_until(
      rule, origins.size(), threads, progress,
      [&](std::size_t origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks, std::size_t thread) {
        Scratch::State& state = thread == 0 ? *scratch.state_ : *helpers[thread - 1].state_;
        state.count(origins[origin], block, first_lane, walks);
      },
      [&](std::size_t wanted) {
        while (helpers.size() < wanted) helpers.emplace_back(*this);
      },
      [&] {
        for (Scratch& helper : helpers) counter.add(helper.state_->counter);
        return counter.deviation();
      });
  RankCounter::Counts counts = counter.take();
  return {std::move(counts.walks), std::move(counts.stopped), counts.total, sampled.certified_error};
}

}  // namespace awe::sampled_walks
