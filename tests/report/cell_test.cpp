// Cells: round trip through JSON, reused only if all parameters match, never if damaged.
#include "report/cell.h"

#include <gtest/gtest.h>

#include "awe/error.h"
#include "support/process.h"
#include "support/tu_folder.h"

namespace awe::report {
namespace {

Cell small_cell() {
  Cell cell;
  cell.parameters.kind = CellKind::paper;
  cell.parameters.set = "MUTAG";
  cell.parameters.features = "aw:7";
  cell.parameters.repeats = 10;
  cell.parameters.data = "0123";
  cell.parameters.version = "1.0";
  cell.parameters.program = "89ab";
  cell.lines = {
      {"linear", 0.7, 0.1, 0.01, 0.6, 0.8}, {"rbf sigma=1", 0.9, 0, 0, 1, 1}, {"rbf sigma=10", 0.9, 0, 0, 1, 1}};
  cell.chosen = "rbf \"sigma\"=1";
  cell.seconds = 1.5;
  return cell;
}

TEST(Cell, SurvivesJson) {
  const Cell cell = small_cell();
  const Cell again = cell_from_json(to_json(cell), "memory");
  EXPECT_EQ(again.parameters, cell.parameters);
  EXPECT_EQ(again.chosen, cell.chosen);
  EXPECT_EQ(again.seconds, cell.seconds);
  EXPECT_EQ(to_json(again), to_json(cell));
  Cell counts;
  counts.parameters.set = "DD";
  counts.counts = {1178, 2, 691, 334925, 843046, 1686092};
  EXPECT_EQ(cell_from_json(to_json(counts), "memory").counts.arcs, 1686092u);
}

TEST(Cell, KnowsTheStepsOfItsProgress) {
  CellParameters p = small_cell().parameters;
  EXPECT_EQ(p.steps(), 90u) << "ten repeats of nine kernels";
  p.kind = CellKind::authors;
  p.features = "aw:2..7[counts]";
  EXPECT_EQ(p.steps(), 70u) << "of counts, RBF alone";
  p.kind = CellKind::data_driven;
  p.features = "pvdm aw:10";
  EXPECT_EQ(p.steps(), 90u);
  p.kind = CellKind::nested;
  EXPECT_EQ(p.steps(), 100u) << "folds";
  p.kind = CellKind::statistics;
  EXPECT_EQ(p.steps(), 0u);
}

TEST(Cell, KnowsItsBestLine) {
  const Cell cell = small_cell();
  EXPECT_EQ(cell.best().name, "rbf sigma=1") << "the first of equals";
  EXPECT_EQ(cell.best("linear")->name, "linear");
  EXPECT_EQ(cell.best("poly"), nullptr);
  EXPECT_THROW((void)Cell().best(), Error);
}

TEST(Cell, RefusesOtherText) {
  for (const char* text : {"", "{", "[]", "{}", "{\"awe_cell\": 1}", "{\"awe_cell\": 2, \"parameters\": {}}"}) {
    try {
      (void)cell_from_json(text, "x.json");
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::malformed) << text;
      EXPECT_EQ(std::string(error.what()).rfind("x.json", 0), 0u) << error.what();
    }
  }
}

TEST(CellStore, TakesACellOnlyWithAllItsParameters) {
  const test::TemporaryFolder folder;
  const CellStore store(folder.file("cells"));
  const Cell cell = small_cell();
  EXPECT_FALSE(store.find(cell.parameters).cell);
  store.keep(cell);
  ASSERT_TRUE(store.find(cell.parameters).cell);
  CellParameters other = cell.parameters;
  other.seed = 2;
  EXPECT_FALSE(store.find(other).cell);
  EXPECT_TRUE(store.find(other).damage.empty()) << "a file of its own";
  for (const auto change : {+[](CellParameters& p) { p.data = "4567"; }, +[](CellParameters& p) { p.version = "1.1"; },
                            +[](CellParameters& p) { p.program = "cdef"; }, +[](CellParameters& p) { p.walks = 7; }}) {
    other = cell.parameters;
    change(other);
    EXPECT_FALSE(store.find(other).cell);
    EXPECT_FALSE(store.find(other).damage.empty());
  }
  EXPECT_EQ(folder.list(), std::vector<std::string>{"cells/MUTAG.paper.aw-7.10x10.seed-1.json"});
}

TEST(CellStore, TakesCellsOfOtherProgramsOnlyOnRequest) {
  const test::TemporaryFolder folder;
  const Cell cell = small_cell();
  CellStore(folder.file("cells")).keep(cell);
  CellParameters wanted = cell.parameters;
  wanted.program = "another build";
  wanted.version = "2.0";
  const auto refused = CellStore(folder.file("cells")).find(wanted);
  EXPECT_FALSE(refused.cell);
  EXPECT_NE(refused.damage.find("another build of awe"), std::string::npos) << refused.damage;
  const auto taken = CellStore(folder.file("cells"), true).find(wanted);
  ASSERT_TRUE(taken.cell);
  EXPECT_EQ(taken.cell->parameters.program, "89ab") << "it still says which";
  wanted.data = "other";
  EXPECT_FALSE(CellStore(folder.file("cells"), true).find(wanted).cell);
}

TEST(CellStore, CountsADamagedFileAsAbsent) {
  const test::TemporaryFolder folder;
  const CellStore store(folder.file("cells"));
  const Cell cell = small_cell();
  const std::string whole = to_json(cell);
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    folder.write("cells/" + cell.parameters.file_name(), whole.substr(0, size));
    EXPECT_FALSE(store.find(cell.parameters).cell) << size;
    EXPECT_NE(store.find(cell.parameters).damage.find(cell.parameters.file_name()), std::string::npos) << size;
  }
}

TEST(HashOfData, SeesEveryByteAndName) {
  const test::TemporaryFolder folder;
  test::write_tu_set(folder, "A", 4);
  test::write_tu_set(folder, "B", 4);
  const std::string hash = hash_of_data(folder.file("A"));
  EXPECT_EQ(hash, hash_of_data(folder.file("A")));
  EXPECT_NE(hash, hash_of_data(folder.file("B"))) << "names count";
  folder.write("A/A_graph_labels.txt", "1\n2\n1\n1\n");
  EXPECT_NE(hash, hash_of_data(folder.file("A")));
  EXPECT_EQ(hash_of_data(folder.file("A/A_A.txt")).size(), 32u);
  EXPECT_THROW((void)hash_of_data(folder.file("absent")), Error);
}

}  // namespace
}  // namespace awe::report
