// A corpus as text: a sentence per line, `document walk walk ...`, as GraphCorpus::write_text writes it. Lines of one
// document need not stand together. Of such a text come rows of walks (the exact solver, inference) and sentences (the
// paper's model). Memory: 4 bytes per walk.
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
  // The column of a walk's text; nothing if there is none.
  using ColumnOf = std::function<std::optional<std::uint64_t>(std::string_view walk)>;
  // Without column_of, columns are the texts in sorted order. Throws Error: io; malformed, with the line, for a file
  // without sentences, an empty line, control characters, a bad %XX and a walk without a column.
  explicit CorpusText(const std::string& path, const ColumnOf& column_of = {});

  [[nodiscard]] std::size_t documents() const noexcept { return names_.size(); }
  [[nodiscard]] const std::string& document_name(std::size_t document) const noexcept { return names_[document]; }
  // Where it was first named.
  [[nodiscard]] std::uint64_t first_line(std::size_t document) const noexcept { return first_lines_[document]; }
  // The shares of its walks, by column.
  [[nodiscard]] MatrixRow row(std::size_t document) const;

  // Different walks are numbered in ascending order of their columns.
  [[nodiscard]] std::span<const std::uint64_t> columns() const noexcept { return columns_; }
  [[nodiscard]] const std::string& walk_text(std::size_t walk) const noexcept { return texts_[walk]; }
  // Numbers of the walks of a document, and of one of its sentences.
  [[nodiscard]] std::span<const std::uint32_t> walks_of(std::size_t document) const noexcept;
  [[nodiscard]] std::span<const std::uint32_t> sentence(std::uint64_t number) const noexcept;
  // Where the sentences of every document begin, and their number.
  [[nodiscard]] const std::vector<std::uint64_t>& first_sentences() const noexcept { return first_sentence_; }
  [[nodiscard]] std::uint64_t longest_sentence() const noexcept { return longest_; }
  // Of the bytes of its lines.
  [[nodiscard]] Hash128 identity() const noexcept { return identity_; }

 private:
  struct Lines;
  [[nodiscard]] Lines read(const std::string& path, const ColumnOf& column_of);
  void order_columns(Lines& lines, bool known);
  void order_sentences(Lines& lines);

  std::vector<std::string> names_;             // of documents
  std::vector<std::uint64_t> first_lines_;     // of documents
  std::vector<std::uint64_t> first_sentence_;  // of documents, and the number of sentences
  std::vector<std::string> texts_;             // of walks
  std::vector<std::uint64_t> columns_;         // of walks, ascending
  std::vector<std::uint64_t> begins_;          // of sentences in all_, and the end
  std::vector<std::uint32_t> all_;             // walks
  std::uint64_t longest_ = 0;
  Hash128 identity_;
};

}  // namespace awe::words
