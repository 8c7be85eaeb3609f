#include "embedding/descent_training.h"

#include <memory>
#include <utility>

#include "embedding/corpus.h"
#include "embedding/model_documents.h"
#include "embedding/stopwatch.h"
#include "embedding/trainer.h"

namespace awe {
namespace {

std::unique_ptr<Corpus> corpus_of(const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                                  const std::optional<FittedFeatures>& fitted, const Progress& progress) {
  if (!plan.corpus.empty()) return std::make_unique<TextCorpus>(read_training_text(plan, open, fitted), plan.words);
  const CorpusPlan drawn{document_plan_of(plan), plan.sentence_walks};
  auto corpus = std::make_unique<GraphCorpus>(read_all(*open()), drawn, fitted, progress);
  if (!plan.corpus_out.empty()) corpus->write_text(plan.corpus_out, 0, plan.replace_corpus);
  return corpus;
}

// The descent's options, with those that both solvers share.
PvdmPlan descent_of(const EmbeddingPlan& plan) {
  PvdmPlan descent = *plan.descent;
  descent.document_dimensions = plan.dimensions;
  descent.seed = plan.seed;
  descent.threads = plan.threads;
  descent.checkpoint = plan.checkpoint;
  descent.checkpoint_seconds = plan.checkpoint_seconds;
  return descent;
}

}  // namespace

EmbeddingModel::State train_by_descent(const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                                       const Progress& progress, const TrainingListener& listener) {
  const Stopwatch counting;
  const std::optional<FittedFeatures> fitted = fit_walks(plan, open, progress);
  const std::unique_ptr<Corpus> corpus = corpus_of(plan, open, fitted, progress);
  EmbeddingModel::Summary summary;
  summary.documents = corpus->documents();
  summary.walk_seconds = counting.seconds();

  const Stopwatch solving;
  PvdmTrainer trainer(*corpus, descent_of(plan));
  if (!plan.resume_from.empty()) trainer.resume(plan.resume_from);
  trainer.run(listener, progress);
  PvdmWeights weights = trainer.weights();
  summary.losses = trainer.summary().losses;
  summary.held_out = trainer.summary().held_out;
  summary.stopped_early = trainer.summary().stopped_early;
  summary.objective = summary.losses.empty() ? 0 : summary.losses.back();
  summary.iterations = trainer.summary().steps;
  summary.converged = true;
  summary.solve_seconds = solving.seconds();
  std::vector<double> biases = inference_biases(weights), tree_frequencies;
  if (plan.descent->objective == ObjectiveKind::hierarchical_softmax) {
    tree_frequencies.assign(corpus->frequencies().begin(), corpus->frequencies().end());
  }
  return {.plan = plan,
          .summary = summary,
          .vocabulary = corpus->vocabulary(),
          .words = std::move(weights.document),
          .biases = std::move(biases),
          .walks = std::move(weights.walks),
          .featurizer = Featurizer(feature_plan_of(document_plan_of(plan)), fitted),
          .tree_frequencies = std::move(tree_frequencies)};
}

}  // namespace awe
