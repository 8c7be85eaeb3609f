// Options of training an embedding model: the choice of words and the state of training while it runs, which both ways
// of training share, and the options of gradient descent. In the latter, each walk of a sentence is predicted from the
// walks around it and from the vector of its document. The model is PV-DM (Q. Le, T. Mikolov, "Distributed
// Representations of Sentences and Documents", ICML 2014) as S. Ivanov, E. Burnaev, "Anonymous Walk Embeddings", ICML
// 2018, apply it. The defaults are within the ranges that the latter give.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "awe/enum_text.h"
#include "awe/run_options.h"

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

// How the mean of the context vectors and the document vector d are combined before the softmax.
enum class Join {
  concatenate,  // one after the other: the paper's choice
  sum           // added; both have the same dimensions
};
template <>
struct EnumText<Join> {
  static constexpr std::string_view kWhat = "join";
  static constexpr EnumNames<Join, 2> kNames = {{{Join::concatenate, "concatenate"}, {Join::sum, "sum"}}};
};

// The training objective: the softmax over all words, or one of its approximations.
enum class ObjectiveKind { full_softmax, sampled_softmax, nce, negative_sampling, hierarchical_softmax };
template <>
struct EnumText<ObjectiveKind> {
  static constexpr std::string_view kWhat = "objective";
  static constexpr EnumNames<ObjectiveKind, 5> kNames = {
      {{ObjectiveKind::full_softmax, "full-softmax"},
       {ObjectiveKind::sampled_softmax, "sampled-softmax"},
       {ObjectiveKind::nce, "nce"},
       {ObjectiveKind::negative_sampling, "negative-sampling"},
       {ObjectiveKind::hierarchical_softmax, "hierarchical-softmax"}}};
};

// The distribution from which candidates (words other than the target) are drawn.
enum class CandidateKind {
  uniform,      // every word with the same probability
  log_uniform,  // word k, from 0 in descending order of frequency: log((k + 2) / (k + 1)) / log(words + 1)
  measured      // proportional to the frequency of the walk, raised to candidate_power
};
template <>
struct EnumText<CandidateKind> {
  static constexpr std::string_view kWhat = "candidate distribution";
  static constexpr EnumNames<CandidateKind, 3> kNames = {{{CandidateKind::uniform, "uniform"},
                                                          {CandidateKind::log_uniform, "log-uniform"},
                                                          {CandidateKind::measured, "measured"}}};
};

// The update rule of the parameters.
enum class OptimiserKind { sgd, adagrad, adam };
template <>
struct EnumText<OptimiserKind> {
  static constexpr std::string_view kWhat = "optimiser";
  static constexpr EnumNames<OptimiserKind, 3> kNames = {
      {{OptimiserKind::sgd, "sgd"}, {OptimiserKind::adagrad, "adagrad"}, {OptimiserKind::adam, "adam"}}};
};

// Options of gradient descent.
struct DescentOptions {
  std::uint32_t window = 4;  // context walks in total, half of them on each side; 0: the document vector alone
  // Dimensions of walk vectors; dimensions of document vectors.
  std::size_t walk_dimensions = 128, document_dimensions = 128;
  Join join = Join::concatenate;  // how context and document vector are combined
  // Initial walk vectors are uniform in +- this; the same for document vectors, which train poorly if large.
  double walk_scale = 0.1, document_scale = 0.01;

  ObjectiveKind objective = ObjectiveKind::sampled_softmax;  // training objective
  CandidateKind candidates = CandidateKind::log_uniform;     // distribution of candidates
  double candidate_power = 1;                                // exponent of measured frequencies; word2vec uses 0.75
  std::uint32_t num_candidates = 64;  // candidates drawn for each batch and shared by its targets

  OptimiserKind optimiser = OptimiserKind::adagrad;  // update rule
  std::optional<double> rate = {};  // learning rate of the first step; unset: 0.05 (Adagrad), 0.002 (Adam), 1 (SGD)
  double final_rate = 0.1;          // learning rate of the last step as a share of the first; linear in between
  double penalty = 0;               // lambda: adds lambda |row|^2 for every parameter row that a batch touches
  std::uint32_t batch = 1024;       // targets per batch, rounded to whole sentences; at least one sentence
  std::uint32_t epochs = 10;        // passes over the corpus
  double held_out = 0.02;           // share of sentences used only to measure the loss; 0: none
  std::uint32_t patience = 0;       // stop after this many epochs without a lower held-out loss; 0: never
  double min_improvement = 1e-4;    // least decrease of the held-out loss that counts as lower

  std::string checkpoint = {};         // file for checkpoints, written at ends of batches; empty: none
  double checkpoint_seconds = 600;     // seconds between checkpoints
  std::uint64_t checkpoint_steps = 0;  // batches between checkpoints; 0: by time alone

  RunOptions run = {};  // seed, threads, progress

  [[nodiscard]] double first_rate() const noexcept;              // `rate`, or the default of the optimiser
  [[nodiscard]] std::size_t hidden_dimensions() const noexcept;  // dimensions of the input of the softmax
};

// Checks the options. Throws Error(usage) if they are out of range or contradict each other.
void check(const DescentOptions& options);

}  // namespace awe
