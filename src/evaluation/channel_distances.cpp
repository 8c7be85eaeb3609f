#include "evaluation/channel_distances.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "base/parallel.h"
#include "evaluation/phase_timer.h"

namespace awe::evaluation {

void apply_shape(std::span<float> distances, KernelShape shape, double gamma) {
  switch (shape) {
    case KernelShape::gaussian:
      return exponentiate(distances, gamma);
    case KernelShape::laplacian:
      for (float& value : distances) value = std::sqrt(value);
      return exponentiate(distances, gamma);
    case KernelShape::linear: {
      const auto factor = static_cast<float>(-gamma / 2);
      for (float& value : distances) value *= factor;
    }
  }
}

ChannelDistances::ChannelDistances(std::size_t items, std::span<const KernelRecipe> recipes, RowMaker make_rows,
                                   const DistanceOptions& options, const Progress& progress)
    : items_(items),
      channels_(distinct_channels(recipes)),
      make_rows_(std::move(make_rows)),
      options_(options),
      progress_(progress),
      states_(channels_.size()) {
  const auto n = static_cast<double>(items);
  const double bytes = (static_cast<double>(states_.size()) + 1) * GramMatrix::bytes(n, n);
  if (bytes > static_cast<double>(options.memory)) {
    throw Error(ErrorKind::limit, std::to_string(states_.size() + 1) + " matrices of " + base::format_real(n) +
                                      " items need " + base::format_real(std::round(bytes)) + " bytes, more than " +
                                      std::to_string(options.memory) + "; raise `memory`, or use fewer channels");
  }
}

void ChannelDistances::learn(std::span<const std::uint32_t> training) {
  training_.assign(training.begin(), training.end());
  for (std::size_t i = 0; i < states_.size(); ++i) {
    states_[i].median.reset();
    if (learnt(i)) states_[i].ready = false;
  }
}

double ChannelDistances::median(const Channel& channel) { return ready(channel).median.value(); }

ChannelDistances::State& ChannelDistances::ready(const Channel& channel) {
  const std::size_t place = place_of(channel, channels_);
  State& state = states_[place];
  if (!state.ready) compute(place);
  if (!state.median) {
    const PhaseTimer timer(kernel_seconds_);
    state.median = median_of_pairs(state.distances, training_);
  }
  return state;
}

// The columns of labelled walks are taken from all items, which changes no value of a pair. Channels with the same
// features are processed together: their rows are made once and not kept.
void ChannelDistances::compute(std::size_t channel) {
  std::vector<std::size_t> together;
  std::vector<Channel> channels;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (!channels_[i].same_block(channels_[channel])) continue;
    together.push_back(i);
    channels.push_back(channels_[i]);
  }
  const ChannelRows made = [&] {
    const PhaseTimer timer(feature_seconds_);
    return make_rows_(channels, learnt(channel) ? training_ : all_items(items_));
  }();
  const PhaseTimer timer(kernel_seconds_);
  for (std::size_t k = 0; k < together.size(); ++k) {
    State& state = states_[together[k]];
    const kernels::SparseRows& rows = made.of(k);
    state.distances = {};
    state.distances = GramMatrix(rows.rows(), rows.rows());
    kernels::add_squared_distances(state.distances, rows, channels[k].kernel, 1,
                                   {.threads = options_.threads, .progress = {{}, progress_.stop_requested}});
    state.ready = true;
  }
}

kernels::GramView ChannelDistances::gram(const KernelRecipe& recipe, double gamma) {
  std::vector<std::pair<const GramMatrix*, float>> parts;
  for (const Channel& channel : recipe.channels) {
    const State& state = ready(channel);
    parts.emplace_back(&state.distances, static_cast<float>(channel.weight / *state.median));
  }
  const PhaseTimer timer(kernel_seconds_);
  if (gram_.rows() == 0) gram_ = GramMatrix(items_, items_);
  const double gamma_of_sum =
      recipe.shape == KernelShape::laplacian ? gamma / std::sqrt(recipe.total_weight()) : gamma / recipe.total_weight();
  // Finish one row before the next, so that it stays in cache.
  base::parallel_for(items_, options_.threads, [&](std::size_t i) {
    const auto out = gram_.row(i);
    std::fill(out.begin(), out.end(), 0.0f);
    for (const auto& [matrix, scale] : parts) {
      const auto in = matrix->row(i);
      for (std::size_t j = 0; j < out.size(); ++j) out[j] += scale * in[j];
    }
    apply_shape(out, recipe.shape, gamma_of_sum);
  });
  return {gram_.data(), gram_.rows()};
}

}  // namespace awe::evaluation
