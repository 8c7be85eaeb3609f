// The squared distances between all items for every channel of some recipes, and the Gram matrix of a recipe. Distances
// that depend only on the pair of items are computed once, the others again for every training part; those of recipes
// that are never asked for are not computed. Memory: n^2 floats for each channel, plus one more matrix. Several
// training parts may be served side by side, each by an object of its own (beside()), which share what they can.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "awe/gram_matrix.h"
#include "awe/recipe.h"
#include "awe/run_options.h"
#include "evaluation/channels.h"
#include "kernels/gram_view.h"
#include "kernels/pair_sample.h"

namespace awe::evaluation {

// Makes the rows of all items for channels of one block, learning what is needed from the items of `learnt_on`.
using RowMaker =
    std::function<ChannelRows(std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on)>;

struct DistanceOptions {
  std::uint64_t memory = RunOptions{}.memory;  // bytes that matrices may take
  int threads = 1;
  bool transductive = false;  // learn only once, from all items, without their classes
};

// Replaces distances D, divided by the sum of weights, by the values of a kernel.
void apply_shape(std::span<float> distances, KernelShape shape, double gamma);

class ChannelDistances {
 public:
  // Throws Error(limit) if one matrix per channel plus one more would take more than options.memory.
  ChannelDistances(std::size_t items, std::span<const KernelRecipe> recipes, RowMaker make_rows,
                   const DistanceOptions& options, const Progress& progress);

  // How many training parts can be served side by side within the memory; at least 1, at most `wanted`.
  [[nodiscard]] std::size_t most_side_by_side(std::size_t wanted) const;
  // Another object for the same recipes. What both need and does not depend on a training part is computed first.
  [[nodiscard]] ChannelDistances beside();

  // Adapts the medians, and everything that is learnt, to a training part, when they are asked for.
  void learn(std::span<const std::uint32_t> training);
  // The kernel of the given recipe: its shape of gamma and D, the mean of d / median with the weights of its channels.
  // Valid until the next call.
  [[nodiscard]] kernels::GramView gram(const KernelRecipe& recipe, double gamma);

  [[nodiscard]] double median(const Channel& channel);
  [[nodiscard]] double feature_seconds() const { return feature_seconds_; }
  [[nodiscard]] double kernel_seconds() const { return kernel_seconds_; }

 private:
  struct State {
    std::shared_ptr<GramMatrix> distances;  // null until they are computed
    std::optional<double> median;           // of the present training part
  };
  [[nodiscard]] bool learnt(std::size_t channel) const { return !options_.transductive && channels_[channel].learnt(); }
  [[nodiscard]] State& state_of(const Channel& channel) { return states_[place_of(channel, channels_)]; }
  // Makes distances and medians of the channels ready.
  void prepare(std::span<const Channel> channels);
  void compute(std::size_t channel);
  [[nodiscard]] std::shared_ptr<GramMatrix> zeros();

  std::size_t items_;
  std::vector<Channel> channels_;  // of all recipes, without duplicates
  RowMaker make_rows_;
  DistanceOptions options_;
  const Progress& progress_;
  std::vector<State> states_;                       // one per channel
  std::vector<std::shared_ptr<GramMatrix>> spare_;  // to be used again
  std::vector<std::uint32_t> training_;
  std::optional<kernels::PairSample> pairs_;  // of a training part of this size
  GramMatrix gram_;
  double feature_seconds_ = 0, kernel_seconds_ = 0;
};

}  // namespace awe::evaluation
