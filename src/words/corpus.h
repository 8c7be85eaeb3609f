// The training data of the paper's model: T random walks from a node form a sentence, the sentences of all nodes of a
// graph form a document, and walks are words (words/words.h). Documents may also be the nodes of the graphs (one
// sentence each), their edges (one sentence per direction, whose walks begin with that step), or sets of nodes (one
// sentence per node).
//
// A sentence of graphs is a function of (seed, graph, epoch, start node or arc); it is drawn on demand and never
// stored: every epoch has new walks, a longer sentence begins with the same T walks, and any thread may draw any
// sentence. Walks that stop early (at sinks or isolated nodes; by the rule `end` for dead ends they have names of their
// own, and none stops) and walks that are not words are omitted, so a sentence may be short or empty. Cost: about 50 ns
// per walk of length 10. Memory: the graphs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "awe/featurizer.h"
#include "awe/hash.h"
#include "awe/run_options.h"
#include "awe/training_options.h"
#include "features/fitted_features.h"
#include "words/corpus_text.h"
#include "words/documents.h"
#include "words/words.h"

namespace awe::words {

// Safe to share between threads after construction.
class Corpus {
 public:
  Corpus() = default;
  Corpus(const Corpus&) = delete;
  Corpus& operator=(const Corpus&) = delete;
  virtual ~Corpus() = default;

  [[nodiscard]] const WordVocabulary& vocabulary() const noexcept { return vocabulary_; }
  [[nodiscard]] std::size_t words() const noexcept { return vocabulary_.size(); }
  // The frequency of each word as a fraction of all words, most frequent first except for "other", which is last.
  [[nodiscard]] std::span<const double> frequencies() const noexcept { return frequencies_; }
  [[nodiscard]] std::size_t documents() const noexcept { return first_sentence_.size() - 1; }
  [[nodiscard]] std::uint64_t sentences() const noexcept { return first_sentence_.back(); }
  // Sentences of a document are first_sentence(d) .. first_sentence(d + 1) - 1.
  [[nodiscard]] std::uint64_t first_sentence(std::size_t document) const noexcept { return first_sentence_[document]; }
  [[nodiscard]] std::uint32_t document_of(std::uint64_t sentence) const noexcept;
  // Names of documents: the names of the graphs in the input, or their numbers.
  [[nodiscard]] virtual std::string document_name(std::size_t document) const = 0;
  // The text of a word: "1-2-3-1", "1:C-2:O", "other".
  [[nodiscard]] virtual std::string word_text(std::uint32_t word) const = 0;
  // The maximum number of words in a sentence.
  [[nodiscard]] virtual std::uint64_t longest_sentence() const noexcept = 0;
  // Replaces the contents of `words` by the words of the sentence.
  virtual void sentence(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint32_t>& words) const = 0;
  // Hash of everything the sentences depend on: training is resumed only on the same corpus.
  [[nodiscard]] virtual Hash128 identity() const = 0;

 protected:
  // Sets the words from the counts of each column over the documents.
  struct ColumnCounts {
    std::vector<std::uint64_t> columns;  // ascending
    std::vector<double> shares;          // fraction of a document's words, summed over documents
    std::vector<double> counts;
  };
  void set_words(const ColumnCounts& counts, const WordOptions& limits);

  WordVocabulary vocabulary_;
  std::vector<double> frequencies_;
  std::vector<std::uint64_t> first_sentence_ = {0};
};

// The documents (at Level::graph all of them, regardless of max_documents) and the length of their sentences. Walk
// number t of a sentence is a word of section t mod S, where S is the number of sections (lengths) of all blocks of
// walks.
struct CorpusOptions : DocumentOptions {
  std::uint32_t sentence_walks = 20;  // T; at most kBlockWalks
};

class GraphCorpus final : public Corpus {
 public:
  // Counts the words in a separate pass. `fitted` (features/fitted_features.h), learnt with feature_plan_of(options),
  // is required if the walks have labels. Throws Error(usage) for invalid options and for fewer than two words.
  GraphCorpus(std::vector<Graph> graphs, const CorpusOptions& options,
              std::optional<features::FittedFeatures> fitted = std::nullopt, const Progress& progress = {});
  // With a known vocabulary; its sums are the frequencies.
  GraphCorpus(std::vector<Graph> graphs, const CorpusOptions& options, WordVocabulary vocabulary,
              std::optional<features::FittedFeatures> fitted = std::nullopt);
  ~GraphCorpus() override;

  [[nodiscard]] std::string document_name(std::size_t document) const override;
  [[nodiscard]] std::string word_text(std::uint32_t word) const override;
  [[nodiscard]] std::uint64_t longest_sentence() const noexcept override;
  void sentence(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint32_t>& words) const override;
  [[nodiscard]] Hash128 identity() const override;

  // Writes one epoch as text: one sentence per line, `graph-id word word ...`, with every walk that made all its steps,
  // whether it is a word or not. Spaces and '%' in names are written as %XX. The file is written completely or not at
  // all.
  void write_text(const std::string& path, std::uint64_t epoch, bool force = false) const;

 private:
  struct State;
  void start(std::vector<Graph> graphs, std::optional<features::FittedFeatures> fitted, const CorpusOptions& options);
  void draw(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint64_t>& columns) const;
  void index_columns();
  std::unique_ptr<const State> state_;
  std::vector<std::uint32_t> word_of_column_;  // empty if there are too many columns
};

// Sentences of a text: the same in every epoch.
class TextCorpus final : public Corpus {
 public:
  // Throws Error(usage) for fewer than two words.
  TextCorpus(CorpusText text, const WordOptions& limits);

  [[nodiscard]] std::string document_name(std::size_t document) const override { return text_.document_name(document); }
  [[nodiscard]] std::string word_text(std::uint32_t word) const override;
  [[nodiscard]] std::uint64_t longest_sentence() const noexcept override { return text_.longest_sentence(); }
  void sentence(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint32_t>& words) const override;
  [[nodiscard]] Hash128 identity() const override { return identity_; }

 private:
  CorpusText text_;
  std::vector<std::uint32_t> words_;  // by number of the walk
  Hash128 identity_;
};

}  // namespace awe::words
