// Accuracy against the number of training graphs, for one recipe.
//
// A fifth of the graphs is held out; the others, and stratified parts of them, are trained on, each with gamma and C
// chosen on the part alone by inner folds. Repeated with other parts. Cost: a choice of settings for each point.
#pragma once

#include <vector>

#include "awe/evaluation.h"
#include "evaluation/channel_distances.h"
#include "evaluation/graph_set.h"

namespace awe::page {

struct CurvePoint {
  std::size_t training = 0;   // graphs
  MeanAndDeviation accuracy;  // over the repeats
};

struct CurveOptions {
  int repeats = 5;
  std::vector<double> shares = {0.05, 0.1, 0.2, 0.4, 0.7, 1};  // of the graphs that are not held out
};

// `distances` must have the channels of the recipe. Progress counts points.
[[nodiscard]] std::vector<CurvePoint> learning_curve(const evaluation::GraphSet& set, const KernelRecipe& recipe,
                                                     evaluation::ChannelDistances& distances,
                                                     const EvaluationOptions& plan, const CurveOptions& options);

}  // namespace awe::page
