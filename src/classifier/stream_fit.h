// Fitting the machines that read any number of graphs, block by block: landmarks and linear. Recipe, gamma and C are
// chosen on a sample of a few thousand graphs; all graphs are then read once more. A fit can keep a checkpoint
// (classifier/fit_checkpoint.h).
#pragma once

#include <functional>
#include <vector>

#include "awe/classifier.h"
#include "classifier/classifier_state.h"
#include "classifier/fit_checkpoint.h"
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
  const FitCheckpoint& checkpoint;

  [[nodiscard]] double weight_of(std::size_t own) const { return class_weights.empty() ? 1 : class_weights[own]; }
  [[nodiscard]] Progress stop() const { return {{}, options.run.progress.stop_requested}; }
};

inline constexpr std::size_t kBlockGraphs = 256;    // graphs whose rows are made together
inline constexpr std::size_t kChoiceGraphs = 2000;  // of the sample, to choose recipes, gammas and penalties
inline constexpr std::size_t kStreamFolds = 5;

// The fold of a graph whose scores are held out: by its content, not by its place.
[[nodiscard]] std::size_t fold_of(const Hash128& rank);

// The first graphs of the sample.
[[nodiscard]] evaluation::GraphSet first_of(const evaluation::GraphSet& set, std::size_t count);

// Notes what the pass over all graphs will take, from the time that `work` takes for some graphs of the sample.
void tell_cost(const StreamTask& task, std::string_view machine,
               const std::function<void(const std::vector<Graph>&)>& work);

// Calls body(graphs, rows) for all graphs of the collection after the first `done`, kBlockGraphs at a time, and counts
// them in `done`. After a block a checkpoint may be written; the body either takes the whole block or throws before it
// changes anything. Progress counts graphs.
void for_each_block(const StreamTask& task, const evaluation::LearntChannels& learnt, std::uint64_t& done,
                    bytes::Checkpoints& checkpoints,
                    const std::function<void(const std::vector<Graph>&, const evaluation::ChannelRows&)>& body);

// A kernel of the landmark machine that votes: a candidate with a gamma. The first one is the best.
struct ChosenKernel {
  std::size_t candidate = 0;
  double gamma = 0, inner_accuracy = 0;
};
[[nodiscard]] std::vector<ChosenKernel> choose_landmark_kernels(const StreamTask& task);
[[nodiscard]] Fitted fit_landmarks(const StreamTask& task, std::vector<ChosenKernel> chosen);

// The setting of the linear machine.
struct ChosenLinear {
  evaluation::LinearChoice choice;
  std::vector<double> medians;
};
[[nodiscard]] ChosenLinear choose_linear(const StreamTask& task);
[[nodiscard]] Fitted fit_linear(const StreamTask& task, ChosenLinear chosen);

}  // namespace awe::classifier
