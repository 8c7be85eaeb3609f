// A corpus as text: one sentence per line, `document walk walk ...`, as written by GraphCorpus::write_text. The lines
// of a document need not be consecutive. Provides rows of walks (for the exact solver and inference) and sentences (for
// the paper's model). Memory: 4 bytes per walk.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "awe/hash.h"
#include "awe/matrix.h"

namespace awe::words {

class CorpusText {
 public:
  // The column of a walk's text, or nullopt.
  using ColumnOf = std::function<std::optional<std::uint64_t>(std::string_view walk)>;
  // Without column_of, columns are the texts in sorted order. Throws Error: io; malformed, with the line number, for a
  // file without sentences, an empty line, control characters, an invalid %XX or a walk without a column.
  explicit CorpusText(const std::string& path, const ColumnOf& column_of = {});

  [[nodiscard]] std::size_t documents() const noexcept { return names_.size(); }
  [[nodiscard]] const std::string& document_name(std::size_t document) const noexcept { return names_[document]; }
  // The line where the document first occurs.
  [[nodiscard]] std::uint64_t first_line(std::size_t document) const noexcept { return first_lines_[document]; }
  // The frequencies of its walks as fractions, by column.
  [[nodiscard]] MatrixRow row(std::size_t document) const;

  // Distinct walks are numbered in ascending order of their columns.
  [[nodiscard]] std::span<const std::uint64_t> columns() const noexcept { return columns_; }
  [[nodiscard]] const std::string& walk_text(std::size_t walk) const noexcept { return texts_[walk]; }
  // Numbers of the walks of a document, and of one sentence.
  [[nodiscard]] std::span<const std::uint32_t> walks_of(std::size_t document) const noexcept;
  [[nodiscard]] std::span<const std::uint32_t> sentence(std::uint64_t number) const noexcept;
  // The first sentence of every document, and the number of sentences.
  [[nodiscard]] const std::vector<std::uint64_t>& first_sentences() const noexcept { return first_sentence_; }
  [[nodiscard]] std::uint64_t longest_sentence() const noexcept { return longest_; }
  // Hash of the bytes of its lines.
  [[nodiscard]] Hash128 identity() const noexcept { return identity_; }

 private:
  struct Lines;
  [[nodiscard]] Lines read(const std::string& path, const ColumnOf& column_of);
  void order_columns(Lines& lines, bool known);
  void order_sentences(Lines& lines);

  std::vector<std::string> names_;             // by document
  std::vector<std::uint64_t> first_lines_;     // by document
  std::vector<std::uint64_t> first_sentence_;  // by document, and the number of sentences
  std::vector<std::string> texts_;             // by walk
  std::vector<std::uint64_t> columns_;         // by walk, ascending
  std::vector<std::uint64_t> begins_;          // by sentence: where it begins in all_, and the end
  std::vector<std::uint32_t> all_;             // numbers of walks
  std::uint64_t longest_ = 0;
  Hash128 identity_;
};

}  // namespace awe::words
