#include "plots/markdown_table.h"

#include <algorithm>

#include "awe/error.h"

namespace awe::plots {
namespace {

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line.append(" ").append(markdown_cell(cell)).append(" |");
  return line + "\n";
}

std::string without_marks(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "**") {
      ++i;
    } else {
      plain += text[i] == '\n' ? ' ' : text[i];
    }
  }
  return plain;
}

// The number of columns that a terminal needs: characters, not bytes.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
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

std::string MarkdownTable::aligned() const {
  std::vector<std::vector<std::string>> lines;
  const auto add_line = [&](const std::vector<std::string>& row) {
    std::vector<std::string>& line = lines.emplace_back();
    for (const std::string& cell : row) line.push_back(without_marks(cell));
  };
  add_line(header_);
  for (const auto& row : rows_) add_line(row);
  std::vector<std::size_t> widths(header_.size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width_of(line[i]));
  }
  std::string text;
  for (const auto& line : lines) {
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string blanks(widths[i] - width_of(line[i]), ' ');
      out += (i == 0 ? "" : "  ") + (i == 0 ? line[i] + blanks : blanks + line[i]);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  }
  return text;
}

}  // namespace awe::plots
