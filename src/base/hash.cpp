#include "awe/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace awe {

struct Hasher::State {
  XXH3_state_t xxh;
};

std::string to_string(const Hash128& hash) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint64_t word : {hash.high, hash.low}) {
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[(word >> shift) & 15];
  }
  return text;
}

Hash128 hash128(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

std::uint64_t hash64(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

// XXH3_state_t requires 64-byte alignment, which make_unique honours.
Hasher::Hasher() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh); }
Hasher::~Hasher() = default;

void Hasher::add(std::span<const std::byte> bytes) { XXH3_128bits_update(&state_->xxh, bytes.data(), bytes.size()); }

Hash128 Hasher::digest() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(&state_->xxh);
  return {hash.high64, hash.low64};
}

}  // namespace awe
