// Features of nodes, added up over the nodes of each label, as the section of a map.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "awe/label_rule.h"
#include "baselines/graph_map.h"
#include "labels/graph_labels.h"

namespace awe::node_maps {

// Number of groups of nodes: those of each label, or all nodes.
[[nodiscard]] std::size_t groups_of(const labels::GraphLabels& labels);

// `sums` has `features` numbers for each group. They are columns, or, if the rule has labels, keys of label and number.
// The total is the number of nodes; of no nodes the section is empty.
[[nodiscard]] baselines::MapSection section_of_features(std::vector<double> sums, std::uint32_t features, NodeId nodes,
                                                        const LabelRule& rule,
                                                        std::shared_ptr<const labels::GraphLabels> labels);

}  // namespace awe::node_maps
