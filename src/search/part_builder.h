// Builds the graph of neighbours of one part: the only place that uses hnswlib. Nodes are inserted one after another,
// so the graph is a function of their images; parts are independent and may be built in parallel. Layers of nodes come
// from a hash of their numbers: one node in 16 reaches the next layer.
// Cost: about `build_breadth` x 2 `links` distances of images per node.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "search/neighbour_graph.h"

namespace awe::search {

// The arrays of NeighbourGraph for one part; places in `upper` are relative to it.
struct PartArrays {
  GraphPart part = {};
  std::vector<std::int16_t> images;
  std::vector<std::uint32_t> lowest, upper, first, next;
  std::vector<std::uint64_t> places;
};

struct PartOptions {
  std::uint32_t links = 16, build_breadth = 100;
  std::size_t dimensions = 8;
};

// Extends a part (of no rows, or of the first rows of those in `rows`) by the images of further rows: `images` has
// those of all rows that are new. `done` is called after each of them and may throw.
[[nodiscard]] PartArrays extend_part(PartArrays part, std::span<const std::int16_t> images, const PartOptions& options,
                                     const std::function<void()>& done);

}  // namespace awe::search
