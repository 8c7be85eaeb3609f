// Reproductions on artificial data: what is computed, what is reused, what the page says.
#include "report/reproduction.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <pugixml.hpp>
#include <set>

#include "awe/error.h"
#include "awe/recipe.h"
#include "plots/svg_plot.h"
#include "plots/svg_text.h"
#include "report/accuracy_tables.h"
#include "report/predicted_cost.h"
#include "support/data.h"
#include "support/process.h"
#include "support/tu_folder.h"

namespace awe::report {
namespace {

using Part = ReproductionPart;

// Recipes of competitors in Table 2 and in Table 4.
std::size_t competitors() {
  std::size_t count = 0;
  for (const QuotedRow& row : quoted_table(2).rows) {
    count += std::find(std::begin(kRecipeNames), std::end(kRecipeNames), row.recipe) != std::end(kRecipeNames) ? 1 : 0;
  }
  return count;
}
// Two sets: statistics, paper, our recipe, competitors; of one, three data-driven models and the authors' vectors.
std::size_t all_cells() { return 9 + 2 * competitors() + authors_vectors("IMDB-MULTI").size(); }

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
    plan.program = "0123";
  }

  test::TemporaryFolder data_, out_;
  ReproductionOptions plan;
};

TEST_F(SmallReproduction, ComputesNothingTheSecondTime) {
  const Reproduction first = reproduce(plan);
  EXPECT_EQ(first.computed, all_cells());
  EXPECT_EQ(first.taken, 0u);
  const Reproduction second = reproduce(plan);
  EXPECT_EQ(second.computed, 0u);
  EXPECT_EQ(second.taken, all_cells());
  EXPECT_EQ(page_of(first), page_of(second));
  EXPECT_EQ(to_json(first), to_json(second));
  plan.recompute = true;
  EXPECT_EQ(reproduce(plan).computed, all_cells());
}

TEST_F(SmallReproduction, NeverTakesTheCellOfAnotherBuild) {
  plan.parts = {Part::table1, Part::table4, Part::figure4};
  plan.max_nodes = 10;
  const Reproduction first = reproduce(plan);
  plan.program = "4567";
  std::vector<std::string> notes;
  ReproductionObserver observer;
  observer.note = [&](const std::string& text) { notes.push_back(text); };
  plan.stored = true;
  const Reproduction none = reproduce(plan, observer);
  EXPECT_EQ(none.taken, 0u);
  EXPECT_TRUE(none.scalability.empty());
  EXPECT_NE(page_of(none).find("not run"), std::string::npos);
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const auto& n) { return n.find("another build") != n.npos; }));
  plan.any_program = true;
  const Reproduction any = reproduce(plan);
  EXPECT_EQ(any.taken, first.computed);
  EXPECT_EQ(any.scalability.size(), 4u);
  EXPECT_NE(page_of(any).find("All cells were computed by the build test 0123."), std::string::npos);
  plan.any_program = plan.stored = false;
  EXPECT_EQ(reproduce(plan).computed, first.computed);
}

TEST_F(SmallReproduction, ReportsOneProgressForTheWholeRun) {
  plan.parts = {Part::table1, Part::table2, Part::figure4};
  plan.max_nodes = 10;
  std::vector<std::string> titles;
  std::uint64_t last = 0, total = 0, reports = 0;
  ReproductionObserver observer;
  observer.begins = [&](const std::string& title, std::size_t number, std::size_t of) {
    titles.push_back(title);
    EXPECT_EQ(number, titles.size());
    EXPECT_EQ(of, all_cells() + 1 - competitors() - 2) << "MUTAG has its statistics alone; and Figure 4";
  };
  observer.progress.report = [&](std::uint64_t done, std::uint64_t of) {
    if (reports++ == 0) total = of;
    EXPECT_EQ(of, total);
    EXPECT_GE(done, last) << titles.back();
    EXPECT_LE(done, of);
    last = done;
  };
  const Reproduction found = reproduce(plan, observer);
  EXPECT_EQ(titles.front(), "MUTAG, statistics") << "the set with the least work";
  EXPECT_EQ(titles.back(), "Figure 4");
  EXPECT_EQ(titles.size(), found.computed + 1);
  EXPECT_GT(reports, 3 * titles.size()) << "steps within cells, too";
  titles.clear();
  reports = last = 0;
  (void)reproduce(plan, observer);
  EXPECT_TRUE(titles.empty()) << "what is stored is no work";
  EXPECT_EQ(reports, 0u);
}

