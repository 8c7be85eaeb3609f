#include "page/evidence.h"

#include <algorithm>

#include "awe/classifier.h"
#include "awe/folds.h"
#include "base/parallel.h"
#include "explanation/class_explanation.h"
#include "explanation/model_explanation_files.h"

namespace awe::page {
namespace {

constexpr std::size_t kMostWalks = 6;
constexpr std::size_t kManyGraphs = 400;  // of which fewer folds are made

evaluation::GraphSet part_of(const evaluation::GraphSet& set, const std::vector<std::uint32_t>& items) {
  evaluation::GraphSet part;
  part.class_names = set.class_names;
  for (const std::uint32_t item : items) {
    part.graphs.push_back(set.graphs[item]);
    part.ids.push_back(set.ids[item]);
    part.classes.push_back(set.classes[item]);
  }
  return part;
}

// Fewer steps for each of many graphs.
explanation::ModelExplanationOptions effort(std::size_t graphs, const RunOptions& run) {
  explanation::ModelExplanationOptions made;
  made.random_deletions = 0;
  made.removals = false;
  made.near = false;
  made.walks = kMostWalks;
  made.search_steps = std::clamp<std::uint64_t>(60'000'000 / graphs, 20'000, 2'000'000);
  made.drawn_walks = std::clamp<std::uint64_t>(20'000'000 / graphs, 10'000, 50'000);
  made.run.seed = run.seed;
  made.run.threads = 1;
  made.run.progress = {{}, run.progress.stop_requested};
  return made;
}

GraphEvidence evidence_for(const explanation::ModelExplanation& made, const DrawingOptions& names) {
  GraphEvidence found;
  found.decided = made.predicted;
  found.other = made.other;
  found.decision = made.decision.value;
  found.bias = made.decision.bias;
  found.elsewhere = made.elsewhere;
  found.exact = made.exact;
  found.nodes = made.nodes;
  for (const explanation::NamedTerm& term : made.terms) {
    found.walks.push_back({explanation::readable_column(term.text, names), term.contribution});
  }
  return found;
}

}  // namespace

CollectionEvidence evidence_of(const evaluation::GraphSet& set, const DrawingOptions& names, const RunOptions& run) {
  CollectionEvidence made;
  const FeatureSpec features = explanation::default_features(set.traits());
  made.features = to_string(features);
  made.graphs.resize(set.size());
  made.folds = set.size() > kManyGraphs ? 4 : 10;
  const FoldItems items{set.ids, set.classes, {}};
  const FoldAssignment folds =
      stratified_folds(items, std::min(made.folds, static_cast<int>(set.size() / 2)), {run.seed, 300'000});
  made.folds = folds.folds;
  ClassifierOptions plan;
  plan.candidates = {recipe_of_features(features)};
  plan.machine.kind = Machine::linear;
  plan.cs = {1, 10};
  plan.walks = 5'000;
  plan.budget = 1e6;
  plan.run = run;
  plan.run.progress = {{}, run.progress.stop_requested};
  const explanation::ModelExplanationOptions how = effort(set.size(), run);
  std::uint64_t done = 0;
  for (int fold = 0; fold < folds.folds; ++fold) {
    const Classifier model = Classifier::fit(part_of(set, folds.train_items(fold)), plan);
    const std::vector<std::uint32_t> test = folds.test_items(fold);
    const evaluation::GraphSet part = part_of(set, test);
    const std::vector<Prediction> predictions = model.predict(part.graphs, plan.run.progress);
    base::parallel_for(test.size(), run.thread_count(), [&](std::size_t i) {
      made.graphs[test[i]] = evidence_for(explanation::explain(model, part.graphs[i], predictions[i], how), names);
    });
    done += test.size();
    if (run.progress.report) run.progress.report(done, set.size());
  }
  return made;
}

}  // namespace awe::page
