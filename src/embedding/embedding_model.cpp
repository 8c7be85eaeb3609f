#include "awe/embedding_model.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "awe/error.h"
#include "base/parallel.h"
#include "descent/huffman_tree.h"
#include "embedding/descent_training.h"
#include "embedding/embedding_model_file.h"
#include "embedding/embedding_model_state.h"
#include "embedding/exact_training.h"
#include "embedding/inference.h"
#include "embedding/model_documents.h"
#include "embedding/word_training.h"

namespace awe {
namespace {

constexpr std::size_t kDocumentsAtOnce = 1024;
// Without penalties the vectors have no end; with larger ones they vanish.
constexpr double kLeastPenalty = 1e-12, kMostPenalty = 1e6;

void check(const EmbeddingOptions& options) {
  if (options.dimensions == 0 || options.dimensions > 4096)
    throw Error(ErrorKind::usage, "vectors have 1 to 4096 dimensions");
  if (embedding::has_graphlets(options)) {
    const FeatureBlock& block = options.walks.front();
    if (block.first != block.last) throw Error(ErrorKind::usage, "words are graphlets of one number of nodes");
    if (options.level != Level::graph) throw Error(ErrorKind::usage, "graphlets are words of whole graphs only");
    if (!options.corpus.empty() || !options.corpus_out.empty())
      throw Error(ErrorKind::usage, "a corpus has walks as words, not graphlets");
  }
  for (const FeatureBlock& block : options.walks) {
    const bool walks = block.kind == FeatureBlock::Kind::walks || block.kind == FeatureBlock::Kind::colours;
    if (!walks && !embedding::has_graphlets(options)) {
      throw Error(ErrorKind::usage, "words are walks or colours; '" + block.name() +
                                        "' is neither (one block of graphlets may stand alone)");
    }
    if (!block.scalings.empty() || block.counts || block.weight != 1) {
      throw Error(ErrorKind::usage, "words have no scalings, counts or weights");
    }
  }
  const auto in_range = [](double penalty) { return penalty >= kLeastPenalty && penalty <= kMostPenalty; };
  if (!in_range(options.vector_penalty)) throw Error(ErrorKind::usage, "`vector_penalty` must be from 1e-12 to 1e6");
  if (!in_range(options.word_penalty)) throw Error(ErrorKind::usage, "`word_penalty` must be from 1e-12 to 1e6");
  if (!(options.tolerance >= 0) || !std::isfinite(options.tolerance)) {
    throw Error(ErrorKind::usage, "`tolerance` must be a number that is at least 0");
  }
  if (options.max_documents < 2) throw Error(ErrorKind::usage, "`max_documents` must be at least 2");
  if (options.words.max_words < 1) throw Error(ErrorKind::usage, "`max_words` must be at least 1");
  if (!(options.words.min_count >= 0) || !std::isfinite(options.words.min_count)) {
    throw Error(ErrorKind::usage, "`min_count` must be a number that is at least 0");
  }
  if (!options.checkpoint.empty() && !(options.checkpoint_seconds > 0)) {
    throw Error(ErrorKind::usage, "time between checkpoints is positive");
  }
}

const algebra::Dense& vectors_of_words(const EmbeddingModel::State& model) {
  if (model.walks.rows > 0) return model.walks;
  if (!model.tree_frequencies.empty()) {
    throw Error(ErrorKind::usage,
                "a hierarchical softmax without context has no vectors of walks; train with a window");
  }
  return model.words;
}

// The vectors of rows, each inferred independently; blocks of rows share a thread's buffers.
std::vector<EmbeddingRow> vectors_of(const EmbeddingModel::State& model, std::vector<MatrixRow>&& documents,
                                     const Progress& progress) {
  std::optional<descent::HuffmanTree> tree;
  if (!model.tree_frequencies.empty()) tree.emplace(model.tree_frequencies);
  const embedding::VectorInference inference(model.words, model.biases, model.options.vector_penalty,
                                             tree ? &*tree : nullptr);
  std::vector<EmbeddingRow> rows(documents.size());
  if (embedding::has_graphlets(model.options)) {
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const words::WordHistogram histogram = model.vocabulary.histogram(documents[i]);
      rows[i] = {std::move(documents[i].id), std::move(documents[i].class_name),
                 std::vector<double>(model.words.columns, 0.0), histogram.unseen, 0};
      for (std::size_t k = 0; k < histogram.words.size(); ++k) {
        algebra::add_multiple(histogram.shares[k], model.words.row(histogram.words[k]), rows[i].vector);
      }
    }
    return rows;
  }
  constexpr std::size_t kBlock = 16;
  base::parallel_for(
      (documents.size() + kBlock - 1) / kBlock, model.options.run.thread_count(), [&](std::size_t block) {
        embedding::VectorInference::Scratch scratch;
        for (std::size_t i = block * kBlock; i < std::min(documents.size(), (block + 1) * kBlock); ++i) {
          const words::WordHistogram histogram = model.vocabulary.histogram(documents[i]);
          embedding::VectorInference::Result found = inference({histogram.words, histogram.shares}, scratch, progress);
          rows[i] = {std::move(documents[i].id), std::move(documents[i].class_name), std::move(found.vector),
                     histogram.unseen, found.gradient_norm};
        }
      });
  return rows;
}

// Collects rows and infers their vectors in batches.
class InferringRows {
 public:
  InferringRows(const EmbeddingModel::State& model, const std::function<void(EmbeddingRow&&)>& consume,
                const Progress& progress)
      : model_(model), consume_(consume), progress_(progress) {}
  void add(MatrixRow&& row) {
    waiting_.push_back(std::move(row));
    if (waiting_.size() == kDocumentsAtOnce) flush();
  }
  // Must also be called after the last row.
  void flush() {
    for (EmbeddingRow& row : vectors_of(model_, std::move(waiting_), progress_)) consume_(std::move(row));
    waiting_.clear();
  }

