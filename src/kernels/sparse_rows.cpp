#include "kernels/sparse_rows.h"

#include <cmath>
#include <string>
#include <utility>

#include "awe/error.h"

namespace awe::kernels {

void SparseRows::push_back(std::uint64_t column, float value) {
  if (value == 0) return;
  if (wide()) {
    wide_.push_back(column);
  } else {
    narrow_.push_back(static_cast<std::uint32_t>(column));
  }
  values_.push_back(value);
  any_negative_ = any_negative_ || value < 0;
}

void SparseRows::append(const SparseVector& row, double factor, double rest) {
  const std::size_t first = values_.size(), size = row.size() + (rest != 0 ? 1 : 0);
  const auto refuse = [&](ErrorKind kind, std::uint64_t column, const std::string& why) {
    resize(first);
    throw Error(kind, "row " + std::to_string(rows()) + ", column " + std::to_string(column) + ": " + why);
  };
  resize(first + size);
  std::size_t end = first;
  std::uint64_t least = 0;
  bool negative = any_negative_;
  for (std::size_t k = 0; k < size; ++k) {
    const bool own = k < row.size();
    const std::uint64_t column = own ? row.indices[k] : columns_ - 1;
    const auto value = static_cast<float>((own ? row.values[k] : rest) * factor);
    if (column < least || column >= columns_) {
      refuse(ErrorKind::usage, column, "not below " + std::to_string(columns_) + ", or out of order");
    }
    if (!std::isfinite(value)) refuse(ErrorKind::numeric, column, "a value that is not finite in float32");
    least = column + 1;
    if (value == 0) continue;
    negative = negative || value < 0;
    if (wide()) {
      wide_[end] = column;
    } else {
      narrow_[end] = static_cast<std::uint32_t>(column);
    }
    values_[end++] = value;
  }
  resize(end);
  ends_.push_back(end);
  any_negative_ = negative;
}

void SparseRows::resize(std::size_t entries) {
  if (wide()) {
    wide_.resize(entries);
  } else {
    narrow_.resize(entries);
  }
  values_.resize(entries);
}

std::size_t SparseRows::bytes() const noexcept {
  return values_.size() * (sizeof(float) + (wide() ? sizeof(std::uint64_t) : sizeof(std::uint32_t))) +
         ends_.size() * sizeof(std::size_t);
}

SparseRows::Row SparseRows::row(std::size_t index) const noexcept {
  const std::size_t first = index == 0 ? 0 : ends_[index - 1], size = ends_[index] - first;
  Row row;
  if (wide()) {
    row.wide = std::span(wide_).subspan(first, size);
  } else {
    row.narrow = std::span(narrow_).subspan(first, size);
  }
  row.values = std::span(values_).subspan(first, size);
  return row;
}

SparseRows SparseRows::with_columns(std::vector<std::uint32_t> columns, std::span<const std::size_t> from,
                                    std::uint64_t count) && {
  SparseRows out(count);
  out.ends_ = std::move(ends_);
  out.narrow_ = std::move(columns);
  out.values_.resize(from.size());
  for (std::size_t k = 0; k < from.size(); ++k) out.values_[k] = values_[from[k]];
  out.any_negative_ = any_negative_;
  return out;
}

SparseRows SparseRows::slice(std::uint64_t first, std::uint64_t last) const {
  if (first > last || last > columns_) {
    throw Error(ErrorKind::usage, "columns " + std::to_string(first) + ".." + std::to_string(last) +
                                      " are no range below " + std::to_string(columns_));
  }
  SparseRows out(last - first);
  for (std::size_t i = 0; i < rows(); ++i) {
    const Row from = row(i);
    for (std::size_t k = 0; k < from.size(); ++k) {
      const std::uint64_t column = from.column(k);
      if (column >= first && column < last) out.push_back(column - first, from.values[k]);
    }
    out.ends_.push_back(out.values_.size());
  }
  return out;
}

SparseRows SparseRows::select(std::span<const std::size_t> rows) const {
  SparseRows out(columns_);
  for (const std::size_t i : rows) {
    if (i >= this->rows()) throw Error(ErrorKind::usage, "there is no row " + std::to_string(i));
    const Row from = row(i);
    for (std::size_t k = 0; k < from.size(); ++k) out.push_back(from.column(k), from.values[k]);
    out.ends_.push_back(out.values_.size());
  }
  return out;
}

}  // namespace awe::kernels
