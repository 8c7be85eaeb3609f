// Reproductions on artificial data: what is computed, what is reused, what the page says.
#include "report/reproduction.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <pugixml.hpp>

#include "awe/error.h"
#include "support/data.h"
#include "support/process.h"
#include "support/tu_folder.h"

namespace awe::report {
namespace {

using Part = ReproductionPart;

class SmallReproduction : public ::testing::Test {
 protected:
  SmallReproduction() {
    for (const char* name : {"MUTAG", "IMDB-MULTI"}) test::write_tu_set(data_, name, 24);
    plan.parts = {Part::table1, Part::table2, Part::table4, Part::examples};
    plan.data = data_.path();
    plan.folder = out_.file("results");
    plan.lengths = {4};
    plan.folds = 3;
    plan.repeats = 2;
    plan.version = "test";
  }

  test::TemporaryFolder data_, out_;
  ReproductionOptions plan;
};

TEST_F(SmallReproduction, ComputesNothingTheSecondTime) {
  const Reproduction first = reproduce(plan);
  EXPECT_EQ(first.computed, 9u) << "two sets: statistics, paper, nested; of one, three data-driven models";
  EXPECT_EQ(first.taken, 0u);
  const Reproduction second = reproduce(plan);
  EXPECT_EQ(second.computed, 0u);
  EXPECT_EQ(second.taken, 9u);
  EXPECT_EQ(page_of(first), page_of(second));
  EXPECT_EQ(to_json(first), to_json(second));
  plan.recompute = true;
  EXPECT_EQ(reproduce(plan).computed, 9u);
}

TEST_F(SmallReproduction, ComputesAgainWhatHasOtherParameters) {
  (void)reproduce(plan);
  plan.run.seed = 2;
  Reproduction found = reproduce(plan);
  EXPECT_EQ(found.computed, 7u) << "statistics need no seed";
  plan.run.seed = 1;
  EXPECT_EQ(reproduce(plan).computed, 0u) << "the old ones are still there";
  plan.repeats = 1;
  EXPECT_EQ(reproduce(plan).computed, 5u) << "the paper's protocol alone has these repeats";
  test::write_tu_set(data_, "MUTAG", 26);
  EXPECT_EQ(reproduce(plan).computed, 3u) << "other data";
}

TEST_F(SmallReproduction, ComputesADamagedCellAgainAndSaysSo) {
  const Reproduction first = reproduce(plan);
  const std::string file = first.cells.front().parameters.file_name();
  out_.write("results/cells/" + file, "{\"awe_cell\": 1, ");
  std::vector<std::string> notes;
  ReproductionObserver observer;
  observer.note = [&](const std::string& text) { notes.push_back(text); };
  const Reproduction second = reproduce(plan, observer);
  EXPECT_EQ(second.computed, 1u);
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [&](const auto& n) { return n.find(file) != n.npos; }));
  EXPECT_EQ(reproduce(plan).computed, 0u);
}

TEST_F(SmallReproduction, KeepsFinishedCellsWhenStopped) {
  int finished = 0;
  ReproductionObserver observer;
  observer.done = [&](const Cell&, bool) { ++finished; };
  observer.progress.stop_requested = [&] { return finished == 2; };
  try {
    (void)reproduce(plan, observer);
    FAIL() << "it did not stop";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::interrupted);
  }
  const Reproduction rest = reproduce(plan);
  EXPECT_EQ(rest.taken, 2u);
  EXPECT_EQ(rest.computed, 7u);
}

TEST_F(SmallReproduction, GoesOnAfterACellBeyondTheMemory) {
  plan.run.memory = 1000;
  std::vector<std::string> notes;
  ReproductionObserver observer;
  observer.note = [&](const std::string& text) { notes.push_back(text); };
  const Reproduction found = reproduce(plan, observer);
  EXPECT_EQ(found.computed, 2u) << "the statistics";
  EXPECT_NE(page_of(found).find("beyond a limit: "), std::string::npos);
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const auto& n) { return n.find("beyond") != n.npos; }));
  plan.run.memory = 4e9;
  EXPECT_EQ(reproduce(plan).computed, 7u);
}

