#include "features/scaling.h"

#include <cmath>

#include "base/logarithm.h"

namespace awe::features {

void scale(SparseVector& vector, Scaling scaling, double starts) {
  switch (scaling) {
    case Scaling::none:
      return;
    case Scaling::sqrt:
      for (double& value : vector.values) value = std::sqrt(value);
      return;
    case Scaling::log:
      for (double& value : vector.values) value = base::log_of_one_plus(starts * value);
      return;
    case Scaling::unit: {
      double squares = 0;
      for (const double value : vector.values) squares += value * value;
      if (squares == 0) return;
      const double length = std::sqrt(squares);
      for (double& value : vector.values) value /= length;
      return;
    }
  }
}

}  // namespace awe::features
