// Repeats the experiments of the paper: its tables, the growth of the vocabulary and its worked examples, with our
// figures beside the paper's, as one page of Markdown, one JSON file and plots.
//
// The work is a list of cells (report/cell.h). Each finished cell is stored in `folder`/cells at once, so that an
// interrupted run continues where it stopped. Progress is that of the whole run, by the predicted cost of its cells.
// docs/results/reproduction.md says what differs from the paper. Cost: a few minutes for the quick selection, far more
// for everything.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "awe/enum_text.h"
#include "awe/run_options.h"
#include "report/cell.h"
#include "report/scalability.h"
#include "report/worked_examples.h"

namespace awe::report {

// The first line of every page, by which the next run recognises that it may replace the page.
inline constexpr std::string_view kPageMark = "<!-- written by awe reproduce: the next run replaces this page -->";

enum class ReproductionPart { table1, table2, table3, table4, figure2, figure4, examples };
}  // namespace awe::report

template <>
struct awe::EnumText<awe::report::ReproductionPart> {
  static constexpr std::string_view kWhat = "part of the paper";
  static constexpr EnumNames<report::ReproductionPart, 7> kNames = {{{report::ReproductionPart::table1, "table1"},
                                                                     {report::ReproductionPart::table2, "table2"},
                                                                     {report::ReproductionPart::table3, "table3"},
                                                                     {report::ReproductionPart::table4, "table4"},
                                                                     {report::ReproductionPart::figure2, "figure2"},
                                                                     {report::ReproductionPart::figure4, "figure4"},
                                                                     {report::ReproductionPart::examples, "examples"}}};
};

namespace awe::report {
// All parts, in the order of the page.
[[nodiscard]] std::vector<ReproductionPart> all_parts();

struct ReproductionOptions {
  std::vector<ReproductionPart> parts = all_parts();
  std::string data;                     // the folder with NAME.zip files or NAME folders
  std::string folder = "reproduction";  // where results are written
  bool quick = false;                   // fewer sets and one repeat; quick_rules() describes it
  bool recompute = false;               // recompute existing results
  bool stored = false;                  // compute nothing: what is not stored is "not run"
  bool any_program = false;             // use cells of other builds of the program, too
  std::vector<int> lengths;             // lengths of walks for AWE (FB); empty: walk_lengths()
  int folds = 10;
  std::optional<int> repeats;              // of the paper's protocol; unset: 10, for REDDIT-MULTI-12K and quick 1
  std::optional<std::uint64_t> max_nodes;  // of the graphs of Figure 4; unset: 10^6, quick 30,000
  std::string version, program;            // version and hash of the program, for its cells

  [[nodiscard]] bool has(ReproductionPart part) const;
  RunOptions run;
};

// The lengths of walks tried for AWE (FB) on a set: the paper chose one in 2..10 and does not say which. Fewer for
// large sets, whose kernels at length 10 would take days, and two if quick.
[[nodiscard]] std::vector<int> walk_lengths(std::string_view set, bool quick);
// Our own recipe for a set by the nested protocol: "auto", or "structure" where that would take hours.
[[nodiscard]] std::string_view own_recipe(std::string_view set);
// The vectors tried by the rule of the authors' code: of one length, as the last version of that code has them, and of
// the lengths from 2 on side by side, as probabilities and as counts, as an earlier version has them.
[[nodiscard]] std::vector<std::string> authors_vectors(std::string_view set);
// Options for the graphs of Figure 4.
[[nodiscard]] ScalabilityOptions scalability_plan(const ReproductionOptions& options);
// What a quick run leaves out, in a sentence.
[[nodiscard]] std::string quick_rules();

// A cell that the run needs, and why it is not computed: "not there", "not in a quick run", "not run", "beyond a limit:
// ..."; empty if it is.
struct WantedCell {
  CellParameters parameters;
  std::string path;  // of the data set
  std::string absent;
};
// Cells of a set are adjacent. Throws Error(io) if the data folder is absent though the parts need it.
[[nodiscard]] std::vector<WantedCell> wanted_cells(const ReproductionOptions& options);

// Callbacks through which a run reports. All may be empty.
struct ReproductionObserver {
  // A cell that is computed begins (stored ones are taken before): its title, its number, how many there are.
  std::function<void(const std::string& title, std::size_t number, std::size_t of)> begins;
  std::function<void(const Cell& cell)> done;         // a cell is computed and stored
  std::function<void(const std::string& text)> note;  // absent sets, files that are not used
  Progress progress;  // of the whole run: milliseconds of predicted time, done and in all, without stored cells
};

inline constexpr std::string_view kNotWanted = "not asked for";

struct Reproduction {
  ReproductionOptions options;
  std::vector<WantedCell> wanted;
  std::vector<Cell> cells;  // all cells except absent ones
  std::vector<WorkedExample> examples;
  std::vector<VocabularySize> growth;
  std::vector<ScalabilityPoint> scalability;
  std::size_t computed = 0, taken = 0;

  // The cell of statistics, or of a recipe by the nested protocol; null if there is none.
  [[nodiscard]] const Cell* find(std::string_view set, CellKind kind, std::string_view recipe = "") const;
  // That of our own recipe by the nested protocol.
  [[nodiscard]] const Cell* find_own(std::string_view set) const {
    return find(set, CellKind::nested, own_recipe(set));
  }
  // The highest accuracy by the paper's protocol among cells and kernels whose features and names have the given
  // prefixes: chosen on test folds. Null if there is none.
  struct Among {
    CellKind kind = CellKind::paper;
    std::string_view features = "", kernel = "";
  };
  struct Best {
    const Cell* cell = nullptr;
    const CellLine* line = nullptr;
    explicit operator bool() const { return line != nullptr; }
  };
  [[nodiscard]] Best best(std::string_view set, const Among& among) const;
  // The reason why there is no such cell, kNotWanted if none was wanted; `features`: of any if empty.
  [[nodiscard]] std::string absence(std::string_view set, CellKind kind, std::string_view features = "") const;
};

// Computes the cells that are not stored yet. A cell beyond a limit (options.memory) is left out and reported. Throws
// Error(interrupted) when asked to stop; finished cells remain stored then, as with any other error.
[[nodiscard]] Reproduction reproduce(const ReproductionOptions& options, const ReproductionObserver& observer = {});

struct ReportFile {
  std::string name, content;
};
// results.json.
[[nodiscard]] std::string to_json(const Reproduction& found);
// README.md.
[[nodiscard]] std::string page_of(const Reproduction& found);
// The accuracies of Tables 2, 3 and 4 as short text for a terminal, ours beside the paper's.
[[nodiscard]] std::string tables_text(const Reproduction& found);
// figure2.svg, figure4.svg, table2.svg, table3.svg, table4.svg; figures without data are left out.
[[nodiscard]] std::vector<ReportFile> plots_of(const Reproduction& found);

// Throws Error(usage) if the folder has a README.md that is not a page of a reproduction.
void refuse_foreign_page(const std::string& folder);
// Writes page, JSON and plots into the folder of the options, each file completely or not at all.
void write_report(const Reproduction& found);

}  // namespace awe::report