TEST_F(SmallReproduction, ShowsDataDrivenModelsBesideThePapers) {
  plan.parts = {Part::table2, Part::table3};
  const Reproduction found = reproduce(plan);
  const auto paper = found.best("IMDB-MULTI", {CellKind::data_driven, "pvdm"});
  const auto exact = found.best("IMDB-MULTI", {CellKind::data_driven, "exact"});
  ASSERT_TRUE(paper && exact);
  EXPECT_EQ(paper.cell->parameters.features, "pvdm aw:10");
  EXPECT_GT(exact.line->mean, 0.7) << "two kinds of graphs that one walk tells apart";
  const std::string page = page_of(found);
  EXPECT_NE(page.find("| **ours, AWE (DD), paper protocol** | **"), std::string::npos);
  EXPECT_NE(page.find("| **ours, AWE (DD) solved exactly, paper protocol** | **"), std::string::npos);
  EXPECT_NE(page.find("| **ours, AWE (DD) Inner** | **"), std::string::npos);
  EXPECT_NE(to_json(found).find("\"paper_protocol_data_driven\""), std::string::npos);
}

TEST_F(SmallReproduction, DoesNotDependOnThreads) {
  const Reproduction one = reproduce(plan);
  plan.recompute = true;
  plan.run.threads = 3;
  const Reproduction three = reproduce(plan);
  ASSERT_EQ(one.cells.size(), three.cells.size());
  for (std::size_t i = 0; i < one.cells.size(); ++i) {
    Cell again = three.cells[i];
    again.seconds = one.cells[i].seconds;
    EXPECT_EQ(to_json(again), to_json(one.cells[i]));
  }
}

TEST_F(SmallReproduction, MarksWhatIsNotThereAndWhatIsQuoted) {
  std::vector<std::string> notes;
  ReproductionObserver observer;
  observer.note = [&](const std::string& text) { notes.push_back(text); };
  const Reproduction found = reproduce(plan, observer);
  EXPECT_EQ(notes.size(), 7u) << "nine sets, two there";
  const std::string page = page_of(found);
  for (const char* part : {"not there", "AWE (DD) (quoted)", "chosen on test folds", "WL (quoted)", "aw:4, ",
                           "| MUTAG | 24 | 188 |", "**differs**", "## Worked examples", "3 x 2"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part << "\n" << page;
  }
  EXPECT_EQ(page.find("## Figure 2"), std::string::npos) << "not asked for";
}

TEST_F(SmallReproduction, WritesAPageJsonAndPlots) {
  plan.parts = all_parts();
  plan.max_nodes = 10;
  const Reproduction found = reproduce(plan);
  write_report(found);
  for (const char* name : {"figure2.svg", "figure4.svg", "table2.svg", "table4.svg"}) {
    pugi::xml_document document;
    EXPECT_TRUE(document.load_file((plan.folder + "/" + name).c_str())) << name;
    EXPECT_NE(page_of(found).find(std::string("(") + name + ")"), std::string::npos) << name;
  }
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.load(plan.folder + "/results.json");
  EXPECT_EQ(json["cells"].get_array().size(), 9u);
  EXPECT_EQ(double(json["tables"]["table4"]["quoted"]["AWE"]["MUTAG"]["mean"]), 87.87);
  EXPECT_GT(double(json["tables"]["table4"]["ours"]["MUTAG"]["paper_protocol"]["mean"]), 90) << "cycles and stars";
  EXPECT_EQ(found.scalability.size(), 4u);
  EXPECT_EQ(reproduce(plan).computed, 0u) << "its own page is no obstacle";
}

TEST_F(SmallReproduction, RefusesToReplaceAPageOfSomeoneElse) {
  out_.write("results/README.md", "# My project\n");
  try {
    (void)reproduce(plan);
    FAIL() << "it did not refuse";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
  }
  EXPECT_EQ(test::read_file(out_.file("results/README.md")), "# My project\n");
}

TEST(ReproductionOptions, NeedsDataOnlyForWhatUsesIt) {
  ReproductionOptions plan;
  plan.data = "absent-folder";
  plan.parts = {Part::examples, Part::figure2, Part::figure4};
  EXPECT_TRUE(wanted_cells(plan).empty());
  plan.parts = {Part::table1};
  EXPECT_THROW((void)wanted_cells(plan), Error);
}

TEST(Scalability, TimesBothSettingsOnEveryKindOfGraph) {
  ScalabilityOptions plan;
  plan.nodes = {10, 40};
  plan.degrees = {2, 5};
  plan.graphs = 2;
  const auto points = measure_scalability(plan);
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[3].nodes, 40u);
  EXPECT_EQ(points[3].degree, 5);
  for (const ScalabilityPoint& point : points) {
    EXPECT_EQ(point.graphs, 2);
    EXPECT_GT(point.inferred_seconds, 0);
    EXPECT_GT(point.alone_seconds, 0);
  }
  const auto kept = scalability_from_json(to_json(points, plan), plan);
  ASSERT_TRUE(kept);
  EXPECT_EQ((*kept)[2].alone_seconds, points[2].alone_seconds);
  plan.run.seed = 9;
  EXPECT_FALSE(scalability_from_json(to_json(points, ScalabilityOptions{}), plan)) << "of another plan";
  EXPECT_FALSE(scalability_from_json("{", plan));
}

