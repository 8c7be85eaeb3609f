#include "evaluation/matrix_set.h"

#include <gtest/gtest.h>

#include <optional>

#include "awe/error.h"
#include "awe/matrix_writer.h"
#include "support/process.h"

namespace awe::evaluation {
namespace {

struct Entry {
  std::string id;
  std::optional<std::string> class_name;
  std::vector<double> values;
};

// Writes x.npy with two blocks: columns 0 and 1, and column 2.
std::string write(const test::TemporaryFolder& folder, const std::vector<Entry>& entries) {
  const std::string path = folder.file("x.npy");
  const MatrixColumns columns{3, [](std::uint64_t i) { return MatrixColumn{i < 2 ? "first" : "second", 1, "w"}; }};
  MatrixOptions options;
  options.force = true;
  const auto writer = create_matrix(path, columns, entries.size(), options);
  for (const Entry& entry : entries) {
    MatrixRow row;
    row.id = entry.id;
    row.class_name = entry.class_name;
    for (std::size_t k = 0; k < 3; ++k) {
      if (entry.values[k] != 0) row.values.push_back(k, entry.values[k]);
    }
    writer->write(row);
  }
  writer->commit();
  return path;
}

const std::vector<Entry> kEntries = {
    {"a", "10", {0.5, 0.5, -1}}, {"b", "9", {0, 1, 2}}, {"c", "10", {0.5, 0.5, -1}}, {"d", "9", {1, 0, 2}}};

TEST(MatrixSets, HaveRowsClassesAndBlocks) {
  const test::TemporaryFolder folder;
  const MatrixSet set = read_matrix_set(write(folder, kEntries));
  EXPECT_EQ(set.ids, (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_EQ(set.class_names, (std::vector<std::string>{"9", "10"}));
  EXPECT_EQ(set.classes, (std::vector<int>{1, 0, 1, 0}));
  ASSERT_EQ(set.blocks.size(), 2u);
  EXPECT_EQ(set.blocks[0].kernel, BaseKernel::hellinger);
  EXPECT_EQ(set.blocks[1].kernel, BaseKernel::linear) << "it has negative values";
  EXPECT_EQ(set.blocks[1].first, 2u);
  MatrixSetOptions options;
  options.kernel = BaseKernel::cosine;
  EXPECT_EQ(read_matrix_set(folder.file("x.npy"), options).blocks[0].kernel, BaseKernel::cosine);
}

TEST(MatrixSets, TakeClassesFromAFile) {
  const test::TemporaryFolder folder;
  const std::string path = write(folder, kEntries);
  MatrixSetOptions options;
  options.classes_file = folder.file("classes.csv");
  folder.write("classes.csv", "id,class\nd,x\nb,y\na,x\nc,y\n");
  EXPECT_EQ(read_matrix_set(path, options).classes, (std::vector<int>{0, 1, 1, 0}));
  folder.write("classes.csv", "id,class\nd,x\nb,y\na,x\n");
  const MatrixSet some = read_matrix_set(path, options);
  EXPECT_EQ(some.ids, (std::vector<std::string>{"a", "b", "d"}));
  EXPECT_EQ(some.classes, (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(some.rows.rows(), 3u);
  EXPECT_EQ(some.without_class, 1u);
  folder.write("classes.csv", "id,class\nz,x\nq,y\n");
  EXPECT_THROW((void)read_matrix_set(path, options), Error) << "none has a class";
}

TEST(MatrixSets, HaveNumbers) {
  const test::TemporaryFolder folder;
  const std::string path = write(folder, kEntries);
  MatrixSetOptions options;
  options.classes_file = folder.file("n.csv");
  options.classes_column = "p,q";
  options.targets = inputs::TargetKind::numbers;
  options.target_names = {"p", "q"};
  folder.write("n.csv", "id,q,p\na,1,2\nb,3,NA\nd,5,6.5\n");
  const MatrixSet set = read_matrix_set(path, options);
  EXPECT_EQ(set.ids, (std::vector<std::string>{"a", "d"}));
  EXPECT_EQ(set.numbers.values, (std::vector<double>{2, 1, 6.5, 5}));
  EXPECT_EQ(set.without_class, 2u);
}

TEST(MatrixSets, HaveClassesInSeveralColumns) {
  const test::TemporaryFolder folder;
  const std::string path = write(folder, kEntries);
  MatrixSetOptions options;
  options.classes_file = folder.file("n.csv");
  options.classes_column = "p,q";
  options.targets = inputs::TargetKind::labels;
  options.target_names = {"p", "q"};
  folder.write("n.csv", "id,q,p\na,no,x\nb,,?\nc,,y\nd,yes,x\n");
  const MatrixSet set = read_matrix_set(path, options);
  EXPECT_EQ(set.ids, (std::vector<std::string>{"a", "c", "d"}));
  EXPECT_EQ(set.labels.values, (std::vector<int>{0, 0, 1, folds::kUnknownClass, 0, 1}));
  EXPECT_EQ(set.without_class, 1u);
}

TEST(MatrixSets, LeaveOutRowsWithoutClass) {
  const test::TemporaryFolder folder;
  auto entries = kEntries;
  entries[1].class_name.reset();
  EXPECT_EQ(read_matrix_set(write(folder, entries)).ids, (std::vector<std::string>{"a", "c", "d"}));
  for (Entry& entry : entries) entry.class_name.reset();
  EXPECT_THROW((void)read_matrix_set(write(folder, entries)), Error);
  for (Entry& entry : entries) entry.class_name = "one";
  EXPECT_THROW((void)read_matrix_set(write(folder, entries)), Error);
}

TEST(MatrixSets, KnowIdenticalRows) {
  const test::TemporaryFolder folder;
  const MatrixSet set = read_matrix_set(write(folder, kEntries));
  const isomorphism::IsomorphismClasses found = identical_rows(set.rows);
  EXPECT_EQ(found.class_of, (std::vector<std::uint32_t>{0, 1, 0, 2}));
  EXPECT_EQ(found.classes, 3u);
  EXPECT_EQ(isomorphism::summarise_twins(found, set.classes).with_twin, 2u);
}

}  // namespace
}  // namespace awe::evaluation