 private:
  const EmbeddingModel::State& model_;
  const std::function<void(EmbeddingRow&&)>& consume_;
  const Progress& progress_;
  std::vector<MatrixRow> waiting_;
};

}  // namespace

EmbeddingModel::EmbeddingModel(State&& state) : state_(std::make_unique<const State>(std::move(state))) {}
EmbeddingModel::~EmbeddingModel() = default;
EmbeddingModel::EmbeddingModel(EmbeddingModel&&) noexcept = default;
EmbeddingModel& EmbeddingModel::operator=(EmbeddingModel&&) noexcept = default;

EmbeddingModel EmbeddingModel::train(std::span<const Graph> graphs, const EmbeddingOptions& options) {
  return train([graphs] { return source_of_borrowed(graphs); }, options);
}

EmbeddingModel EmbeddingModel::train(const Open& open, const EmbeddingOptions& options,
                                     const TrainingListener& listener) {
  check(options);
  EmbeddingOptions kept = options;
  kept.run.progress = {};  // a model outlives its training
  kept.dead_ends = embedding::settled_dead_ends(kept, open);
  const Progress& progress = options.run.progress;
  if (embedding::has_graphlets(kept)) {
    return EmbeddingModel(embedding::train_graphlets(kept, open, progress, listener));
  }
  return EmbeddingModel(kept.descent ? embedding::train_by_descent(kept, open, progress, listener)
                                     : embedding::train_exactly(kept, open, progress, listener));
}

EmbeddingModel EmbeddingModel::train_further(const Open& open, const Progress& progress,
                                             const TrainingListener& listener) const {
  if (embedding::has_graphlets(state_->options)) {
    throw Error(ErrorKind::usage, "a model with graphlets as words cannot be trained further; train a new one");
  }
  return EmbeddingModel(embedding::train_exactly_from(*state_, open, progress, listener));
}

void EmbeddingModel::save(const std::string& path, bool force) const { embedding::save_model(*state_, path, force); }

EmbeddingModel EmbeddingModel::load(const std::string& path, int threads, NodeSets node_sets) {
  return EmbeddingModel(embedding::load_model(path, threads, std::move(node_sets)));
}

std::vector<EmbeddingRow> EmbeddingModel::infer(std::span<const Graph> graphs, const Progress& progress) const {
  std::vector<EmbeddingRow> rows;
  infer(
      *source_of_borrowed(graphs), [&](EmbeddingRow&& row) { rows.push_back(std::move(row)); }, progress);
  return rows;
}

void EmbeddingModel::infer(GraphSource& source, const std::function<void(EmbeddingRow&&)>& consume,
                           const Progress& progress) const {
  InferringRows rows(*state_, consume, progress);
  (void)state_->featurizer.run(
      source, [&](MatrixRow&& row) { rows.add(std::move(row)); }, progress);
  rows.flush();
}

void EmbeddingModel::infer_corpus(const std::string& path, const std::function<void(EmbeddingRow&&)>& consume,
                                  const Progress& progress) const {
  const words::CorpusText text = embedding::read_text(path, state_->options, state_->featurizer.fitted());
  InferringRows rows(*state_, consume, progress);
  embedding::give_rows(
      text, [&](MatrixRow&& row) { rows.add(std::move(row)); }, progress);
  rows.flush();
}

const EmbeddingModel::Summary& EmbeddingModel::summary() const noexcept { return state_->summary; }
const EmbeddingOptions& EmbeddingModel::options() const noexcept { return state_->options; }
std::size_t EmbeddingModel::words() const noexcept { return state_->vocabulary.size(); }

std::string EmbeddingModel::word(std::size_t index) const {
  const auto columns = state_->vocabulary.columns();
  return index < columns.size() ? state_->featurizer.column(columns[index]).walk : "other";
}

std::vector<double> EmbeddingModel::word_vector(std::size_t index) const {
  const auto row = vectors_of_words(*state_).row(index);
  return {row.begin(), row.end()};
}

std::vector<EmbeddingModel::Neighbour> EmbeddingModel::similar_words(const std::string& walk, std::size_t count) const {
  std::size_t wanted = 0;
  while (wanted < words() && word(wanted) != walk) ++wanted;
  if (wanted == words()) {
    throw Error(ErrorKind::usage,
                "'" + walk + "' is no word of the model; its words are walks such as '" + word(0) + "'");
  }
  const algebra::Dense& vectors = vectors_of_words(*state_);
  const auto length = [&](std::size_t w) { return std::sqrt(algebra::inner_product(vectors.row(w), vectors.row(w))); };
  std::vector<Neighbour> found;
  for (std::size_t w = 0; w < words(); ++w) {
    if (w == wanted) continue;
    const double lengths = length(w) * length(wanted);
    const double product = algebra::inner_product(vectors.row(w), vectors.row(wanted));
    found.push_back({w, lengths > 0 ? product / lengths : 0});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.cosine > b.cosine; });
  if (found.size() > count) found.resize(count);
  return found;
}

}  // namespace awe
