// Fitting the machines that read any number of graphs, block by block: landmarks and linear. Recipe, gamma and C are
// chosen on a sample; all graphs are then read once more.
#pragma once

#include <functional>
#include <vector>

#include "awe/classifier.h"
#include "classifier/classifier_state.h"
#include "classifier/scan.h"

namespace awe::classifier {

// What the fits of all machines make; Classifier adds the rest of its state.
struct Fitted {
  Classifier::Summary summary;
  evaluation::ChannelOptions options;
  std::vector<std::string> ids;  // of stored graphs
  std::vector<Channel> channels;
  std::vector<double> medians;
  std::vector<KernelRecipe> recipes;
  std::size_t best_recipe = 0;
  std::vector<Voter> voters;
  std::optional<machines::Calibration> calibration;
  evaluation::LearntChannels learnt;
  std::vector<double> nodes;
  std::vector<kernels::SparseRows> tables;  // of stored graphs
  std::optional<machines::LinearModel> linear;
};

// What a streaming fit works on.
struct StreamTask {
  const OpenGraphs& open;
  const Scan& scan;
  const ClassifierOptions& options;
  std::vector<KernelRecipe> candidates;
  evaluation::ChannelOptions channels;
  std::vector<double> class_weights;  // by class; empty: 1
};

inline constexpr std::size_t kBlockGraphs = 256;  // graphs whose rows are made together
inline constexpr std::size_t kStreamFolds = 5;

// The fold of a graph whose scores are held out: by its content, not by its place.
[[nodiscard]] std::size_t fold_of(const Hash128& rank);

// Calls body(graphs, rows) for all graphs of the collection, kBlockGraphs at a time. Progress counts graphs.
void for_each_block(const StreamTask& task, const evaluation::LearntChannels& learnt,
                    const std::function<void(const std::vector<Graph>&, const evaluation::ChannelRows&)>& body);

// Accuracy of the best setting of each machine on held-out graphs of the sample.
[[nodiscard]] double landmark_accuracy(const StreamTask& task);
[[nodiscard]] double linear_accuracy(const StreamTask& task);

[[nodiscard]] Fitted fit_landmarks(const StreamTask& task);
[[nodiscard]] Fitted fit_linear(const StreamTask& task);

}  // namespace awe::classifier
