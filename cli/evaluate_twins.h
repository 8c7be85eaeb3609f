// Isomorphic graphs as an evaluation counts them: by what its features see. Graphs that differ only in labels are twins
// for features that read no labels, and nothing can tell them apart.
#pragma once

#include <span>
#include <string>

#include "awe/recipe.h"
#include "evaluation/graph_set.h"
#include "isomorphism/isomorphism.h"

namespace awe::cli {

// What the features of an evaluation read of a graph besides its adjacency.
struct SeenParts {
  bool node_labels = false, edge_labels = false, attributes = false, weights = false;

  // "structure, node labels": for reports.
  [[nodiscard]] std::string text() const;
};

// What any channel of the recipes reads; labels, attributes and weights count only if the graphs have them.
[[nodiscard]] SeenParts seen_by(std::span<const KernelRecipe> recipes, const evaluation::GraphSet& set);

// Classes of graphs that are the same up to the numbering of nodes, compared by these parts. Progress counts graphs.
[[nodiscard]] isomorphism::IsomorphismClasses twins_as_seen(const evaluation::GraphSet& set, const SeenParts& seen,
                                                            const Progress& progress, int threads);

}  // namespace awe::cli
