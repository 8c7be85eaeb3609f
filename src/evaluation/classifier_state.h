// The state of a classifier, shared by fitting, predicting and the file format.
#pragma once

#include <string>
#include <vector>

#include "awe/classifier.h"
#include "evaluation/channels.h"
#include "svm/platt.h"

namespace awe {

namespace evaluation {

// One SVM of the vote. Its items are training graphs; it has sigmoids only if probabilities were requested.
struct Voter {
  std::size_t recipe = 0;
  double gamma = 0;
  svm::ProbabilitySvm model;
};

// Number of training graphs that support at least one voter.
[[nodiscard]] std::uint64_t support_vectors(const std::vector<Voter>& voters);

}  // namespace evaluation

struct Classifier::State {
  Summary summary;
  evaluation::ChannelOptions options;
  std::vector<std::string> class_names, training_ids;
  std::vector<Channel> channels;  // of all recipes, without duplicates
  std::vector<double> medians;    // one per channel
  std::vector<KernelRecipe> recipes;
  std::size_t best_recipe = 0;
  std::vector<evaluation::Voter> voters;  // voters with the same recipe and gamma are adjacent
  evaluation::LearntChannels learnt;
  evaluation::ChannelRows training;  // rows of the training graphs
};

}  // namespace awe
