#include "embedding/exact_training.h"

#include <algorithm>
#include <map>
#include <utility>

#include "awe/error.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "embedding/inference.h"
#include "embedding/model_documents.h"
#include "exact_form/exact_form.h"
#include "words/spread.h"

namespace awe::embedding {
namespace {

// Rows to learn from: all of them, or, if there are too many, every second, fourth, ... one.
class SpreadRows {
 public:
  explicit SpreadRows(std::uint64_t most) : most_(most) {}
  void add(MatrixRow&& row) {
    if (next_++ % stride_ != 0) return;
    rows_.push_back(std::move(row));
    const std::uint64_t stride = words::spread_stride(next_, most_);
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

// The result of one pass over the documents: rows to learn from, and the sum of every column.
struct Collected {
  explicit Collected(std::uint64_t most) : spread(most) {}
  void add(MatrixRow&& row) {
    for (std::size_t i = 0; i < row.values.size(); ++i) sums[row.values.indices[i]] += row.values.values[i];
    spread.add(std::move(row));
  }
  std::map<std::uint64_t, double> sums;
  SpreadRows spread;
};

Collected collect_graphs(const Featurizer& featurizer, const EmbeddingOptions& plan, const EmbeddingModel::Open& open,
                         const Progress& progress) {
  Collected collected(plan.max_documents);
  const auto source = open();
  (void)featurizer.run(
      *source, [&](MatrixRow&& row) { collected.add(std::move(row)); }, progress);
  return collected;
}

Collected collect_text(const Featurizer& featurizer, const EmbeddingOptions& plan, const EmbeddingModel::Open& open,
                       const Progress& progress) {
  Collected collected(plan.max_documents);
  const words::CorpusText text = read_training_text(plan, open, featurizer.fitted());
  give_rows(
      text, [&](MatrixRow&& row) { collected.add(std::move(row)); }, progress);
  return collected;
}

words::WordVocabulary vocabulary_of(const Collected& collected, const WordOptions& limits) {
  std::vector<std::uint64_t> columns;
  std::vector<double> sums;
  for (const auto& [column, sum] : collected.sums) {
    columns.push_back(column);
    sums.push_back(sum);
  }
  words::WordVocabulary vocabulary(columns, sums, limits);
  if (vocabulary.size() < 2) {
    throw Error(ErrorKind::usage,
                "fewer than two walks are frequent enough to be words; lower `min_count`, use shorter walks, or, "
                "where walks stop at dead ends of directed graphs, use `dead_ends` end or `undirected`");
  }
  return vocabulary;
}

words::WordHistograms histograms_of(const Collected& collected, const words::WordVocabulary& vocabulary) {
  words::WordHistograms documents(vocabulary.size());
  for (const MatrixRow& row : collected.spread.rows()) documents.append(vocabulary.histogram(row));
  return documents;
}

exact_form::ExactForm solve(const words::WordHistograms& documents, const EmbeddingOptions& plan,
                            EmbeddingModel::Summary& summary, const Progress& progress,
                            const TrainingListener& listener, const exact_form::ExactStart* start) {
  const base::Stopwatch solving;
  exact_form::ExactFormOptions options;
  options.dimensions = plan.dimensions;
  options.penalties = {plan.vector_penalty, plan.word_penalty};
  options.minimiser.gradient_tolerance = plan.tolerance;
  options.minimiser.max_iterations = plan.max_iterations;
  options.threads = plan.run.thread_count();
  options.checkpoint = {plan.checkpoint, plan.checkpoint_seconds, 0};
  options.resume_from = plan.resume_from;
  exact_form::ExactForm form = exact_form::solve_exact_form(documents, options, progress, start, listener);
  summary.documents = documents.size();
  summary.objective = form.minimum.value;
  summary.gradient_norm = form.minimum.gradient_norm;
  summary.iterations = form.minimum.iterations;
  summary.converged = form.minimum.converged;
  summary.solve_seconds = solving.seconds();
  return form;
}

// The vectors of all documents under a model.
algebra::Dense vectors_of(const words::WordHistograms& documents, const algebra::Dense& words,
                          std::span<const double> biases, const EmbeddingOptions& plan, const Progress& progress) {
  const VectorInference inference(words, biases, plan.vector_penalty);
  algebra::Dense vectors(documents.size(), plan.dimensions);
  constexpr std::size_t kBlock = 16;
  base::parallel_for((documents.size() + kBlock - 1) / kBlock, plan.run.thread_count(), [&](std::size_t block) {
    VectorInference::Scratch scratch;
    for (std::size_t g = block * kBlock; g < std::min(documents.size(), (block + 1) * kBlock); ++g) {
      const auto found = inference(documents[g], scratch, progress);
      std::copy(found.vector.begin(), found.vector.end(), vectors.row(g).begin());
    }
  });
  return vectors;
}

}  // namespace

EmbeddingModel::State train_exactly(const EmbeddingOptions& plan, const EmbeddingModel::Open& open,
                                    const Progress& progress, const TrainingListener& listener) {
  const base::Stopwatch collecting;
  Featurizer featurizer(words::feature_plan_of(document_plan_of(plan)), fit_walks(plan, open, progress));
  const Collected collected = plan.corpus.empty() ? collect_graphs(featurizer, plan, open, progress)
                                                  : collect_text(featurizer, plan, open, progress);
  words::WordVocabulary vocabulary = vocabulary_of(collected, plan.words);
  const words::WordHistograms documents = histograms_of(collected, vocabulary);
  EmbeddingModel::Summary summary;
  summary.walk_seconds = collecting.seconds();
  exact_form::ExactForm form = solve(documents, plan, summary, progress, listener, nullptr);
  return {.options = plan,
          .summary = summary,
          .vocabulary = std::move(vocabulary),
          .words = std::move(form.words),
          .biases = std::move(form.biases),
          .walks = {},
          .featurizer = std::move(featurizer),
          .tree_frequencies = {}};
}

EmbeddingModel::State train_exactly_from(const EmbeddingModel::State& model, const EmbeddingModel::Open& open,
                                         const Progress& progress, const TrainingListener& listener) {
  if (model.walks.rows > 0 || !model.tree_frequencies.empty()) {
    throw Error(
        ErrorKind::usage,
        "a model of gradient descent cannot be trained further on other graphs; only a model of the exact solver can");
  }
  const base::Stopwatch collecting;
  EmbeddingOptions plan = model.options;
  plan.corpus.clear();
  plan.checkpoint.clear();
  plan.resume_from.clear();
  const Collected collected = collect_graphs(model.featurizer, plan, open, progress);
  const words::WordHistograms documents = histograms_of(collected, model.vocabulary);
  if (documents.size() == 0) throw Error(ErrorKind::usage, "there is no graph to train further on");
  EmbeddingModel::Summary summary;
  summary.walk_seconds = collecting.seconds();
  const exact_form::ExactStart from{model.words, model.biases,
                                    vectors_of(documents, model.words, model.biases, plan, progress)};
  exact_form::ExactForm form = solve(documents, plan, summary, progress, listener, &from);
  return {.options = plan,
          .summary = summary,
          .vocabulary = model.vocabulary,
          .words = std::move(form.words),
          .biases = std::move(form.biases),
          .walks = {},
          .featurizer = Featurizer(words::feature_plan_of(document_plan_of(plan)), model.featurizer.fitted()),
          .tree_frequencies = {}};
}

}  // namespace awe::embedding
