// The graph of neighbours that approximate search walks (hierarchical navigable small worlds: Malkov & Yashunin 2018,
// https://arxiv.org/abs/1603.09320): for each part of the rows, layers of nodes with links to near ones. A node stands
// for all rows of its part with the same image (search/projection.h). Search goes down greedily to the lowest layer and
// keeps the best candidates there. Nothing in the arrays is trusted: links out of range are an error.
// Cost of a search: about `candidates` x 2 `links` distances of images per part. Memory: 2 x dimensions + 8 x links +
// 16 bytes per node.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/projection.h"

namespace awe::search {

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};
inline constexpr std::uint32_t kMostLayers = 8;  // above the lowest

// A part: consecutive rows, and their consecutive nodes.
struct GraphPart {
  std::uint64_t first_row, rows, first_node, nodes;
  std::uint64_t first_upper, upper;  // its entries in NeighbourGraph::upper
  std::uint32_t entry, layers;       // node of the part where a search begins; layers above the lowest
};
static_assert(sizeof(GraphPart) == 56);

struct NeighbourGraph {
  std::uint32_t links = 0;            // of a node in the upper layers; twice as many in the lowest
  SharedArray<GraphPart> parts;       // empty: the index is not prepared for approximate search
  SharedArray<std::int16_t> images;   // of each node
  SharedArray<std::uint32_t> lowest;  // per node: number of links, then room for 2 `links` nodes of its part
  SharedArray<std::uint32_t> upper;   // per node and layer above the lowest: the same for `links`
  SharedArray<std::uint64_t>
      places;  // of each node: its first entry in `upper`, counted within the part; layers in the upper 8 bits
  SharedArray<std::uint32_t> first;  // of each node: its first row, counted within the part
  SharedArray<std::uint32_t> next;   // of each row: the next one of the same node, or kNone

  [[nodiscard]] bool empty() const noexcept { return parts.empty(); }
  [[nodiscard]] std::size_t lowest_stride() const noexcept { return 1 + 2 * std::size_t{links}; }
  [[nodiscard]] std::size_t upper_stride() const noexcept { return 1 + std::size_t{links}; }
  [[nodiscard]] static std::uint32_t layers_of(std::uint64_t place) noexcept {
    return static_cast<std::uint32_t>(place >> 56);
  }
  [[nodiscard]] static std::uint64_t upper_of(std::uint64_t place) noexcept { return place & ((1ull << 56) - 1); }
  // An empty text if the parts and the sizes of the arrays fit together and cover `rows` rows.
  [[nodiscard]] std::string_view fault(std::uint64_t rows, std::size_t dimensions) const;
};

struct GraphCandidate {
  std::int32_t distance;
  std::uint32_t node;  // of its part
  auto operator<=>(const GraphCandidate&) const = default;
};

// The buffers of one thread.
class GraphWalk {
 public:
  GraphWalk(const NeighbourGraph& graph, std::size_t dimensions);

  // The best nodes of a part for this image, nearest first. Throws Error(malformed). Valid until the next call.
  [[nodiscard]] std::span<const GraphCandidate> search(std::size_t part, std::span<const std::int16_t> image,
                                                       std::size_t candidates);

 private:
  [[nodiscard]] std::int32_t distance(const GraphPart& part, std::uint32_t node) const;
  [[nodiscard]] GraphCandidate descend(const GraphPart& part) const;
  std::size_t insert(GraphCandidate candidate, std::size_t limit);

  const NeighbourGraph& graph_;
  std::size_t dimensions_;
  const std::int16_t* image_ = nullptr;
  std::vector<std::uint32_t> seen_;  // by node: the search that has seen it
  std::uint32_t search_ = 0;
  std::vector<GraphCandidate> best_;
  std::vector<std::uint8_t> expanded_;
};

}  // namespace awe::search
