// The output of `awe evaluate`: a table for people or one line of JSON.
#pragma once

#include <optional>
#include <string>

#include "awe/enum_text.h"
#include "awe/evaluation.h"
#include "evaluation/paper_protocol.h"
#include "folds/item_labels.h"
#include "isomorphism/isomorphism.h"
#include "timing.h"

namespace awe::cli {

// Nested cross-validation; a held-out test part; the paper's protocol; that of the code which the authors published.
enum class Protocol { nested, holdout, paper, authors };
// What is predicted: classes, numbers, classes in several columns, or the edges of a graph.
enum class Target { classes, regression, multilabel, links };
// How isomorphic graphs (identical rows) are treated: kept, all but the first dropped, or put into the same fold.
enum class Twins { keep, drop, group };

}  // namespace awe::cli

template <>
struct awe::EnumText<awe::cli::Protocol> {
  static constexpr std::string_view kWhat = "protocol";
  static constexpr EnumNames<cli::Protocol, 4> kNames = {{{cli::Protocol::nested, "nested"},
                                                          {cli::Protocol::holdout, "holdout"},
                                                          {cli::Protocol::paper, "paper"},
                                                          {cli::Protocol::authors, "authors"}}};
};
template <>
struct awe::EnumText<awe::cli::Target> {
  static constexpr std::string_view kWhat = "target";
  static constexpr EnumNames<cli::Target, 4> kNames = {{{cli::Target::classes, "classes"},
                                                        {cli::Target::regression, "regression"},
                                                        {cli::Target::multilabel, "multilabel"},
                                                        {cli::Target::links, "links"}}};
};
template <>
struct awe::EnumText<awe::cli::Twins> {
  static constexpr std::string_view kWhat = "treatment of twins";
  static constexpr EnumNames<cli::Twins, 3> kNames = {
      {{cli::Twins::keep, "keep"}, {cli::Twins::drop, "drop"}, {cli::Twins::group, "group"}}};
};

namespace awe::cli {

// Whether every kernel of the paper gets a line of its own.
[[nodiscard]] inline bool by_kernels(Protocol protocol) {
  return protocol == Protocol::paper || protocol == Protocol::authors;
}

// What was evaluated, and how.
struct EvaluateSubject {
  folds::ItemClasses items;
  bool graphs = true;               // else rows of a matrix, nodes or edges
  std::string_view item = "graph";  // what an item is called
  Protocol protocol = Protocol::nested;
  Twins twins = Twins::keep;
  std::uint64_t seed = 1;
  bool json = false;
  bool transductive = false;  // whatever is learnt from graphs was learnt from all of them
};

struct EvaluateOutcome {
  Evaluation main;
  std::optional<ScoreSummary> sizes;  // the same protocol on sizes alone; unset for a matrix
  isomorphism::TwinSummary twins;
  std::string seen;  // what graphs were compared by to find twins; not used for a matrix
  double majority = 0;
};

// For the nested and holdout protocols.
void report(const EvaluateSubject& subject, const EvaluateOutcome& outcome, const PhaseSeconds& seconds);
// For numbers; `sizes` is the same protocol on sizes alone.
void report(const EvaluateSubject& subject, const RegressionEvaluation& found,
            const std::optional<RegressionEvaluation>& sizes, const isomorphism::TwinSummary& twins,
            const PhaseSeconds& seconds);
// For classes in several columns.
void report(const EvaluateSubject& subject, const MultilabelEvaluation& found,
            const std::optional<MultilabelEvaluation>& sizes, const isomorphism::TwinSummary& twins,
            const PhaseSeconds& seconds);
// Says which of several columns of classes are unknown for some items.
void note_unknown(const folds::ItemLabels& labels);
// For the edges of a graph.
void report(const EvaluateSubject& subject, const Graph& graph, const LinkEvaluation& found,
            const PhaseSeconds& seconds);
// For the protocols of the paper and of its authors: one line per kernel.
void report(const EvaluateSubject& subject, const evaluation::PaperOptions& plan,
            const evaluation::PaperEvaluation& found, const PhaseSeconds& seconds);

}  // namespace awe::cli
