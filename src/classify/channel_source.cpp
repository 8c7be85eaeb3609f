#include "classify/channel_source.h"

#include <algorithm>

namespace awe {

GraphChannels::GraphChannels(const GraphSet& set, std::span<const KernelRecipe> recipes, const TableOptions& options,
                             bool transductive)
    : set_(set), options_(options), transductive_(transductive) {
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

ChannelSource::Rows GraphChannels::rows(std::span<const std::size_t> channels, std::span<const std::uint32_t> learnt_on,
                                        const Progress& progress) const {
  std::vector<Channel> wanted;
  for (const std::size_t channel : channels) wanted.push_back(channels_[channel]);
  const ChannelTables tables(
      wanted, options_, [&] { return graphs_of(set_, learnt_on); }, progress);
  Rows made{tables.rows(set_.graphs, progress).tables, {}};
  for (std::size_t i = 0; i < wanted.size(); ++i) made.table_of.push_back(tables.table_of(i));
  return made;
}

std::vector<Candidate> MatrixChannels::candidates() const {
  Candidate all{"matrix", {}};
  for (std::size_t block = 0; block < set_.blocks.size(); ++block) all.uses.push_back({block, 1});
  return {all};
}

ChannelSource::Rows MatrixChannels::rows(std::span<const std::size_t> channels,
                                         std::span<const std::uint32_t> /*learnt_on*/,
                                         const Progress& /*progress*/) const {
  Rows made;
  for (const std::size_t channel : channels) {
    made.table_of.push_back(made.tables.size());
    made.tables.push_back(set_.rows.slice(set_.blocks[channel].first, set_.blocks[channel].last));
  }
  return made;
}

}  // namespace awe
