// The adjacency of a graph in a form for walking: one read gives the next node and what is needed to continue from it.
//
// A node's header combines the place (index) of its row, its label if labels are packed, and its degree in one number:
// place << place_shift | label << degree_bits | degree. Rows hold the headers of the neighbours in the order of the
// graph's rows; a node without neighbours has one entry with its own header, so that places are distinct and a step
// from it stays there. Weighted rows hold slots of four numbers that share a cache line: the threshold of Walker's
// alias method, the header of the slot's own neighbour, that of the alias, and an unused one. Numbers have 32 bits if
// places and degrees fit in them together, else 64. Cost: O(arcs), with one random read per arc; 4 or 8 bytes per arc,
// four times as much if weighted.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "awe/graph.h"
#include "base/large_array.h"

namespace awe::walks {

// Header is std::uint32_t or std::uint64_t.
template <class Header>
class PackedAdjacency {
 public:
  // The layout of a weighted slot.
  static constexpr int kSlot = 4, kThreshold = 0, kOwn = 1, kAlias = 2;

  struct Contents {
    bool name_nodes = false;                // provide node_at(), four bytes per place
    std::span<const std::uint32_t> labels;  // of the nodes; may be empty
  };
  // Returns nullopt if Header is too narrow for the graph.
  [[nodiscard]] static std::optional<PackedAdjacency> of(const Graph& graph, const Contents& contents);

  [[nodiscard]] Header header(NodeId node) const noexcept { return headers_[node]; }
  [[nodiscard]] const Header* headers() const noexcept { return headers_.data(); }
  [[nodiscard]] const Header* rows() const noexcept { return rows_.data(); }
  [[nodiscard]] int degree_bits() const noexcept { return degree_bits_; }
  [[nodiscard]] int place_shift() const noexcept { return degree_bits_ + label_bits_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return rows_.size() * sizeof(Header); }
  // The node whose row contains a place; null if name_nodes was not set.
  [[nodiscard]] const NodeId* node_at() const noexcept { return node_at_.data(); }

 private:
  PackedAdjacency() = default;
  void fill_rows(const Graph& graph);
  void fill_slots(const Graph& graph);

  base::LargeArray<Header> headers_, rows_;
  base::LargeArray<NodeId> node_at_;
  int degree_bits_ = 0, label_bits_ = 0;
};

}  // namespace awe::walks
