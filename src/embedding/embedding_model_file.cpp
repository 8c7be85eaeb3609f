// The file of an embedding model: a container (bytes/model_file.h) of kind "embedding" with the sections
//   plan        the text of the walks, limits of words, level, dimensions, penalties, seed, how training ended
//   dead-ends   the rule for dead ends (absent: stop)
//   vocabulary  columns of the words with their sums, columns of rare walks
//   walks       what the walks have learnt, in the format of features/fitted_features_file.cpp (absent if nothing)
//   words       U, b
//   context     W, for models trained with context
//   tree        frequencies of words, for models with hierarchical softmax; rows of U and b are nodes of their tree
#include "embedding/embedding_model_file.h"

#include <utility>

#include "awe/error.h"
#include "embedding/model_documents.h"
#include "features/fitted_features.h"

namespace awe::embedding {
namespace {

constexpr std::string_view kKind = "embedding";
constexpr std::uint32_t kVersion = 1;

std::string plan_bytes(const EmbeddingOptions& options, const EmbeddingModel::Summary& summary) {
  bytes::SectionWriter out;
  out.text(to_string(options.walks));
  out.number<std::uint64_t>(options.words.max_words);
  out.number<double>(options.words.min_count);
  out.number<std::uint64_t>(options.words.walks);
  out.number<std::uint8_t>(options.words.other ? 1 : 0);
  out.number<std::uint8_t>(options.self_loops ? 1 : 0);
  out.number<std::uint8_t>(static_cast<std::uint8_t>(options.level));
  out.number<std::uint64_t>(options.dimensions);
  for (const double value : {options.vector_penalty, options.word_penalty, options.tolerance})
    out.number<double>(value);
  for (const std::uint64_t value : {options.max_iterations, options.max_documents, options.run.seed})
    out.number<std::uint64_t>(value);
  out.number<std::uint64_t>(summary.documents);
  out.number<double>(summary.objective);
  out.number<double>(summary.gradient_norm);
  out.number<std::uint64_t>(summary.iterations);
  out.number<std::uint8_t>(summary.converged ? 1 : 0);
  return out.bytes();
}

void read_plan(bytes::SectionReader in, EmbeddingOptions& options, EmbeddingModel::Summary& summary) {
  try {
    options.walks = parse_features(in.text());
  } catch (const Error&) {
    throw in.malformed("has walks that make no sense");
  }
  options.words.max_words = in.number<std::uint64_t>();
  options.words.min_count = in.number<double>();
  options.words.walks = in.number<std::uint64_t>();
  options.words.other = in.number<std::uint8_t>() != 0;
  options.self_loops = in.number<std::uint8_t>() != 0;
  const auto level = in.number<std::uint8_t>();
  if (level > static_cast<std::uint8_t>(Level::subgraph)) throw in.malformed("has no such level");
  options.level = static_cast<Level>(level);
  options.dimensions = static_cast<std::size_t>(in.number<std::uint64_t>());
  for (double* value : {&options.vector_penalty, &options.word_penalty, &options.tolerance})
    *value = in.number<double>();
  for (std::uint64_t* value : {&options.max_iterations, &options.max_documents, &options.run.seed}) {
    *value = in.number<std::uint64_t>();
  }
  summary.documents = in.number<std::uint64_t>();
  summary.objective = in.number<double>();
  summary.gradient_norm = in.number<double>();
  summary.iterations = in.number<std::uint64_t>();
  summary.converged = in.number<std::uint8_t>() != 0;
  in.end();
}

template <class T>
std::vector<T> list(bytes::SectionReader& in) {
  const auto values = in.numbers<T>();
  return {values.begin(), values.end()};
}

}  // namespace

DeadEnds read_dead_ends(const bytes::ModelFile& file, const std::string& prefix) {
  if (!file.has(prefix + "dead-ends")) return DeadEnds::stop;
  bytes::SectionReader in(file, prefix + "dead-ends");
  const auto rule = find_enum<DeadEnds>(in.text());
  in.end();
  if (!rule || *rule == DeadEnds::automatic) throw in.malformed("has no such rule for dead ends");
  return *rule;
}

void save_model(const EmbeddingModel::State& model, const std::string& path, bool force) {
  bytes::ModelWriter file(path, kKind, kVersion, force);
  write_model(model, file, "");
  file.commit();
}

EmbeddingModel::State load_model(const std::string& path, int threads, NodeSets node_sets) {
  return read_model(bytes::ModelFile(path, kKind, kVersion), "", threads, std::move(node_sets));
}

void write_model(const EmbeddingModel::State& model, bytes::ModelWriter& file, const std::string& prefix) {
  file.add(prefix + "plan", plan_bytes(model.options, model.summary));
  bytes::SectionWriter vocabulary;
  vocabulary.numbers<std::uint64_t>(model.vocabulary.columns());
  vocabulary.numbers<double>(model.vocabulary.sums());
  vocabulary.numbers<std::uint64_t>(model.vocabulary.rare());
  vocabulary.number<std::uint8_t>(model.vocabulary.has_other() ? 1 : 0);
  file.add(prefix + "vocabulary", vocabulary.bytes());
  // Absent if walks stop at dead ends, as in files from before there were other rules.
  if (model.options.dead_ends != DeadEnds::stop) {
    bytes::SectionWriter rule;
    rule.text(to_string(model.options.dead_ends));
    file.add(prefix + "dead-ends", rule.bytes());
  }
  if (const auto& fitted = model.featurizer.fitted()) {
    file.begin(prefix + "walks");
    features::write_fitted(*fitted, [&](std::string_view text) { file.write(std::as_bytes(std::span(text))); });
  }
  bytes::SectionWriter words;
  words.numbers<double>(model.words.values);
  words.numbers<double>(model.biases);
  file.add(prefix + "words", words.bytes());
  if (model.walks.rows > 0) {
    bytes::SectionWriter context;
    context.number<std::uint64_t>(model.walks.columns);
    context.numbers<double>(model.walks.values);
    file.add(prefix + "context", context.bytes());
  }
  if (!model.tree_frequencies.empty()) {
    bytes::SectionWriter tree;
    tree.numbers<double>(model.tree_frequencies);
    file.add(prefix + "tree", tree.bytes());
  }
}

EmbeddingModel::State read_model(const bytes::ModelFile& file, const std::string& prefix, int threads,
                                 NodeSets node_sets) {
  EmbeddingOptions options;
  EmbeddingModel::Summary summary;
  read_plan(bytes::SectionReader(file, prefix + "plan"), options, summary);
  options.dead_ends = read_dead_ends(file, prefix);
  options.run.threads = threads;
  options.node_sets = std::move(node_sets);
  bytes::SectionReader in(file, prefix + "vocabulary");
  auto columns = list<std::uint64_t>(in);
  auto sums = list<double>(in);
  auto rare = list<std::uint64_t>(in);
  const bool other = in.number<std::uint8_t>() != 0;
  in.end();
  if (sums.size() != columns.size()) throw in.malformed("has words without sums");
  std::optional<features::FittedFeatures> fitted;
  if (file.has(prefix + "walks")) {
    const auto bytes = file.section(prefix + "walks");
    fitted = features::parse_fitted(file.path() + "!" + prefix + "walks",
                                    std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  Featurizer featurizer(words::feature_plan_of(document_plan_of(options)), std::move(fitted));
  for (const auto& seen : {columns, rare}) {
    for (const std::uint64_t column : seen) {
      if (column >= featurizer.num_columns()) throw in.malformed("names a walk that is not there");
    }
  }
  words::WordVocabulary vocabulary(std::move(columns), std::move(sums), std::move(rare), other);
  std::vector<double> tree_frequencies;
  if (file.has(prefix + "tree")) {
    bytes::SectionReader tree(file, prefix + "tree");
    tree_frequencies = list<double>(tree);
    tree.end();
    if (tree_frequencies.size() != vocabulary.size() || vocabulary.size() < 2) {
      throw tree.malformed("has other dimensions");
    }
  }
  bytes::SectionReader numbers(file, prefix + "words");
  algebra::Dense words;
  words.rows = vocabulary.size() - (tree_frequencies.empty() ? 0 : 1);
  words.columns = options.dimensions;
  words.values = list<double>(numbers);
  auto biases = list<double>(numbers);
  numbers.end();
  if (biases.size() != words.rows || words.values.size() != words.rows * words.columns || words.columns == 0) {
    throw numbers.malformed("has other dimensions");
  }
  algebra::Dense walks;
  if (file.has(prefix + "context")) {
    bytes::SectionReader context(file, prefix + "context");
    walks.rows = vocabulary.size();
    walks.columns = static_cast<std::size_t>(context.number<std::uint64_t>());
    walks.values = list<double>(context);
    context.end();
    if (walks.columns == 0 || walks.values.size() / walks.columns != walks.rows ||
        walks.values.size() % walks.columns != 0) {
      throw context.malformed("has other dimensions");
    }
  }
  return {.options = std::move(options),
          .summary = summary,
          .vocabulary = std::move(vocabulary),
          .words = std::move(words),
          .biases = std::move(biases),
          .walks = std::move(walks),
          .featurizer = std::move(featurizer),
          .tree_frequencies = std::move(tree_frequencies)};
}

}  // namespace awe::embedding
