// Whether parts that come from outside, such as a mapped file, are those of a graph: every index within its bounds,
// rows sorted without repeats, weights positive, both arcs of every undirected edge there.
//
// One pass over all arrays in order, at the speed of memory, shared by the threads. That the arcs of an undirected
// graph come in pairs is checked by a 64-bit sum of hashes, in which the two arcs of an edge cancel.
#pragma once

#include <string>

#include "awe/graph.h"

namespace awe::graph {

// What is wrong with the parts ("an arc leads to a node that is not there"), or an empty text.
[[nodiscard]] std::string fault_of(const GraphParts& parts, int threads);

}  // namespace awe::graph
