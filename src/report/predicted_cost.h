// Predicted time of the work of a reproduction, for its progress and for the time that is left.
//
// Seconds on one core, from the counts of the public data sets and rates that were measured once; a share of the whole
// matters more than a second, and only progress depends on it. A set that is not known counts as a small one.
#pragma once

#include "report/cell.h"
#include "report/scalability.h"

namespace awe::report {

[[nodiscard]] double predicted_seconds(const CellParameters& cell);
[[nodiscard]] double predicted_seconds(const ScalabilityOptions& options);

}  // namespace awe::report
