#include "inputs/foreign_text.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "base/number.h"
#include "inputs/detection.h"

namespace awe::inputs {
namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!(line = base::trim(line)).empty()) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

// Atoms, bonds, branches and rings of the SMILES language, with something that ids of nodes rarely have.
bool is_smiles_word(std::string_view word, bool& typical) {
  constexpr std::string_view kElements = "BCNOPSFI", kAromatic = "bcnops", kOthers = "-=#$:/\\.()%0123456789@+";
  bool atom = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (c == '[') {
      const std::size_t end = word.find(']', i);
      if (end == word.npos) return false;
      i = end;
      atom = typical = true;
    } else if (kElements.find(c) != kElements.npos || kAromatic.find(c) != kAromatic.npos) {
      atom = true;
      const bool two =
          (c == 'C' && word.substr(i + 1).starts_with('l')) || (c == 'B' && word.substr(i + 1).starts_with('r'));
      i += two ? 1 : 0;
    } else if (kOthers.find(c) == kOthers.npos) {
      return false;
    } else {
      typical = typical || c == '(' || c == '=' || c == '#';
    }
  }
  return atom;
}

}  // namespace

Lines lines_of(std::string_view text, bool whole) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == text.npos && !whole) break;
    lines.push_back(base::trim(text.substr(0, end)));
    if (end == text.npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

bool is_pajek(const Lines& lines) {
  for (const std::string_view line : lines) {
    if (line.empty() || line.starts_with('%')) continue;
    const std::string start = lower_case(line.substr(0, 9));
    return start == "*vertices" || start.starts_with("*network") || start.starts_with("*arcs") ||
           start.starts_with("*edges");
  }
  return false;
}

bool is_dimacs(const Lines& lines) {
  for (const std::string_view line : lines) {
    if (line.empty() || line == "c" || line.starts_with("c ")) continue;
    const auto words = words_of(line);
    return words.size() == 4 && words[0] == "p" && base::parse_unsigned(words[2]) && base::parse_unsigned(words[3]);
  }
  return false;
}

bool is_lgl(const Lines& lines) {
  std::size_t nodes = 0;
  bool neighbours = false;
  for (const std::string_view line : lines) {
    const auto words = words_of(line);
    if (words.empty()) continue;
    if (words[0] == "#") {
      if (words.size() != 2) return false;
      ++nodes;
    } else {
      if (nodes == 0 || words.size() != 1 || line.starts_with('#') || line.starts_with('%')) return false;
      neighbours = true;
    }
  }
  return neighbours && nodes > 1;
}

bool is_metis(const Lines& lines) {
  std::uint64_t nodes = 0, edges = 0, node = 0;
  std::set<std::pair<std::uint64_t, std::uint64_t>> arcs;
  bool begun = false;
  for (const std::string_view line : lines) {
    if (line.starts_with('%')) continue;
    std::vector<std::uint64_t> numbers;
    for (const std::string_view word : words_of(line)) {
      const auto number = base::parse_unsigned(word);
      if (!number) return false;
      numbers.push_back(*number);
    }
    if (!std::exchange(begun, true)) {
      if (numbers.size() < 2 || numbers.size() > 3) return false;
      nodes = numbers[0], edges = numbers[1];
      if (edges == 0 || nodes > lines.size()) return false;
      continue;
    }
    if (++node > nodes) {
      if (!numbers.empty()) return false;
      continue;
    }
    for (const std::uint64_t other : numbers) {
      if (other < 1 || other > nodes || !arcs.emplace(node, other).second) return false;
    }
  }
  return begun && node >= nodes && arcs.size() == 2 * edges &&
         std::all_of(arcs.begin(), arcs.end(), [&](const auto& arc) {
           return arcs.contains({arc.second, arc.first});
         });
}

bool is_smiles(const Lines& lines) {
  bool typical = false, any = false;
  for (const std::string_view line : lines) {
    const auto words = words_of(line);
    if (words.empty()) continue;
    if (words.size() > 2 || !is_smiles_word(words[0], typical)) return false;
    any = true;
  }
  return any && typical;
}

bool is_adjacency_list(const Lines& lines) {
  return lines.size() > 2 && lines[0].starts_with('#') && lines[1].starts_with("# GMT ");
}

}  // namespace awe::inputs
