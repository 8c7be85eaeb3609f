#include "embedding/word_training.h"

#include <utility>

#include "base/stopwatch.h"
#include "descent/trainer.h"
#include "embedding/model_documents.h"
#include "words/graphlet_corpus.h"

namespace awe::embedding {
namespace {

DescentOptions usual_descent() {
  DescentOptions descent;
  descent.window = 20;
  descent.objective = ObjectiveKind::negative_sampling;
  descent.candidates = CandidateKind::measured;
  descent.candidate_power = 0.75;
  descent.num_candidates = 5;
  descent.epochs = 5;
  descent.batch = 256;
  descent.held_out = 0;
  descent.document_scale = 0.05;
  return descent;
}

}  // namespace

bool has_graphlets(const EmbeddingOptions& options) {
  return options.walks.size() == 1 && options.walks.front().kind == FeatureBlock::Kind::graphlets;
}

EmbeddingModel::State train_graphlets(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                      const Progress& progress, const TrainingListener& listener) {
  DescentOptions descent = options.descent.value_or(usual_descent());
  words::GraphletCorpusOptions drawn;
  drawn.nodes = options.walks.front().first;
  drawn.orders = options.sentence_walks;
  drawn.window = descent.window;
  drawn.seed = options.run.seed;
  drawn.threads = options.run.thread_count();
  const base::Stopwatch counting;
  const auto source = open();
  const words::GraphletCorpus corpus(*source, drawn, progress);
  EmbeddingModel::Summary summary;
  summary.documents = source->count().value_or(0);
  summary.walk_seconds = counting.seconds();

  const base::Stopwatch solving;
  descent.window = 0;  // the documents are the words, and their contexts the sentences
  descent.document_dimensions = options.dimensions;
  descent.run.seed = options.run.seed;
  descent.run.threads = options.run.thread_count();
  descent.checkpoint = options.checkpoint;
  descent.checkpoint_seconds = options.checkpoint_seconds;
  descent::PvdmTrainer trainer(corpus, descent);
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
  std::vector<double> biases(corpus.words(), 0.0);
  return {.options = options,
          .summary = summary,
          .vocabulary = corpus.vocabulary(),
          .words = std::move(weights.vectors),
          .biases = std::move(biases),
          .walks = {},
          .featurizer = Featurizer(words::feature_plan_of(document_plan_of(options)), std::nullopt),
          .tree_frequencies = {}};
}

}  // namespace awe::embedding
