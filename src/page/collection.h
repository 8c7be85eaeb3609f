// Everything that the page of a collection shows, computed from its graphs: accuracy and predictions, maps, neighbours,
// separating walks, evidence, twins, the learning curve.
//
// Of more than `most_graphs` graphs a stratified sample is taken first, and everything is about the sample. Depends
// only on graphs and options, seed included, not on threads. Cost: an evaluation (awe/evaluation.h) of the recipe and
// of sizes, and about as much again.
#pragma once

#include <string>
#include <vector>

#include "awe/evaluation.h"
#include "evaluation/graph_set.h"
#include "explanation/class_explanation.h"
#include "isomorphism/isomorphism.h"
#include "page/evidence.h"
#include "page/graph_map.h"
#include "page/learning_curve.h"
#include "page/neighbours.h"
#include "page/packed_graph.h"

namespace awe::page {

struct CollectionReport {
  evaluation::GraphSet set;      // the graphs on the page
  std::uint64_t collection = 0;  // graphs before the sample
  Evaluation evaluation, sizes;
  double majority = 0;         // share of the largest class
  std::vector<int> predicted;  // by graph: its class as predicted in the fold that tests it
  std::string recipe;          // chosen by most folds; the maps, the neighbours and the curve are of it
  double gamma = 1;            // likewise
  std::vector<MapPoint> pca, tsne;
  Surroundings surroundings;
  std::vector<CurvePoint> curve;
  int curve_repeats = 0;
  explanation::ClassExplanation walks;
  CollectionEvidence evidence;
  isomorphism::IsomorphismClasses twins;
  isomorphism::TwinSummary twin_summary;
  std::vector<PackedGraph> drawings;
  NameTable node_labels, edge_labels;
};

// How graphs and walks are drawn: with these names of labels.
[[nodiscard]] DrawingOptions drawing_of(const ReportOptions& options);

[[nodiscard]] CollectionReport report_on(evaluation::GraphSet set, const ReportOptions& options);

}  // namespace awe::page
