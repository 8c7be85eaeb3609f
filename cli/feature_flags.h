// The flags of every verb that turns graphs into features, the options they produce, and what is learnt from the input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "awe/featurizer.h"
#include "features/fitted_features.h"
#include "input_flags.h"
#include "verb.h"

namespace awe::cli {

struct FeatureFlags {
  std::string features;
  std::string length = "7";
  WalkKind walk = WalkKind::uniform;
  std::string vocabulary;
  std::optional<int> hash_bits;
  std::uint64_t min_graphs = 1;
  std::optional<std::uint64_t> max_columns;
  Level level = Level::graph;
  std::string nodes_file;
  Method method = Method::automatic;
  std::optional<std::uint64_t> walks;
  double epsilon = 0.1, delta = 0.05, budget = 1e9;
  Scaling scaling = Scaling::none;
  bool normalise = false;
  DeadEnds dead_ends = DeadEnds::automatic;

  void declare(CLI::App& verb);
  [[nodiscard]] FeatureOptions plan(const InputFlags& input, const RunFlags& run) const;
  // Says so on standard error if much of the probability is in walks that stopped at dead ends.
  void note_stopped(const FeatureTotals& totals, DeadEnds rule) const;
  // What the columns depend on: from --vocabulary, or learnt from the input; empty if they depend on nothing.
  [[nodiscard]] std::optional<features::FittedFeatures> fit(FeatureOptions& plan, const InputFlags& input) const;
};

}  // namespace awe::cli
