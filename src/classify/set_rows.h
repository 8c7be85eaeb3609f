// The rows of a feature matrix for all graphs of a set.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "awe/base/progress.h"
#include "awe/classify/graph_set.h"
#include "awe/classify/sparse_rows.h"
#include "classify/channel_tables.h"

namespace awe {

// 0, 1, ..., one an item.
[[nodiscard]] std::vector<std::uint32_t> all_items(const GraphSet& set);

// These graphs of the set, from the first on. The set and the items must outlive it.
[[nodiscard]] std::unique_ptr<GraphSource> graphs_of(const GraphSet& set, std::span<const std::uint32_t> items);

// The rows of a channel for every graph, with what is learnt taken from the items of `learnt_on`.
[[nodiscard]] SparseRows rows_of(const GraphSet& set, const Channel& channel, std::span<const std::uint32_t> learnt_on,
                                 const TableOptions& options, const Progress& progress = {});

}  // namespace awe
