// Trains the paper's model (descent/batch_gradient.h) on a corpus, batch by batch, in single precision.
//
// A run is a function of corpus and options: the order of sentences, the candidates and the initial values are keyed by
// seed, epoch and step, so a checkpoint needs only the position and the numbers of the model, and a resumed run ends in
// the same bytes as an uninterrupted one. Results are the same bits for any number of threads. Memory: the parameters,
// the same again for the optimiser (SGD: nothing, Adam: twice that), and 8 bytes per sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"
#include "awe/training_options.h"
#include "words/corpus.h"
#include "words/histogram.h"

namespace awe::descent {

// A trained model, in double precision. For hierarchical softmax, rows of U and b are inner nodes of the tree.
struct PvdmWeights {
  algebra::Dense walks;        // W: words x walk dimensions; empty if the window is 0
  algebra::Dense context;      // U, the columns multiplied by the context's mean; empty if the window is 0
  algebra::Dense document;     // U, the columns multiplied by d
  std::vector<double> biases;  // b
  algebra::Dense vectors;      // d of the corpus's documents
};

// The biases to use instead of b when embedding/inference.h infers the vector of a document: b alone, or b plus the
// expected contribution of contexts whose walks are drawn from the document's histogram.
[[nodiscard]] std::vector<double> inference_biases(const PvdmWeights& weights);
[[nodiscard]] std::vector<double> inference_biases(const PvdmWeights& weights,
                                                   const words::WordHistograms::View& document);

struct PvdmSummary {
  std::uint32_t epochs = 0;      // completed
  std::uint64_t steps = 0;       // batches
  std::uint64_t targets = 0;     // total number of predicted words
  std::vector<double> losses;    // per target, by epoch
  std::vector<double> held_out;  // the same on held-out sentences, whose walks do not change
  bool stopped_early = false;
};

class PvdmTrainer {
 public:
  // The corpus must outlive it. Throws Error(usage) for invalid options or a corpus without words.
  PvdmTrainer(const words::Corpus& corpus, const DescentOptions& options);
  ~PvdmTrainer();

  // Continues from a checkpoint. Throws Error: io; malformed; incompatible if it belongs to another corpus or other
  // options (threads and checkpoints may differ).
  void resume(const std::string& path);
  void save(const std::string& path) const;

  // Trains on one batch; false if training had already ended. Throws Error(numeric) if the loss is not finite or
  // diverges.
  bool step();
  // Trains to the end, with checkpoints. If asked to stop, writes one more and throws Error(interrupted).
  void run(const TrainingListener& listener = {}, const Progress& progress = {});

  [[nodiscard]] bool ended() const noexcept;
  [[nodiscard]] std::uint64_t planned_steps() const noexcept;
  [[nodiscard]] const PvdmSummary& summary() const noexcept;
  // Mean loss per target on held-out sentences with the current parameters.
  [[nodiscard]] double held_out_loss();
  [[nodiscard]] PvdmWeights weights() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace awe::descent
