// Options of training, and what it reports. Which walks are words holds for every solver. The rest is how the paper's
// model is trained by gradient descent: a walk of a sentence is predicted from the walks around it and from the vector
// of its document (PV-DM: Q. Le, T. Mikolov, "Distributed Representations of Sentences and Documents", ICML 2014;
// S. Ivanov, E. Burnaev, "Anonymous Walk Embeddings", ICML 2018). Defaults are inside the paper's ranges.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "awe/enum_text.h"
#include "awe/run_options.h"

namespace awe {

// What the context's mean and the document's vector d become before the softmax.
enum class Join {
  concatenate,  // both, one after the other: the paper's choice
  sum           // their sum; both have the same dimensions
};
template <>
struct EnumText<Join> {
  static constexpr std::string_view kWhat = "join";
  static constexpr EnumNames<Join, 2> kNames = {{{Join::concatenate, "concatenate"}, {Join::sum, "sum"}}};
};

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

// Where candidates (words that are not the target) are drawn from.
enum class CandidateKind {
  uniform,
  log_uniform,  // word k, from 0 in descending order of frequency, with log((k + 2) / (k + 1)) / log(words + 1)
  measured      // by the frequency of the walks, to the power of candidate_power
};
template <>
struct EnumText<CandidateKind> {
  static constexpr std::string_view kWhat = "candidate distribution";
  static constexpr EnumNames<CandidateKind, 3> kNames = {{{CandidateKind::uniform, "uniform"},
                                                          {CandidateKind::log_uniform, "log-uniform"},
                                                          {CandidateKind::measured, "measured"}}};
};

enum class OptimiserKind { sgd, adagrad, adam };
template <>
struct EnumText<OptimiserKind> {
  static constexpr std::string_view kWhat = "optimiser";
  static constexpr EnumNames<OptimiserKind, 3> kNames = {
      {{OptimiserKind::sgd, "sgd"}, {OptimiserKind::adagrad, "adagrad"}, {OptimiserKind::adam, "adam"}}};
};

struct DescentOptions {
  std::uint32_t window = 4;  // context walks in all, half of them on each side; 0: d alone
  std::size_t walk_dimensions = 128, document_dimensions = 128;
  Join join = Join::concatenate;
  double walk_scale = 0.1, document_scale = 0.01;  // both begin uniform in +- this; large d never finds its way

  ObjectiveKind objective = ObjectiveKind::sampled_softmax;
  CandidateKind candidates = CandidateKind::log_uniform;
  double candidate_power = 1;         // of measured frequencies; word2vec takes 0.75
  std::uint32_t num_candidates = 64;  // drawn anew for every batch, which shares them

  OptimiserKind optimiser = OptimiserKind::adagrad;
  std::optional<double> rate = {};  // unset: 0.05 for Adagrad, 0.002 for Adam, 1 for SGD
  double final_rate = 0.1;          // of the last step, as a share of the first one's; linear between
  double penalty = 0;               // lambda: lambda |row|^2 is added for every parameter row that a batch touches
  std::uint32_t batch = 1024;       // targets, as whole sentences: at least one
  std::uint32_t epochs = 10;
  double held_out = 0.02;         // share of sentences that are only measured on; 0: none
  std::uint32_t patience = 0;     // epochs without a lower held-out loss before it stops; 0: never
  double min_improvement = 1e-4;  // that counts as lower

  // Checkpoints go to this file, if it has a name; at ends of batches.
  std::string checkpoint = {};
  double checkpoint_seconds = 600;     // between two
  std::uint64_t checkpoint_steps = 0;  // between two; 0: by time alone

  RunOptions run = {};

  [[nodiscard]] double first_rate() const noexcept;
  // Of what stands before the softmax.
  [[nodiscard]] std::size_t hidden_dimensions() const noexcept;
};

// Throws Error(usage) for options that make no sense.
void check(const DescentOptions& options);

}  // namespace awe
