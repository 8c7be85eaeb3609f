// Labelled walks as text that a person can read.
#pragma once

#include <string>
#include <vector>

#include "walks/walk_tree.h"

namespace awe::walks {

// The text of a walk: "1:C-[2]-2:O-[1]-1", "1:C-2:O-1", "1-[2]-2-[1]-1" or, without labels, "1 2 1". Names are indexed
// by label number; pass null for labels that the walk does not have.
[[nodiscard]] std::string walk_text(const WalkList& walks, WalkList::Place place,
                                    const std::vector<std::string>* node_names,
                                    const std::vector<std::string>* edge_names);

}  // namespace awe::walks
