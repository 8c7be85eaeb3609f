// What a classifier holds: between fitting, predicting and the file.
#pragma once

#include <string>
#include <vector>

#include "awe/classifier.h"
#include "evaluation/channels.h"
#include "svm/platt.h"

namespace awe {

// One SVM that votes. Its items are training graphs; it has no sigmoids without probabilities.
struct Voter {
  std::size_t recipe = 0;
  double gamma = 0;
  svm::ProbabilitySvm model;
};

struct Classifier::State {
  Summary summary;
  evaluation::ChannelOptions options;
  std::vector<std::string> class_names, training_ids;
  std::vector<Channel> channels;  // of all recipes, each once
  std::vector<double> medians;    // of the channels
  std::vector<KernelRecipe> recipes;
  std::size_t best_recipe = 0;
  std::vector<Voter> voters;  // those of the same recipe and gamma follow each other
  evaluation::LearntChannels learnt;
  evaluation::ChannelRows training;  // of the training graphs
};

// Training graphs that support some voter.
[[nodiscard]] std::uint64_t support_vectors(const std::vector<Voter>& voters);

}  // namespace awe
