#include "classify/channel_source.h"

#include <algorithm>

namespace awe {

GraphChannels::GraphChannels(const GraphSet& set, std::span<const KernelRecipe> recipes, const RowsOptions& options)
    : set_(set), options_(options) {
  for (const KernelRecipe& recipe : recipes) {
    Candidate& candidate = candidates_.emplace_back();
    candidate.name = recipe.name;
    for (const Channel& channel : recipe.channels) {
      const auto same = [&](const Channel& known) { return known.same_distances(channel); };
      const auto known = std::find_if(channels_.begin(), channels_.end(), same);
      candidate.uses.push_back({static_cast<std::size_t>(known - channels_.begin()), channel.weight});
      if (known == channels_.end()) channels_.push_back(channel);
    }
  }
}

bool GraphChannels::same_rows(std::size_t a, std::size_t b) const {
  return channels_[a].features == channels_[b].features && channels_[a].counts == channels_[b].counts;
}

SparseRows GraphChannels::rows(std::size_t channel, std::span<const std::uint32_t> learnt_on,
                               const Progress& progress) const {
  return rows_of(set_, channels_[channel], learnt_on, options_, progress);
}

std::vector<Candidate> MatrixChannels::candidates() const {
  Candidate all{"matrix", {}};
  for (std::size_t block = 0; block < set_.blocks.size(); ++block) all.uses.push_back({block, 1});
  return {all};
}

SparseRows MatrixChannels::rows(std::size_t channel, std::span<const std::uint32_t> /*learnt_on*/,
                                const Progress& /*progress*/) const {
  return set_.rows.slice(set_.blocks[channel].first, set_.blocks[channel].last);
}

}  // namespace awe
