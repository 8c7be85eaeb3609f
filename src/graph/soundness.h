// Checks whether parts from an external source, such as a mapped file, form a valid graph: every index within bounds,
// rows sorted without repeats, weights positive, both arcs of every undirected edge present.
//
// One sequential pass over all arrays at memory speed, shared by the threads. That the arcs of an undirected graph come
// in pairs is checked by a 64-bit sum of hashes in which the two arcs of an edge cancel.
#pragma once

#include <string>

#include "awe/graph.h"

namespace awe::graph {

// Describes what is wrong with the parts ("an arc leads to a node that is not there"); empty if they are valid.
[[nodiscard]] std::string fault_of(const GraphParts& parts, int threads);

}  // namespace awe::graph
