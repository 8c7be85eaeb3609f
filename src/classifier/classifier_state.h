// The state of a classifier, shared by fitting, predicting and the file format.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "awe/classifier.h"
#include "evaluation/channels.h"
#include "machines/calibration.h"
#include "machines/linear.h"
#include "machines/ridge.h"
#include "stored_rows/stored_rows.h"
#include "svm/platt.h"

namespace awe {

namespace classifier {

// One kernel machine of the vote: an SVM, or a ridge (of all training graphs, or of landmarks; an SVM for numbers has
// the same form). Its items are the graphs whose rows the model holds. An SVM has sigmoids only if
// ClassifierOptions::probabilities was set.
struct Voter {
  std::size_t recipe = 0;
  double gamma = 0;
  svm::ProbabilitySvm svm;
  machines::RidgeModel ridge;  // without items: an SVM
  [[nodiscard]] bool is_ridge() const noexcept { return !ridge.items.empty(); }
};

// The items that at least one voter uses, ascending.
[[nodiscard]] std::vector<std::uint32_t> used_items(const std::vector<Voter>& voters);
// Renumbers the items of all voters: item used[k] becomes k.
void renumber(std::vector<Voter>& voters, const std::vector<std::uint32_t>& used);

// The graphs with names, which the ids of their nodes and edges begin with; `first` is the position of the first.
[[nodiscard]] std::vector<Graph> named(std::span<const Graph> graphs, std::uint64_t first);
// Removes the name of the only graph, and the slash after it, from ids.
void drop_name(std::vector<std::string>& ids, std::string_view name);

// The rows that the model holds, and how recipes add up their distances.
struct Neighbours {
  stored_rows::StoredRows rows;
  struct Term {
    std::size_t group = 0;
    double factor = 0;
  };
  std::vector<std::vector<Term>> terms;  // by recipe: D / sum of weights is the sum of factor * distance of the group
};

// Channels of one block whose weights are in the same proportion in all recipes form a group.
[[nodiscard]] Neighbours neighbours_of(std::vector<kernels::SparseRows> tables,
                                       const evaluation::LearntChannels& learnt, const std::vector<Channel>& channels,
                                       const std::vector<double>& medians, const std::vector<KernelRecipe>& recipes);

}  // namespace classifier

struct Classifier::State {
  Summary summary;
  evaluation::ChannelOptions options;
  std::vector<std::string> class_names, training_ids;  // training_ids: of the graphs whose rows are stored
  std::vector<Channel> channels;                       // of all recipes, without duplicates
  std::vector<double> medians;                         // one per channel
  std::vector<KernelRecipe> recipes;
  std::size_t best_recipe = 0;
  std::vector<classifier::Voter> voters;  // voters with the same recipe and gamma are adjacent
  std::optional<machines::Calibration> calibration;
  evaluation::LearntChannels learnt;
  std::vector<double> nodes;  // of the stored graphs: number of nodes
  classifier::Neighbours stored;
  // The linear machine, which has no voters: on the rows of the only recipe, an explicit one
  // (evaluation/linear_rows.h).
  std::optional<machines::LinearModel> linear = {};
  // Of a MultilabelClassifier: its columns, whose classes follow one another in class_names, and their calibrations.
  std::vector<ClassColumn> columns = {};
  std::vector<machines::Calibration> column_calibrations = {};
};

}  // namespace awe
