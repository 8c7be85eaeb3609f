// The file of an index (.awi): a container (bytes/model_file.h) of kind "index", whose large sections are the arrays of
// search/index_data.h as they are in memory. Opening checks the head of the container and every section that is not one
// of these arrays; the arrays are mapped and trusted in nothing.
#pragma once

#include <memory>
#include <string>

#include "search/index_data.h"

namespace awe::search {

inline constexpr std::string_view kIndexKind = "index";

void save_index(const GraphIndex::State& index, const std::string& path, bool force);
// Throws Error: io, malformed, incompatible.
[[nodiscard]] std::shared_ptr<const GraphIndex::State> open_index(const std::string& path, int threads,
                                                                  NodeSets node_sets);

}  // namespace awe::search