TEST(ReproductionOptions, QuickLeavesOutAccuraciesOfLargeSetsOnly) {
  const test::TemporaryFolder data;
  for (const Dataset& set : known_datasets()) data.write(std::string(set.name) + ".zip", "");
  ReproductionOptions plan;
  plan.data = data.path();
  plan.quick = true;
  std::size_t statistics = 0, paper = 0, data_driven = 0;
  for (const WantedCell& cell : wanted_cells(plan)) {
    if (!cell.absent.empty()) {
      EXPECT_EQ(cell.absent, "not in a quick run");
      EXPECT_NE(cell.parameters.kind, CellKind::statistics);
      continue;
    }
    statistics += cell.parameters.kind == CellKind::statistics ? 1 : 0;
    paper += cell.parameters.kind == CellKind::paper ? 1 : 0;
    data_driven += cell.parameters.kind == CellKind::data_driven ? 1 : 0;
  }
  EXPECT_EQ(statistics, 9u);
  EXPECT_EQ(paper, 14u) << "seven sets, two lengths";
  EXPECT_EQ(data_driven, 4u) << "social sets, one model";
  plan.quick = false;
  for (const WantedCell& cell : wanted_cells(plan)) EXPECT_TRUE(cell.absent.empty());
}

TEST(DataSets, MutagByThePapersProtocolIsNearThePapersFigure) {
  AWE_NEED_DATA("MUTAG.zip");
  const test::TemporaryFolder folder;
  ReproductionOptions plan;
  plan.parts = {Part::table1, Part::table4};
  plan.folder = folder.file("results");
  const test::TemporaryFolder data;
  std::filesystem::copy(test::data_path("MUTAG.zip"), data.file("MUTAG.zip"));
  plan.data = data.path();
  plan.quick = true;
  const Reproduction found = reproduce(plan);
  EXPECT_EQ(found.find("MUTAG", CellKind::statistics)->counts.graphs, 188u);
  EXPECT_NEAR(100 * found.best("MUTAG", {}).line->mean, 87.87, 4);
  EXPECT_TRUE(found.best("MUTAG", {}).line->name.starts_with("rbf")) << "as in the paper";
  EXPECT_NE(
      page_of(found).find("| MUTAG | 188 | 188 | 2 (125) | 2 (125) | 17.93 | 17.93 | 19.79 | 39.59 | 19.79 | agrees"),
      std::string::npos);
}

}  // namespace
}  // namespace awe::report
