// Fitting machines that predict numbers of graphs: the choice of settings by inner folds, the machines of the settings
// that are kept, and the rows of the graphs that they use. Cost: n^2 floats per channel.
#pragma once

#include "awe/classifier.h"
#include "classifier/classifier_access.h"
#include "evaluation/graph_set.h"
#include "evaluation/model_choice.h"

namespace awe::regression {

struct NumberFit {
  classifier::ClassifierAccess::State state;  // its class names are those of the numbers
  evaluation::ModelChoice choice;             // with held-out predictions, if these were asked for
};

// `numbers` has one row per graph of the set, whose classes are strata; NaN: unknown, for a ridge. Throws Error: usage
// for options that make no sense, limit if the matrices would take more than run.memory bytes.
[[nodiscard]] NumberFit fit_numbers(const evaluation::GraphSet& set, const folds::ItemNumbers& numbers,
                                    const ClassifierOptions& options, bool held_out);

}  // namespace awe::regression
