// Arrays of numpy's .npy format, version 1 to 3: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
// Little-endian, as every machine this runs on.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bytes/byte_source.h"

namespace awe::matrices {

struct NpyArray {
  std::string type;  // "<f8"
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;

  // Bytes of a value, from the type; 0 for types that are no plain numbers or bytes.
  [[nodiscard]] std::uint64_t value_bytes() const noexcept;
};

// The header; the source stands at the first value then. Throws Error(malformed).
[[nodiscard]] NpyArray read_npy_header(bytes::ByteSource& source);
// Fills the bytes. Throws Error(malformed) at an early end.
void read_exactly(bytes::ByteSource& source, std::span<char> into);
// Throws Error(malformed) if there is anything left.
void expect_end(bytes::ByteSource& source);
// `size` bytes, asked for as they come: a header that lies about its size does not allocate it.
[[nodiscard]] std::string read_sized(bytes::ByteSource& source, std::uint64_t size);

}  // namespace awe::matrices
