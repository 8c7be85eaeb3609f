#include "awe/embedding/model.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "embedding/exact_form.h"
#include "embedding/model_state.h"

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
  const auto row = state_->words.row(index);
  return {row.begin(), row.end()};
}

EmbeddingModel EmbeddingModel::train(const EmbeddingPlan& plan, const Open& open, const Progress& progress) {
  check(plan);
  const auto start = std::chrono::steady_clock::now();
  const FeaturePlan features = feature_plan_of(plan);
  std::optional<FittedFeatures> fitted;
  const Progress stop{{}, progress.stop_requested};
  if (needs_fit(features)) fitted = fit_features(features, open, stop);
  Featurizer featurizer(features, std::move(fitted));
  std::map<std::uint64_t, double> sums;
  SpreadRows spread(plan.max_documents);
  const auto source = open();
  (void)featurizer.run(
      *source,
      [&](MatrixRow&& row) {
        for (std::size_t i = 0; i < row.values.size(); ++i) sums[row.values.indices[i]] += row.values.values[i];
        spread.add(std::move(row));
      },
      progress);
  std::vector<std::uint64_t> columns;
  std::vector<double> column_sums;
  for (const auto& [column, sum] : sums) {
    columns.push_back(column);
    column_sums.push_back(sum);
  }
  WordVocabulary vocabulary(columns, column_sums, plan.words);
  if (vocabulary.size() < 2) {
    throw Error(ErrorKind::usage, "fewer than two walks are frequent enough to be words; lower --min-count");
  }
  WordHistograms documents(vocabulary.size());
  for (const MatrixRow& row : spread.rows()) documents.append(vocabulary.histogram(row));
  Summary summary;
  summary.documents = documents.size();
  summary.walk_seconds = seconds_since(start);

  const auto solving = std::chrono::steady_clock::now();
  ExactFormOptions options;
  options.dimensions = plan.dimensions;
  options.penalties = {plan.vector_penalty, plan.word_penalty};
  options.minimiser.gradient_tolerance = plan.tolerance;
  options.minimiser.max_iterations = plan.max_iterations;
  options.threads = plan.threads;
  ExactForm form = solve_exact_form(documents, options, progress);
  summary.objective = form.minimum.value;
  summary.gradient_norm = form.minimum.gradient_norm;
  summary.iterations = form.minimum.iterations;
  summary.converged = form.minimum.converged;
  summary.solve_seconds = seconds_since(solving);
  return EmbeddingModel(std::make_unique<State>(State{plan, summary, std::move(vocabulary), std::move(form.words),
                                                      std::move(form.biases), std::move(featurizer)}));
}

void EmbeddingModel::infer(GraphSource& source, const std::function<void(EmbeddingRow&&)>& consume,
                           const Progress& progress) const {
  const State& state = *state_;
  const VectorInference inference(state.words, state.biases, state.plan.vector_penalty);
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
