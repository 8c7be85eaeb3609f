#include "matrices/matrix_reader.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <numeric>

#include "awe/error.h"
#include "base/counted.h"
#include "base/number.h"
#include "bytes/archive.h"
#include "bytes/csv_field.h"
#include "bytes/line_reader.h"
#include "matrices/npy_reader.h"

namespace awe::matrices {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& place, const std::string& reason) {
  throw error_at(ErrorKind::malformed, place, 0, reason);
}

void check_memory(const std::string& place, double bytes, std::uint64_t memory) {
  if (bytes <= static_cast<double>(memory)) return;
  throw error_at(ErrorKind::limit, place, 0,
                 base::format_real(bytes) + " bytes are more than " + std::to_string(memory) + "; raise `memory`");
}

double real_at(const NpyArray& array, const char* bytes, std::size_t index) {
  if (array.value_bytes() == 4) {
    float value = 0;
    std::memcpy(&value, bytes + index * 4, 4);
    return static_cast<double>(value);
  }
  double value = 0;
  std::memcpy(&value, bytes + index * 8, 8);
  return value;
}

bool is_real(const NpyArray& array) { return array.type == "<f4" || array.type == "<f8"; }
bool is_integer(const NpyArray& array) { return array.type == "<i4" || array.type == "<i8"; }

StoredMatrix read_npy(const std::string& path, const std::function<void(const StoredMatrix&)>& begin,
                      const std::function<void(SparseVector&&)>& consume, const MatrixReadOptions& options) {
  const bytes::Bytes source = bytes::open_file(path);
  const NpyArray array = read_npy_header(*source);
  if (!is_real(array)) fail(path, "values of type " + array.type + "; save float32 or float64");
  if (array.shape.size() != 2) fail(path, "not a matrix: the array has not two dimensions");
  if (array.fortran_order) fail(path, "in Fortran order; save numpy.ascontiguousarray(x)");
  const StoredMatrix shape{array.shape[0], array.shape[1]};
  check_memory(path, static_cast<double>(shape.columns) * 8, options.memory);
  begin(shape);
  for (std::uint64_t i = 0; i < shape.rows; ++i) {
    const std::string bytes = read_sized(*source, shape.columns * array.value_bytes());
    SparseVector row;
    for (std::size_t c = 0; c < shape.columns; ++c) {
      // NaN differs from 0, so it is kept; the consumer of the row rejects it.
      if (const double value = real_at(array, bytes.data(), c); value != 0) row.push_back(c, value);
    }
    consume(std::move(row));
  }
  expect_end(*source);
  return shape;
}

// A member of an .npz file.
struct Member {
  NpyArray array;
  std::string place;
  std::string bytes;

  [[nodiscard]] std::uint64_t size() const { return array.shape.empty() ? 1 : array.shape[0]; }
  // Throws for negative values, which are invalid in all these arrays.
  [[nodiscard]] std::uint64_t integer(std::size_t index) const {
    std::int64_t value = 0;
    if (array.value_bytes() == 4) {
      std::int32_t narrow = 0;
      std::memcpy(&narrow, bytes.data() + index * 4, 4);
      value = narrow;
    } else {
      std::memcpy(&value, bytes.data() + index * 8, 8);
    }
    if (value < 0) fail(place, "a negative number where there can be none");
    return static_cast<std::uint64_t>(value);
  }
};

std::map<std::string, Member> read_members(const std::string& path, const MatrixReadOptions& options) {
  std::map<std::string, Member> members;
  double total = 0;
  bytes::Archive archive = bytes::Archive::open_file(path);
  while (archive.next()) {
    const std::string& name = archive.member();
    // "format" may be text with four bytes per character; dropping the zero bytes is enough to read it.
    if (name != "data.npy" && name != "indices.npy" && name != "indptr.npy" && name != "shape.npy" &&
        name != "format.npy") {
      continue;
    }
    if (members.contains(name)) fail(path, "two members " + name);
    const bytes::Bytes source = archive.content();
    Member member;
    member.place = source->name();
    member.array = read_npy_header(*source);
    if (name == "format.npy") {
      member.bytes = bytes::read_whole(*source, 4096);
      std::erase(member.bytes, '\0');
    } else {
      if (member.array.shape.size() != 1 || member.array.value_bytes() == 0) {
        fail(member.place, "not a list of numbers; save it with scipy.sparse.save_npz");
      }
      total += static_cast<double>(member.size()) * static_cast<double>(member.array.value_bytes());
      check_memory(path, total, options.memory);
      member.bytes = read_sized(*source, member.size() * member.array.value_bytes());
      expect_end(*source);
    }
    members.emplace(name, std::move(member));
  }
  return members;
}

// One row of a CSR matrix, with its columns sorted.
SparseVector row_of(const Member& indices, const Member& data, std::uint64_t first, std::uint64_t last,
                    std::uint64_t columns) {
  SparseVector row;
  bool sorted = true;
  for (std::uint64_t k = first; k < last; ++k) {
    const std::uint64_t column = indices.integer(static_cast<std::size_t>(k));
    if (column >= columns) fail(indices.place, "column " + std::to_string(column) + " is beyond the last one");
    sorted = sorted && (row.indices.empty() || row.indices.back() < column);
    row.push_back(column, real_at(data.array, data.bytes.data(), static_cast<std::size_t>(k)));
  }
  if (sorted) return row;
  std::vector<std::size_t> order(row.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return row.indices[a] < row.indices[b]; });
  SparseVector out;
  for (const std::size_t k : order) {
    if (!out.indices.empty() && out.indices.back() == row.indices[k]) {
      fail(indices.place, "a row has a column twice; call x.sum_duplicates() before saving");
    }
    out.push_back(row.indices[k], row.values[k]);
  }
  return out;
}

