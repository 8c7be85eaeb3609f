#include "walks/walk_tree.h"

#include <algorithm>

#include "awe/error.h"

namespace awe::walks {
namespace {
constexpr std::size_t kFirstSlots = 256;
}

WalkTree::WalkTree() { clear(); }

void WalkTree::clear() {
  nodes_.assign(1, Node{});
  slots_.assign(kFirstSlots, kNone);
  mask_ = kFirstSlots - 1;
}

WalkTree::Place WalkTree::add(Place parent, WalkStep step) {
  if (nodes_.size() >= kNone) {
    throw Error(ErrorKind::limit, "more than 2^32 different walks; use shorter walks or fewer labels");
  }
  if (2 * nodes_.size() >= slots_.size()) {
    slots_.assign(slots_.size() * 2, kNone);
    mask_ = slots_.size() - 1;
    for (std::size_t place = 1; place < nodes_.size(); ++place) {
      slots_[slot_of(nodes_[place].parent, nodes_[place].step)] = static_cast<Place>(place);
    }
  }
  const auto place = static_cast<Place>(nodes_.size());
  slots_[slot_of(parent, step)] = place;
  const auto names = std::max<std::uint32_t>(nodes_[parent].names, step.name());
  nodes_.push_back(
      {step, parent, static_cast<std::int8_t>(nodes_[parent].length + 1), static_cast<std::uint8_t>(names)});
  return place;
}

}  // namespace awe::walks
