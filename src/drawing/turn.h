// Directions on the plane from sums and products alone, the same bits on every machine, which sine and cosine of a C
// library are not. Error: about 1e-15.
#pragma once

#include "awe/drawing.h"

namespace awe::drawing {

// The point on the unit circle after this share of a full turn, 0 <= share: (cos 2 pi share, sin 2 pi share).
[[nodiscard]] Place turn(double share);

}  // namespace awe::drawing
