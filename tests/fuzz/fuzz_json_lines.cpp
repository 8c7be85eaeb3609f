#include "drain.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return awe::fuzz::drain(data, size, [](const std::string& bytes, const awe::ReadOptions& options) {
    return readers::read_json_lines(bytes::memory_source("input", bytes), options);
  });
}
