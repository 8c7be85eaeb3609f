#include "drain.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return awe::fuzz::drain(data, size, [](const std::string& text, const awe::ReadOptions& options) {
    return awe::readers::read_adjacency_list(awe::bytes::memory_source("input", text), options, "input");
  });
}
