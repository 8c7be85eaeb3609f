// Nodes or edges of graphs as the items of an evaluation: the rows of their features, with a class each from a table.
//
// The features of a node need no classes, and its graph is known as a whole when other nodes are predicted: rows, and
// the scales of `size`, are made once from all nodes. Items without a class are left out and counted. Cost: the rows of
// all nodes (awe/featurizer.h), eight bytes per entry.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "awe/featurizer.h"
#include "awe/recipe.h"
#include "awe/run_options.h"
#include "evaluation/matrix_set.h"
#include "inputs/classes.h"

namespace awe::evaluation {

struct NodeSetOptions {
  Level level = Level::node;                  // node or edge
  std::vector<KernelRecipe> candidates = {};  // recipes to choose from; empty: node_recipes()
  std::string classes_file;                   // table of ids, as `awe embed` writes them to x.rows.csv, and classes;
                                              // empty: the classes are not from a file
  std::string classes_column;                 // its column of classes; empty: found by its header
  // Whether an item may be one, by the name (or position) of its graph and its own id there; unset: all.
  std::function<bool(const std::string& graph, const std::string& id)> chosen = {};
  // As in MatrixSetOptions.
  inputs::TargetKind targets = inputs::TargetKind::classes;
  std::vector<std::string> target_names = {};
  std::uint64_t walks = 100'000;  // walks per item, where walks are sampled
  bool self_loops = false;        // graphs may have self-loops: the larger vocabulary
  RunOptions run = {};            // seed, threads, memory, progress
};

struct NodeSet {
  MatrixSet rows;                       // of the items that have a class, with the candidates as recipes on its columns
  std::vector<std::uint32_t> graph_of;  // of each row: the position of its graph
  std::uint64_t without_class = 0;      // items left out
};

// The recipes for nodes and edges: walks, the degrees around an item and its size, with and without walks that read
// degrees; if every graph has node labels, also walks with labels, alone and beside these. Choosing among more of them
// on a few hundred nodes costs more than it brings.
[[nodiscard]] std::vector<KernelRecipe> node_recipes(bool node_labels);

// With the classes of the file. Throws Error(usage) for a level other than node and edge, for classes that match no
// item, and if there are fewer than two classes; and whatever reading the table throws.
[[nodiscard]] NodeSet make_node_set(std::span<const Graph> graphs, const NodeSetOptions& options);
// With these classes; messages name the file.
[[nodiscard]] NodeSet make_node_set(std::span<const Graph> graphs, const inputs::ClassTable& classes,
                                    const NodeSetOptions& options);

}  // namespace awe::evaluation