TEST_F(SmallReproduction, ComputesAgainWhatHasOtherParameters) {
  (void)reproduce(plan);
  plan.run.seed = 2;
  Reproduction found = reproduce(plan);
  EXPECT_EQ(found.computed, all_cells() - 2) << "statistics need no seed";
  plan.run.seed = 1;
  EXPECT_EQ(reproduce(plan).computed, 0u) << "the old ones are still there";
  plan.repeats = 1;
  EXPECT_EQ(reproduce(plan).computed, 5 + authors_vectors("IMDB-MULTI").size()) << "recipes are not repeated";
  test::write_tu_set(data_, "MUTAG", 26);
  EXPECT_EQ(reproduce(plan).computed, 3 + competitors()) << "other data";
}

TEST_F(SmallReproduction, ComputesADamagedCellAgainAndSaysSo) {
  const Reproduction first = reproduce(plan);
  const std::string file = first.cells.front().parameters.file_name();
  out_.write("results/cells/" + file, "{\"awe_cell\": 2, ");
  std::vector<std::string> notes;
  ReproductionObserver observer;
  observer.note = [&](const std::string& text) { notes.push_back(text); };
  const Reproduction second = reproduce(plan, observer);
  EXPECT_EQ(second.computed, 1u);
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(),
                          [&](const auto& n) { return n.find(file) != n.npos && n.ends_with("; computed again"); }));
  EXPECT_EQ(reproduce(plan).computed, 0u);
}

TEST_F(SmallReproduction, KeepsFinishedCellsWhenStopped) {
  int finished = 0;
  ReproductionObserver observer;
  observer.done = [&](const Cell&) { ++finished; };
  observer.progress.stop_requested = [&] { return finished == 2; };
  try {
    (void)reproduce(plan, observer);
    FAIL() << "it did not stop";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::interrupted);
  }
  const Reproduction rest = reproduce(plan);
  EXPECT_EQ(rest.taken, 2u);
  EXPECT_EQ(rest.computed, all_cells() - 2);
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
  EXPECT_EQ(reproduce(plan).computed, all_cells() - 2);
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
  for (const char* row : {"| AWE (DD) | **", "| ours: DD solved exactly | **", "| AWE (DD) Inner | **",
                          "| ours: FB, authors' rule | **", "(paper: 51.54 ± 3.61)"}) {
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
  EXPECT_NE(to_json(found).find("\"paper_protocol_data_driven\""), std::string::npos);
}

