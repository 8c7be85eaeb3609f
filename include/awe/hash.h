// 64-bit and 128-bit hashes of bytes for fingerprints, random streams and checksums: XXH3 of xxHash, the same on every
// machine.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

namespace awe {

// A 128-bit hash value.
struct Hash128 {
  std::uint64_t high = 0;  // upper 64 bits
  std::uint64_t low = 0;   // lower 64 bits
  auto operator<=>(const Hash128&) const = default;
};

// The value as 32 hexadecimal digits.
[[nodiscard]] std::string to_string(const Hash128& hash);

// The 128-bit hash of bytes.
[[nodiscard]] Hash128 hash128(std::span<const std::byte> bytes);
// The 64-bit hash of bytes.
[[nodiscard]] std::uint64_t hash64(std::span<const std::byte> bytes);

// Computes the 128-bit hash of bytes that come in pieces: the digest is that of the concatenated bytes.
class Hasher {
 public:
  // A hasher of no bytes.
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  void add(std::span<const std::byte> bytes);  // appends bytes
  // Appends the bytes of a number in the byte order of the machine.
  template <class T>
    requires std::is_arithmetic_v<T>
  void add_value(T value) {
    add(std::as_bytes(std::span<const T>(&value, 1)));
  }
  // Appends the bytes of several numbers.
  template <class T>
    requires std::is_arithmetic_v<T>
  void add_values(std::span<const T> values) {
    add(std::as_bytes(values));
  }
  [[nodiscard]] Hash128 digest() const;  // hash of all bytes so far

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace awe
