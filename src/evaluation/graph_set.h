// A collection of graphs with classes (in one column or several) or with numbers for a regression, held whole: what
// evaluation and training work on. Graphs without either are left out and counted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "awe/graph_source.h"
#include "awe/recipe.h"
#include "awe/run_options.h"
#include "folds/item_classes.h"
#include "folds/item_labels.h"
#include "folds/item_numbers.h"

namespace awe::evaluation {

struct GraphSet {
  std::vector<Graph> graphs;
  std::vector<std::string> ids;          // names of the graphs, or their positions
  std::vector<int> classes;              // index into class_names
  std::vector<std::string> class_names;  // sorted: by value if all are integers, else by bytes
  folds::ItemNumbers numbers = {};       // of a regression; its classes are strata, for splits alone
  folds::ItemLabels labels = {};         // classes in several columns; its classes are strata, for splits alone
  std::uint64_t without_class = 0;       // graphs left out

  [[nodiscard]] std::size_t size() const noexcept { return graphs.size(); }
  [[nodiscard]] folds::ItemClasses items() const noexcept { return {ids, classes, class_names}; }
  [[nodiscard]] DataTraits traits() const;
};

// The traits of a collection, graph by graph. Labels and attributes count if every graph that has nodes (or edges) has
// them.
class TraitsOfGraphs {
 public:
  void add(const Graph& graph);
  [[nodiscard]] DataTraits traits() const;

 private:
  bool node_labels_ = true, edge_labels_ = true, attributes_ = true;
  double graphs_ = 0, nodes_ = 0, arcs_ = 0, egos_ = 0;
  double few_neighbours_ = 0;  // nodes with as many neighbours as an atom has bonds
};

// Read the source to its end. Throw Error(usage) if no graph has a class, if there are fewer than two classes, and for
// texts that are not numbers. `names` are those of the numbers; empty: target, or target 1, target 2, ...
[[nodiscard]] GraphSet read_graph_set(GraphSource& source);
[[nodiscard]] GraphSet read_number_set(GraphSource& source, std::vector<std::string> names = {});
// `names` are those of the columns; empty: label 1, label 2, ...
[[nodiscard]] GraphSet read_label_set(GraphSource& source, std::vector<std::string> names = {});
// Says how many items were left out, if any were.
void tell_left_out(std::uint64_t left_out, std::uint64_t kept, std::string_view what, const Progress& progress);

}  // namespace awe::evaluation
