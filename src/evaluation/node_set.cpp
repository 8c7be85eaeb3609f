#include "evaluation/node_set.h"

#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"
#include "evaluation/channels.h"
#include "inputs/file_names.h"

namespace awe::evaluation {
namespace {

bool has_node_labels(std::span<const Graph> graphs) {
  return std::all_of(graphs.begin(), graphs.end(),
                     [](const Graph& graph) { return graph.num_nodes() == 0 || !graph.node_labels().empty(); });
}

// The features of all candidates in one specification, each block once.
FeatureSpec blocks_of(std::span<const KernelRecipe> candidates) {
  FeatureSpec features;
  for (const KernelRecipe& recipe : candidates) {
    for (const Channel& channel : recipe.channels) {
      if (channel.dimensions > 0) {
        throw Error(ErrorKind::usage,
                    "recipe " + recipe.name + " has a data-driven model, which nodes and edges do not have here");
      }
      const FeatureBlock& block = channel.features.front();
      if (std::find(features.begin(), features.end(), block) == features.end()) features.push_back(block);
    }
  }
  return features;
}

// The candidates with columns of the matrix instead of features.
std::vector<KernelRecipe> on_columns(std::vector<KernelRecipe> candidates, const FeatureSpec& features,
                                     std::span<const ColumnBlock> blocks) {
  for (KernelRecipe& recipe : candidates) {
    for (Channel& channel : recipe.channels) {
      const auto found = std::find(features.begin(), features.end(), channel.features.front());
      const ColumnBlock& block = blocks[static_cast<std::size_t>(found - features.begin())];
      channel.columns = {block.first, block.last};
      channel.features = {};
    }
  }
  return candidates;
}

std::uint64_t items_of(const Graph& graph, Level level) {
  return level == Level::node ? graph.num_nodes() : graph.num_edges();
}

// The position of the graph of every row.
std::vector<std::uint32_t> graphs_of_rows(std::span<const Graph> graphs, Level level) {
  std::vector<std::uint32_t> graph_of;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    graph_of.insert(graph_of.end(), items_of(graphs[g], level), static_cast<std::uint32_t>(g));
  }
  return graph_of;
}

std::string what(Level level) { return level == Level::node ? "node" : "edge"; }

// The id of an item within its graph.
std::string own_id(const std::string& id, const std::string& graph, bool plain) {
  return plain ? id : id.substr(graph.size() + 1);
}

[[noreturn]] void refuse_classes(const NodeSetOptions& options, const FeatureMatrix& matrix,
                                 const inputs::ClassTable& table) {
  std::vector<std::string> rows, ids;
  for (const MatrixRow& row : matrix.rows) rows.push_back(row.id);
  for (const auto& [id, class_name] : table) ids.push_back(id);
  std::sort(ids.begin(), ids.end());
  if (ids.empty()) throw Error(ErrorKind::usage, "no " + what(options.level) + " has a class");
  const bool from_file = !options.classes_file.empty();
  throw Error(ErrorKind::usage, (from_file ? options.classes_file + ": " : "") + "no " + what(options.level) +
                                    " has an id of " + (from_file ? "this file, which has " : "the classes: ") +
                                    inputs::a_few(ids, ids.size()) + "; the graphs have " +
                                    inputs::a_few(rows, rows.size()));
}

void check_level(Level level) {
  if (level == Level::node || level == Level::edge) return;
  throw Error(ErrorKind::usage, "`level` must be node or edge for items that are not graphs");
}

}  // namespace

std::vector<KernelRecipe> node_recipes(bool node_labels) {
  std::vector<std::string> recipes = {"3*aw:6 + walks(degree:log2):0..2 + 2*ldp + 2*size", "3*aw:6 + 2*ldp + 2*size"};
  if (node_labels) recipes.insert(recipes.end(), {"walks(node):0..2", "3*walks(node):0..2 + 3*aw:6 + 2*ldp + 2*size"});
  std::vector<KernelRecipe> made;
  for (const std::string& features : recipes) {
    made.push_back(recipe_of_features(parse_features(features)));
    made.back().name = features;
  }
  return made;
}

NodeSet make_node_set(std::span<const Graph> graphs, const NodeSetOptions& options) {
  check_level(options.level);
  if (options.classes_file.empty()) {
    throw Error(ErrorKind::usage,
                "the " + what(options.level) + "s have no classes; name a file of classes in `classes_file`");
  }
  return make_node_set(graphs, inputs::read_classes(options.classes_file, options.classes_column, options.targets),
                       options);
}

NodeSet make_node_set(std::span<const Graph> graphs, const inputs::ClassTable& table, const NodeSetOptions& options) {
  check_level(options.level);
  const auto candidates = options.candidates.empty() ? node_recipes(has_node_labels(graphs)) : options.candidates;
  FeatureOptions features;
  features.features = blocks_of(candidates);
  features.level = options.level;
  features.self_loops = options.self_loops;
  features.walks = options.walks;
  features.plain_ids = graphs.size() == 1;
  features.run = options.run;
  const FeatureMatrix matrix = embed(graphs, features);
  const std::vector<std::uint32_t> graph_of = graphs_of_rows(graphs, options.level);

  std::vector<std::string> names;
  for (const Graph& graph : graphs) names.push_back(graph.name().empty() ? std::to_string(names.size()) : graph.name());
  NodeSet set;
  set.rows.rows = kernels::SparseRows(matrix.num_columns());
  std::vector<std::string> classes;
  for (std::size_t i = 0; i < matrix.num_rows(); ++i) {
    const MatrixRow& row = matrix.rows[i];
    if (options.chosen && !options.chosen(names[graph_of[i]], own_id(row.id, names[graph_of[i]], graphs.size() == 1))) {
      continue;
    }
    const auto found = table.find(row.id);
    if (found == table.end() || found->second.empty()) {
      ++set.without_class;
      continue;
    }
    set.rows.rows.append(row.values);
    set.rows.ids.push_back(row.id);
    set.graph_of.push_back(graph_of[i]);
    classes.push_back(found->second);
  }
  if (classes.empty()) refuse_classes(options, matrix, table);
  set_targets(set.rows, classes, options.targets, options.target_names, what(options.level) + "s");
  for (const ColumnBlock& block : matrix.blocks) set.rows.blocks.push_back({block.name, block.first, block.last});
  set.rows.recipes = on_columns(candidates, features.features, matrix.blocks);
  return set;
}

}  // namespace awe::evaluation
