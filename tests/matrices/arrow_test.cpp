// Arrow files: read back by a small decoder of our own, and by pyarrow where it is installed.
#include <gtest/gtest.h>

#include <cstring>

#include "awe/error.h"
#include "matrices/arrow_writer.h"
#include "support/process.h"

namespace awe::matrices {
namespace {

using test::read_file;
using test::run_shell;
using test::TemporaryFolder;

MatrixColumns three_columns() {
  return {3, [](std::uint64_t i) { return MatrixColumn{"aw", 3, "1 2 " + std::to_string(i)}; }};
}

void write(const std::string& path, int rows, const MatrixOptions& options = {}, std::uint64_t batch_bytes = 1 << 20) {
  const auto writer = create_arrow(path, three_columns(), options, batch_bytes);
  for (int i = 0; i < rows; ++i) {
    MatrixRow row;
    row.id = "g" + std::to_string(i);
    if (i % 3 != 1) row.class_name = i % 2 == 0 ? "even" : "ödd";
    if (i != 2) row.values = {{0, 2}, {0.5 * i, 1.0 / 3}};
    writer->write(row);
  }
  writer->commit();
}

// The few parts of FlatBuffers that are needed to look into a file.
class Flat {
 public:
  explicit Flat(std::string_view bytes, std::size_t place) : bytes_(bytes), place_(place) {}
  static Flat root(std::string_view bytes) { return Flat(bytes, at<std::uint32_t>(bytes, 0)); }
  template <class T>
  static T at(std::string_view bytes, std::size_t place) {
    T value{};
    EXPECT_LE(place + sizeof value, bytes.size());
    EXPECT_EQ(place % sizeof value, 0u) << "not aligned";
    if (place + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + place, sizeof value);
    return value;
  }
  // The place of a field; 0 if it is absent.
  [[nodiscard]] std::size_t field(std::size_t i) const {
    const std::size_t list = place_ - static_cast<std::size_t>(at<std::int32_t>(bytes_, place_));
    if (4 + 2 * i >= at<std::uint16_t>(bytes_, list)) return 0;
    const std::size_t offset = at<std::uint16_t>(bytes_, list + 4 + 2 * i);
    return offset == 0 ? 0 : place_ + offset;
  }
  template <class T>
  [[nodiscard]] T value(std::size_t i) const {
    return field(i) == 0 ? T{} : at<T>(bytes_, field(i));
  }
  [[nodiscard]] std::size_t target(std::size_t i) const { return field(i) + at<std::uint32_t>(bytes_, field(i)); }
  [[nodiscard]] Flat table(std::size_t i) const { return Flat(bytes_, target(i)); }
  [[nodiscard]] std::uint32_t size(std::size_t i) const { return at<std::uint32_t>(bytes_, target(i)); }
  [[nodiscard]] Flat element(std::size_t i, std::size_t k) const {
    const std::size_t place = target(i) + 4 + 4 * k;
    return Flat(bytes_, place + at<std::uint32_t>(bytes_, place));
  }
  [[nodiscard]] std::string text(std::size_t i) const { return std::string(bytes_.substr(target(i) + 4, size(i))); }

