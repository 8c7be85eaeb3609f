// Recipes: named sums of distances between graphs, from which an SVM classifies graphs.
//
// A channel is one block of features, a kernel between its rows, and a weight; its squared distance
// d = k(x,x) + k(y,y) - 2 k(x,y) is divided by its median over training graphs. A recipe is the sum of its channels,
// D = sum of weight * d / median, and the kernel of the SVM is exp(-gamma D), unless the recipe has another shape.
// docs/explanation/evaluation.md lists the recipes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "awe/enum_text.h"
#include "awe/feature_spec.h"
#include "awe/kernel.h"

namespace awe {

// A range of columns of a given matrix.
struct ColumnRange {
  std::uint64_t first = 0, last = 0;  // first column; one past the last column
  bool operator==(const ColumnRange&) const = default;
};

// One term of a recipe.
struct Channel {
  FeatureSpec features;                       // one block of features of graphs; empty: columns of a given matrix
  bool counts = false;                        // expected counts (probabilities times nodes) instead of probabilities
  BaseKernel kernel = BaseKernel::hellinger;  // kernel between rows
  double weight = 1;                          // factor of the distance
  // Dimensions of the vectors of a data-driven model (awe/embedding_model.h) whose words are the features; 0: the
  // features themselves.
  std::size_t dimensions = 0;
  ColumnRange columns = {};  // columns of a given matrix
  bool descent = false;      // that model is trained by gradient descent, with documents alone (PV-DBOW)

  // Whether its values depend on the graphs it was learnt from (sizes, codebooks, vocabularies, data-driven models).
  [[nodiscard]] bool learnt() const;
  // Whether both use the same block: features, data-driven model or columns.
  [[nodiscard]] bool same_block(const Channel& other) const;
  // Whether both are equal except for the weight, so that one matrix of distances serves both.
  [[nodiscard]] bool same_distances(const Channel& other) const;
  bool operator==(const Channel&) const = default;
};

// The kernel that an SVM gets from the distances D of a recipe.
enum class KernelShape {
  gaussian,   // exp(-gamma D)
  laplacian,  // exp(-gamma sqrt(D))
  linear      // -gamma D / 2: for an SVM, whose bias absorbs the rest, the sum of the kernels themselves
};
template <>
struct EnumText<KernelShape> {
  static constexpr std::string_view kWhat = "shape of a kernel";
  static constexpr EnumNames<KernelShape, 3> kNames = {
      {{KernelShape::gaussian, "gaussian"}, {KernelShape::laplacian, "laplacian"}, {KernelShape::linear, "linear"}}};
};

// A named sum of channels.
struct KernelRecipe {
  std::string name;                           // name of the recipe
  std::vector<Channel> channels;              // its terms
  KernelShape shape = KernelShape::gaussian;  // kernel of its distances
  std::vector<double> gammas = {}, cs = {};   // values of gamma and of C to choose from; empty: those of the options
  bool baseline = false;  // reads less than the other candidates; used only where all of them are worse
  // Name of a cheaper candidate that this one replaces where that one is ahead of all others but baselines; elsewhere
  // this one is not tried. Empty: it is tried.
  std::string replaces = {};

  // Sum of the weights. Gamma is divided by it, so that gamma refers to the weighted mean of the distances.
  [[nodiscard]] double total_weight() const noexcept;
};

// Properties of a collection on which recipes depend.
struct DataTraits {
  // Whether graphs have node labels; whether they have edge labels; whether they have attributes.
  bool node_labels = false, edge_labels = false, attributes = false;
  bool large = false;  // mean of at least 100 nodes per graph: there would be too many distinct labelled walks
  // Dense ego networks: at least half of the graphs have a node that is adjacent to all others, and nodes have a mean
  // degree of at least 4. Such graphs are unions of cliques.
  bool egos = false;
  // What molecules are like: there are node labels, and at most one node in a hundred has more than four neighbours.
  bool molecules = false;
};

// What classifies by the kernels of recipes (docs/explanation/evaluation.md).
enum class Machine {
  automatic,  // ridge or svm, by size and labels; for a classifier of over max_exact graphs landmarks or linear
  svm,        // support vector machine, one class against one: n^2 memory
  ridge,      // kernel ridge regression on one-hot classes: n^2 memory, n^3 time
  landmarks,  // ridge regression on the kernel values with some of the graphs: any number of graphs
  linear      // linear machine on the columns themselves, one class against the rest: any number of graphs
};
template <>
struct EnumText<Machine> {
  static constexpr std::string_view kWhat = "machine";
  static constexpr EnumNames<Machine, 5> kNames = {{{Machine::automatic, "auto"},
                                                    {Machine::svm, "svm"},
                                                    {Machine::ridge, "ridge"},
                                                    {Machine::landmarks, "landmarks"},
                                                    {Machine::linear, "linear"}}};
};

// The machine of an evaluation or a classifier, and the values to choose from that only some machines have.
struct MachineOptions {
  Machine kind = Machine::automatic;                    // machine
  std::vector<double> lambdas = {1e-3, 1e-2, 1e-1, 1};  // penalties of ridge and landmarks to choose from
  std::size_t landmarks = 2000;                         // most landmarks
  std::uint64_t max_exact = 10'000;  // up to this many graphs a classifier of machine automatic is exact
  // Of an SVM for numbers: errors that do not count, in standard deviations of the numbers, to choose from.
  std::vector<double> epsilons = {0.05, 0.2};
};

// The names of all recipes.
inline constexpr std::string_view kRecipeNames[] = {
    "auto",         "structure",          "degrees", "cliques", "labels",      "attributes", "size",      "paper-fb",
    "data-driven",  "data-driven-labels", "wl",      "wl-oa",   "wwl",         "sp",         "graphlets", "graphlets-7",
    "k-step-walks", "exponential-walks",  "fgsd",    "retgk",   "retgk-exact", "graph2vec",  "dgk"};

// The candidates of a name, among which training chooses; for `auto` all those that fit the data. Throws Error(usage)
// for an unknown name, and for labels or attributes that the data does not have.
[[nodiscard]] std::vector<KernelRecipe> recipes_of_name(std::string_view name, const DataTraits& traits);
// A recipe with one channel per block, with the weight of the block and the Hellinger kernel (linear for size, ldp,
// hubs and statistics).
[[nodiscard]] KernelRecipe recipe_of_features(const FeatureSpec& features);

}  // namespace awe
