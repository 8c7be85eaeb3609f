#include "plots/markdown_table.h"

#include "awe/error.h"

namespace awe::plots {
namespace {

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line.append(" ").append(markdown_cell(cell)).append(" |");
  return line + "\n";
}

}  // namespace

std::string markdown_cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') {
      out += "\\|";
    } else if (c == '\n') {
      out += "<br>";
    } else if (c != '\r') {
      out += c;
    }
  }
  return out;
}

void MarkdownTable::add(std::vector<std::string> row) {
  if (row.size() != header_.size()) {
    throw Error(ErrorKind::usage, "a row of " + std::to_string(row.size()) + " cells in a table of " +
                                      std::to_string(header_.size()) + " columns");
  }
  rows_.push_back(std::move(row));
}

std::string MarkdownTable::str() const {
  std::string text = line_of(header_) + "|";
  for (std::size_t column = 0; column < header_.size(); ++column) text += column == 0 ? "---|" : "---:|";
  text += "\n";
  for (const auto& row : rows_) text += line_of(row);
  return text;
}

}  // namespace awe::plots
