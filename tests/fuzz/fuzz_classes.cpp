// Tables of classes: given to one graph, so that the table matches nothing or one line of it.
#include "drain.h"
#include "inputs/classes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const char* column : {"", "2", "class"}) {
    try {
      static_cast<void>(awe::inputs::parse_classes(awe::bytes::memory_source("input", text), column));
    } catch (const awe::Error& error) {
      awe::fuzz::require(std::string_view(error.what()).starts_with("input"));
    }
  }
  return 0;
}
