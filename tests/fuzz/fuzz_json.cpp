#include "drain.h"
#include "keyed/keyed.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return awe::fuzz::drain(data, size, [](const std::string& text, const awe::ReadOptions& options) {
    return awe::keyed::read_json(awe::bytes::memory_source("input", text), options);
  });
}
