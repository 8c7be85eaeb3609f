// Evaluation of link prediction: for every fold a graph without the edges to predict, features of pairs on it, and a
// machine whose settings are chosen on the training pairs alone.
#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "awe/evaluation.h"
#include "evaluation/node_set.h"
#include "links/pair_rows.h"

namespace awe {
namespace {

constexpr std::size_t kMostPairs = 1000;  // edges, and pairs without one, of a part

LinkFold run_fold(const links::LinkParts& parts, int fold, const EvaluationOptions& plan,
                  const links::PairOptions& making) {
  const links::Examples train = parts.train(fold, kMostPairs), test = parts.test(fold, kMostPairs);
  std::vector<links::Pair> pairs;
  std::vector<int> is_edge;
  for (const links::Examples* part : {&train, &test}) {
    pairs.insert(pairs.end(), part->edges.begin(), part->edges.end());
    pairs.insert(pairs.end(), part->others.begin(), part->others.end());
    is_edge.insert(is_edge.end(), part->edges.size(), 1);
    is_edge.insert(is_edge.end(), part->others.size(), 0);
  }
  const evaluation::MatrixSet set = links::pair_set(parts.without_examples(fold), pairs, is_edge, train.size(), making);
  Split split;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) (i < train.size() ? split.train : split.test).push_back(i);
  EvaluationOptions inner = plan;
  inner.splits = {as_one_fold(split, pairs.size())};
  inner.groups = {};
  inner.run.progress.report = {};
  const Evaluation found = evaluate_nested(set, inner);
  // Other methods need no training examples: they see their edges.
  const std::span tested = std::span<const links::Pair>(pairs).subspan(train.size());
  const links::PairScores others = links::pair_scores(parts.without_test(fold), tested);
  const std::span<const int> truth = std::span<const int>(is_edge).subspan(train.size());
  return {found.folds.front().recipe,
          found.roc_auc,
          roc_auc(others.common_neighbours, truth),
          roc_auc(others.adamic_adar, truth),
          roc_auc(others.degrees, truth),
          test.size()};
}

}  // namespace

LinkEvaluation evaluate_links(const Graph& graph, const EvaluationOptions& plan) {
  if (plan.repeats < 1) throw Error(ErrorKind::usage, "`repeats` must be at least 1");
  if (plan.gammas.empty() || plan.cs.empty()) throw Error(ErrorKind::usage, "an evaluation needs a gamma and a C");
  links::PairOptions making{plan.candidates, plan.walks, plan.self_loops, plan.run};
  making.run.progress.report = {};
  if (making.roles.empty()) making.roles = {evaluation::node_recipes(!graph.node_labels().empty()).back()};
  if (making.roles.size() > 1) throw Error(ErrorKind::usage, "the prediction of links takes one recipe for the ends");
  LinkEvaluation result;
  std::uint64_t done = 0;
  for (int repeat = 0; repeat < plan.repeats; ++repeat) {
    const FoldSeed seed{plan.run.seed, static_cast<std::uint32_t>(repeat)};
    const links::LinkParts parts(graph, plan.folds, seed);
    for (int fold = 0; fold < plan.folds; ++fold) {
      plan.run.progress.throw_if_stopped();
      result.folds.push_back(run_fold(parts, fold, plan, making));
      if (plan.run.progress.report) {
        plan.run.progress.report(++done, static_cast<std::uint64_t>(plan.repeats) * static_cast<unsigned>(plan.folds));
      }
    }
  }
  const auto of = [&](double LinkFold::*score) {
    std::vector<double> values;
    for (const LinkFold& fold : result.folds) values.push_back(fold.*score);
    return summarise_values(values, plan.folds, 1.0 / (plan.folds - 1));
  };
  result.auc = of(&LinkFold::auc);
  result.common_neighbours = of(&LinkFold::common_neighbours);
  result.adamic_adar = of(&LinkFold::adamic_adar);
  result.degrees = of(&LinkFold::degrees);
  return result;
}

}  // namespace awe
