// The rows of an index: compressed sparse rows with their ids, in memory or in a mapped file. Nothing in the arrays is
// trusted: a row or an id that does not lie within them is an error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "awe/error.h"
#include "awe/shared_array.h"
#include "search/distance.h"

namespace awe::search {

// An error in an index, found during its use.
[[nodiscard]] Error damaged_index(std::string_view reason);

struct StoredRows {
  SharedArray<std::uint64_t> ends;     // of each row in columns and values
  SharedArray<std::uint32_t> columns;  // increasing within a row
  SharedArray<float> values;
  SharedArray<float> masses;           // of each row (mass_of)
  SharedArray<std::uint64_t> id_ends;  // of each id in id_bytes
  SharedArray<char> id_bytes;

  [[nodiscard]] std::uint64_t size() const noexcept { return ends.size(); }
  // Throws Error(malformed) if it does not lie within the arrays.
  [[nodiscard]] RowView row(std::uint64_t number) const;
  [[nodiscard]] std::string_view id(std::uint64_t number) const;
};

// The same while rows are added.
struct GrowingRows {
  GrowingRows() = default;
  explicit GrowingRows(const StoredRows& rows);

  std::vector<std::uint64_t> ends, id_ends;
  std::vector<std::uint32_t> columns;
  std::vector<float> values, masses;
  std::vector<char> id_bytes;

  void add(Distance distance, std::string_view id, const RowView& row);
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  [[nodiscard]] StoredRows finish() &&;
};

}  // namespace awe::search
