// What becomes of probabilities before they are written.
#pragma once

#include "awe/feature_spec.h"
#include "awe/matrix.h"

namespace awe::features {

// Scales one block of one row in place; `starts` is the number of start nodes n. An empty row stays empty.
void scale(SparseVector& values, Scaling scaling, double starts);

}  // namespace awe::features
