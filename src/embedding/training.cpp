// How an embedding model is trained: documents from graphs or from a corpus of text, then the exact solve or gradient
// descent.
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "embedding/exact_form.h"
#include "embedding/model_state.h"
#include "embedding/spread.h"
#include "embedding/trainer.h"
#include "embedding/walk_texts.h"
#include "features/graph_items.h"

namespace awe {
namespace {

// Rows to learn from: all of them, or, of too many, every second, fourth, ... one.
class SpreadRows {
 public:
  explicit SpreadRows(std::uint64_t most) : most_(most) {}
  void add(MatrixRow&& row) {
    if (next_++ % stride_ != 0) return;
    rows_.push_back(std::move(row));
    const std::uint64_t stride = spread_stride(next_, most_);
    if (stride == stride_) return;
    stride_ = stride;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows_.size(); i += 2) rows_[kept++] = std::move(rows_[i]);
    rows_.resize(kept);
  }
  [[nodiscard]] const std::vector<MatrixRow>& rows() const { return rows_; }

 private:
  std::uint64_t most_, stride_ = 1, next_ = 0;
  std::vector<MatrixRow> rows_;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void check(const EmbeddingPlan& plan) {
  if (plan.dimensions == 0 || plan.dimensions > 4096)
    throw Error(ErrorKind::usage, "vectors have 1 to 4096 dimensions");
  for (const FeatureBlock& block : plan.walks) {
    if (block.kind != FeatureBlock::Kind::walks && block.kind != FeatureBlock::Kind::colours) {
      throw Error(ErrorKind::usage, "words are walks or colours; '" + block.name() + "' is neither");
    }
    if (!block.scalings.empty() || block.counts || block.weight != 1) {
      throw Error(ErrorKind::usage, "words have no scalings, counts or weights");
    }
  }
  if (!(plan.vector_penalty > 0) || !(plan.word_penalty > 0)) {
    throw Error(ErrorKind::usage, "penalties are positive: without them the vectors have no end");
  }
  if (!plan.checkpoint.empty() && !(plan.checkpoint_seconds > 0)) {
    throw Error(ErrorKind::usage, "time between checkpoints is positive");
  }
}

CorpusPlan corpus_plan_of(const EmbeddingPlan& plan) {
  return {plan.walks,     plan.self_loops,    plan.sentence_walks, plan.words,  plan.level,
          plan.node_sets, plan.max_documents, plan.seed,           plan.threads};
}

std::optional<FittedFeatures> fit(const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                                  const Progress& progress) {
  const FeaturePlan features = feature_plan_of(plan);
  if (!needs_fit(features)) return std::nullopt;
  if (!open) {
    throw Error(ErrorKind::usage,
                "labelled walks of a corpus are learnt from its graphs; give the graphs together with `corpus`");
  }
  return fit_features(features, open, {{}, progress.stop_requested});
}

// Every document of the corpus is one of the graphs' documents.
void check_documents(const TextCorpus& corpus, const EmbeddingPlan& plan, const EmbeddingModel::Open& open) {
  if (!open) return;
  std::map<std::string, std::size_t> missing;
  for (std::size_t d = 0; d < corpus.documents(); ++d) missing.emplace(corpus.document_name(d), d);
  const FeaturePlan features = feature_plan_of(plan);
  const auto source = open();
  for (std::uint64_t place = 0; auto graph = source->next(); ++place) {
    const GraphItems items(*graph, place, features);
    for (std::size_t item = 0; item < items.size() && !missing.empty(); ++item) missing.erase(items.id(item));
  }
  if (missing.empty()) return;
  const auto first = std::min_element(missing.begin(), missing.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  throw error_at(ErrorKind::malformed, plan.corpus, corpus.first_line(first->second),
                 "the input has no document '" + first->first + "'; name the graphs that the corpus was written of");
}

// What one pass over the documents gives: rows to learn from, and the sum of every column.
struct Collected {
  std::map<std::uint64_t, double> sums;
  SpreadRows spread;
};

Collected collect(const RowSource& give, std::uint64_t most) {
  Collected collected{{}, SpreadRows(most)};
  give([&](MatrixRow&& row) {
    for (std::size_t i = 0; i < row.values.size(); ++i) collected.sums[row.values.indices[i]] += row.values.values[i];
    collected.spread.add(std::move(row));
  });
  return collected;
}

Collected collect(const Featurizer& featurizer, const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                  const Progress& progress) {
  if (!plan.corpus.empty()) {
    const auto corpus = read_corpus(plan.corpus, plan, featurizer.fitted());
    check_documents(*corpus, plan, open);
    return collect(rows_of(*corpus, progress), plan.max_documents);
  }
  const auto source = open();
  return collect([&](const auto& take) { (void)featurizer.run(*source, take, progress); }, plan.max_documents);
}

WordVocabulary vocabulary_of(const Collected& collected, const WordLimits& limits) {
  std::vector<std::uint64_t> columns;
  std::vector<double> sums;
  for (const auto& [column, sum] : collected.sums) {
    columns.push_back(column);
    sums.push_back(sum);
  }
  WordVocabulary vocabulary(columns, sums, limits);
  if (vocabulary.size() < 2) {
    throw Error(ErrorKind::usage, "fewer than two walks are frequent enough to be words; lower `min_count`");
  }
  return vocabulary;
}

WordHistograms histograms_of(const Collected& collected, const WordVocabulary& vocabulary) {
  WordHistograms documents(vocabulary.size());
  for (const MatrixRow& row : collected.spread.rows()) documents.append(vocabulary.histogram(row));
  return documents;
}

ExactForm solve(const WordHistograms& documents, const EmbeddingPlan& plan, EmbeddingModel::Summary& summary,
                const Progress& progress, const TrainingListener& listener, const ExactStart* start) {
  const auto solving = std::chrono::steady_clock::now();
  ExactFormOptions options;
  options.dimensions = plan.dimensions;
  options.penalties = {plan.vector_penalty, plan.word_penalty};
  options.minimiser.gradient_tolerance = plan.tolerance;
  options.minimiser.max_iterations = plan.max_iterations;
  options.threads = plan.threads;
  options.checkpoint = {plan.checkpoint, plan.checkpoint_seconds, 0};
  options.resume_from = plan.resume_from;
  ExactForm form = solve_exact_form(documents, options, progress, start, listener);
  summary.documents = documents.size();
  summary.objective = form.minimum.value;
  summary.gradient_norm = form.minimum.gradient_norm;
  summary.iterations = form.minimum.iterations;
  summary.converged = form.minimum.converged;
  summary.solve_seconds = seconds_since(solving);
  return form;
}

// Vectors of all documents under a model.
Dense vectors_of(const WordHistograms& documents, const Dense& words, std::span<const double> biases,
                 const EmbeddingPlan& plan) {
  const VectorInference inference(words, biases, plan.vector_penalty);
  Dense vectors(documents.size(), plan.dimensions);
  constexpr std::size_t kBlock = 16;
  parallel_for((documents.size() + kBlock - 1) / kBlock, plan.threads, [&](std::size_t block) {
    VectorInference::Scratch scratch;
    for (std::size_t g = block * kBlock; g < std::min(documents.size(), (block + 1) * kBlock); ++g) {
      const auto found = inference(documents[g], scratch);
      std::copy(found.vector.begin(), found.vector.end(), vectors.row(g).begin());
    }
  });
  return vectors;
}

std::unique_ptr<Corpus> corpus_of(const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                                  const std::optional<FittedFeatures>& fitted, const Progress& progress) {
  if (!plan.corpus.empty()) {
    auto corpus = read_corpus(plan.corpus, plan, fitted);
    check_documents(*corpus, plan, open);
    return corpus;
  }
  auto corpus = std::make_unique<GraphCorpus>(read_all(*open()), corpus_plan_of(plan), fitted, progress);
  if (!plan.corpus_out.empty()) corpus->write_text(plan.corpus_out, 0, plan.replace_corpus);
  return corpus;
}

}  // namespace

FeaturePlan feature_plan_of(const EmbeddingPlan& plan) { return GraphCorpus::feature_plan(corpus_plan_of(plan)); }

std::unique_ptr<TextCorpus> read_corpus(const std::string& path, const EmbeddingPlan& plan,
                                        const std::optional<FittedFeatures>& fitted) {
  const WalkTexts texts(feature_plan_of(plan), fitted);
  const auto column_of = [&](std::string_view walk) { return texts.column_of(walk); };
  return std::make_unique<TextCorpus>(path, plan.words, column_of);
}

RowSource rows_of(const TextCorpus& corpus, const Progress& progress) {
  return [&corpus, progress](const std::function<void(MatrixRow&&)>& take) {
    for (std::size_t d = 0; d < corpus.documents(); ++d) {
      progress.throw_if_stopped();
      take(corpus.row(d));
      if (progress.report) progress.report(d + 1, corpus.documents());
    }
  };
}

EmbeddingModel EmbeddingModel::train(const EmbeddingPlan& plan, const Open& open, const Progress& progress,
                                     const TrainingListener& listener) {
  check(plan);
  if (plan.descent) return descend(plan, open, progress, listener);
  const auto start = std::chrono::steady_clock::now();
  Featurizer featurizer(feature_plan_of(plan), fit(plan, open, progress));
  const Collected collected = collect(featurizer, plan, open, progress);
  WordVocabulary vocabulary = vocabulary_of(collected, plan.words);
  const WordHistograms documents = histograms_of(collected, vocabulary);
  Summary summary;
  summary.walk_seconds = seconds_since(start);
  ExactForm form = solve(documents, plan, summary, progress, listener, nullptr);
  return EmbeddingModel(std::make_unique<State>(State{plan,
                                                      summary,
                                                      std::move(vocabulary),
                                                      std::move(form.words),
                                                      std::move(form.biases),
                                                      Dense(),
                                                      std::move(featurizer),
                                                      {}}));
}

EmbeddingModel EmbeddingModel::descend(const EmbeddingPlan& plan, const Open& open, const Progress& progress,
                                       const TrainingListener& listener) {
  const auto start = std::chrono::steady_clock::now();
  const std::optional<FittedFeatures> fitted = fit(plan, open, progress);
  const std::unique_ptr<Corpus> corpus = corpus_of(plan, open, fitted, progress);
  Summary summary;
  summary.documents = corpus->documents();
  summary.walk_seconds = seconds_since(start);

  const auto solving = std::chrono::steady_clock::now();
  PvdmPlan descent = *plan.descent;
  descent.document_dimensions = plan.dimensions;
  descent.seed = plan.seed;
  descent.threads = plan.threads;
  descent.checkpoint = plan.checkpoint;
  descent.checkpoint_seconds = plan.checkpoint_seconds;
  PvdmTrainer trainer(*corpus, descent);
  if (!plan.resume_from.empty()) trainer.resume(plan.resume_from);
  trainer.run(listener, progress);
  PvdmWeights weights = trainer.weights();
  summary.losses = trainer.summary().losses;
  summary.held_out = trainer.summary().held_out;
  summary.stopped_early = trainer.summary().stopped_early;
  summary.objective = summary.losses.empty() ? 0 : summary.losses.back();
  summary.iterations = trainer.summary().steps;
  summary.converged = true;
  summary.solve_seconds = seconds_since(solving);
  std::vector<double> biases = inference_biases(weights), tree_frequencies;
  if (descent.objective == ObjectiveKind::hierarchical_softmax) {
    tree_frequencies.assign(corpus->frequencies().begin(), corpus->frequencies().end());
  }
  return EmbeddingModel(std::make_unique<State>(
      State{plan, summary, corpus->vocabulary(), std::move(weights.document), std::move(biases),
            std::move(weights.walks), Featurizer(feature_plan_of(plan), fitted), std::move(tree_frequencies)}));
}

EmbeddingModel EmbeddingModel::train_further(const Open& open, const Progress& progress,
                                             const TrainingListener& listener) const {
  if (state_->walks.rows > 0 || !state_->tree_frequencies.empty()) {
    throw Error(
        ErrorKind::usage,
        "a model of gradient descent cannot be trained further on other graphs; only a model of the exact solver can");
  }
  const auto start = std::chrono::steady_clock::now();
  const State& state = *state_;
  EmbeddingPlan plan = state.plan;
  plan.corpus.clear();
  plan.checkpoint.clear();
  plan.resume_from.clear();
  const Collected collected = collect(state.featurizer, plan, open, progress);
  const WordHistograms documents = histograms_of(collected, state.vocabulary);
  if (documents.size() == 0) throw Error(ErrorKind::usage, "there is no graph to train further on");
  Summary summary;
  summary.walk_seconds = seconds_since(start);
  const ExactStart from{state.words, state.biases, vectors_of(documents, state.words, state.biases, plan)};
  ExactForm form = solve(documents, plan, summary, progress, listener, &from);
  return EmbeddingModel(std::make_unique<State>(State{plan,
                                                      summary,
                                                      state.vocabulary,
                                                      std::move(form.words),
                                                      std::move(form.biases),
                                                      Dense(),
                                                      Featurizer(feature_plan_of(plan), state.featurizer.fitted()),
                                                      {}}));
}

}  // namespace awe
