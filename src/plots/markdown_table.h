// A table in Markdown (GitHub's pipes); pipes and line breaks in cells are escaped. The first column is left-aligned,
// the others are right-aligned. Cost: O(bytes).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace awe::plots {

class MarkdownTable {
 public:
  explicit MarkdownTable(std::vector<std::string> header) : header_(std::move(header)) {}

  // Throws Error(usage) unless the row has as many cells as the header.
  void add(std::vector<std::string> row);
  [[nodiscard]] std::string str() const;
  // For a terminal: columns of equal width, two blanks apart, without the marks of bold text.
  [[nodiscard]] std::string aligned() const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

[[nodiscard]] std::string markdown_cell(std::string_view text);

}  // namespace awe::plots
