#include "drain.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return awe::fuzz::drain(data, size, [](const std::string& bytes, const awe::ReadOptions& options) {
    return awe::io::read_tu(awe::io::Archive::open_memory("input", bytes), "input", options);
  });
}
