// Recipes: named sums of distances between graphs that an SVM classifies by.
//
// A channel is one block of features, a kernel between its rows, and a weight; its squared distance
// d = k(x,x) + k(y,y) - 2 k(x,y) is divided by its median over training graphs. A recipe adds up its channels,
// D = sum of weight * d / median, and the SVM sees exp(-gamma D). docs/explanation/evaluation.md lists the recipes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "awe/feature_spec.h"
#include "awe/kernel.h"

namespace awe {

// Columns [first, last) of a ready matrix.
struct ColumnRange {
  std::uint64_t first = 0, last = 0;
  bool operator==(const ColumnRange&) const = default;
};

struct Channel {
  FeatureSpec features;  // of graphs: probabilities, one block; empty for columns of a ready matrix
  bool counts = false;   // times the number of nodes: expected counts
  BaseKernel kernel = BaseKernel::hellinger;
  double weight = 1;
  std::size_t dimensions =
      0;  // not 0: vectors of a data-driven model (awe/embedding_model.h) whose words the features are
  ColumnRange columns = {};  // of a ready matrix

  // What it computes depends on the graphs that it was learnt from (sizes, codebooks, data-driven models).
  [[nodiscard]] bool learnt() const;
  // Both look at the same block: features, data-driven model or columns.
  [[nodiscard]] bool same_block(const Channel& other) const;
  // The same but for the weight: one matrix of distances serves both.
  [[nodiscard]] bool same_distances(const Channel& other) const;
  bool operator==(const Channel&) const = default;
};

struct KernelRecipe {
  std::string name;
  std::vector<Channel> channels;

  // What gamma is divided by: so it counts in units of the mean of the channels' distances over their medians.
  [[nodiscard]] double total_weight() const noexcept;
};

// What a collection has, as far as recipes ask.
struct DataTraits {
  bool node_labels = false, edge_labels = false, attributes = false;
  bool large = false;  // a hundred nodes a graph or more: walks of many labels would be too many to tell apart
};

inline constexpr std::string_view kRecipeNames[] = {
    "auto", "structure", "degrees", "labels", "attributes", "size", "paper-fb", "data-driven", "data-driven-labels"};

// The candidates of a name; `auto` gives those that fit the data, and a selection on training graphs chooses. Throws
// Error(usage) for an unknown name, and for labels or attributes that the data does not have.
[[nodiscard]] std::vector<KernelRecipe> recipes_of_name(std::string_view name, const DataTraits& traits);
// One recipe from the text of features, every block by the Hellinger kernel (size and ldp: linear), with its weight.
[[nodiscard]] KernelRecipe recipe_of_features(const FeatureSpec& features);

}  // namespace awe
