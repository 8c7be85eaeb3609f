// Labelled walks as a tree: every place (tree node) is a walk, and its parent is that walk without the last step. So
// one tree holds the walks of all lengths, two walks are equal exactly if their places are, and a step costs one hash
// table lookup. Places are numbered in order of creation, parents before children.
#pragma once

#include <cstdint>
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

class WalkTree {
 public:
  using Place = std::uint32_t;
  static constexpr Place kRoot = 0;  // the empty walk: the parent of all starts
  static constexpr Place kNone = ~Place{0};

  WalkTree();

  // The number of places, including the root.
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  [[nodiscard]] Place parent(Place place) const noexcept { return nodes_[place].parent; }
  [[nodiscard]] WalkStep step(Place place) const noexcept { return nodes_[place].step; }
  // The number of steps of the walk: 0 for a start, -1 for the root.
  [[nodiscard]] int length(Place place) const noexcept { return nodes_[place].length; }
  // The number of distinct names in the walk.
  [[nodiscard]] std::uint32_t names(Place place) const noexcept { return nodes_[place].names; }

  // The walk extended by one step; kNone if it is not in the tree.
  [[nodiscard]] Place find(Place parent, WalkStep step) const noexcept { return slots_[slot_of(parent, step)]; }
  // The same, but adds the walk if it is missing. Throws Error(limit) beyond 2^32 - 2 walks.
  Place find_or_add(Place parent, WalkStep step) {
    const Place found = slots_[slot_of(parent, step)];
    return found != kNone ? found : add(parent, step);
  }
  void clear();

 private:
  struct Node {
    WalkStep step;
    Place parent = kNone;
    std::int8_t length = -1;
    std::uint8_t names = 0;
  };

  [[nodiscard]] std::size_t slot_of(Place parent, WalkStep step) const noexcept {
    std::uint64_t x = (step.bits() ^ (std::uint64_t{parent} * 0x9E3779B97F4A7C15u)) * 0xBF58476D1CE4E5B9u;
    std::size_t slot = static_cast<std::size_t>((x ^ (x >> 32)) & mask_);
    while (slots_[slot] != kNone && (nodes_[slots_[slot]].parent != parent || nodes_[slots_[slot]].step != step)) {
      slot = (slot + 1) & mask_;
    }
    return slot;
  }
  Place add(Place parent, WalkStep step);

  std::vector<Node> nodes_;
  std::vector<Place> slots_;
  std::size_t mask_ = 0;
};

}  // namespace awe::walks
