#include "drain.h"
#include "molecules/molecules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return awe::fuzz::drain(data, size, [](const std::string& text, awe::ReadOptions options) {
    // The labels of atoms have names of their own, and bonds have no weights.
    if (!options.node_label_key.empty()) options.node_label_key = "charge,isotope";
    options.edge_label_key = options.weight_key = "";
    return awe::molecules::read_sdf(awe::bytes::memory_source("input", text), options);
  });
}
