// Arrays of numpy's .npy format, version 1 to 3: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
// Little-endian, like all supported machines.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bytes/byte_source.h"

namespace awe::matrices {

struct NpyArray {
  std::string type;  // such as "<f8"
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;

  // Bytes per value, from the type; 0 for types that are not plain numbers or bytes.
  [[nodiscard]] std::uint64_t value_bytes() const noexcept;
};

// Reads the header and leaves the source at the first value. Throws Error(malformed).
[[nodiscard]] NpyArray read_npy_header(bytes::ByteSource& source);
// Fills the whole span. Throws Error(malformed) if the source ends early.
void read_exactly(bytes::ByteSource& source, std::span<char> into);
// Throws Error(malformed) if bytes are left.
void expect_end(bytes::ByteSource& source);
// Reads `size` bytes, allocating as they arrive, so that a header with a false size cannot cause a large allocation.
[[nodiscard]] std::string read_sized(bytes::ByteSource& source, std::uint64_t size);

}  // namespace awe::matrices
