#include "embedding/descent_training.h"

#include <memory>
#include <utility>

#include "base/stopwatch.h"
#include "descent/trainer.h"
#include "embedding/model_documents.h"
#include "features/fitted_features.h"
#include "words/corpus.h"

namespace awe::embedding {
namespace {

std::unique_ptr<words::Corpus> corpus_of(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                         const std::optional<features::FittedFeatures>& fitted,
                                         const Progress& progress) {
  if (!options.corpus.empty())
    return std::make_unique<words::TextCorpus>(read_training_text(options, open, fitted), options.words);
  const words::CorpusOptions drawn{document_plan_of(options), options.sentence_walks};
  auto corpus = std::make_unique<words::GraphCorpus>(read_all(*open()), drawn, fitted, progress);
  if (!options.corpus_out.empty()) corpus->write_text(options.corpus_out, 0, options.replace_corpus);
  return corpus;
}

// The descent's options, completed with those that both solvers share.
DescentOptions descent_of(const EmbeddingOptions& options) {
  DescentOptions descent = *options.descent;
  descent.document_dimensions = options.dimensions;
  descent.run.seed = options.run.seed;
  descent.run.threads = options.run.thread_count();
  descent.checkpoint = options.checkpoint;
  descent.checkpoint_seconds = options.checkpoint_seconds;
  return descent;
}

}  // namespace

EmbeddingModel::State train_by_descent(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                       const Progress& progress, const TrainingListener& listener) {
  const base::Stopwatch counting;
  const std::optional<features::FittedFeatures> fitted = fit_walks(options, open, progress);
  const std::unique_ptr<words::Corpus> corpus = corpus_of(options, open, fitted, progress);
  EmbeddingModel::Summary summary;
  summary.documents = corpus->documents();
  summary.walk_seconds = counting.seconds();

  const base::Stopwatch solving;
  descent::PvdmTrainer trainer(*corpus, descent_of(options));
  if (!options.resume_from.empty()) trainer.resume(options.resume_from);
  trainer.run(listener, progress);
  descent::PvdmWeights weights = trainer.weights();
  summary.losses = trainer.summary().losses;
  summary.held_out = trainer.summary().held_out;
  summary.stopped_early = trainer.summary().stopped_early;
  summary.objective = summary.losses.empty() ? 0 : summary.losses.back();
  summary.iterations = trainer.summary().steps;
  summary.converged = true;
  summary.solve_seconds = solving.seconds();
  std::vector<double> biases = descent::inference_biases(weights), tree_frequencies;
  if (options.descent->objective == ObjectiveKind::hierarchical_softmax) {
    tree_frequencies.assign(corpus->frequencies().begin(), corpus->frequencies().end());
  }
  return {.options = options,
          .summary = summary,
          .vocabulary = corpus->vocabulary(),
          .words = std::move(weights.document),
          .biases = std::move(biases),
          .walks = std::move(weights.walks),
          .featurizer = Featurizer(words::feature_plan_of(document_plan_of(options)), fitted),
          .tree_frequencies = std::move(tree_frequencies)};
}

}  // namespace awe::embedding
