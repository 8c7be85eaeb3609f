#include "drawing/turn.h"

#include <cmath>
#include <utility>

namespace awe::drawing {

Place turn(double share) {
  const double eighths = (share - std::floor(share)) * 8;
  const int octant = static_cast<int>(eighths);
  double part = eighths - octant;  // of an eighth
  if (octant % 2 == 1) part = 1 - part;
  constexpr double kEighth = 0.78539816339744830962;
  const double x = part * kEighth, square = x * x;
  // Taylor's series at no more than pi / 4, from its smallest term.
  double sine = 1, cosine = 1;
  for (int k = 9; k >= 1; --k) {
    sine = 1 - sine * square / ((2 * k) * (2 * k + 1));
    cosine = 1 - cosine * square / ((2 * k - 1) * (2 * k));
  }
  sine *= x;
  if (octant == 1 || octant == 2 || octant == 5 || octant == 6) std::swap(sine, cosine);
  if (octant >= 2 && octant <= 5) cosine = -cosine;
  if (octant >= 4) sine = -sine;
  return {cosine, sine};
}

}  // namespace awe::drawing
