// Members of a tar archive, each read as an edge list. Inputs rarely have right checksums, so they are made right.
#include "drain.h"
#include "inputs/tar.h"

namespace {

// Puts the right checksum into every block that has the mark of a header.
std::string with_checksums(std::string bytes) {
  for (std::size_t at = 0; bytes.size() - at >= 512; at += 512) {
    if (bytes.compare(at + 257, 5, "ustar") != 0) continue;
    bytes.replace(at + 148, 8, "        ");
    unsigned sum = 0;
    for (std::size_t i = 0; i < 512; ++i) sum += static_cast<unsigned char>(bytes[at + i]);
    for (std::size_t i = 0; i < 6; ++i, sum /= 8) bytes[at + 153 - i] = static_cast<char>('0' + sum % 8);
    bytes[at + 154] = '\0';
  }
  return bytes;
}

class TarGraphs final : public awe::GraphSource {
 public:
  TarGraphs(const std::string& bytes, const awe::ReadOptions& options)
      : reader_(awe::bytes::memory_source("input", bytes), {100, 1u << 20}), options_(options) {}
  std::optional<awe::Graph> next() override {
    while (reader_.next()) {
      const auto graphs = awe::readers::read_edge_list(reader_.content(), options_, reader_.member());
      if (auto graph = graphs->next()) return graph;
    }
    return std::nullopt;
  }

 private:
  awe::inputs::TarReader reader_;
  awe::ReadOptions options_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return awe::fuzz::drain(data, size, [](const std::string& text, const awe::ReadOptions& options) {
    return std::make_unique<TarGraphs>(with_checksums(text), options);
  });
}
