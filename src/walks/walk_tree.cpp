#include "walks/walk_tree.h"

#include <algorithm>
#include <array>
#include <utility>

#include "awe/error.h"

namespace awe::walks {
namespace {
constexpr std::size_t kFirstSlots = 256;
}

WalkList::Place WalkList::append(Place parent, WalkStep step) {
  if (nodes_.size() >= kNone) {
    throw Error(ErrorKind::limit, "more than 2^32 different walks; use shorter walks or fewer labels");
  }
  const auto place = static_cast<Place>(nodes_.size());
  const auto names = std::max<std::uint32_t>(nodes_[parent].names, step.name());
  nodes_.push_back(
      {step, parent, static_cast<std::int8_t>(nodes_[parent].length + 1), static_cast<std::uint8_t>(names)});
  return place;
}

WalkTree::WalkTree() { clear(); }

void WalkTree::clear() {
  list_.clear();
  slots_.assign(kFirstSlots, kNone);
  mask_ = kFirstSlots - 1;
}

WalkList WalkTree::take() {
  WalkList taken = std::move(list_);
  clear();
  return taken;
}

WalkTree::Place WalkTree::add(Place parent, WalkStep step) {
  if (2 * list_.size() >= slots_.size()) {
    slots_.assign(slots_.size() * 2, kNone);
    mask_ = slots_.size() - 1;
    for (std::size_t i = 1; i < list_.size(); ++i) {
      const auto place = static_cast<Place>(i);
      slots_[slot_of(list_.parent(place), list_.step(place))] = place;
    }
  }
  const Place place = list_.append(parent, step);
  slots_[slot_of(parent, step)] = place;
  return place;
}

void WalkTree::find_all(std::span<const Place> parents, std::span<const WalkStep> steps, std::span<Place> found) const {
  constexpr std::size_t kSideBySide = 32;
  std::array<std::size_t, kSideBySide> slots;
  for (std::size_t begin = 0; begin < parents.size(); begin += kSideBySide) {
    const std::size_t end = std::min(parents.size(), begin + kSideBySide);
    for (std::size_t i = begin; i < end; ++i) {
      slots[i - begin] = first_slot(parents[i], steps[i]);
      __builtin_prefetch(slots_.data() + slots[i - begin]);
    }
    for (std::size_t i = begin; i < end; ++i) {
      const Place likely = slots_[slots[i - begin]];
      if (likely != kNone) list_.prefetch(likely);
    }
    for (std::size_t i = begin; i < end; ++i) found[i] = slots_[slot_from(slots[i - begin], parents[i], steps[i])];
  }
}

}  // namespace awe::walks
