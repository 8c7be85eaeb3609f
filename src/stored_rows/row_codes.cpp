#include "stored_rows/row_codes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "awe/error.h"
#include "bytes/deflate.h"

namespace awe::stored_rows {
namespace {

using kernels::SparseRows;

// How the values of a table follow from those of the first table of its block.
enum class Form : std::uint8_t { whole, same, times, over };

void put_number(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<char>(value | 0x80));
  bytes.push_back(static_cast<char>(value));
}

std::uint64_t take_number(std::string_view& bytes, const bytes::SectionReader& in) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) return value;
  }
  throw in.malformed("has a number without an end");
}

std::int64_t code_of(float value) { return std::bit_cast<std::int32_t>(value); }

float expected(Form form, float value, double factor) {
  if (form == Form::same) return value;
  return static_cast<float>(form == Form::times ? static_cast<double>(value) * factor
                                                : static_cast<double>(value) / factor);
}

bool same_columns(const SparseRows& a, const SparseRows& b) {
  for (std::size_t i = 0; i < a.rows(); ++i) {
    const auto x = a.row(i), y = b.row(i);
    if (x.size() != y.size()) return false;
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (x.column(k) != y.column(k)) return false;
    }
  }
  return true;
}

// The steps from the expected values to the true ones, if each fits into a byte.
std::optional<std::string> steps_of(const SparseRows& first, const SparseRows& table, Form form,
                                    std::span<const double> factors) {
  std::string steps;
  steps.reserve(table.entries());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const auto from = first.row(i), to = table.row(i);
    for (std::size_t k = 0; k < to.size(); ++k) {
      const float guess = expected(form, from.values[k], factors[i]);
      const std::int64_t step = code_of(to.values[k]) - code_of(guess);
      if (!std::isfinite(guess) || step < -128 || step > 127) return std::nullopt;
      steps.push_back(static_cast<char>(step));
    }
  }
  return steps;
}

void write_whole(bytes::SectionWriter& out, const SparseRows& table) {
  std::string columns;
  std::vector<float> values;
  values.reserve(table.entries());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const auto row = table.row(i);
    put_number(columns, row.size());
    for (std::size_t k = 0; k < row.size(); ++k) put_number(columns, row.column(k) - (k > 0 ? row.column(k - 1) : 0));
    values.insert(values.end(), row.values.begin(), row.values.end());
  }
  write_packed(out, columns);
  write_packed(out, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
}

SparseRows read_whole(bytes::SectionReader& in, std::uint64_t num_columns, std::size_t num_rows) {
  const std::string columns = read_packed(in), packed = read_packed(in);
  std::vector<float> values(packed.size() / sizeof(float));
  if (packed.size() % sizeof(float) != 0) throw in.malformed("has half a value");
  if (!values.empty()) std::memcpy(values.data(), packed.data(), packed.size());
  std::string_view left = columns;
  SparseRows rows(num_columns);
  std::size_t next = 0;
  for (std::size_t i = 0; i < num_rows; ++i) {
    const std::uint64_t size = take_number(left, in);
    if (size > values.size() - next) throw in.malformed("has columns without values");
    SparseVector row;
    std::uint64_t column = 0;
    for (std::uint64_t k = 0; k < size; ++k) {
      column += take_number(left, in);
      const float value = values[next++];
      if (value == 0) throw in.malformed("has a value of zero");
      row.push_back(column, static_cast<double>(value));
    }
    try {
      rows.append(row);
    } catch (const Error&) {
      throw in.malformed("has a row that makes no sense");
    }
  }
  if (!left.empty() || next != values.size()) throw in.malformed("has values beyond its rows");
  return rows;
}

