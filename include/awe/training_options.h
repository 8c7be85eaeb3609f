// What both ways of training the data-driven model share: which walks are words, and the reports while it trains.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace awe {

// Which walks are the words of a model.
struct WordOptions {
  std::uint64_t max_words = 2000;  // the most frequent ones; without "other"
  double min_count = 20;           // expected occurrences in all documents, of `walks` walks each
  std::uint64_t walks = 10'000;
  bool other = true;  // seen walks that are no words count as one more word
};

// Told after every batch, and after every iteration of the exact solve.
struct TrainingReport {
  std::uint32_t epoch = 0;              // from 0
  bool epoch_ended = false;             // with this step
  std::uint64_t step = 0;               // batches or iterations done, in all
  std::uint64_t steps = 0;              // planned, in all; iterations: at most
  double loss = 0;                      // a target, mean of the batch, or of the epoch that ended; or the objective
  std::optional<double> gradient_norm;  // of the exact solve
  std::optional<double> held_out;       // loss on held-out sentences, of the last epoch that ended
  double words_per_second = 0;          // targets, since training began or was resumed
  double seconds_left = 0;              // as things go
};
using TrainingListener = std::function<void(const TrainingReport&)>;

}  // namespace awe
