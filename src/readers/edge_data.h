// The data of an edge as networkx.write_edgelist writes it, a dictionary of Python: {'weight': 3.0, 'kind': 'a'}.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "readers/formats.h"
#include "readers/keys.h"

namespace awe::readers {

struct EdgeData {
  std::optional<std::string> weight;  // text of the number
  std::optional<std::string> label;
};

// Takes the weight, and the label if its key was asked for; other entries are only noted in `keys`. Throws malformed
// for text that is no dictionary. Cost: O(bytes).
[[nodiscard]] EdgeData parse_edge_data(std::string_view text, Keys& keys, const Place& place);

}  // namespace awe::readers
