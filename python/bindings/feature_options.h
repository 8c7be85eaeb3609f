// Options of features from a dict.
#pragma once

#include "awe/featurizer.h"
#include "convert.h"

namespace awe::python {

// Node sets from {graph id: [[node id, ...], ...]}.
[[nodiscard]] NodeSets node_sets_of(nb::handle sets);
// All fields of FeatureOptions; `length` is a pair, `seed`, `threads` and `memory` are those of RunOptions.
[[nodiscard]] FeatureOptions feature_options_of(nb::dict options);

}  // namespace awe::python
