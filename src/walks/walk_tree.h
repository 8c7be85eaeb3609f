// Labelled walks as a tree: every place (tree node) is a walk, and its parent is that walk without the last step. So
// one tree holds the walks of all lengths, and two walks are equal exactly if their places are. Places are numbered in
// order of creation, parents before children. A WalkList knows the parents only; a WalkTree also finds children, by one
// hash table lookup.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "labels/graph_labels.h"

namespace awe::walks {

// One step: the name (order of first visit, from 1) of the node that is reached, the label of that node if this is its
// first visit (else 0), and the label of the edge. A walk's first step is its start: name 1, no edge.
class WalkStep {
 public:
  static constexpr std::uint32_t kMostLabels = labels::kMaxLabels;

  WalkStep() = default;
  WalkStep(std::uint32_t name, std::uint32_t node_label, std::uint32_t edge_label) noexcept
      : bits_(std::uint64_t{name} | std::uint64_t{node_label} << 6 | std::uint64_t{edge_label} << 35) {}

  [[nodiscard]] std::uint32_t name() const noexcept { return static_cast<std::uint32_t>(bits_ & 63); }
  [[nodiscard]] std::uint32_t node_label() const noexcept {
    return static_cast<std::uint32_t>(bits_ >> 6) & (kMostLabels - 1);
  }
  [[nodiscard]] std::uint32_t edge_label() const noexcept { return static_cast<std::uint32_t>(bits_ >> 35); }
  [[nodiscard]] std::uint64_t bits() const noexcept { return bits_; }
  bool operator==(const WalkStep&) const = default;

 private:
  std::uint64_t bits_ = 0;
};

class WalkList {
 public:
  using Place = std::uint32_t;
  static constexpr Place kRoot = 0;  // the empty walk: the parent of all starts
  static constexpr Place kNone = ~Place{0};

  WalkList() { clear(); }

  // The number of places, including the root.
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  [[nodiscard]] Place parent(Place place) const noexcept { return nodes_[place].parent; }
  [[nodiscard]] WalkStep step(Place place) const noexcept { return nodes_[place].step; }
  // The number of steps of the walk: 0 for a start, -1 for the root.
  [[nodiscard]] int length(Place place) const noexcept { return nodes_[place].length; }
  // The number of distinct names in the walk.
  [[nodiscard]] std::uint32_t names(Place place) const noexcept { return nodes_[place].names; }

  // Asks for the memory of a place, which will be read soon.
  void prefetch(Place place) const noexcept { __builtin_prefetch(nodes_.data() + place); }
  // Adds the walk extended by one step, which must not be there. Throws Error(limit) beyond 2^32 - 2 walks.
  Place append(Place parent, WalkStep step);
  void clear() { nodes_.assign(1, Node{}); }

 private:
  struct Node {
    WalkStep step;
    Place parent = kNone;
    std::int8_t length = -1;
    std::uint8_t names = 0;
  };
  std::vector<Node> nodes_;
};

class WalkTree {
 public:
  using Place = WalkList::Place;
  static constexpr Place kRoot = WalkList::kRoot;
  static constexpr Place kNone = WalkList::kNone;

  WalkTree();

  [[nodiscard]] const WalkList& list() const noexcept { return list_; }
  // The list; the tree is empty afterwards.
  [[nodiscard]] WalkList take();
  [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }
  [[nodiscard]] Place parent(Place place) const noexcept { return list_.parent(place); }
  [[nodiscard]] WalkStep step(Place place) const noexcept { return list_.step(place); }
  [[nodiscard]] int length(Place place) const noexcept { return list_.length(place); }
  [[nodiscard]] std::uint32_t names(Place place) const noexcept { return list_.names(place); }

  // The walk extended by one step; kNone if it is not in the tree.
  [[nodiscard]] Place find(Place parent, WalkStep step) const noexcept { return slots_[slot_of(parent, step)]; }
  // The same for many walks: found[i] = find(parents[i], steps[i]). Large trees are out of reach of the caches; so some
  // lookups are made side by side.
  void find_all(std::span<const Place> parents, std::span<const WalkStep> steps, std::span<Place> found) const;
  // The same as find, but adds the walk if it is missing. Throws Error(limit) beyond 2^32 - 2 walks.
  Place find_or_add(Place parent, WalkStep step) {
    const Place found = slots_[slot_of(parent, step)];
    return found != kNone ? found : add(parent, step);
  }
  void clear();

 private:
  // Where the search for a walk begins, and where it ends.
  [[nodiscard]] std::size_t first_slot(Place parent, WalkStep step) const noexcept {
    const std::uint64_t x = (step.bits() ^ (std::uint64_t{parent} * 0x9E3779B97F4A7C15u)) * 0xBF58476D1CE4E5B9u;
    return static_cast<std::size_t>((x ^ (x >> 32)) & mask_);
  }
  [[nodiscard]] std::size_t slot_of(Place parent, WalkStep step) const noexcept {
    return slot_from(first_slot(parent, step), parent, step);
  }
  [[nodiscard]] std::size_t slot_from(std::size_t slot, Place parent, WalkStep step) const noexcept {
    while (slots_[slot] != kNone && (list_.parent(slots_[slot]) != parent || list_.step(slots_[slot]) != step)) {
      slot = (slot + 1) & mask_;
    }
    return slot;
  }
  Place add(Place parent, WalkStep step);

  WalkList list_;
  std::vector<Place> slots_;
  std::size_t mask_ = 0;
};

}  // namespace awe::walks
