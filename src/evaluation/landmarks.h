// Which items are landmarks: a uniform choice that depends on the seed and on what the items are, not on their order,
// names or classes. Items with the same content count once: a second one would add nothing to the kernel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph.h"
#include "awe/hash.h"

namespace awe::evaluation {

// Of structure, labels and attributes: everything that features may read. O(size of the graph).
[[nodiscard]] Hash128 content_key(const Graph& graph);

// The rank of a content in the choice; those with the smallest ranks are taken.
[[nodiscard]] Hash128 landmark_rank(std::uint64_t seed, const Hash128& content);

// At most `most` of these items, ascending; `ranks` has a rank for every item of the collection.
[[nodiscard]] std::vector<std::uint32_t> choose_landmarks(std::span<const Hash128> ranks,
                                                          std::span<const std::uint32_t> items, std::size_t most);

}  // namespace awe::evaluation
