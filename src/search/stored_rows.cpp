#include "search/stored_rows.h"

#include <utility>

namespace awe::search {
namespace {

struct Range {
  std::size_t begin, size;
};

Range range_at(const SharedArray<std::uint64_t>& ends, std::uint64_t number, std::size_t limit) {
  const auto place = static_cast<std::size_t>(number);
  const std::uint64_t begin = place == 0 ? 0 : ends[place - 1], end = ends[place];
  if (begin > end || end > limit) throw damaged_index("a row does not lie within the file");
  return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)};
}

template <class T>
std::vector<T> copy_of(const SharedArray<T>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

Error damaged_index(std::string_view reason) {
  return Error(ErrorKind::malformed,
               "the index was changed after it was written: " + std::string(reason) + "; build it again");
}

RowView StoredRows::row(std::uint64_t number) const {
  const Range range = range_at(ends, number, values.size());
  return {std::span(columns).subspan(range.begin, range.size), std::span(values).subspan(range.begin, range.size)};
}

std::string_view StoredRows::id(std::uint64_t number) const {
  const Range range = range_at(id_ends, number, id_bytes.size());
  return {id_bytes.data() + range.begin, range.size};
}

GrowingRows::GrowingRows(const StoredRows& rows)
    : ends(copy_of(rows.ends)),
      id_ends(copy_of(rows.id_ends)),
      columns(copy_of(rows.columns)),
      values(copy_of(rows.values)),
      masses(copy_of(rows.masses)),
      id_bytes(copy_of(rows.id_bytes)) {}

void GrowingRows::add(Distance distance, std::string_view id, const RowView& row) {
  columns.insert(columns.end(), row.columns.begin(), row.columns.end());
  values.insert(values.end(), row.values.begin(), row.values.end());
  ends.push_back(values.size());
  masses.push_back(mass_of(distance, row));
  id_bytes.insert(id_bytes.end(), id.begin(), id.end());
  id_ends.push_back(id_bytes.size());
}

std::uint64_t GrowingRows::bytes() const noexcept {
  return columns.size() * sizeof(std::uint32_t) + values.size() * sizeof(float) +
         ends.size() * (2 * sizeof(std::uint64_t) + sizeof(float)) + id_bytes.size();
}

StoredRows GrowingRows::finish() && {
  return {std::move(ends),   std::move(columns), std::move(values),
          std::move(masses), std::move(id_ends), std::move(id_bytes)};
}

}  // namespace awe::search
