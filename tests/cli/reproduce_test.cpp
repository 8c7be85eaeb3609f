// awe reproduce as a user runs it, on small artificial sets with the names of public ones.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>

#include "support/data.h"
#include "support/process.h"
#include "support/tu_folder.h"

namespace awe {
namespace {

class AweReproduce : public ::testing::Test {
 protected:
  AweReproduce() {
    for (const char* name : {"MUTAG", "COLLAB"}) test::write_tu_set(data_, name, 24);
  }
  [[nodiscard]] test::ProcessResult run(const std::string& arguments) const {
    return test::run_shell("cd " + here_.path() + " && AWE_DATA=" + data_.path() + " awe reproduce " + arguments);
  }
  test::TemporaryFolder data_, here_;
};

// Cells of nine kinds, and those of the competitors on two sets.
std::size_t all_cells() {
  const bool dgk = test::run_shell("awe evaluate --help").out.find("dgk") != std::string::npos;
  return 9 + 2 * (dgk ? 5 : 4);
}

constexpr const char* kSmall = " --length 3 --folds 3 --repeats 2 --max-nodes 32";

TEST_F(AweReproduce, WritesTheWholeReport) {
  const auto result = run(std::string("-o out") + kSmall);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string cells = std::to_string(all_cells());
  EXPECT_NE(result.out.find("out/README.md: " + cells + " cells computed, 0 taken"), std::string::npos) << result.out;
  for (const char* line : {"Table 2: ", "Table 3: ", "Table 4: ", "AWE (FB) RBF", "PSCN (quoted only)", " (OOM)"}) {
    EXPECT_NE(result.out.find(line), std::string::npos) << line << "\n" << result.out;
  }
  EXPECT_NE(result.out.find("7 of 7 agree"), std::string::npos) << result.out;
  EXPECT_NE(result.err.find("ENZYMES: not there in"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("1 of " + std::to_string(all_cells() + 1) + ": MUTAG, statistics"), std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("MUTAG, nested wl "), std::string::npos) << result.err;
  for (const char* name : {"README.md", "report.html", "results.json", "figure2.svg", "figure4.svg", "table2.svg",
                           "table3.svg", "table4.svg"}) {
    EXPECT_FALSE(test::read_file(here_.file(std::string("out/") + name)).empty()) << name;
  }
  const std::string page = test::read_file(here_.file("out/README.md"));
  for (const char* section : {"## Table 1", "## Table 2", "## Table 3", "## Table 4", "## Figure 2", "## Figure 4",
                              "## Worked examples", "## Protocols", "## Seconds"}) {
    EXPECT_NE(page.find(section), std::string::npos) << section;
  }
  const auto again = run(std::string("-o out") + kSmall);
  EXPECT_NE(again.out.find("0 cells computed, " + cells + " taken"), std::string::npos) << again.out;
  EXPECT_EQ(test::read_file(here_.file("out/README.md")), page);
}

TEST_F(AweReproduce, PrintsTheResultsAsJson) {
  const auto result = run(std::string("table4 --json --seed 5") + kSmall);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, test::read_file(here_.file("reproduction/results.json")));
  simdjson::dom::parser parser;
  const simdjson::dom::element found = parser.parse(result.out);
  EXPECT_EQ(std::uint64_t(found["seed"]), 5u);
  EXPECT_EQ(std::string_view(found["tables"]["table4"]["ours"]["DD"]["absent"]), "not there");
  EXPECT_EQ(found["cells"].get_array().size(), 2 + (all_cells() - 9) / 2) << "of MUTAG";
  EXPECT_EQ(std::string_view(found["program"]).size(), 32u);
  EXPECT_EQ(found["tables"]["table4"]["ours"]["MUTAG"]["competitors"].get_object().size(), 5u);
}

TEST_F(AweReproduce, WritesThePageOfWhatIsStored) {
  ASSERT_EQ(run(std::string("table1 -o out") + kSmall).exit_code, 0);
  const auto stored = run(std::string("-o out --stored") + kSmall);
  ASSERT_EQ(stored.exit_code, 0) << stored.err;
  EXPECT_NE(stored.out.find("0 cells computed, 2 taken"), std::string::npos) << stored.out;
  EXPECT_NE(stored.out.find("not run (71.0)"), std::string::npos) << stored.out;
  EXPECT_NE(test::read_file(here_.file("out/README.md")).find("Not run."), std::string::npos) << "Figure 4";
  EXPECT_EQ(run("table1 -o out --stored --recompute").exit_code, 2);
  // A cell of another program is not taken, unless that is asked for.
  std::string cell = test::read_file(here_.file("out/cells/MUTAG.statistics.json"));
  const std::size_t at = cell.find('"', cell.find("\"program\"") + 9) + 1;
  cell[at] = cell[at] == '0' ? '1' : '0';
  here_.write("out/cells/MUTAG.statistics.json", cell);
  const auto refused = run(std::string("table1 -o out --stored") + kSmall);
  EXPECT_NE(refused.out.find("0 cells computed, 1 taken"), std::string::npos) << refused.out;
  EXPECT_NE(refused.err.find("computed by another build of awe"), std::string::npos) << refused.err;
  const auto any = run(std::string("table1 -o out --stored --any-program") + kSmall);
  EXPECT_NE(any.out.find("0 cells computed, 2 taken"), std::string::npos) << any.out;
  EXPECT_NE(test::read_file(here_.file("out/README.md")).find("**Cells were computed by several builds**"),
            std::string::npos);
  const auto again = run(std::string("table1 -o out") + kSmall);
  EXPECT_NE(again.out.find("1 cell computed, 1 taken"), std::string::npos) << again.out;
}

TEST_F(AweReproduce, ShowsOneLineOfProgressWithTheNameOfTheCell) {
  // Stopped after the line has been seen: a thousand repeats of the paper's protocol on so many graphs take minutes.
  test::write_tu_set(data_, "MUTAG", 240);
  const auto result = test::run_shell(
      "cd " + here_.path() + " && AWE_DATA=" + data_.path() +
      " python3 " AWE_SOURCE_DIR
      "/tests/support/terminal.py --all --columns 100 'timeout -s INT 6 awe reproduce table4 -o out --folds 3 "
      "--repeats 1000 --length 4'");
  EXPECT_NE(result.out.find("% ETA "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find(": MUTAG, paper aw:4"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("/s"), std::string::npos) << "shares of the work, not a rate\n" << result.out;
}

TEST_F(AweReproduce, NeedsDataOnlyWhereItIsUsed) {
  EXPECT_EQ(run("examples --data absent").exit_code, 0);
  EXPECT_EQ(run("figure2 --data absent").exit_code, 0);
  const auto result = run("table1 --data absent");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("awe datasets fetch"), std::string::npos) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
}

TEST_F(AweReproduce, RefusesWhatMakesNoSense) {
  EXPECT_EQ(run("table9").exit_code, 2);
  here_.write("README.md", "mine\n");
  EXPECT_EQ(run("examples -o .").exit_code, 2);
  EXPECT_EQ(test::read_file(here_.file("README.md")), "mine\n");
  data_.write("MUTAG/MUTAG_graph_labels.txt", "1\n");
  EXPECT_EQ(run(std::string("table4") + kSmall).exit_code, 4);
}

TEST_F(AweReproduce, KeepsFinishedCellsAtASignal) {
  // The signal comes once the first cell is told of; the next has too many repeats to end before.
  const auto result = test::run_shell("cd " + here_.path() + "; export AWE_DATA=" + data_.path() +
                                      "; awe reproduce -o out --folds 3 --repeats 1000 --length 4 2>log & pid=$!; "
                                      "while kill -0 $pid && ! grep -q 'MUTAG, statistics' log; do sleep 0.02; done; "
                                      "kill -INT $pid; wait $pid; code=$?; cat log >&2; exit $code");
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_NE(result.err.find("finished cells are kept in out/cells"), std::string::npos) << result.err;
  EXPECT_TRUE(std::filesystem::exists(here_.file("out/cells/MUTAG.statistics.json")));
  EXPECT_FALSE(std::filesystem::exists(here_.file("out/README.md")));
  for (const std::string& file : here_.list()) EXPECT_FALSE(file.ends_with(".part")) << file;
}

}  // namespace
}  // namespace awe
