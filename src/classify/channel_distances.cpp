#include "classify/channel_distances.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "awe/base/parallel.h"
#include "phase_timer.h"

namespace awe {
ChannelDistances::ChannelDistances(const ChannelSource& source, double memory, int threads, const Progress& progress)
    : source_(source), threads_(threads), progress_(progress), states_(source.channels()) {
  const auto n = static_cast<double>(source.items().size());
  const double bytes = (static_cast<double>(states_.size()) + 1) * GramMatrix::bytes(n, n);
  if (bytes > memory) {
    throw Error(ErrorKind::limit, std::to_string(states_.size() + 1) + " matrices of " + format_real(n) +
                                      " items need " + format_real(std::round(bytes)) + " bytes, more than " +
                                      format_real(memory) + "; raise `memory`, or use fewer channels");
  }
}

void ChannelDistances::learn(std::span<const std::uint32_t> training) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (source_.learnt(i)) states_[i].ready = false;
  }
  compute(training);
  const PhaseTimer timer(kernel_seconds_);
  for (State& state : states_) state.median = median_of_pairs(state.distances, training);
}

// What is not ready. The columns of labelled walks are those of all items, which changes no value of a pair. Channels
// of the same features come one after the other: rows are made once and not kept.
void ChannelDistances::compute(std::span<const std::uint32_t> training) {
  std::vector<std::uint32_t> everything(source_.items().size());
  std::iota(everything.begin(), everything.end(), 0u);
  for (std::size_t first = 0; first < states_.size(); ++first) {
    if (states_[first].ready) continue;
    std::vector<std::size_t> together;
    for (std::size_t i = first; i < states_.size(); ++i) {
      if (source_.made_together(first, i)) together.push_back(i);
    }
    const ChannelSource::Rows made = [&] {
      const PhaseTimer timer(feature_seconds_);
      return source_.rows(together, source_.learnt(first) ? training : everything, progress_);
    }();
    const PhaseTimer timer(kernel_seconds_);
    for (std::size_t k = 0; k < together.size(); ++k) {
      State& state = states_[together[k]];
      const SparseRows& rows = made.tables[made.table_of[k]];
      state.distances = {};
      state.distances = GramMatrix(rows.rows(), rows.rows());
      add_squared_distances(state.distances, rows, source_.kernel(together[k]), 1,
                            {threads_, {{}, progress_.stop_requested}});
      state.ready = true;
    }
  }
}

void ChannelDistances::fill(GramMatrix& gram, const Candidate& candidate, double gamma) {
  const PhaseTimer timer(kernel_seconds_);
  const std::size_t n = source_.items().size();
  if (gram.rows() == 0) gram = GramMatrix(n, n);
  std::vector<std::pair<const GramMatrix*, float>> parts;
  double total_weight = 0;
  for (const Candidate::Use& use : candidate.uses) {
    const State& state = states_[use.channel];
    parts.emplace_back(&state.distances, static_cast<float>(use.weight / state.median));
    total_weight += use.weight;
  }
  // Row by row to its end, so that a row stays near the processor.
  parallel_for(n, threads_, [&](std::size_t i) {
    const auto out = gram.row(i);
    std::fill(out.begin(), out.end(), 0.0f);
    for (const auto& [matrix, scale] : parts) {
      const auto in = matrix->row(i);
      for (std::size_t j = 0; j < out.size(); ++j) out[j] += scale * in[j];
    }
    exponentiate(out, gamma / total_weight);
  });
}

}  // namespace awe
