#include "matrices/flat_buffer.h"

#include <cstring>
#include <utility>

namespace awe::matrices {

FlatBuffer::FlatBuffer() { append(0, 4); }

// Pads so that the place `after` bytes from here is a multiple of `to`.
void FlatBuffer::align(std::size_t to, std::size_t after) {
  while ((bytes_.size() + after) % to != 0) bytes_ += '\0';
}

void FlatBuffer::append(std::uint64_t value, std::size_t size) {
  char raw[8];
  std::memcpy(raw, &value, sizeof raw);
  bytes_.append(raw, size);
}

FlatBuffer::Table FlatBuffer::add_table(const std::vector<Field>& fields) {
  // Where fields lie within the table, after the 4 bytes that lead to its list of fields.
  std::vector<std::size_t> places;
  std::size_t end = 4;
  for (const Field& field : fields) {
    if (field.size > 0) end = (end + field.size - 1) / field.size * field.size;
    places.push_back(field.size > 0 ? end : 0);
    end += field.size;
  }
  const std::size_t list_bytes = 4 + 2 * fields.size();
  align(8, list_bytes);  // the table follows its list of fields and begins at a multiple of 8
  append(list_bytes, 2);
  append(end, 2);
  for (const std::size_t place : places) append(place, 2);
  Table table{bytes_.size(), {}};
  append(list_bytes, 4);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].size > 0) bytes_.resize(table.place + places[i], '\0');
    table.fields.push_back(table.place + places[i]);
    append(fields[i].value, fields[i].size);
  }
  return table;
}

std::size_t FlatBuffer::add_string(std::string_view text) {
  align(4);
  const std::size_t place = bytes_.size();
  append(text.size(), 4);
  bytes_ += text;
  bytes_ += '\0';
  return place;
}

std::size_t FlatBuffer::add_offsets(std::size_t count) {
  align(4);
  const std::size_t place = bytes_.size();
  append(count, 4);
  bytes_.append(4 * count, '\0');
  return place;
}

std::size_t FlatBuffer::add_structs(std::size_t count, std::string_view bytes) {
  align(8, 4);
  const std::size_t place = bytes_.size();
  append(count, 4);
  bytes_ += bytes;
  return place;
}

void FlatBuffer::point(std::size_t from, std::size_t to) {
  const auto distance = static_cast<std::uint32_t>(to - from);
  std::memcpy(bytes_.data() + from, &distance, sizeof distance);
}

std::string FlatBuffer::take() && {
  align(8);
  return std::move(bytes_);
}

}  // namespace awe::matrices
