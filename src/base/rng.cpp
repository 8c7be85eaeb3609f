#include "base/rng.h"

namespace awe::base {

StreamBlock::StreamBlock(std::uint64_t seed, const Hash128& graph, StreamPurpose purpose, std::uint64_t item,
                         std::uint64_t block) {
  const std::uint64_t words[] = {seed, graph.high, graph.low, static_cast<std::uint64_t>(purpose), item, block};
  key_ = hash128(std::as_bytes(std::span(words)));
}

std::uint32_t StreamBlock::settle(std::uint64_t product, std::uint32_t n, std::uint32_t lane,
                                  std::uint32_t word) const noexcept {
  const std::uint32_t unfair = (0u - n) % n;  // 2^32 mod n: products whose low half is below this would bias the result
  for (std::uint64_t attempt = 1; static_cast<std::uint32_t>(product) < unfair; ++attempt) {
    const std::uint64_t place = (std::uint64_t{lane} << 40) ^ (std::uint64_t{word} << 16) ^ attempt;
    product = (mix64(mix64(key_.high + place) ^ key_.low) >> 32) * n;
  }
  return static_cast<std::uint32_t>(product >> 32);
}

std::uint32_t Sequence::next32() noexcept {
  // One block provides 4096 lanes of 1024 words; then the next block begins.
  constexpr std::uint64_t kPerBlock = std::uint64_t{kBlockWalks} * 1024;
  const std::uint64_t within = drawn_ % kPerBlock;
  if (within == 0 && drawn_ > 0) {
    block_ = StreamBlock(seed_, subject_, StreamPurpose::generator, item_, drawn_ / kPerBlock);
  }
  ++drawn_;
  return block_.draw(static_cast<std::uint32_t>(within % kBlockWalks),
                     static_cast<std::uint32_t>(within / kBlockWalks));
}

std::uint64_t Sequence::next64() noexcept {
  const std::uint64_t high = next32();
  return (high << 32) | next32();
}

std::uint64_t Sequence::below(std::uint64_t n) noexcept {
  const std::uint64_t unfair = (0u - n) % n;
  while (true) {
    const std::uint64_t x = next64();
    if (x >= unfair) return x % n;
  }
}

double Sequence::unit() noexcept { return static_cast<double>(next64() >> 11) * 0x1.0p-53; }

}  // namespace awe::base
