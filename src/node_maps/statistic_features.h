// What is around the nodes of a graph as a vector: random Fourier features (Gaussian kernel of bandwidth 1.3) of the
// eight numbers of each node (node_maps/node_statistics.h), summed over the nodes of each label and divided by the
// number of nodes. An inner product of two graphs is then about the mean of the kernel over pairs of nodes with equal
// labels.
//
// The features depend on their number alone, not on a seed or on the data, and nodes are added in the order of their
// numbers, so that renumbering them changes nothing. Directions, weights and self-loops do not count. Cost: that of the
// statistics, and 2 ns per node and feature. Reference: the mean of the kernel, in tests/node_maps.
#pragma once

#include <cstdint>
#include <memory>

#include "awe/label_rule.h"
#include "baselines/graph_map.h"

namespace awe::node_maps {

// One section: `features` columns, or as many keys for each label of nodes.
[[nodiscard]] std::unique_ptr<const baselines::GraphMap> statistic_features(const LabelRule& labels,
                                                                            std::uint32_t features);

}  // namespace awe::node_maps
