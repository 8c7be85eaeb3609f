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
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (learnt(i)) states_[i].ready = false;
  }
  compute(training);
  const PhaseTimer timer(kernel_seconds_);
  for (State& state : states_) state.median = median_of_pairs(state.distances, training);
}

// Computes the distances that are not ready. The columns of labelled walks are taken from all items, which changes no
// value of a pair. Channels with the same features are processed together: their rows are made once and not kept.
void ChannelDistances::compute(std::span<const std::uint32_t> training) {
  const std::vector<std::uint32_t> everything = all_items(items_);
  for (std::size_t first = 0; first < states_.size(); ++first) {
    if (states_[first].ready) continue;
    std::vector<std::size_t> together;
    std::vector<Channel> channels;
    for (std::size_t i = first; i < states_.size(); ++i) {
      if (!channels_[i].same_block(channels_[first])) continue;
      together.push_back(i);
      channels.push_back(channels_[i]);
    }
    const ChannelRows made = [&] {
      const PhaseTimer timer(feature_seconds_);
      return make_rows_(channels, learnt(first) ? training : everything);
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
}

kernels::GramView ChannelDistances::gram(const KernelRecipe& recipe, double gamma) {
  const PhaseTimer timer(kernel_seconds_);
  if (gram_.rows() == 0) gram_ = GramMatrix(items_, items_);
  std::vector<std::pair<const GramMatrix*, float>> parts;
  for (const Channel& channel : recipe.channels) {
    const State& state = states_[place_of(channel, channels_)];
    parts.emplace_back(&state.distances, static_cast<float>(channel.weight / state.median));
  }
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
