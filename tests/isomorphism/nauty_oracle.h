// Classes of isomorphic graphs by nauty's canonical labels (McKay & Piperno, Practical graph isomorphism II, J.
// Symbolic Computation 60, 2014): the reference for our own test of pairs. Debian's nauty links a GPL library, so only
// tests link it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph.h"
#include "isomorphism/isomorphism.h"

namespace awe::test {

// Numbered by their first member, as IsomorphismClasses::class_of. One call at a time.
[[nodiscard]] std::vector<std::uint32_t> classes_by_nauty(std::span<const Graph> graphs,
                                                          const isomorphism::IsomorphismLabels& labels);

}  // namespace awe::test
