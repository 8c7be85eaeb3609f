// What the paper's model is trained on: T random walks from a node are a sentence, the sentences of all nodes of a
// graph a document, walks are words (embedding/words.h). Documents may also be the nodes of the graphs (one sentence
// each), their edges (a sentence a direction, its walks beginning with that step), or sets of nodes (a sentence a
// node).
//
// A sentence of graphs is a function of (seed, graph, epoch, start node or arc), drawn when it is asked for and never
// stored:
// every epoch has fresh walks, the first T of a longer sentence are the same, and any thread may draw any of them.
// Walks that stop early (sinks, isolated nodes) and walks that are no words are left out, so a sentence may be short or
// empty. Cost: some 50 ns a walk of length 10. Memory: the graphs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "awe/base/hash.h"
#include "awe/base/progress.h"
#include "awe/embedding/words.h"
#include "awe/features/featurizer.h"

namespace awe {

// Safe to share between threads once made.
class Corpus {
 public:
  Corpus() = default;
  Corpus(const Corpus&) = delete;
  Corpus& operator=(const Corpus&) = delete;
  virtual ~Corpus() = default;

  [[nodiscard]] const WordVocabulary& vocabulary() const noexcept { return vocabulary_; }
  [[nodiscard]] std::size_t words() const noexcept { return vocabulary_.size(); }
  // Share of each word among all words, most frequent first but for "other", which is last.
  [[nodiscard]] std::span<const double> frequencies() const noexcept { return frequencies_; }
  [[nodiscard]] std::size_t documents() const noexcept { return first_sentence_.size() - 1; }
  [[nodiscard]] std::uint64_t sentences() const noexcept { return first_sentence_.back(); }
  // Sentences of a document are first_sentence(d) .. first_sentence(d + 1) - 1.
  [[nodiscard]] std::uint64_t first_sentence(std::size_t document) const noexcept { return first_sentence_[document]; }
  [[nodiscard]] std::uint32_t document_of(std::uint64_t sentence) const noexcept;
  // Names of documents: what the input calls its graphs, or their numbers.
  [[nodiscard]] virtual std::string document_name(std::size_t document) const = 0;
  // The text of a word: "1-2-3-1", "1:C-2:O", "other".
  [[nodiscard]] virtual std::string word_text(std::uint32_t word) const = 0;
  // Words that a sentence has at most.
  [[nodiscard]] virtual std::uint64_t longest_sentence() const noexcept = 0;
  // The sentence's words, into an emptied buffer.
  virtual void sentence(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint32_t>& words) const = 0;
  // What the sentences depend on: a training run is resumed only on the same corpus.
  [[nodiscard]] virtual Hash128 identity() const = 0;

 protected:
  // Words from the number of times that each (document, column) pair was counted.
  struct ColumnCounts {
    std::vector<std::uint64_t> columns;  // ascending
    std::vector<double> shares;          // of documents' words, summed over documents
    std::vector<double> counts;
  };
  void set_words(const ColumnCounts& counts, const WordLimits& limits);

  WordVocabulary vocabulary_;
  std::vector<double> frequencies_;
  std::vector<std::uint64_t> first_sentence_ = {0};
};

struct CorpusPlan {
  FeatureSpec walks = anonymous_walks(7, 7);  // blocks of walks or colours. Walk number t of a sentence is a word of
                                              // section t mod S, S being the sections (lengths) of all blocks
  bool self_loops = false;
  std::uint32_t sentence_walks = 20;  // T; at most kBlockWalks
  WordLimits words;
  Level level = Level::graph;
  NodeSets node_sets;                    // of level subgraph
  std::uint64_t max_documents = 20'000;  // of nodes, edges and subgraphs; of more, evenly spread ones. Graphs: all
  std::uint64_t seed = 1;
  int threads = 1;
};

class GraphCorpus final : public Corpus {
 public:
  // Counts the words in a pass of its own. `fitted` is needed where the walks have labels (features/fitted.h): of
  // feature_plan(plan). Throws Error(usage) for a plan that makes no sense and for fewer than two words.
  GraphCorpus(std::vector<Graph> graphs, const CorpusPlan& plan, std::optional<FittedFeatures> fitted = std::nullopt,
              const Progress& progress = {});
  // With words that are known already; their sums are the frequencies.
  GraphCorpus(std::vector<Graph> graphs, const CorpusPlan& plan, WordVocabulary vocabulary,
              std::optional<FittedFeatures> fitted = std::nullopt);
  ~GraphCorpus() override;

  [[nodiscard]] static FeaturePlan feature_plan(const CorpusPlan& plan);

  [[nodiscard]] std::string document_name(std::size_t document) const override;
  [[nodiscard]] std::string word_text(std::uint32_t word) const override;
  [[nodiscard]] std::uint64_t longest_sentence() const noexcept override;
  void sentence(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint32_t>& words) const override;
  [[nodiscard]] Hash128 identity() const override;

  // One epoch as text: a sentence a line, `graph-id word word ...`, every walk that was drawn in full, a word or not.
  // Spaces and '%' of names are written %XX. The file is whole or absent.
  void write_text(const std::string& path, std::uint64_t epoch, bool force = false) const;

 private:
  struct State;
  void start(std::vector<Graph> graphs, std::optional<FittedFeatures> fitted, const CorpusPlan& plan);
  void draw(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint64_t>& columns) const;
  void index_columns();
  std::unique_ptr<const State> state_;
  std::vector<std::uint32_t> word_of_column_;  // where columns are few; else empty
};

// Sentences of a text file: the same in every epoch. Lines of one graph need not stand together. Memory: 4 bytes a
// word.
class TextCorpus final : public Corpus {
 public:
  // The column of a walk's text; nothing if there is none.
  using ColumnOf = std::function<std::optional<std::uint64_t>(std::string_view walk)>;
  // Without column_of, columns are the texts in sorted order. Throws Error: io; malformed, with the line, for a file
  // without sentences, an empty line, control characters, a bad %XX and a walk without a column; usage for fewer than
  // two words.
  TextCorpus(const std::string& path, const WordLimits& limits, const ColumnOf& column_of = {});

  [[nodiscard]] std::string document_name(std::size_t document) const override { return names_[document]; }
  // Where it was first named.
  [[nodiscard]] std::uint64_t first_line(std::size_t document) const noexcept { return first_lines_[document]; }
  // The shares of its walks, by column.
  [[nodiscard]] MatrixRow row(std::size_t document) const;
  [[nodiscard]] std::string word_text(std::uint32_t word) const override;
  [[nodiscard]] std::uint64_t longest_sentence() const noexcept override { return longest_; }
  void sentence(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint32_t>& words) const override;
  [[nodiscard]] Hash128 identity() const override { return identity_; }

 private:
  struct Lines;
  [[nodiscard]] Lines read(const std::string& path, const ColumnOf& column_of);
  void order_columns(Lines& lines, bool known);
  void order_sentences(Lines& lines);
  void count_words(const WordLimits& limits);
  [[nodiscard]] std::span<const std::uint32_t> walks_of(std::size_t document) const;

  std::vector<std::string> names_;          // of documents
  std::vector<std::uint64_t> first_lines_;  // of documents
  std::vector<std::string> texts_;          // of walks, in the order of their columns
  std::vector<std::uint64_t> columns_;      // of walks, ascending
  std::vector<std::uint32_t> words_;        // of walks
  std::vector<std::uint64_t> begins_;       // of sentences in all_, and the end
  std::vector<std::uint32_t> all_;          // walks
  std::uint64_t longest_ = 0;
  Hash128 identity_;
};

}  // namespace awe
