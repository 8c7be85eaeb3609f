#include "walks/prefixes.h"

#include <algorithm>

namespace awe::walks {
namespace {

// With more walks than this, a table is not worth its memory.
constexpr std::uint64_t kMostInTable = std::uint64_t{1} << 22;

// The numbers of names used by the walks one step longer, in rank order, from those of one length.
std::vector<std::uint8_t> names_one_longer(const std::vector<std::uint8_t>& names, bool self_loops) {
  std::vector<std::uint8_t> longer;
  for (const std::uint8_t used : names) {
    longer.insert(longer.end(), used - (self_loops ? 0u : 1u), used);
    longer.push_back(static_cast<std::uint8_t>(used + 1));
  }
  return longer;
}

}  // namespace

WalkPrefixes::WalkPrefixes(const WalkIndex& index, int first) : first_(first) {
  std::vector<std::uint8_t> names = {1};  // of the walk without steps
  bool tables = true;
  for (int length = 1; length <= index.length(); ++length) {
    const WalkIndex shorter(length, index.self_loops());
    if (length >= first) indices_.push_back(shorter);
    tables = tables && length < index.length() && shorter.size() <= kMostInTable;
    if (!tables) continue;
    names = names_one_longer(names, index.self_loops());
    if (length < first) continue;
    std::vector<std::uint32_t>& children = first_children_.emplace_back();
    children.reserve(names.size());
    std::uint32_t next = 0;
    for (const std::uint8_t used : names) {
      children.push_back(next);
      next += used + (index.self_loops() ? 1u : 0u);
    }
  }
}

std::uint64_t WalkPrefixes::shorten(std::uint64_t rank, int from, int to) const {
  AnonymousWalk walk = index(from).unrank(rank);
  walk.resize(static_cast<std::size_t>(to) + 1);
  return index(to).rank(walk);
}

std::vector<WalkPrefixes::Shorter> WalkPrefixes::fold(SparseVector longest, std::span<const EndedWalk> stopped) const {
  std::vector<Shorter> result(indices_.size());
  result.back().mass = std::move(longest);
  for (const EndedWalk& prefix : stopped) result.back().stopped += prefix.mass;
  for (int length = last() - 1; length >= first_; --length) {
    const auto at = static_cast<std::size_t>(length - first_);
    const SparseVector& from = result[at + 1].mass;
    Shorter& to = result[at];
    // Walks that stopped after exactly this many steps still count at this length; they are merged in rank order.
    SparseVector ended;
    for (const EndedWalk& prefix : stopped) {
      if (prefix.made < length) to.stopped += prefix.mass;
      if (prefix.made == length) ended.push_back(shorten(prefix.rank, last(), length), prefix.mass);
    }
    const auto add = [&](std::uint64_t rank, double mass) {
      if (to.mass.size() > 0 && to.mass.indices.back() == rank) {
        to.mass.values.back() += mass;
      } else {
        to.mass.push_back(rank, mass);
      }
    };
    std::size_t next_ended = 0;
    const auto add_ended_before = [&](std::uint64_t rank) {
      for (; next_ended < ended.size() && ended.indices[next_ended] <= rank; ++next_ended) {
        add(ended.indices[next_ended], ended.values[next_ended]);
      }
    };
    const bool has_table = at < first_children_.size();
    std::size_t parent = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (has_table) {
        const std::vector<std::uint32_t>& children = first_children_[at];
        // Usually the same parent as before or one soon after it, hence the exponential search.
        std::size_t jump = 1;
        while (parent + jump < children.size() && children[parent + jump] <= from.indices[i]) {
          parent += jump;
          jump *= 2;
        }
        const auto begin = children.begin() + static_cast<std::ptrdiff_t>(parent);
        const auto end = children.begin() + static_cast<std::ptrdiff_t>(std::min(parent + jump, children.size()));
        parent = static_cast<std::size_t>(std::upper_bound(begin, end, from.indices[i]) - children.begin()) - 1;
      } else {
        parent = shorten(from.indices[i], length + 1, length);
      }
      add_ended_before(parent);
      add(parent, from.values[i]);
    }
    add_ended_before(~std::uint64_t{0});
  }
  return result;
}

}  // namespace awe::walks
