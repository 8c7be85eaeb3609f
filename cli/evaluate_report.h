// What `awe evaluate` prints, as a table for people or as one line of JSON.
#pragma once

#include <optional>
#include <string>

#include "awe/classify/evaluation.h"
#include "awe/classify/isomorphism.h"
#include "awe/classify/paper_protocol.h"

namespace awe::cli {

// What was evaluated, and how.
struct EvaluateSubject {
  ItemClasses items;
  bool graphs = true;  // else rows of a matrix
  std::string protocol;
  std::string twins;  // what was done with them
  std::uint64_t seed = 1;
  bool json = false;
  bool transductive = false;  // what was learnt from graphs was learnt from all of them
};

struct EvaluateOutcome {
  Evaluation main;
  std::optional<Evaluation> sizes;  // the same protocol on sizes alone; a matrix has none
  TwinSummary twins;
  double majority = 0, seconds = 0;
};

// Nested and holdout.
void report(const EvaluateSubject& subject, const EvaluateOutcome& outcome);
// The protocol of the paper: a line for each kernel.
void report(const EvaluateSubject& subject, const PaperPlan& plan, const PaperEvaluation& found, double seconds);

}  // namespace awe::cli
