// Tables of sparse rows as bytes, for model files: columns as differences of 7 bits per byte, values as float32, both
// deflated. Tables of one block that have the same columns are kept once: expected counts are probabilities times
// nodes, so only the last digits that this product leaves open are stored beside the first table. The rows come back
// bit by bit. Cost: the time of deflate; about two bytes per entry.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bytes/model_file.h"
#include "kernels/sparse_rows.h"

namespace awe::stored_rows {

// `factors` has a number per row (nodes of the graph) by which rows of two tables of a block may differ.
void write_tables(bytes::SectionWriter& out, std::span<const kernels::SparseRows> tables,
                  std::span<const std::size_t> block_of, std::span<const double> factors);

struct ReadTables {
  std::vector<kernels::SparseRows> tables;
  std::vector<double> factors;
};
// `columns` has the number of columns of every table. Throws Error(malformed) for bytes that make no sense.
[[nodiscard]] ReadTables read_tables(bytes::SectionReader& in, std::span<const std::uint64_t> columns,
                                     std::span<const std::size_t> block_of, std::size_t rows);

// A text, and a list of texts, deflated.
void write_packed(bytes::SectionWriter& out, std::string_view text);
[[nodiscard]] std::string read_packed(bytes::SectionReader& in);
void write_packed_texts(bytes::SectionWriter& out, std::span<const std::string> texts);
[[nodiscard]] std::vector<std::string> read_packed_texts(bytes::SectionReader& in);

}  // namespace awe::stored_rows
