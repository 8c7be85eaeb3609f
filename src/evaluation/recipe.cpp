#include "awe/recipe.h"

#include <initializer_list>
#include <utility>

#include "awe/error.h"

namespace awe {
namespace {

bool has_walks(const FeatureBlock& block) {
  return block.kind == FeatureBlock::Kind::walks || block.kind == FeatureBlock::Kind::colours ||
         block.kind == FeatureBlock::Kind::cliques;
}

Channel channel(std::string_view features, double weight = 1) {
  Channel made{parse_features(features), false, BaseKernel::hellinger, weight};
  if (!has_walks(made.features.front())) made.kernel = BaseKernel::linear;
  return made;
}

// Three views of labelled walks that work better together than alone: square roots of probabilities, and the histogram
// intersection of expected counts and of probabilities.
void add_three_views(KernelRecipe& recipe, std::string_view features, double weight = 1) {
  Channel view = channel(features, weight);
  recipe.channels.push_back(view);
  view.kernel = BaseKernel::intersection;
  recipe.channels.push_back(view);
  view.counts = true;
  recipe.channels.push_back(view);
}

KernelRecipe structure() {
  return {"structure", {channel("aw:1..8"), channel("ldp"), channel("hubs"), channel("size")}};
}

KernelRecipe degrees() {
  return {"degrees", {channel("walks(degree):0..2", 2), channel("aw:1..8"), channel("ldp"), channel("size")}};
}

// What cliques add to degrees. The number of nodes makes counts of the shares of tokens.
KernelRecipe cliques(const char* name, std::string_view tokens) {
  KernelRecipe recipe = degrees();
  recipe.name = name;
  add_three_views(recipe, tokens);
  return recipe;
}
std::vector<KernelRecipe> clique_recipes() {
  return {cliques("cliques", "cliques"), cliques("cliques-all", "cliques(all)")};
}

// Uniform walks see what is close together, non-backtracking ones what is along paths and rings, colours whole
// neighbourhoods; short walks are combined with the size, which separates the classes of some sets. Bonds of molecules
// are told apart by their rings, and so are the atoms of short walks. For large graphs every length is a separate
// channel, so that the few labels weigh as much as the many walks.
std::vector<KernelRecipe> label_recipes(const DataTraits& traits) {
  const std::string of_edges = traits.edge_labels ? ",edge" : "";
  const std::string rings = traits.molecules && !traits.large ? ",edge-ring" : "";
  const std::string walks = "walks(node" + of_edges + rings + ")";
  if (traits.large) {
    KernelRecipe lengths{"labels-lengths", {}};
    for (const char* length : {":0", ":1", ":2"}) add_three_views(lengths, walks + length);
    lengths.channels.push_back(channel("aw:2..4"));
    lengths.channels.push_back(channel("statistics"));
    lengths.channels.push_back(channel("statistics(node)"));
    return {lengths};
  }
  KernelRecipe both{"labels", {}}, near{"labels-short", {}}, onward{"labels-onward", {}};
  add_three_views(both, walks + ":0..5");
  add_three_views(both, walks + ":0..7[nb]");
  both.channels.push_back(channel("aw:3..6"));
  add_three_views(near, walks + ":0..3");
  add_three_views(near, "colours:1..2");
  near.channels.push_back(channel("aw:3..6"));
  near.channels.push_back(channel("size"));
  add_three_views(onward, walks + ":0..7[nb]");
  add_three_views(onward, "colours:1..4");
  if (!rings.empty()) {
    for (KernelRecipe* recipe : {&both, &near})
      add_three_views(*recipe, "walks(node" + of_edges + ",ring" + rings + "):0..2");
  }
  return {both, near, onward};
}

// What keeps `auto` from losing to its own baseline where labels tell nothing.
KernelRecipe without_labels(const DataTraits& traits) {
  KernelRecipe recipe{"structure-short",
                      {channel(traits.large ? "aw:2..4" : "aw:3..6"), channel("ldp"), channel("size")}};
  recipe.baseline = true;
  return recipe;
}
KernelRecipe sizes() {
  KernelRecipe recipe{"size", {channel("size")}};
  recipe.baseline = true;
  return recipe;
}

KernelRecipe attribute_recipe(const DataTraits& traits, const char* name,
                              std::initializer_list<const char*> numbers_of_clusters) {
  KernelRecipe recipe{name, {}};
  for (const char* clusters : numbers_of_clusters) {
    add_three_views(recipe,
                    std::string("walks(") + (traits.node_labels ? "node," : "") + "attribute:" + clusters + "):0..3");
  }
  if (traits.node_labels) add_three_views(recipe, traits.edge_labels ? "walks(node,edge):0..5" : "walks(node):0..5");
  recipe.channels.push_back(channel("aw:3..6"));
  return recipe;
}
KernelRecipe attributes(const DataTraits& traits) { return attribute_recipe(traits, "attributes", {"8", "32", "128"}); }
// What is learnt from attributes is learnt for every training part anew, so few clusters are tried first.
std::vector<KernelRecipe> attributes_step_by_step(const DataTraits& traits) {
  std::vector<KernelRecipe> recipes = {attribute_recipe(traits, "attributes-few", {"8"}), attributes(traits)};
  recipes.back().replaces = recipes.front().name;
  return recipes;
}

// One recipe per length: the paper chose the length from 2 .. 10.
std::vector<KernelRecipe> paper_recipes() {
  std::vector<KernelRecipe> recipes;
  for (int length = 2; length <= 10; ++length) {
    const std::string block = "aw:" + std::to_string(length);
    recipes.push_back({block, {channel(block)}});
    recipes.back().channels.front().kernel = BaseKernel::linear;
  }
  return recipes;
}

// Each candidate uses one model, or several side by side.
std::vector<KernelRecipe> data_driven(std::initializer_list<std::vector<std::string_view>> candidates) {
  constexpr std::size_t kDimensions = 64;
  std::vector<KernelRecipe> recipes;
  for (const auto& models : candidates) {
    KernelRecipe& recipe = recipes.emplace_back();
    recipe.name = "data-driven";
    for (const std::string_view words : models) {
      recipe.name.append(recipe.channels.empty() ? " " : " + ").append(words);
      recipe.channels.push_back({parse_features(words), false, BaseKernel::linear, 1, kDimensions});
    }
  }
  return recipes;
}

std::vector<KernelRecipe> data_driven_labels(const DataTraits& traits) {
  if (!traits.node_labels) return data_driven({{"walks(degree):0..2"}});
  if (traits.edge_labels) return data_driven({{"walks(node,edge):0..2"}, {"walks(node,edge):0..4"}});
  return data_driven({{"walks(node):0..2"}, {"walks(node):0..4"}});
}

// The kernels of others, as their authors use them: the plain kernel and the normalised one, of which the inner split
// chooses, with C from a wider range than that of the Gaussian kernels.
void add_plain(std::vector<KernelRecipe>& recipes, const std::string& features, BaseKernel kernel,
               const std::vector<double>& cs = {0.1, 1, 10, 100}) {
  const BaseKernel normalised = kernel == BaseKernel::intersection ? BaseKernel::overlap : BaseKernel::cosine;
  for (const BaseKernel one : {kernel, normalised}) {
    KernelRecipe& recipe = recipes.emplace_back();
    recipe.name = features + (one == kernel ? " plain" : " normalised");
    recipe.channels.push_back({parse_features(features), false, one, 1});
    recipe.shape = KernelShape::linear;
    recipe.gammas = {1};
    recipe.cs = cs;
  }
}

// Heights of the Weisfeiler-Lehman kernels; with the labels of edges too, if there are any.
std::vector<std::string> colour_blocks(const DataTraits& traits, std::string_view options) {
  std::vector<std::string> blocks;
  for (const std::string source : {"wl", "wl(wl:0,edge)"}) {
    if (source != "wl" && !traits.edge_labels) continue;
    for (const char* height : {"1", "3", "5", "7"}) blocks.push_back(source + ":0.." + height + std::string(options));
  }
  return blocks;
}

std::vector<KernelRecipe> colour_recipes(const DataTraits& traits, BaseKernel kernel) {
  std::vector<KernelRecipe> recipes;
  for (const std::string& block : colour_blocks(traits, "")) add_plain(recipes, block, kernel);
  return recipes;
}

// exp(-lambda D) of the Wasserstein distance D, which is half the mean L1 distance of the shares of colours.
std::vector<KernelRecipe> wasserstein_recipes(const DataTraits& traits) {
  std::vector<KernelRecipe> recipes;
  for (const std::string& block : colour_blocks(traits, "[probabilities]")) {
    recipes.push_back({block, {{parse_features(block), false, BaseKernel::intersection, 1}}});
    recipes.back().gammas = {0.03, 0.1, 0.3, 1, 3};
  }
  return recipes;
}

// Degrees stand in for labels where there are none, as in published evaluations of this kernel on social networks.
std::vector<KernelRecipe> distance_recipes(const DataTraits& traits) {
  std::vector<KernelRecipe> recipes;
  if (traits.node_labels) {
    add_plain(recipes, "distances(node)", BaseKernel::linear);
  } else {
    add_plain(recipes, "distances", BaseKernel::linear);
    add_plain(recipes, "distances(degree)", BaseKernel::linear);
  }
  return recipes;
}

std::vector<KernelRecipe> graphlet_recipes() {
  std::vector<KernelRecipe> recipes;
  for (const char* block : {"graphlets:3", "graphlets:4", "graphlets:3..4"}) {
    add_plain(recipes, block, BaseKernel::linear, {0.1, 1, 10});  // larger C: slow in so few dimensions
  }
  return recipes;
}

std::vector<KernelRecipe> sampled_graphlets() {
  std::vector<KernelRecipe> recipes;
  add_plain(recipes, "graphlets:7", BaseKernel::linear, {0.1, 1, 10});
  return recipes;
}

std::vector<KernelRecipe> walk_recipes(const DataTraits& traits) {
  std::vector<KernelRecipe> recipes;
  add_plain(recipes, "walk-counts:0..3", BaseKernel::linear, {0.1, 1, 10});
  if (traits.node_labels) {
    add_plain(recipes, traits.edge_labels ? "walk-counts(node,edge):0..3" : "walk-counts(node):0..3",
              BaseKernel::linear);
  }
  return recipes;
}

// Only the normalised kernel: the plain one passes the largest number already for graphs of a few hundred edges. Walks
// with labels are compared graph by graph, which takes too long for large graphs.
std::vector<KernelRecipe> exponential_recipes(const DataTraits& traits) {
  std::vector<std::string> blocks = {"exponential-walks"};
  if (traits.node_labels && !traits.large) {
    blocks.emplace_back(traits.edge_labels ? "exponential-walks(node,edge)" : "exponential-walks(node)");
  }
  std::vector<KernelRecipe> recipes;
  for (const std::string& block : blocks) {
    KernelRecipe& recipe = recipes.emplace_back();
    recipe = {block, {{parse_features(block), false, BaseKernel::linear, 1}}};
    recipe.shape = KernelShape::linear;
    recipe.gammas = {1};
    recipe.cs = {0.1, 1, 10, 100};
  }
  return recipes;
}

std::vector<KernelRecipe> resistance_recipes() {
  std::vector<KernelRecipe> recipes;
  for (const char* block : {"resistances", "resistances[counts]"}) {
    recipes.push_back({block, {{parse_features(block), false, BaseKernel::linear, 1}}});
  }
  return recipes;
}

// exp(-gamma MMD), where the squared distance of the means of features is MMD^2.
std::vector<KernelRecipe> return_recipes(const DataTraits& traits, const std::string& kind) {
  const std::string block = kind + (traits.node_labels ? "(node)" : "");
  KernelRecipe recipe{block, {{parse_features(block), false, BaseKernel::linear, 1}}};
  recipe.shape = KernelShape::laplacian;
  recipe.cs = {1, 10, 100, 1000};
  return {recipe};
}

// graph2vec: vectors of documents whose words are the colours of nodes after 0 .. h rounds.
std::vector<KernelRecipe> document_recipes(const DataTraits& traits) {
  std::vector<KernelRecipe> recipes;
  for (const char* words : {"colours:0..2", "colours:0..3"}) {
    if (traits.large && !recipes.empty()) break;
    KernelRecipe& recipe = recipes.emplace_back();
    recipe = {std::string("graph2vec ") + words, {{parse_features(words), false, BaseKernel::linear, 1, 128}}};
    recipe.channels.front().descent = true;
  }
  return recipes;
}

// The deep graphlet kernel P V V' P', with vectors V of graphlets that are trained as words.
std::vector<KernelRecipe> deep_graphlet_recipes(const DataTraits& traits) {
  std::vector<KernelRecipe> recipes;
  for (const std::size_t dimensions : {std::size_t{10}, std::size_t{50}}) {
    if (traits.large && !recipes.empty()) break;
    for (const BaseKernel kernel : {BaseKernel::linear, BaseKernel::cosine}) {
      KernelRecipe& recipe = recipes.emplace_back();
      recipe = {"dgk " + std::to_string(dimensions) + (kernel == BaseKernel::linear ? " plain" : " normalised"),
                {{parse_features("graphlets:7"), false, kernel, 1, dimensions}}};
      recipe.shape = KernelShape::linear;
      recipe.gammas = {1};
      recipe.cs = {0.1, 1, 10};
    }
  }
  return recipes;
}

}  // namespace

bool Channel::learnt() const {
  if (features.empty()) return false;
  const FeatureBlock& block = features.front();
  return dimensions > 0 || block.kind == FeatureBlock::Kind::size || block.kind == FeatureBlock::Kind::return_kernel ||
         block.labels.clusters > 0 || block.min_graphs || block.max_columns;
}

bool Channel::same_block(const Channel& other) const {
  return features == other.features && dimensions == other.dimensions && columns == other.columns &&
         descent == other.descent;
}

bool Channel::same_distances(const Channel& other) const {
  return same_block(other) && counts == other.counts && kernel == other.kernel;
}

double KernelRecipe::total_weight() const noexcept {
  double sum = 0;
  for (const Channel& channel : channels) sum += channel.weight;
  return sum;
}

std::vector<KernelRecipe> recipes_of_name(std::string_view name, const DataTraits& traits) {
  if (name == "structure") return {structure()};
  if (name == "degrees") return {degrees()};
  if (name == "cliques") return clique_recipes();
  if (name == "size") return {sizes()};
  if (name == "paper-fb") return paper_recipes();
  if (name == "wl") return colour_recipes(traits, BaseKernel::linear);
  if (name == "wl-oa") return colour_recipes(traits, BaseKernel::intersection);
  if (name == "wwl") return wasserstein_recipes(traits);
  if (name == "sp") return distance_recipes(traits);
  if (name == "graphlets") return graphlet_recipes();
  if (name == "graphlets-7") return sampled_graphlets();
  if (name == "k-step-walks") return walk_recipes(traits);
  if (name == "exponential-walks") return exponential_recipes(traits);
  if (name == "fgsd") return resistance_recipes();
  if (name == "retgk") return return_recipes(traits, "returns");
  if (name == "retgk-exact") return return_recipes(traits, "return-kernel");
  if (name == "graph2vec") return document_recipes(traits);
  if (name == "dgk") return deep_graphlet_recipes(traits);
  if (name == "labels") {
    if (!traits.node_labels) throw Error(ErrorKind::usage, "`recipe` labels: the graphs have no node labels");
    return label_recipes(traits);
  }
  if (name == "attributes") {
    if (!traits.attributes) throw Error(ErrorKind::usage, "`recipe` attributes: the graphs have no node attributes");
    return {attributes(traits)};
  }
  if (name == "data-driven") return traits.large ? data_driven({{"aw:7"}, {"aw:9"}}) : data_driven({{"aw:4", "aw:9"}});
  if (name == "data-driven-labels") return data_driven_labels(traits);
  if (name != "auto") throw Error(ErrorKind::usage, "`recipe` " + std::string(name) + ": no such recipe");
  std::vector<KernelRecipe> found;
  if (traits.node_labels) {
    found = label_recipes(traits);
    found.push_back(without_labels(traits));
  } else {
    found.push_back(structure());
    if (!traits.large) found.push_back(degrees());
    if (traits.egos) {
      for (KernelRecipe& recipe : clique_recipes()) found.push_back(std::move(recipe));
    }
  }
  if (traits.attributes) {
    for (KernelRecipe& recipe : attributes_step_by_step(traits)) found.push_back(std::move(recipe));
  }
  found.push_back(sizes());
  return found;
}

KernelRecipe recipe_of_features(const FeatureSpec& features) {
  KernelRecipe recipe{"features", {}};
  for (FeatureBlock block : features) {
    const bool signs = block.of_fourier_features() || block.compares_graphs();  // negative values
    const bool hellinger = has_walks(block) || (block.of_map() && !signs);
    Channel made{
        {}, block.counts && !block.of_map(), hellinger ? BaseKernel::hellinger : BaseKernel::linear, block.weight};
    block.weight = 1;
    if (!block.of_map()) block.counts = false;  // what a map counts are not nodes
    made.features.push_back(block);
    recipe.channels.push_back(made);
  }
  return recipe;
}

}  // namespace awe
