#include "awe/walk_index.h"

#include <algorithm>

#include "awe/error.h"
#include "base/number.h"

namespace awe {

AnonymousWalk anonymise(std::span<const std::uint32_t> nodes) {
  AnonymousWalk walk;
  walk.reserve(nodes.size());
  std::vector<std::uint32_t> seen;  // in first-visit order; walks are short
  for (const std::uint32_t node : nodes) {
    const auto it = std::find(seen.begin(), seen.end(), node);
    walk.push_back(static_cast<std::uint8_t>(it - seen.begin() + 1));
    if (it == seen.end()) seen.push_back(node);
  }
  return walk;
}

std::string to_string(const AnonymousWalk& walk) {
  std::string text;
  for (const std::uint8_t name : walk) {
    if (!text.empty()) text += ' ';
    base::append_unsigned(text, name);
  }
  return text;
}

AnonymousWalk parse_walk(std::string_view text) {
  AnonymousWalk walk;
  std::uint64_t used = 0;
  const auto refuse = [&](const std::string& reason) {
    throw Error(ErrorKind::usage, "'" + std::string(text) + "' is no anonymous walk: " + reason);
  };
  std::string_view rest = text;
  while (!(rest = base::trim(rest)).empty()) {
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t,-"));
    const auto name = base::parse_unsigned(word);
    if (!name || *name == 0) refuse("write names from 1, separated by spaces, as in 1 2 3 2 3");
    if (*name > used + 1) refuse("name " + std::string(word) + " comes before " + std::to_string(used + 1));
    if (walk.size() > kMaxWalkLength) refuse("longer than " + std::to_string(kMaxWalkLength) + " steps");
    used = std::max(used, *name);
    walk.push_back(static_cast<std::uint8_t>(*name));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  }
  if (walk.size() < 2) refuse("a walk makes at least one step");
  return walk;
}

WalkIndex::WalkIndex(int length, bool self_loops) : length_(length), self_loops_(self_loops) {
  const int longest = self_loops ? kMaxWalkLengthWithLoops : kMaxWalkLength;
  if (length < 1 || length > longest) {
    throw Error(ErrorKind::usage, "walk length " + std::to_string(length) + " is outside 1.." +
                                      std::to_string(longest) + (self_loops ? " (with self-loops)" : ""));
  }
  // Only entries with left + used <= length + 1 are filled: others are never used and would overflow.
  table_.assign(kStride * (static_cast<std::size_t>(length) + 1), 0);
  const auto at = [&](int left, int used) -> std::uint64_t& {
    return table_[static_cast<std::size_t>(left) * kStride + static_cast<std::size_t>(used)];
  };
  for (int used = 1; used <= length + 1; ++used) at(0, used) = 1;
  for (int left = 1; left <= length; ++left) {
    for (int used = 1; left + used <= length + 1; ++used) {
      const auto old_names = static_cast<std::uint64_t>(used - (self_loops ? 0 : 1));
      at(left, used) = old_names * at(left - 1, used) + at(left - 1, used + 1);
    }
  }
}

std::uint64_t WalkIndex::rank(const AnonymousWalk& walk) const {
  const auto refuse = [&](const char* reason) {
    throw Error(ErrorKind::usage,
                "'" + to_string(walk) + "' is not in the index of length " + std::to_string(length_) + ": " + reason);
  };
  if (walk.size() != static_cast<std::size_t>(length_) + 1) refuse("it has another length");
  if (walk[0] != 1) refuse("it does not begin with 1");
  std::uint64_t rank = 0;
  int used = 1;
  for (int step = 1; step <= length_; ++step) {
    const int name = walk[static_cast<std::size_t>(step)], current = walk[static_cast<std::size_t>(step) - 1];
    if (name < 1 || name > used + 1) refuse("a name comes before its turn");
    if (name == current && !self_loops_) refuse("it stays at a node, which needs self-loops");
    rank += static_cast<std::uint64_t>(choice(name, current)) * completions(length_ - step, used);
    used = std::max(used, name);
  }
  return rank;
}

AnonymousWalk WalkIndex::unrank(std::uint64_t rank) const {
  if (rank >= size()) {
    throw Error(ErrorKind::usage, "rank " + std::to_string(rank) + " is outside 0.." + std::to_string(size() - 1));
  }
  AnonymousWalk walk = {1};
  int used = 1;
  for (int step = 1; step <= length_; ++step) {
    const int current = walk.back();
    const std::uint64_t each = completions(length_ - step, used);
    const int old_names = used - (self_loops_ ? 0 : 1);
    const int place = static_cast<int>(std::min(rank / each, static_cast<std::uint64_t>(old_names)));
    rank -= static_cast<std::uint64_t>(place) * each;
    const int name = place == old_names ? used + 1 : place + 1 + (!self_loops_ && place + 1 >= current ? 1 : 0);
    used = std::max(used, name);
    walk.push_back(static_cast<std::uint8_t>(name));
  }
  return walk;
}

bool WalkIndex::advance(AnonymousWalk& walk) const {
  // The last step that has a later choice takes it; all steps after it take their first choice.
  for (std::size_t step = walk.size() - 1; step > 0; --step) {
    const int used = *std::max_element(walk.begin(), walk.begin() + static_cast<std::ptrdiff_t>(step));
    int next = walk[step] + 1;
    if (!self_loops_ && next == walk[step - 1]) ++next;
    if (next > used + 1) continue;
    walk[step] = static_cast<std::uint8_t>(next);
    for (std::size_t later = step + 1; later < walk.size(); ++later) {
      walk[later] = !self_loops_ && walk[later - 1] == 1 ? 2 : 1;
    }
    return true;
  }
  return false;
}

}  // namespace awe
