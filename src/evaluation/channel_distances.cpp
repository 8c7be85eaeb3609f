#include "evaluation/channel_distances.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/value_loops.h"
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

std::size_t ChannelDistances::most_side_by_side(std::size_t wanted) const {
  std::size_t own = 1;  // matrices that each of them needs: the Gram, and those that depend on the training part
  for (std::size_t i = 0; i < channels_.size(); ++i) own += learnt(i) ? 1 : 0;
  const std::size_t shared = channels_.size() + 1 - own;
  const auto n = static_cast<double>(items_);
  const double most = static_cast<double>(options_.memory) / std::max(GramMatrix::bytes(n, n), 1.0);
  const double fit = std::floor((most - static_cast<double>(shared)) / static_cast<double>(own));
  return static_cast<std::size_t>(std::clamp(fit, 1.0, static_cast<double>(std::max<std::size_t>(wanted, 1))));
}

ChannelDistances ChannelDistances::beside() {
  ChannelDistances other(items_, {}, make_rows_, options_, progress_);
  other.channels_ = channels_;
  other.states_.resize(states_.size());
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (learnt(i)) continue;
    if (!states_[i].distances) compute(i);
    other.states_[i].distances = states_[i].distances;
  }
  return other;
}

void ChannelDistances::learn(std::span<const std::uint32_t> training) {
  training_.assign(training.begin(), training.end());
  for (std::size_t i = 0; i < states_.size(); ++i) {
    states_[i].median.reset();
    // The matrices of the last training part are overwritten: fresh memory costs the system more than filling it.
    if (learnt(i) && states_[i].distances) spare_.push_back(std::exchange(states_[i].distances, nullptr));
  }
}

double ChannelDistances::median(const Channel& channel) {
  prepare({&channel, 1});
  return state_of(channel).median.value();
}

void ChannelDistances::prepare(std::span<const Channel> channels) {
  std::vector<State*> without_median;
  for (const Channel& channel : channels) {
    const std::size_t place = place_of(channel, channels_);
    State& state = states_[place];
    if (!state.distances) compute(place);
    const bool listed = std::find(without_median.begin(), without_median.end(), &state) != without_median.end();
    if (!state.median && !listed) without_median.push_back(&state);
  }
  if (without_median.empty()) return;
  const PhaseTimer timer(kernel_seconds_);
  if (!pairs_ || pairs_->items() != training_.size()) pairs_.emplace(training_.size());
  base::parallel_for(without_median.size(), options_.threads, [&](std::size_t i) {
    without_median[i]->median = pairs_->median(*without_median[i]->distances, training_);
  });
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
  std::vector<std::shared_ptr<GramMatrix>> distances(together.size());
  for (auto& matrix : distances) matrix = zeros();
  // Side by side, because the columns of each are prepared by one thread.
  base::parallel_for(together.size(), options_.threads, [&](std::size_t k) {
    kernels::add_squared_distances(*distances[k], made.of(k), channels[k].kernel, 1,
                                   {.threads = options_.threads, .progress = {{}, progress_.stop_requested}});
  });
  for (std::size_t k = 0; k < together.size(); ++k) states_[together[k]].distances = std::move(distances[k]);
}

std::shared_ptr<GramMatrix> ChannelDistances::zeros() {
  if (spare_.empty()) return std::make_shared<GramMatrix>(items_, items_);
  std::shared_ptr<GramMatrix> matrix = std::move(spare_.back());
  spare_.pop_back();
  base::parallel_for(items_, options_.threads, [&](std::size_t i) { std::ranges::fill(matrix->row(i), 0.0F); });
  return matrix;
}

kernels::GramView ChannelDistances::gram(const KernelRecipe& recipe, double gamma) {
  prepare(recipe.channels);
  std::vector<const float*> matrices;
  std::vector<float> scales;
  for (const Channel& channel : recipe.channels) {
    const State& state = state_of(channel);
    matrices.push_back(state.distances->data());
    scales.push_back(static_cast<float>(channel.weight / *state.median));
  }
  const PhaseTimer timer(kernel_seconds_);
  if (gram_.rows() == 0) gram_ = GramMatrix(items_, items_);
  const double gamma_of_sum =
      recipe.shape == KernelShape::laplacian ? gamma / std::sqrt(recipe.total_weight()) : gamma / recipe.total_weight();
  // Finish one row before the next, so that it stays in cache.
  base::parallel_for(items_, options_.threads, [&](std::size_t i) {
    const auto out = gram_.row(i);
    std::vector<const float*> rows(matrices.size());
    std::transform(matrices.begin(), matrices.end(), rows.begin(), [&](const float* m) { return m + i * items_; });
    algebra::value_loops().sum_of_rows(rows.data(), scales.data(), rows.size(), out.data(), out.size());
    apply_shape(out, recipe.shape, gamma_of_sum);
  });
  return {gram_.data(), gram_.rows()};
}

}  // namespace awe::evaluation