 private:
  std::string_view bytes_;
  std::size_t place_;
};

struct File {
  std::string bytes;
  explicit File(const std::string& path) : bytes(read_file(path)) {
    EXPECT_TRUE(bytes.starts_with(std::string("ARROW1\0\0", 8)));
    EXPECT_TRUE(bytes.ends_with("ARROW1"));
  }
  [[nodiscard]] std::string_view footer() const {
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.data() + bytes.size() - 10, 4);
    return std::string_view(bytes).substr(bytes.size() - 10 - size, size);
  }
};

TEST(Arrow, DescribesItsColumns) {
  const TemporaryFolder folder;
  write(folder.file("x.arrow"), 4);
  const File file(folder.file("x.arrow"));
  const Flat schema = Flat::root(file.footer()).table(1);
  ASSERT_EQ(schema.size(1), 5u);
  std::string names;
  for (std::size_t i = 0; i < 5; ++i) {
    const Flat column = schema.element(1, i);
    names += column.text(0) + ";";
    EXPECT_EQ(column.value<std::uint8_t>(1), i == 1 ? 1 : 0);  // nullable
    EXPECT_EQ(column.value<std::uint8_t>(2), i < 2 ? 5 : 3);   // text or real
    EXPECT_EQ(column.size(5), 0u);                             // children
  }
  EXPECT_EQ(names, "id;class;1 2 0;1 2 1;1 2 2;");
}

TEST(Arrow, LocatesItsBatches) {
  const TemporaryFolder folder;
  write(folder.file("x.arrow"), 5, {}, 55);  // two rows per batch
  const File file(folder.file("x.arrow"));
  const std::string_view footer = file.footer();
  const Flat root = Flat::root(footer);
  ASSERT_EQ(root.size(3), 3u);
  std::uint64_t rows = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t block = root.target(3) + 4 + 24 * i;
    const auto place = Flat::at<std::uint64_t>(footer, block), head = Flat::at<std::uint64_t>(footer, block + 8);
    EXPECT_EQ(place % 8, 0u);
    const std::string_view metadata = std::string_view(file.bytes).substr(place + 8, head - 8);
    const Flat message = Flat::root(metadata);
    EXPECT_EQ(message.value<std::uint8_t>(1), 3);  // a batch
    EXPECT_EQ(message.value<std::uint64_t>(3), Flat::at<std::uint64_t>(footer, block + 16));
    const Flat batch = message.table(2);
    EXPECT_EQ(batch.size(1), 5u);
    EXPECT_EQ(batch.size(2), 3u * 2 + 2u * 3);
    // The first column of values: buffers 2 * 3 (validity, empty) and 2 * 3 + 1.
    const std::size_t buffer = batch.target(2) + 4 + 16 * 7;
    const std::size_t body = place + head + Flat::at<std::uint64_t>(metadata, buffer);
    EXPECT_EQ(Flat::at<double>(file.bytes, body), i == 1 ? 0 : 0.5 * static_cast<double>(rows));
    rows += batch.value<std::uint64_t>(0);
  }
  EXPECT_EQ(rows, 5u);
}

TEST(Arrow, HasNoMoreColumnsThanItsLimit) {
  const TemporaryFolder folder;
  const MatrixColumns many{kMostArrowColumns + 1, three_columns().describe};
  EXPECT_THROW(static_cast<void>(create_arrow(folder.file("x.arrow"), many, {})), Error);
  EXPECT_TRUE(folder.list().empty());
}

TEST(Arrow, IsWhatPyarrowReads) {
  const char* python = "/usr/bin/python3";
  if (run_shell(std::string(python) + " -c 'import pyarrow'").exit_code != 0) {
    GTEST_SKIP() << "pyarrow is not installed for " << python;
  }
  const TemporaryFolder folder;
  MatrixOptions single;
  single.float32 = true;
  write(folder.file("x.arrow"), 5, {}, 55);
  write(folder.file("y.arrow"), 2, single);
  write(folder.file("z.arrow"), 0);
  const std::string code =
      "import pyarrow.feather as f\n"
      "for n in 'xyz':\n"
      "  t = f.read_table('" +
      folder.path() +
      "/' + n + '.arrow'); t.validate(full=True)\n"
      "  print(t.num_rows, [str(c) for c in t.schema.types], t.column_names)\n"
      "  print(t.to_pydict())\n";
  const auto result = run_shell(std::string(python) + " -", code);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "5 ['string', 'string', 'double', 'double', 'double'] ['id', 'class', '1 2 0', '1 2 1', '1 2 2']\n"
            "{'id': ['g0', 'g1', 'g2', 'g3', 'g4'], 'class': ['even', None, 'even', 'ödd', None], "
            "'1 2 0': [0.0, 0.5, 0.0, 1.5, 2.0], '1 2 1': [0.0, 0.0, 0.0, 0.0, 0.0], "
            "'1 2 2': [0.3333333333333333, 0.3333333333333333, 0.0, 0.3333333333333333, 0.3333333333333333]}\n"
            "2 ['string', 'string', 'float', 'float', 'float'] ['id', 'class', '1 2 0', '1 2 1', '1 2 2']\n"
            "{'id': ['g0', 'g1'], 'class': ['even', None], '1 2 0': [0.0, 0.5], '1 2 1': [0.0, 0.0], "
            "'1 2 2': [0.3333333432674408, 0.3333333432674408]}\n"
            "0 ['string', 'string', 'double', 'double', 'double'] ['id', 'class', '1 2 0', '1 2 1', '1 2 2']\n"
            "{'id': [], 'class': [], '1 2 0': [], '1 2 1': [], '1 2 2': []}\n");
}

}  // namespace
}  // namespace awe::matrices