SparseRows read_steps(bytes::SectionReader& in, const SparseRows& first, Form form, std::span<const double> factors) {
  const std::string steps = read_packed(in);
  if (steps.size() != first.entries()) throw in.malformed("has another number of values");
  SparseRows rows(first.columns());
  std::size_t next = 0;
  for (std::size_t i = 0; i < first.rows(); ++i) {
    const auto from = first.row(i);
    SparseVector row;
    for (std::size_t k = 0; k < from.size(); ++k) {
      const float guess = expected(form, from.values[k], factors[i]);
      const std::int64_t code = code_of(guess) + static_cast<signed char>(steps[next++]);
      const auto value = std::bit_cast<float>(static_cast<std::int32_t>(code));
      if (!std::isfinite(value) || value == 0) throw in.malformed("has a value that makes no sense");
      row.push_back(from.column(k), static_cast<double>(value));
    }
    rows.append(row);
  }
  return rows;
}

// The first table of the same block; the table itself if it is the first.
std::size_t first_of_block(std::span<const std::size_t> block_of, std::size_t table) {
  return static_cast<std::size_t>(std::find(block_of.begin(), block_of.end(), block_of[table]) - block_of.begin());
}

}  // namespace

void write_packed(bytes::SectionWriter& out, std::string_view text) {
  const std::string packed = bytes::deflated(text);
  out.number<std::uint64_t>(text.size());
  out.text(packed);
}

std::string read_packed(bytes::SectionReader& in) {
  const auto size = in.number<std::uint64_t>();
  const std::string packed = in.text();
  auto text = bytes::inflated(std::as_bytes(std::span(packed)), size);
  if (!text) throw in.malformed("cannot be unpacked");
  return std::move(*text);
}

void write_packed_texts(bytes::SectionWriter& out, std::span<const std::string> texts) {
  std::string joined;
  put_number(joined, texts.size());
  for (const std::string& text : texts) {
    put_number(joined, text.size());
    joined += text;
  }
  write_packed(out, joined);
}

std::vector<std::string> read_packed_texts(bytes::SectionReader& in) {
  const std::string joined = read_packed(in);
  std::string_view left = joined;
  std::vector<std::string> texts;
  for (std::uint64_t count = take_number(left, in); count > 0; --count) {
    const std::uint64_t size = take_number(left, in);
    if (size > left.size()) throw in.malformed("has a text without an end");
    texts.emplace_back(left.substr(0, static_cast<std::size_t>(size)));
    left.remove_prefix(static_cast<std::size_t>(size));
  }
  if (!left.empty()) throw in.malformed("has more texts than it should");
  return texts;
}

void write_tables(bytes::SectionWriter& out, std::span<const SparseRows> tables, std::span<const std::size_t> block_of,
                  std::span<const double> factors) {
  out.numbers<double>(factors);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const SparseRows& first = tables[first_of_block(block_of, t)];
    Form form = Form::whole;
    std::optional<std::string> steps;
    if (&first != &tables[t] && same_columns(first, tables[t])) {
      for (const Form tried : {Form::same, Form::times, Form::over}) {
        if (!steps && (steps = steps_of(first, tables[t], tried, factors))) form = tried;
      }
    }
    out.number<std::uint8_t>(static_cast<std::uint8_t>(form));
    if (steps) {
      write_packed(out, *steps);
    } else {
      write_whole(out, tables[t]);
    }
  }
}

ReadTables read_tables(bytes::SectionReader& in, std::span<const std::uint64_t> columns,
                       std::span<const std::size_t> block_of, std::size_t rows) {
  const auto factors = in.finite_numbers<double>();
  if (factors.size() != rows) throw in.malformed("has rows of another number");
  std::vector<SparseRows> tables;
  for (std::size_t t = 0; t < columns.size(); ++t) {
    const auto form = in.number<std::uint8_t>();
    const std::size_t first = first_of_block(block_of, t);
    if (form == static_cast<std::uint8_t>(Form::whole)) {
      tables.push_back(read_whole(in, columns[t], rows));
    } else if (form <= static_cast<std::uint8_t>(Form::over) && first < t) {
      tables.push_back(read_steps(in, tables[first], static_cast<Form>(form), factors));
    } else {
      throw in.malformed("has no such form of rows");
    }
  }
  return {std::move(tables), {factors.begin(), factors.end()}};
}

}  // namespace awe::stored_rows
