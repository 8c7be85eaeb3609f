// What the paper's model is trained on: T random walks from a node are a sentence, the sentences of all nodes of a
// graph a document, walks are words (words/words.h). Documents may also be the nodes of the graphs (one sentence
// each), their edges (a sentence a direction, its walks beginning with that step), or sets of nodes (a sentence a
// node).
//
// A sentence of graphs is a function of (seed, graph, epoch, start node or arc), drawn when it is asked for and never
// stored: every epoch has fresh walks, the first T of a longer sentence are the same, and any thread may draw any of
// them. Walks that stop early (sinks, isolated nodes) and walks that are no words are left out, so a sentence may be
// short or empty. Cost: some 50 ns a walk of length 10. Memory: the graphs.
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
#include "features/fitted_features.h"
#include "words/corpus_text.h"
#include "words/documents.h"
#include "words/words.h"

namespace awe::words {

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
  void set_words(const ColumnCounts& counts, const WordOptions& limits);

  WordVocabulary vocabulary_;
  std::vector<double> frequencies_;
  std::vector<std::uint64_t> first_sentence_ = {0};
};

// Documents (of Level::graph all of them, whatever max_documents is), and how long their sentences are. Walk number t
// of a sentence is a word of section t mod S, S being the sections (lengths) of all blocks of walks.
struct CorpusOptions : DocumentOptions {
  std::uint32_t sentence_walks = 20;  // T; at most kBlockWalks
};

class GraphCorpus final : public Corpus {
 public:
  // Counts the words in a pass of its own. `fitted` is needed where the walks have labels (awe/fitted_features.h): of
  // feature_plan_of(options). Throws Error(usage) for options that make no sense and for fewer than two words.
  GraphCorpus(std::vector<Graph> graphs, const CorpusOptions& options,
              std::optional<features::FittedFeatures> fitted = std::nullopt, const Progress& progress = {});
  // With words that are known already; their sums are the frequencies.
  GraphCorpus(std::vector<Graph> graphs, const CorpusOptions& options, WordVocabulary vocabulary,
              std::optional<features::FittedFeatures> fitted = std::nullopt);
  ~GraphCorpus() override;

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
  void start(std::vector<Graph> graphs, std::optional<features::FittedFeatures> fitted, const CorpusOptions& options);
  void draw(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint64_t>& columns) const;
  void index_columns();
  std::unique_ptr<const State> state_;
  std::vector<std::uint32_t> word_of_column_;  // where columns are few; else empty
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
  std::vector<std::uint32_t> words_;  // of walks
  Hash128 identity_;
};

}  // namespace awe::words
