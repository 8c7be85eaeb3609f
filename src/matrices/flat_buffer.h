// Encodes the FlatBuffers that the metadata of Arrow files consist of: tables, strings and vectors, from the root
// onwards. Offsets to what follows are filled in when it is added. Little-endian, like all supported machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace awe::matrices {

class FlatBuffer {
 public:
  // A field of a table: `size` bytes of `value`; 0 bytes: absent. An offset has 4 bytes and value 0 until it is set.
  struct Field {
    std::size_t size = 0;
    std::uint64_t value = 0;
  };
  static constexpr Field offset() { return {4, 0}; }

  // A table: its place, and the places of its fields.
  struct Table {
    std::size_t place = 0;
    std::vector<std::size_t> fields;
  };

  FlatBuffer();  // begins with the offset of the root table, at place 0

  [[nodiscard]] Table add_table(const std::vector<Field>& fields);
  [[nodiscard]] std::size_t add_string(std::string_view text);
  // A vector of `count` offsets; its element i has its place at the result + 4 + 4 i.
  [[nodiscard]] std::size_t add_offsets(std::size_t count);
  // A vector of `count` structs, whose bytes (a multiple of 8 each) are given.
  [[nodiscard]] std::size_t add_structs(std::size_t count, std::string_view bytes);

  // Lets the offset at a place point to what was added at another, later place.
  void point(std::size_t from, std::size_t to);

  // The bytes, padded to a multiple of 8.
  [[nodiscard]] std::string take() &&;

 private:
  void align(std::size_t to, std::size_t after = 0);
  void append(std::uint64_t value, std::size_t size);
  std::string bytes_;
};

}  // namespace awe::matrices
