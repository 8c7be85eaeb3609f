#include "awe/embedding/model.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "awe/embedding/corpus.h"
#include "embedding/exact_form.h"
#include "embedding/model_state.h"
#include "embedding/trainer.h"

namespace awe {
namespace {

constexpr std::size_t kDocumentsAtOnce = 1024;

// Rows to learn from: all of them, or, of too many, every second, fourth, ... one.
class SpreadRows {
 public:
  explicit SpreadRows(std::uint64_t most) : most_(std::max<std::uint64_t>(2, most)) {}
  void add(MatrixRow&& row) {
    if (next_++ % stride_ != 0) return;
    rows_.push_back(std::move(row));
    if (rows_.size() <= most_) return;
    stride_ *= 2;
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
}

// What one pass over the documents gives: rows to learn from, and the sum of every column.
struct Collected {
  std::map<std::uint64_t, double> sums;
  SpreadRows spread;
};

Collected collect(const Featurizer& featurizer, const EmbeddingModel::Open& open, std::uint64_t most,
                  const Progress& progress) {
  Collected collected{{}, SpreadRows(most)};
  const auto source = open();
  (void)featurizer.run(
      *source,
      [&](MatrixRow&& row) {
        for (std::size_t i = 0; i < row.values.size(); ++i) {
          collected.sums[row.values.indices[i]] += row.values.values[i];
        }
        collected.spread.add(std::move(row));
      },
      progress);
  return collected;
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
    throw Error(ErrorKind::usage, "fewer than two walks are frequent enough to be words; lower --min-count");
  }
  return vocabulary;
}

WordHistograms histograms_of(const Collected& collected, const WordVocabulary& vocabulary) {
  WordHistograms documents(vocabulary.size());
  for (const MatrixRow& row : collected.spread.rows()) documents.append(vocabulary.histogram(row));
  return documents;
}

ExactForm solve(const WordHistograms& documents, const EmbeddingPlan& plan, EmbeddingModel::Summary& summary,
                const Progress& progress, const ExactStart* start) {
  const auto solving = std::chrono::steady_clock::now();
  ExactFormOptions options;
  options.dimensions = plan.dimensions;
  options.penalties = {plan.vector_penalty, plan.word_penalty};
  options.minimiser.gradient_tolerance = plan.tolerance;
  options.minimiser.max_iterations = plan.max_iterations;
  options.threads = plan.threads;
  ExactForm form = solve_exact_form(documents, options, progress, start);
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

}  // namespace

FeaturePlan feature_plan_of(const EmbeddingPlan& plan) {
  FeaturePlan features;
  features.features = plan.walks;
  features.self_loops = plan.self_loops;
  features.level = plan.level;
  features.node_sets = plan.node_sets;
  features.walks = plan.words.walks;
  features.seed = plan.seed;
  features.threads = plan.threads;
  // A walk of one document alone tells nothing about others.
  features.limits.min_graphs = plan.level == Level::graph ? 2 : 1;
  features.limits.max_columns = 10 * plan.words.max_words;
  return features;
}

EmbeddingModel::EmbeddingModel(std::unique_ptr<State> state) : state_(std::move(state)) {}
EmbeddingModel::~EmbeddingModel() = default;
EmbeddingModel::EmbeddingModel(EmbeddingModel&&) noexcept = default;
EmbeddingModel& EmbeddingModel::operator=(EmbeddingModel&&) noexcept = default;

const EmbeddingModel::Summary& EmbeddingModel::summary() const noexcept { return state_->summary; }
const EmbeddingPlan& EmbeddingModel::plan() const noexcept { return state_->plan; }
std::size_t EmbeddingModel::words() const noexcept { return state_->vocabulary.size(); }

std::string EmbeddingModel::word(std::size_t index) const {
  const auto columns = state_->vocabulary.columns();
  return index < columns.size() ? state_->featurizer.column(columns[index]).walk : "other";
}

std::vector<double> EmbeddingModel::word_vector(std::size_t index) const {
  const auto row = vectors_of_words().row(index);
  return {row.begin(), row.end()};
}

EmbeddingModel EmbeddingModel::train(const EmbeddingPlan& plan, const Open& open, const Progress& progress,
                                     const TrainingListener& listener) {
  check(plan);
  if (plan.descent) return descend(plan, open, progress, listener);
  const auto start = std::chrono::steady_clock::now();
  const FeaturePlan features = feature_plan_of(plan);
  std::optional<FittedFeatures> fitted;
  if (needs_fit(features)) fitted = fit_features(features, open, {{}, progress.stop_requested});
  Featurizer featurizer(features, std::move(fitted));
  const Collected collected = collect(featurizer, open, plan.max_documents, progress);
  WordVocabulary vocabulary = vocabulary_of(collected, plan.words);
  const WordHistograms documents = histograms_of(collected, vocabulary);
  Summary summary;
  summary.walk_seconds = seconds_since(start);
  ExactForm form = solve(documents, plan, summary, progress, nullptr);
  return EmbeddingModel(std::make_unique<State>(State{plan,
                                                      summary,
                                                      std::move(vocabulary),
                                                      std::move(form.words),
                                                      std::move(form.biases),
                                                      Dense(),
                                                      std::move(featurizer),
                                                      {}}));
}

const Dense& EmbeddingModel::vectors_of_words() const {
  if (state_->walks.rows > 0) return state_->walks;
  if (!state_->tree_frequencies.empty()) {
    throw Error(ErrorKind::usage,
                "a hierarchical softmax without context has no vectors of walks; train with a window");
  }
  return state_->words;
}

EmbeddingModel EmbeddingModel::descend(const EmbeddingPlan& plan, const Open& open, const Progress& progress,
                                       const TrainingListener& listener) {
  if (plan.level != Level::graph) {
    throw Error(ErrorKind::usage,
                "gradient descent trains on graphs; nodes, edges and subgraphs have the exact solver");
  }
  const auto start = std::chrono::steady_clock::now();
  const FeaturePlan features = feature_plan_of(plan);
  std::optional<FittedFeatures> fitted;
  const Progress stop{{}, progress.stop_requested};
  if (needs_fit(features)) fitted = fit_features(features, open, stop);
  const CorpusPlan sentences{plan.walks, plan.self_loops, plan.sentence_walks, plan.words, plan.seed, plan.threads};
  const GraphCorpus corpus(read_all(*open()), sentences, fitted, stop);
  if (!plan.corpus_out.empty()) corpus.write_text(plan.corpus_out, 0);
  Summary summary;
  summary.documents = corpus.documents();
  summary.walk_seconds = seconds_since(start);

  const auto solving = std::chrono::steady_clock::now();
  PvdmPlan descent = *plan.descent;
  descent.document_dimensions = plan.dimensions;
  descent.seed = plan.seed;
  descent.threads = plan.threads;
  PvdmTrainer trainer(corpus, descent);
  if (!plan.resume_from.empty()) trainer.resume(plan.resume_from);
  trainer.run(listener, progress);
  PvdmWeights weights = trainer.weights();
  summary.losses = trainer.summary().losses;
  summary.held_out = trainer.summary().held_out;
  summary.objective = summary.losses.empty() ? 0 : summary.losses.back();
  summary.iterations = trainer.summary().steps;
  summary.converged = true;
  summary.solve_seconds = seconds_since(solving);
  std::vector<double> biases = inference_biases(weights), tree_frequencies;
  if (descent.objective == ObjectiveKind::hierarchical_softmax) {
    tree_frequencies.assign(corpus.frequencies().begin(), corpus.frequencies().end());
  }
  return EmbeddingModel(std::make_unique<State>(
      State{plan, summary, corpus.vocabulary(), std::move(weights.document), std::move(biases),
            std::move(weights.walks), Featurizer(features, std::move(fitted)), std::move(tree_frequencies)}));
}

EmbeddingModel EmbeddingModel::train_further(const Open& open, const Progress& progress) const {
  if (state_->walks.rows > 0 || !state_->tree_frequencies.empty()) {
    throw Error(ErrorKind::usage,
                "a model of gradient descent cannot go on with other graphs; only one of the exact solver can");
  }
  const auto start = std::chrono::steady_clock::now();
  const State& state = *state_;
  const Collected collected = collect(state.featurizer, open, state.plan.max_documents, progress);
  const WordHistograms documents = histograms_of(collected, state.vocabulary);
  if (documents.size() == 0) throw Error(ErrorKind::usage, "there is no graph to go on with");
  Summary summary;
  summary.walk_seconds = seconds_since(start);
  const ExactStart from{state.words, state.biases, vectors_of(documents, state.words, state.biases, state.plan)};
  ExactForm form = solve(documents, state.plan, summary, progress, &from);
  return EmbeddingModel(
      std::make_unique<State>(State{state.plan,
                                    summary,
                                    state.vocabulary,
                                    std::move(form.words),
                                    std::move(form.biases),
                                    Dense(),
                                    Featurizer(feature_plan_of(state.plan), state.featurizer.fitted()),
                                    {}}));
}

std::vector<EmbeddingModel::Neighbour> EmbeddingModel::similar_words(const std::string& walk, std::size_t count) const {
  std::size_t wanted = 0;
  while (wanted < words() && word(wanted) != walk) ++wanted;
  if (wanted == words()) {
    throw Error(ErrorKind::usage,
                "'" + walk + "' is no word of the model; its words are walks such as '" + word(0) + "'");
  }
  const Dense& vectors = vectors_of_words();
  const auto length = [&](std::size_t w) { return std::sqrt(inner_product(vectors.row(w), vectors.row(w))); };
  std::vector<Neighbour> found;
  for (std::size_t w = 0; w < words(); ++w) {
    if (w == wanted) continue;
    const double lengths = length(w) * length(wanted);
    const double product = inner_product(vectors.row(w), vectors.row(wanted));
    found.push_back({w, lengths > 0 ? product / lengths : 0});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.cosine > b.cosine; });
  if (found.size() > count) found.resize(count);
  return found;
}

void EmbeddingModel::infer(GraphSource& source, const std::function<void(EmbeddingRow&&)>& consume,
                           const Progress& progress) const {
  const State& state = *state_;
  const std::optional<HuffmanTree> tree = state.tree();
  const VectorInference inference(state.words, state.biases, state.plan.vector_penalty, tree ? &*tree : nullptr);
  std::vector<MatrixRow> waiting;
  const auto flush = [&] {
    std::vector<EmbeddingRow> rows(waiting.size());
    // Blocks of documents share a thread's buffers; each is solved by itself.
    constexpr std::size_t kBlock = 16;
    parallel_for((waiting.size() + kBlock - 1) / kBlock, state.plan.threads, [&](std::size_t block) {
      VectorInference::Scratch scratch;
      for (std::size_t i = block * kBlock; i < std::min(waiting.size(), (block + 1) * kBlock); ++i) {
        const WordHistogram histogram = state.vocabulary.histogram(waiting[i]);
        VectorInference::Result found = inference({histogram.words, histogram.shares}, scratch);
        rows[i] = {std::move(waiting[i].id), std::move(waiting[i].class_name), std::move(found.vector),
                   histogram.unseen, found.gradient_norm};
      }
    });
    for (EmbeddingRow& row : rows) consume(std::move(row));
    waiting.clear();
  };
  (void)state.featurizer.run(
      source,
      [&](MatrixRow&& row) {
        waiting.push_back(std::move(row));
        if (waiting.size() == kDocumentsAtOnce) flush();
      },
      progress);
  flush();
}

}  // namespace awe
