#include "awe/features/sampled.h"

#include <algorithm>
#include <array>
#include <vector>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "rank_counter.h"

namespace awe {

struct SampledWalks::Scratch::State {
  explicit State(std::uint64_t ranks) : counter(ranks) {}

  // Counts walks first_block * 4096 .. of the origin, up to the number of walks wanted in all.
  void count_blocks(const Walker& walker, const WalkOrigin& origin, std::uint64_t first_block, std::uint64_t last_block,
                    std::uint64_t walks, const Progress& progress = {}) {
    for (std::uint64_t block = first_block; block < last_block; ++block) {
      progress.throw_if_stopped();
      const std::uint64_t left = walks - block * kBlockWalks;
      const std::span<std::uint64_t> filled(codes.data(), std::min<std::uint64_t>(left, kBlockWalks));
      walker.fill_block(origin, block, filled);
      counter.count(filled);
    }
  }

  RankCounter counter;
  std::array<std::uint64_t, kBlockWalks> codes;
};

namespace {
std::uint64_t blocks_of(std::uint64_t walks) { return walks / kBlockWalks + (walks % kBlockWalks != 0 ? 1 : 0); }
}  // namespace

SampledWalks::SampledWalks(const Graph& graph, const WalkIndex& index, std::uint64_t seed)
    : graph_(&graph), index_(index), walker_(graph, index, seed) {
  if (graph.has_self_loops() && !index.self_loops()) {
    throw Error(ErrorKind::usage, "the graph has self-loops: its walks need the vocabulary with self-loops");
  }
}

SampledWalks::Scratch::Scratch(const SampledWalks& walks) : state_(std::make_unique<State>(walks.index_.size())) {}
SampledWalks::Scratch::~Scratch() = default;
SampledWalks::Scratch::Scratch(Scratch&&) noexcept = default;

WalkDistribution SampledWalks::of_graph(std::uint64_t walks, int threads, const Progress& progress) const {
  if (graph_->num_nodes() == 0) return {};
  const WalkOrigin origin = WalkOrigin::whole_graph(*graph_);
  const std::uint64_t blocks = blocks_of(walks);
  // Small work stays on this thread; each thread counts one run of blocks.
  constexpr std::uint64_t kBlocksWorthAThread = 64;
  const auto parts = static_cast<std::size_t>(
      std::clamp<std::uint64_t>(blocks / kBlocksWorthAThread, 1, static_cast<std::uint64_t>(std::max(1, threads))));
  std::vector<Scratch> scratches;
  for (std::size_t i = 0; i < parts; ++i) scratches.emplace_back(*this);
  parallel_for(parts, threads, [&](std::size_t i) {
    scratches[i].state_->count_blocks(walker_, origin, blocks * i / parts, blocks * (i + 1) / parts, walks, progress);
  });
  for (std::size_t i = 1; i < parts; ++i) scratches[0].state_->counter.add(scratches[i].state_->counter);
  return scratches[0].state_->counter.take();
}

WalkDistribution SampledWalks::of_origin(const WalkOrigin& origin, std::uint64_t walks, Scratch& scratch,
                                         const Progress& progress) const {
  scratch.state_->count_blocks(walker_, origin, 0, blocks_of(walks), walks, progress);
  return scratch.state_->counter.take();
}

}  // namespace awe
