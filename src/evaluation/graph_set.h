// A collection of graphs with classes, held whole: what evaluation and training work on.
#pragma once

#include <string>
#include <vector>

#include "awe/graph_source.h"
#include "awe/recipe.h"
#include "folds/item_classes.h"

namespace awe::evaluation {

struct GraphSet {
  std::vector<Graph> graphs;
  std::vector<std::string> ids;          // names of the graphs, or their positions
  std::vector<int> classes;              // index into class_names
  std::vector<std::string> class_names;  // sorted: by value if all are integers, else by bytes

  [[nodiscard]] std::size_t size() const noexcept { return graphs.size(); }
  [[nodiscard]] folds::ItemClasses items() const noexcept { return {ids, classes, class_names}; }
  // Labels and attributes count if every graph that has nodes (or edges) has them.
  [[nodiscard]] DataTraits traits() const;
};

// Reads the source to its end. Throws Error(usage) for a graph without a class, and if there are fewer than two
// classes.
[[nodiscard]] GraphSet read_graph_set(GraphSource& source);

}  // namespace awe::evaluation