TEST_F(SmallReproduction, PutsOursAndThePapersFigureIntoEveryCell) {
  const Reproduction found = reproduce(plan);
  for (const int number : {2, 4}) {
    const QuotedTable& table = quoted_table(number);
    const std::string_view set = number == 2 ? "IMDB-MULTI" : "MUTAG";
    const auto at = static_cast<std::size_t>(std::find(table.sets.begin(), table.sets.end(), set) - table.sets.begin());
    for (const AccuracyRow& row : accuracy_rows(found, table)) {
      const OurFigure& ours = row.ours[at];
      if (row.name == "PSCN (quoted only)") {
        EXPECT_EQ(ours.absence, "quoted only");
      } else if (ours.absence == "not in this version") {
        EXPECT_EQ(row.name, "DGK");
      } else {
        ASSERT_NE(ours.line, nullptr) << row.name << ": " << ours.absence;
        EXPECT_FALSE(ours.how.empty()) << row.name;
      }
      EXPECT_EQ(row.quoted == nullptr, row.name.starts_with("ours: ")) << row.name;
    }
  }
  const std::string text = tables_text(found), page = page_of(found);
  EXPECT_NE(text.find(" (OOM)  not run (64.0)"), std::string::npos) << "ER on IMDB-M and IMDB-B\n" << text;
  EXPECT_EQ(text.find("**"), std::string::npos) << "no Markdown on a terminal";
  EXPECT_NE(text.find("not run (73.4)"), std::string::npos) << text;
  EXPECT_NE(page.find("not there (paper: 73.40 ± 4.63)"), std::string::npos) << page;
  EXPECT_NE(page.find("(paper: OOM)"), std::string::npos) << page;
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    EXPECT_LE(end - start, 122u) << text.substr(start, end - start);
    start = end + 1;
  }
  for (const char* row :
       {"| ER | **", "| kR | **", "| WL | **", "| GK | **", "| PSCN (quoted only) | 45.23 ± 2.84 |"}) {
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
  EXPECT_NE(to_json(found).find("\"competitors\""), std::string::npos);
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
  for (const char* part : {"not there", "(paper: 74.45 ± 5.83)", "on the test folds", "PSCN (quoted only)", "aw:4, ",
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
  for (const char* name : {"figure2.svg", "figure4.svg", "table2.svg", "table3.svg", "table4.svg"}) {
    pugi::xml_document document;
    EXPECT_TRUE(document.load_file((plan.folder + "/" + name).c_str())) << name;
    EXPECT_NE(page_of(found).find(std::string("(") + name + ")"), std::string::npos) << name;
  }
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.load(plan.folder + "/results.json");
  EXPECT_EQ(json["cells"].get_array().size(), all_cells());
  EXPECT_EQ(double(json["tables"]["table4"]["quoted"]["AWE"]["MUTAG"]["mean"]), 87.87);
  EXPECT_GT(double(json["tables"]["table4"]["ours"]["MUTAG"]["paper_protocol"]["mean"]), 90) << "cycles and stars";
  EXPECT_EQ(found.scalability.size(), 4u);
  EXPECT_EQ(reproduce(plan).computed, 0u) << "its own page is no obstacle";
}

std::string plot_of(const Reproduction& found, std::string_view name) {
  for (const ReportFile& file : plots_of(found)) {
    if (file.name == name) return file.content;
  }
  return "";
}

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_F(SmallReproduction, DrawsEveryRowAndSaysWhatWasNotRun) {
  plan.parts = {Part::table2, Part::table3, Part::table4};
  const Reproduction found = reproduce(plan);
  for (const int number : {2, 3, 4}) {
    const QuotedTable& table = quoted_table(number);
    const std::string svg = plot_of(found, "table" + std::to_string(number) + ".svg");
    for (const AccuracyRow& row : accuracy_rows(found, table)) {
      EXPECT_EQ(occurrences(svg, ">" + plots::xml_text(row.name) + "</text>"), 1u) << row.name << ": in the legend";
      for (std::size_t i = 0; i < table.sets.size(); ++i) {
        const bool quoted = row.quoted != nullptr && row.quoted->figures[i].mean;
        EXPECT_EQ(occurrences(svg, "<title>" + plots::xml_text(row.name) +
                                       ", paper: " + (quoted ? row.quoted->figures[i].str() : "?") + "</title>") > 0,
                  quoted)
            << row.name << " " << table.sets[i];
      }
      EXPECT_EQ(occurrences(svg, "<title>" + plots::xml_text(row.name) + ", ours: "),
                static_cast<std::size_t>(std::count_if(row.ours.begin(), row.ours.end(),
                                                       [](const OurFigure& figure) { return figure.line != nullptr; })))
          << row.name;
    }
    EXPECT_EQ(occurrences(svg, ">not run</text>"), table.sets.size() - 1) << "only one of the sets is there";
  }
}

TEST(ReproductionPlots, Figure4HasAColourPerDegreeAndALineStylePerMethod) {
  Reproduction found;
  found.options.parts = {Part::figure4};
  for (const std::uint64_t nodes : {10u, 1000u, 30'000u}) {
    for (const int degree : {2, 3, 4, 5}) found.scalability.push_back({nodes, degree, 2, 1e-4 * degree, 1e-3 * degree});
  }
  const std::string svg = plot_of(found, "figure4.svg");
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(svg.c_str()));
  std::set<std::string> solid, dashed;
  double right = 0;
  for (const auto& path : document.child("svg").children("path")) {
    if (std::string_view(path.attribute("fill").value()) != "none") continue;
    const bool is_dashed = path.attribute("stroke-dasharray");
    (is_dashed ? dashed : solid).insert(path.attribute("stroke").value());
  }
  for (const auto& circle : document.child("svg").children("circle")) {
    right = std::max(right, circle.attribute("cx").as_double());
  }
  EXPECT_EQ(solid.size(), 4u);
  EXPECT_EQ(dashed, solid) << "the same colours for both methods";
  EXPECT_GT(right, 700) << "the axis ends where the data ends, not at the next power of ten";
  EXPECT_EQ(svg.find(">1e5</text>"), std::string::npos);
}

TEST(PredictedCost, GrowsWithTheWork) {
  CellParameters cell;
  cell.kind = CellKind::nested;
  cell.set = "MUTAG";
  cell.features = "wl";
  const double small = predicted_seconds(cell);
  EXPECT_GT(small, 0);
  cell.set = "COLLAB";
  EXPECT_GT(predicted_seconds(cell), 10 * small);
  cell.kind = CellKind::paper;
  cell.features = "aw:7";
  const double once = predicted_seconds(cell);
  cell.repeats = 10;
  EXPECT_GT(predicted_seconds(cell), 2 * once);
  ScalabilityOptions few, many;
  few.nodes = {10};
  EXPECT_GT(predicted_seconds(many), predicted_seconds(few));
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
  ScalabilityOptions later = plan;
  later.program = "another build";
  EXPECT_FALSE(scalability_from_json(to_json(points, plan), later));
  EXPECT_TRUE(scalability_from_json(to_json(points, plan), later, true));
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
      EXPECT_TRUE(cell.absent == "not in a quick run" || cell.absent == "not in this version") << cell.absent;
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
  for (const WantedCell& cell : wanted_cells(plan))
    EXPECT_TRUE(cell.absent.empty() || cell.absent == "not in this version") << cell.parameters.title();
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
