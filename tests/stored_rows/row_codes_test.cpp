// Rows come back from their bytes bit by bit, and damaged bytes are refused.
#include "stored_rows/row_codes.h"

#include <gtest/gtest.h>

#include "awe/error.h"
#include "base/rng.h"
#include "bytes/deflate.h"
#include "support/process.h"

namespace awe::stored_rows {
namespace {

using kernels::SparseRows;

SparseRows random_rows(std::uint64_t columns, double factor_of_row, std::uint64_t seed) {
  SparseRows rows(columns);
  base::Sequence random(seed, {});
  for (std::size_t i = 0; i < 20; ++i) {
    SparseVector row;
    const double factor = factor_of_row == 0 ? 1 : static_cast<double>(3 + i);
    for (std::uint64_t c = 0; c < columns; c += 1 + random.below(columns / 4)) row.push_back(c, factor * random.unit());
    rows.append(i == 7 ? SparseVector() : row);
  }
  return rows;
}

void expect_same(const SparseRows& a, const SparseRows& b) {
  ASSERT_EQ(a.rows(), b.rows());
  EXPECT_EQ(a.columns(), b.columns());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    ASSERT_EQ(a.row(i).size(), b.row(i).size());
    for (std::size_t k = 0; k < a.row(i).size(); ++k) {
      EXPECT_EQ(a.row(i).column(k), b.row(i).column(k));
      EXPECT_EQ(a.row(i).values[k], b.row(i).values[k]);
    }
  }
}

// Writes a section, maps the file and calls body with a reader of it.
template <class Body>
void with_reader(const std::string& bytes, const Body& body) {
  test::TemporaryFolder folder;
  bytes::ModelWriter writer(folder.file("m"), "test", 1);
  writer.add("rows", bytes);
  writer.commit();
  const bytes::ModelFile file(folder.file("m"), "test", 1);
  bytes::SectionReader in(file, "rows");
  body(in);
}

struct Saved {
  // Shares, counts of the same columns, other columns, and columns beyond 2^32.
  std::vector<SparseRows> tables = {random_rows(100, 0, 1), random_rows(100, 1, 1), random_rows(100, 0, 2),
                                    random_rows(std::uint64_t{1} << 40, 0, 3)};
  std::vector<std::size_t> blocks = {0, 0, 0, 1};
  std::vector<std::uint64_t> columns = {100, 100, 100, std::uint64_t{1} << 40};
  std::vector<double> factors;
  bytes::SectionWriter out;

  Saved() {
    for (std::size_t i = 0; i < 20; ++i) factors.push_back(static_cast<double>(3 + i));
    write_tables(out, tables, blocks, factors);
  }
};

TEST(RowCodes, RowsComeBackBitByBit) {
  const Saved saved;
  with_reader(saved.out.bytes(), [&](bytes::SectionReader& in) {
    const ReadTables read = read_tables(in, saved.columns, saved.blocks, 20);
    in.end();
    EXPECT_EQ(read.factors, saved.factors);
    for (std::size_t t = 0; t < saved.tables.size(); ++t) expect_same(read.tables[t], saved.tables[t]);
  });
}

TEST(RowCodes, CountsOfTheSameColumnsTakeLittle) {
  const Saved saved;
  bytes::SectionWriter shares, both;
  write_tables(shares, std::span(saved.tables).first(1), std::span(saved.blocks).first(1), saved.factors);
  write_tables(both, std::span(saved.tables).first(2), std::span(saved.blocks).first(2), saved.factors);
  EXPECT_LT(both.bytes().size(), 1.4 * static_cast<double>(shares.bytes().size()));
}

TEST(RowCodes, RefuseWhatMakesNoSense) {
  const Saved saved;
  const std::string& whole = saved.out.bytes();
  // Every truncation, and the wrong number of rows and columns.
  for (std::size_t size = 0; size + 1 < whole.size(); size += whole.size() / 10) {
    with_reader(whole.substr(0, size), [&](bytes::SectionReader& in) {
      EXPECT_THROW((void)read_tables(in, saved.columns, saved.blocks, 20), Error) << size;
    });
  }
  with_reader(whole, [&](bytes::SectionReader& in) {
    EXPECT_THROW((void)read_tables(in, saved.columns, saved.blocks, 19), Error);
  });
  with_reader(whole, [&](bytes::SectionReader& in) {
    const std::vector<std::uint64_t> few = {10, 10, 10, 10};
    EXPECT_THROW((void)read_tables(in, few, saved.blocks, 20), Error);
  });
  // Changed bytes are found, or give rows that are sound.
  for (std::size_t place = 0; place < whole.size(); place += whole.size() / 40) {
    std::string changed = whole;
    changed[place] = static_cast<char>(changed[place] ^ 0x55);
    with_reader(changed, [&](bytes::SectionReader& in) {
      try {
        (void)read_tables(in, saved.columns, saved.blocks, 20);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::malformed);
      }
    });
  }
}

TEST(RowCodes, TextsComeBack) {
  const std::vector<std::string> texts = {"", "a", std::string("nul\0and\nline", 12), std::string(100'000, 'x')};
  bytes::SectionWriter out;
  write_packed_texts(out, texts);
  EXPECT_LT(out.bytes().size(), 1000u);
  with_reader(out.bytes(), [&](bytes::SectionReader& in) { EXPECT_EQ(read_packed_texts(in), texts); });
}

TEST(Deflate, UnpacksWhatItPackedAndNothingElse) {
  std::string text;
  for (std::uint64_t i = 0; i < 100'000; ++i) text += std::to_string(i * i % 97);
  const std::vector<std::string> originals = {"", "x", text};
  for (const std::string& whole : originals) {
    const std::string packed = bytes::deflated(whole);
    const auto span = std::as_bytes(std::span(packed));
    EXPECT_EQ(bytes::inflated(span, whole.size()), whole);
    EXPECT_EQ(bytes::inflated(span, whole.size() + 1), std::nullopt);
    EXPECT_EQ(bytes::inflated(span, std::uint64_t{1} << 60), std::nullopt) << "more than deflate can hold";
    if (!whole.empty()) {
      EXPECT_EQ(bytes::inflated(span, whole.size() - 1), std::nullopt);
    }
    EXPECT_EQ(bytes::inflated(span.first(span.size() - 1), whole.size()), std::nullopt);
    const std::string longer = packed + "x";
    EXPECT_EQ(bytes::inflated(std::as_bytes(std::span(longer)), whole.size()), std::nullopt);
  }
}

}  // namespace
}  // namespace awe::stored_rows
