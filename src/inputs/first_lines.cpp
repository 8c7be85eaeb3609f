#include "inputs/first_lines.h"

#include <algorithm>

#include "base/number.h"

namespace awe::inputs {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view skip_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

std::string_view skip_comments(std::string_view text) {
  while (true) {
    text = skip_blanks(text);
    if (text.starts_with("/*")) {
      const std::size_t close = text.find("*/", 2);
      text.remove_prefix(close == text.npos ? text.size() : close + 2);
    } else if (text.starts_with("//") || text.starts_with('#')) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else {
      return text;
    }
  }
}

// Takes a word, in any case, from the front of the text if it stands there.
bool take_word(std::string_view& text, std::string_view word) {
  const auto same = [](char c, char lower) { return (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) == lower; };
  const std::string_view front = text.substr(0, word.size());
  if (!std::equal(front.begin(), front.end(), word.begin(), word.end(), same)) return false;
  const char after = text.size() > word.size() ? text[word.size()] : ' ';
  if (kBlanks.find(after) == kBlanks.npos && after != '{' && after != '"') return false;
  text = skip_comments(text.substr(word.size()));
  return true;
}

// After comments: [strict] graph or digraph, perhaps an id, and a brace.
bool looks_like_dot(std::string_view text) {
  text = skip_comments(text);
  static_cast<void>(take_word(text, "strict"));
  if (!take_word(text, "graph") && !take_word(text, "digraph")) return false;
  if (text.starts_with('"')) {
    std::size_t close = 1;
    while (close < text.size() && text[close] != '"') close += text[close] == '\\' ? 2 : 1;
    text.remove_prefix(std::min(close + 1, text.size()));
  } else {
    text.remove_prefix(std::min(text.find_first_of(" \t\r\n{["), text.size()));
  }
  return skip_comments(text).starts_with('{');
}

// The fourth line of a molecule ends with the version of its table.
bool looks_like_sdf(std::string_view text) {
  for (int line = 0; line < 3; ++line) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return false;
    text.remove_prefix(end + 1);
  }
  const std::string_view counts = base::trim(text.substr(0, text.find('\n')));
  return counts.ends_with("V2000") || counts.ends_with("V3000");
}

}  // namespace

std::optional<Format> format_of_first_lines(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  if (head.starts_with(">>graph6<<")) return Format::graph6;
  if (head.starts_with(">>sparse6<<")) return Format::sparse6;
  if (head.starts_with(">>digraph6<<")) return Format::digraph6;
  if (looks_like_sdf(head)) return Format::sdf;
  if (looks_like_dot(head)) return Format::dot;
  return std::nullopt;
}

}  // namespace awe::inputs
