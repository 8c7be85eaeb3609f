// Recognition of formats by the first bytes: any bytes are recognised as something, or as an edge list, without harm.
#include "drain.h"
#include "inputs/detection.h"
#include "inputs/foreign.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view head(reinterpret_cast<const char*>(data), size);
  static_cast<void>(awe::inputs::detect("input", head));
  for (const bool whole : {false, true}) {
    if (const auto* format = awe::inputs::foreign_by_content(head, whole)) {
      awe::fuzz::require(!format->what.empty() && !format->way.empty());
    }
  }
  static_cast<void>(awe::inputs::foreign_by_name(head));
  static_cast<void>(awe::inputs::stem_of(head));
  return 0;
}
