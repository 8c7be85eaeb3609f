#include <algorithm>
#include <unordered_map>
#include <utility>

#include "awe/error.h"
#include "base/parallel.h"
#include "bytes/atomic_file.h"
#include "features/fitted_features.h"
#include "features/graph_items.h"
#include "words/corpus.h"
#include "words/sentence_walks.h"
#include "words/spread.h"

namespace awe::words {
namespace {

// Epoch number of the walks for counting: not used by any epoch of training.
constexpr std::uint64_t kCountingEpoch = 0xFFFF'FFFF;
// Up to this many columns, a table from columns to words is kept.
constexpr std::uint64_t kMostInTable = std::uint64_t{1} << 22;

std::string without_spaces(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || c == '%') {
      text += '%';
      text += "0123456789ABCDEF"[byte >> 4];
      text += "0123456789ABCDEF"[byte & 15];
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

struct GraphCorpus::State {
  State(std::vector<Graph> graphs, const CorpusOptions& options, std::optional<features::FittedFeatures> fitted)
      : features(feature_plan_of(options)), walks(std::move(graphs), options, std::move(fitted)) {
    std::uint64_t count = 0;
    for (std::size_t g = 0; g < walks.graphs().size(); ++g) {
      items.emplace_back(walks.graphs()[g], g, features);
      count += items.back().size();
    }
    const std::uint64_t stride = options.level == Level::graph ? 1 : spread_stride(count, options.max_documents);
    std::uint64_t next = 0;
    for (std::uint32_t g = 0; g < items.size(); ++g) {
      for (std::size_t item = 0; item < items[g].size(); ++item) {
        if (next++ % stride == 0) places.push_back({g, item});
      }
    }
  }

  struct Place {
    std::uint32_t graph;
    std::size_t item;
  };
  [[nodiscard]] std::uint64_t sentences(const Place& place) const {
    const features::GraphItems& of = items[place.graph];
    if (of.level() == Level::graph) return of.graph().num_nodes();
    return of.level() == Level::edge ? of.arcs(place.item).size() : of.nodes(place.item).size();
  }
  [[nodiscard]] SentenceWalks::Start start(const Place& place, std::uint64_t sentence) const {
    const features::GraphItems& of = items[place.graph];
    if (of.level() == Level::graph) return {static_cast<NodeId>(sentence), std::nullopt};
    if (of.level() != Level::edge) return {of.nodes(place.item)[sentence], std::nullopt};
    const auto [from, arc] = of.arcs(place.item)[sentence];
    return {from, arc};
  }

  FeatureOptions features;
  SentenceWalks walks;
  std::vector<features::GraphItems> items;  // by graph
  std::vector<Place> places;                // by document
};

void GraphCorpus::start(std::vector<Graph> graphs, std::optional<features::FittedFeatures> fitted,
                        const CorpusOptions& options) {
  state_ = std::make_unique<const State>(std::move(graphs), options, std::move(fitted));
  for (const State::Place& place : state_->places) {
    first_sentence_.push_back(first_sentence_.back() + state_->sentences(place));
  }
}

GraphCorpus::GraphCorpus(std::vector<Graph> graphs, const CorpusOptions& options,
                         std::optional<features::FittedFeatures> fitted, const Progress& progress) {
  start(std::move(graphs), std::move(fitted), options);
  // Columns of a document with their counts, ascending.
  using Counts = std::vector<std::pair<std::uint64_t, double>>;
  const auto count = [&](std::size_t document) {
    std::vector<std::uint64_t> all, drawn;
    for (std::uint64_t s = first_sentence(document); s < first_sentence(document + 1); ++s) {
      draw(kCountingEpoch, s, drawn);
      all.insert(all.end(), drawn.begin(), drawn.end());
    }
    std::sort(all.begin(), all.end());
    Counts counts;
    for (const std::uint64_t column : all) {
      if (counts.empty() || counts.back().first != column) counts.emplace_back(column, 0);
      ++counts.back().second;
    }
    return counts;
  };
  struct Sum {
    double share = 0, count = 0;
  };
  std::unordered_map<std::uint64_t, Sum> sums;
  constexpr std::size_t kAtOnce = 64;
  for (std::size_t begin = 0; begin < documents(); begin += kAtOnce) {
    progress.throw_if_stopped();
    std::vector<Counts> counted(std::min(kAtOnce, documents() - begin));
    base::parallel_for(counted.size(), options.threads, [&](std::size_t i) { counted[i] = count(begin + i); });
    for (const Counts& counts : counted) {
      double total = 0;
      for (const auto& [column, times] : counts) total += times;
      for (const auto& [column, times] : counts) {
        Sum& sum = sums[column];
        sum.share += times / total;
        sum.count += times;
      }
    }
    if (progress.report) progress.report(begin + counted.size(), documents());
  }
  ColumnCounts counts;
  for (const auto& [column, sum] : sums) counts.columns.push_back(column);
  std::sort(counts.columns.begin(), counts.columns.end());
  for (const std::uint64_t column : counts.columns) {
    counts.shares.push_back(sums[column].share);
    counts.counts.push_back(sums[column].count);
  }
  set_words(counts, options.words);
  index_columns();
}

GraphCorpus::GraphCorpus(std::vector<Graph> graphs, const CorpusOptions& options, WordVocabulary vocabulary,
                         std::optional<features::FittedFeatures> fitted) {
  start(std::move(graphs), std::move(fitted), options);
  vocabulary_ = std::move(vocabulary);
  if (vocabulary_.size() < 2) throw Error(ErrorKind::usage, "there are fewer than two words");
  frequencies_.assign(vocabulary_.sums().begin(), vocabulary_.sums().end());
  // If all walks of the documents were words, the sums would add up to the number of documents; the rest is "other".
  double sum = 0;
  for (const double frequency : frequencies_) sum += frequency;
  if (vocabulary_.has_other()) {
    frequencies_.push_back(std::max(1e-6 * sum, static_cast<double>(documents()) - sum));
    sum += frequencies_.back();
  }
  for (double& frequency : frequencies_) frequency /= sum;
  index_columns();
}

GraphCorpus::~GraphCorpus() = default;

void GraphCorpus::index_columns() {
  const std::uint64_t columns = state_->walks.num_columns();
  if (columns > kMostInTable) return;
  word_of_column_.resize(columns);
  for (std::uint64_t column = 0; column < columns; ++column) word_of_column_[column] = vocabulary_.word_of(column);
}

std::string GraphCorpus::document_name(std::size_t document) const {
  const State::Place& place = state_->places[document];
  return state_->items[place.graph].id(place.item);
}

std::string GraphCorpus::word_text(std::uint32_t word) const {
  return word < vocabulary_.columns().size() ? state_->walks.text(vocabulary_.columns()[word]) : "other";
}

std::uint64_t GraphCorpus::longest_sentence() const noexcept { return state_->walks.plan().sentence_walks; }

// Draws the columns of a sentence.
void GraphCorpus::draw(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint64_t>& columns) const {
  const std::uint32_t document = document_of(number);
  const State::Place& place = state_->places[document];
  state_->walks.draw(place.graph, state_->start(place, number - first_sentence(document)), epoch, columns);
}

void GraphCorpus::sentence(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint32_t>& words) const {
  std::vector<std::uint64_t> columns;
  draw(epoch, number, columns);
  words.clear();
  for (const std::uint64_t column : columns) {
    const std::uint32_t word = word_of_column_.empty() ? vocabulary_.word_of(column) : word_of_column_[column];
    if (word != vocabulary_.size()) words.push_back(word);
  }
}

Hash128 GraphCorpus::identity() const {
  Hasher hasher;
  const CorpusOptions& options = state_->walks.plan();
  const std::string text = to_string(options.walks);
  hasher.add(std::as_bytes(std::span(text)));
  for (const std::uint64_t value :
       {std::uint64_t{options.self_loops}, std::uint64_t{options.sentence_walks}, options.seed}) {
    hasher.add_value(value);
  }
  if (options.dead_ends != DeadEnds::stop) hasher.add_value(static_cast<std::uint64_t>(options.dead_ends));
  for (const Graph& graph : state_->walks.graphs()) {
    const Hash128 hash = fingerprint(graph);
    hasher.add_value(hash.high);
    hasher.add_value(hash.low);
    // Labels are not part of the fingerprint.
    hasher.add_values(std::span<const std::uint32_t>(graph.node_labels().ids));
    hasher.add_values(std::span<const std::uint32_t>(graph.edge_labels().ids));
  }
  hasher.add_value(static_cast<std::uint64_t>(options.level));
  for (const State::Place& place : state_->places) {
    hasher.add_value(std::uint64_t{place.graph});
    hasher.add_value(std::uint64_t{place.item});
    if (options.level != Level::subgraph) continue;
    const std::vector<NodeId> nodes = state_->items[place.graph].nodes(place.item);
    hasher.add_values(std::span<const NodeId>(nodes));
  }
  hasher.add_values(vocabulary_.columns());
  hasher.add_value(std::uint64_t{vocabulary_.size()});
  return hasher.digest();
}

void GraphCorpus::write_text(const std::string& path, std::uint64_t epoch, bool force) const {
  bytes::AtomicFile file(path, force);
  std::unordered_map<std::uint64_t, std::string> texts;
  std::vector<std::uint64_t> columns;
  for (std::size_t document = 0; document < documents(); ++document) {
    const std::string name = without_spaces(document_name(document));
    for (std::uint64_t s = first_sentence(document); s < first_sentence(document + 1); ++s) {
      draw(epoch, s, columns);
      std::string line = name;
      for (const std::uint64_t column : columns) {
        std::string& text = texts[column];
        if (text.empty()) text = state_->walks.text(column);
        line += ' ';
        line += text;
      }
      line += '\n';
      file.write(line);
    }
  }
  file.commit();
}

}  // namespace awe::words
