#include "drain.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return awe::fuzz::drain(data, size, [](const std::string& text, awe::ReadOptions options) {
    options.node_label_key = options.class_key = "";  // edge lists have no such keys
    return awe::readers::read_edge_list(awe::bytes::memory_source("input", text), options, "input");
  });
}
