// A walk of a column, read back from its text, and the little graph that it traces.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "awe/drawing.h"
#include "awe/walk_index.h"

namespace awe::explanation {

struct TracedWalk {
  AnonymousWalk names;             // order of first visits along the walk
  std::vector<std::string> nodes;  // labels of the nodes by first visit, as columns write them; empty: none
  std::vector<std::string> edges;  // labels of the steps, likewise; empty: none
  bool ended = false;              // at a dead end

  [[nodiscard]] int steps() const noexcept { return static_cast<int>(names.size()) - 1; }
  [[nodiscard]] std::size_t num_nodes() const;
  [[nodiscard]] std::size_t num_edges() const;  // different ones
};

// The walk of a column's text: "1 2 3", "1 2 .", "1:C-[2]-2:O-[1]-1", "1:C-2:O-.". Throws Error(malformed).
[[nodiscard]] TracedWalk parse_traced(std::string_view text);

// Equal for walks that trace the same graph, with the same labels, wherever they start and in whatever order they visit
// it: stable colours, which tell all graphs apart that so short walks trace.
[[nodiscard]] std::string traced_key(const TracedWalk& walk, bool directed);

// A label of a column as the input writes it, or by its name if there is one; of several labels joined by | the first
// one.
[[nodiscard]] std::string label_name(std::string_view label, const std::map<std::string, std::string>& names);
// The walk with names of labels, for people: "C -double- O -double- C", "1 2 3 1".
[[nodiscard]] std::string readable(const TracedWalk& walk, const DrawingOptions& names);
// The picture of the walk.
[[nodiscard]] std::string picture(const TracedWalk& walk, const DrawingOptions& options);

}  // namespace awe::explanation
