// Tables 2, 3 and 4 of a reproduction: in every cell our figure and the paper's.
//
// A row of Table 2 or 4 is an algorithm of the paper. Ours is, for AWE, the best kernel and length by the paper's
// protocol; for a competitor, its recipe by the nested protocol. PSCN is quoted. A row of our own recipe is added.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plots/markdown_table.h"
#include "report/paper_figures.h"
#include "report/reproduction.h"

namespace awe::report {

// One figure of ours, or why there is none.
struct OurFigure {
  const CellLine* line = nullptr;
  std::string how;      // what was chosen: "aw:7, rbf sigma=0.1", "wl:0..3 plain 7x"
  std::string absence;  // "not run", "quoted only"; empty if there is a line
};

// What stands in a row: the paper's figures (null if the row is ours alone) and ours, in the order of table.sets.
struct AccuracyRow {
  std::string name;
  const QuotedRow* quoted = nullptr;
  std::vector<OurFigure> ours;
};
[[nodiscard]] std::vector<AccuracyRow> accuracy_rows(const Reproduction& found, const QuotedTable& table);

// "47.69 ± 4.28 | paper 51.54 ± 3.61" in every cell, ours in bold.
[[nodiscard]] plots::MarkdownTable accuracy_table(const Reproduction& found, const QuotedTable& table);
// What was chosen for each figure of ours: on test folds for AWE, inside the folds for recipes.
[[nodiscard]] plots::MarkdownTable choices_table(const Reproduction& found, const QuotedTable& table);

}  // namespace awe::report
