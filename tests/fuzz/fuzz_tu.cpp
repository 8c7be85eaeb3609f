#include "drain.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return awe::fuzz::drain(data, size, [](const std::string& bytes, const awe::ReadOptions& options) {
    return readers::read_tu(bytes::Archive::open_memory("input", bytes), "input", options);
  });
}
