#include "awe/embedding/model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "embedding/model_state.h"

namespace awe {
namespace {

constexpr std::size_t kDocumentsAtOnce = 1024;

}  // namespace

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

const Dense& EmbeddingModel::vectors_of_words() const {
  if (state_->walks.rows > 0) return state_->walks;
  if (!state_->tree_frequencies.empty()) {
    throw Error(ErrorKind::usage,
                "a hierarchical softmax without context has no vectors of walks; train with a window");
  }
  return state_->words;
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

// Vectors of rows, each solved by itself; blocks of them share a thread's buffers.
std::vector<EmbeddingRow> EmbeddingModel::State::infer(std::vector<MatrixRow>&& documents) const {
  const std::optional<HuffmanTree> tree = this->tree();
  const VectorInference inference(words, biases, plan.vector_penalty, tree ? &*tree : nullptr);
  std::vector<EmbeddingRow> rows(documents.size());
  constexpr std::size_t kBlock = 16;
  parallel_for((documents.size() + kBlock - 1) / kBlock, plan.threads, [&](std::size_t block) {
    VectorInference::Scratch scratch;
    for (std::size_t i = block * kBlock; i < std::min(documents.size(), (block + 1) * kBlock); ++i) {
      const WordHistogram histogram = vocabulary.histogram(documents[i]);
      VectorInference::Result found = inference({histogram.words, histogram.shares}, scratch);
      rows[i] = {std::move(documents[i].id), std::move(documents[i].class_name), std::move(found.vector),
                 histogram.unseen, found.gradient_norm};
    }
  });
  return rows;
}

void EmbeddingModel::State::infer(const RowSource& give, const std::function<void(EmbeddingRow&&)>& consume) const {
  std::vector<MatrixRow> waiting;
  const auto flush = [&] {
    for (EmbeddingRow& row : infer(std::move(waiting))) consume(std::move(row));
    waiting.clear();
  };
  give([&](MatrixRow&& row) {
    waiting.push_back(std::move(row));
    if (waiting.size() == kDocumentsAtOnce) flush();
  });
  flush();
}

void EmbeddingModel::infer(GraphSource& source, const std::function<void(EmbeddingRow&&)>& consume,
                           const Progress& progress) const {
  state_->infer([&](const auto& take) { (void)state_->featurizer.run(source, take, progress); }, consume);
}

void EmbeddingModel::infer_corpus(const std::string& path, const std::function<void(EmbeddingRow&&)>& consume,
                                  const Progress& progress) const {
  const auto corpus = read_corpus(path, state_->plan, state_->featurizer.fitted());
  state_->infer(rows_of(*corpus, progress), consume);
}

}  // namespace awe
