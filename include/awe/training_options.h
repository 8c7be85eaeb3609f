// Options and reports that both ways of training an embedding model share: the choice of words, and the state of
// training while it runs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace awe {

// Which walks are the words of a model.
struct WordOptions {
  std::uint64_t max_words = 2000;  // at most this many words, the most frequent ones; "other" not counted
  double min_count = 20;           // least expected occurrences in all documents of `walks` walks each
  std::uint64_t walks = 10'000;    // walks per document
  bool other = true;               // count seen walks that are not words as one additional word
};

// The state of training after a batch of gradient descent or an iteration of the exact solver.
struct TrainingReport {
  std::uint32_t epoch = 0;              // current epoch, from 0
  bool epoch_ended = false;             // this step ended an epoch
  std::uint64_t step = 0;               // batches or iterations done in total
  std::uint64_t steps = 0;              // batches planned in total, or the limit of iterations
  double loss = 0;                      // mean loss per target of the batch or ended epoch; exact solver: the objective
  std::optional<double> gradient_norm;  // norm of the gradient; exact solver only
  std::optional<double> held_out;       // loss on held-out sentences after the last epoch that ended
  double words_per_second = 0;          // targets per second since training started or was resumed
  double seconds_left = 0;              // estimated remaining time, in seconds
};
// A function that is called with every report.
using TrainingListener = std::function<void(const TrainingReport&)>;

}  // namespace awe
