// Several recipes on the same folds: one table of accuracies and paired differences.
#pragma once

#include <string>
#include <vector>

#include "awe/evaluation.h"
#include "evaluate_report.h"
#include "evaluation/graph_set.h"
#include "timing.h"

namespace awe::cli {

// The result of one recipe.
struct ComparedRecipe {
  std::string name;
  Evaluation found;
  double seconds = 0;
  double matrix_bytes = 0;  // held for its channels, and one more matrix
};

// Evaluates each recipe on plan.splits.
[[nodiscard]] std::vector<ComparedRecipe> compare_recipes(const evaluation::GraphSet& set,
                                                          const std::vector<std::string>& names,
                                                          EvaluationOptions plan);
// A table, or one line of JSON. Differences are to the last recipe.
void report(const EvaluateSubject& subject, const EvaluateOutcome& outcome, const std::vector<ComparedRecipe>& recipes,
            double test_to_train, const PhaseSeconds& seconds);

}  // namespace awe::cli