StoredMatrix read_npz(const std::string& path, const std::function<void(const StoredMatrix&)>& begin,
                      const std::function<void(SparseVector&&)>& consume, const MatrixReadOptions& options) {
  const auto members = read_members(path, options);
  for (const char* name : {"data.npy", "indices.npy", "indptr.npy", "shape.npy", "format.npy"}) {
    if (!members.contains(name)) fail(path, std::string("no member ") + name + "; save it with scipy.sparse.save_npz");
  }
  const Member &data = members.at("data.npy"), &indices = members.at("indices.npy");
  const Member &ends = members.at("indptr.npy"), &sizes = members.at("shape.npy");
  if (members.at("format.npy").bytes != "csr") fail(path, "not in compressed rows; save x.tocsr()");
  if (!is_real(data.array)) fail(data.place, "values of type " + data.array.type + "; save float32 or float64");
  if (!is_integer(indices.array) || !is_integer(ends.array) || !is_integer(sizes.array) || sizes.size() != 2) {
    fail(path, "indices or shape are no whole numbers; save it with scipy.sparse.save_npz");
  }
  const StoredMatrix shape{sizes.integer(0), sizes.integer(1)};
  if (ends.size() == 0 || ends.size() - 1 != shape.rows || data.size() != indices.size() || ends.integer(0) != 0 ||
      ends.integer(static_cast<std::size_t>(shape.rows)) != data.size()) {
    fail(path, "the sizes of its arrays do not fit together");
  }
  begin(shape);
  for (std::size_t i = 0; i < shape.rows; ++i) {
    const std::uint64_t first = ends.integer(i), last = ends.integer(i + 1);
    if (first > last || last > data.size()) fail(ends.place, "the ends of rows do not grow");
    consume(row_of(indices, data, first, last, shape.columns));
  }
  return shape;
}

// Calls `use` with the fields of each line after the header of a file next to the matrix; false if there is no file.
bool read_beside(const std::string& path, const std::string& suffix, const std::string& header,
                 const std::function<void(const bytes::LineReader&, const std::vector<std::string>&)>& use) {
  const std::string name = fs::path(path).replace_extension().string() + suffix;
  if (!fs::exists(name)) return false;
  bytes::LineReader reader(bytes::open_file(name));
  const auto first = reader.next();
  if (!first || !first->starts_with(header)) throw reader.malformed("the header is not " + header + ",...");
  while (const auto line = reader.next()) {
    const auto fields = bytes::csv_fields(*line);
    if (!fields || fields->size() < 2) throw reader.malformed("a quote is left open, or a field is missing");
    use(reader, *fields);
  }
  return true;
}

}  // namespace

bool is_matrix_path(const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  return extension == ".npy" || extension == ".npz";
}

StoredMatrix read_matrix(const std::string& path, const std::function<void(const StoredMatrix&)>& begin,
                         const std::function<void(SparseVector&&)>& consume, const MatrixReadOptions& options) {
  if (!is_matrix_path(path)) throw Error(ErrorKind::usage, path + ": no matrix; use .npy or .npz");
  return fs::path(path).extension() == ".npy" ? read_npy(path, begin, consume, options)
                                              : read_npz(path, begin, consume, options);
}

std::vector<MatrixRow> read_row_names(const std::string& path, std::uint64_t rows) {
  std::vector<MatrixRow> names;
  const bool there =
      read_beside(path, ".rows.csv", "id,class", [&](const bytes::LineReader&, const std::vector<std::string>& fields) {
        MatrixRow& row = names.emplace_back();
        row.id = fields[0];
        if (!fields[1].empty()) row.class_name = fields[1];
      });
  if (there && names.size() != rows) {
    fail(fs::path(path).replace_extension().string() + ".rows.csv",
         base::counted(names.size(), "row") + ", but the matrix has " + std::to_string(rows));
  }
  for (std::uint64_t i = names.size(); i < rows; ++i) names.emplace_back().id = std::to_string(i);
  return names;
}

std::vector<ColumnBlock> read_column_blocks(const std::string& path, std::uint64_t columns) {
  std::vector<ColumnBlock> blocks;
  std::uint64_t next = 0;
  const bool there = read_beside(path, ".columns.csv", "index,block",
                                 [&](const bytes::LineReader& reader, const std::vector<std::string>& fields) {
                                   if (base::parse_unsigned(fields[0]) != next) {
                                     throw reader.malformed("column " + std::to_string(next) + " is missing");
                                   }
                                   if (blocks.empty() || blocks.back().name != fields[1]) {
                                     blocks.push_back({fields[1], next, next});
                                   }
                                   blocks.back().last = ++next;
                                 });
  if (!there) return {{"", 0, columns}};
  if (next != columns) {
    fail(fs::path(path).replace_extension().string() + ".columns.csv",
         base::counted(next, "column") + ", but the matrix has " + std::to_string(columns));
  }
  return blocks;
}

}  // namespace awe::matrices
