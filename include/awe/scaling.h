// What becomes of probabilities before they are written.
#pragma once

#include <string_view>

#include "awe/enum_text.h"
#include "awe/matrix.h"

namespace awe {

enum class Scaling {
  none,  // p
  sqrt,  // sqrt(p)
  log,   // ln(1 + n p): n p is the expected number of starts (nodes) whose walk is this one
  unit   // p over the Euclidean length of the block's row
};

template <>
struct EnumText<Scaling> {
  static constexpr std::string_view kWhat = "scaling";
  static constexpr EnumNames<Scaling, 4> kNames = {
      {{Scaling::none, "none"}, {Scaling::sqrt, "sqrt"}, {Scaling::log, "log"}, {Scaling::unit, "unit"}}};
};

// Scales one block of one row in place; `starts` is the number of start nodes n. An empty row stays empty.
void scale(SparseVector& values, Scaling scaling, double starts);

}  // namespace awe
