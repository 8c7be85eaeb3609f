// The state of a trainer, shared by training and its checkpoints.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "descent/batch_gradient.h"
#include "descent/row_optimiser.h"
#include "descent/trainer.h"

namespace awe::descent {

struct PvdmTrainer::State {
  State(const words::Corpus& c, const DescentOptions& p);

  // Draws the sentences with these numbers as a batch. `epoch` is the epoch of their walks.
  void fill(std::uint64_t epoch, std::span<const std::uint64_t> numbers);
  void shuffle();
  void end_epoch();
  // Hash of everything that the bytes of a run depend on.
  [[nodiscard]] Hash128 identity() const;

  const words::Corpus& corpus;
  DescentOptions options;
  std::unique_ptr<Objective<float>> objective;
  std::vector<std::uint64_t> training, held_out;  // numbers of sentences
  std::uint64_t batch_sentences = 1, epoch_steps = 0;

  PvdmParameters<float> parameters;
  RowOptimiser<float> walks, documents, outputs, biases;
  BatchGradient<float> gradient;
  PvdmGradients<float> gradients;

  // The position in training.
  PvdmSummary summary;
  std::uint64_t epoch_step = 0;  // batches done in this epoch
  double epoch_loss = 0;         // sum over the targets of the epoch so far
  std::uint64_t epoch_targets = 0;
  std::uint32_t idle_epochs = 0;  // consecutive epochs without a lower held-out loss
  double best = 0;                // lowest held-out loss
  double first_loss = 0;          // of the first batch: the reference for detecting divergence
  double last_loss = 0;
  bool ended = false;

  std::vector<std::uint64_t> order;            // sentences of the epoch
  std::uint64_t shuffled = ~std::uint64_t{0};  // the epoch that `order` belongs to
  Batch batch;
  std::vector<std::vector<std::uint32_t>> sentences;
  std::vector<std::uint32_t> shared;
};

}  // namespace awe::descent
