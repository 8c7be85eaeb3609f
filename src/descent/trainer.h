// Trains the paper's model (descent/batch_gradient.h) on a corpus, batch by batch, in single precision.
//
// A run is a function of corpus and plan: the order of sentences, candidates and first values are keyed by seed, epoch
// and step, so that a position and the numbers of the model are all that a checkpoint needs, and a resumed run ends in
// the same bytes as one that was never stopped. No number of threads changes a bit. Memory: parameters, once more (SGD:
// not, Adam: twice) for the optimiser, and 8 bytes a sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/descent_options.h"
#include "awe/run_options.h"
#include "words/corpus.h"
#include "words/histogram.h"

namespace awe::descent {

// A trained model, in double precision. Of hierarchical softmax, rows of U and b are inner nodes of the tree.
struct PvdmWeights {
  algebra::Dense walks;        // W: words x walk dimensions; of a window of 0: nothing
  algebra::Dense context;      // U, the columns that meet the context's mean; of a window of 0: nothing
  algebra::Dense document;     // U, the columns that meet d
  std::vector<double> biases;  // b
  algebra::Dense vectors;      // d of the corpus's documents
};

// What stands in the place of b when the vector of a document is inferred with embedding/inference.h: b alone, or b and
// what contexts are expected to add, walks being drawn from the document's histogram.
[[nodiscard]] std::vector<double> inference_biases(const PvdmWeights& weights);
[[nodiscard]] std::vector<double> inference_biases(const PvdmWeights& weights,
                                                   const words::WordHistograms::View& document);

struct PvdmSummary {
  std::uint32_t epochs = 0;      // that ended
  std::uint64_t steps = 0;       // batches
  std::uint64_t targets = 0;     // words that were predicted, in all
  std::vector<double> losses;    // a target, by epoch
  std::vector<double> held_out;  // the same on held-out sentences, whose walks stay the same
  bool stopped_early = false;
};

class PvdmTrainer {
 public:
  // The corpus must outlive it. Throws Error(usage) for options that make no sense, or a corpus without words.
  PvdmTrainer(const words::Corpus& corpus, const DescentOptions& options);
  ~PvdmTrainer();

  // Goes on where the file was written. Throws Error: io, malformed, incompatible if it is of another corpus or options
  // (threads and checkpoints may differ).
  void resume(const std::string& path);
  void save(const std::string& path) const;

  // One batch; false if training has ended before it. Throws Error(numeric) if the loss is not finite or runs away.
  bool step();
  // Steps to the end, with checkpoints. If it is asked to stop, writes one more and throws Error(interrupted).
  void run(const TrainingListener& listener = {}, const Progress& progress = {});

  [[nodiscard]] bool ended() const noexcept;
  [[nodiscard]] std::uint64_t planned_steps() const noexcept;
  [[nodiscard]] const PvdmSummary& summary() const noexcept;
  // Mean loss of a target on held-out sentences, as the model is now.
  [[nodiscard]] double held_out_loss();
  [[nodiscard]] PvdmWeights weights() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace awe::descent
