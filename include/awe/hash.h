// 64- and 128-bit hashes of bytes (xxHash's XXH3, fixed by its specification): fingerprints, stream keys, checksums.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

namespace awe {

struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Hash128&) const = default;
};

// 32 hexadecimal digits.
[[nodiscard]] std::string to_string(const Hash128& hash);

[[nodiscard]] Hash128 hash128(std::span<const std::byte> bytes);
[[nodiscard]] std::uint64_t hash64(std::span<const std::byte> bytes);

// Feeds pieces one after another; the digest is that of the concatenated bytes.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  void add(std::span<const std::byte> bytes);
  template <class T>
    requires std::is_arithmetic_v<T>
  void add_value(T value) {
    add(std::as_bytes(std::span<const T>(&value, 1)));
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void add_values(std::span<const T> values) {
    add(std::as_bytes(values));
  }
  [[nodiscard]] Hash128 digest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace awe
