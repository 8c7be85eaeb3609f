// The squared distances of every channel between all items, and the Gram matrix of a sum of them. Distances that depend
// on pairs of items alone are computed once, the others anew for every training part. Cost: n^2 floats a channel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/base/progress.h"
#include "awe/classify/gram.h"
#include "classify/channel_source.h"

namespace awe {

class ChannelDistances {
 public:
  // Throws Error(limit) where a matrix a channel and one more would take more than `memory` bytes.
  ChannelDistances(const ChannelSource& source, double memory, int threads, const Progress& progress);

  // Brings what is learnt, and the medians, to a training part.
  void learn(std::span<const std::uint32_t> training);
  // gram = exp(-gamma D), D the mean of d / median with the weights of the candidate; makes the matrix if it is empty.
  void fill(GramMatrix& gram, const Candidate& candidate, double gamma);

  [[nodiscard]] double median(std::size_t channel) const { return states_[channel].median; }
  [[nodiscard]] double feature_seconds() const { return feature_seconds_; }
  [[nodiscard]] double kernel_seconds() const { return kernel_seconds_; }

 private:
  struct State {
    GramMatrix distances;
    double median = 1;
    bool ready = false;
  };
  void compute(std::span<const std::uint32_t> training);

  const ChannelSource& source_;
  int threads_;
  const Progress& progress_;
  std::vector<State> states_;
  double feature_seconds_ = 0, kernel_seconds_ = 0;
};

}  // namespace awe
