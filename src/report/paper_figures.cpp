#include "report/paper_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "awe/error.h"

namespace awe::report {
namespace {

QuotedFigure both(double mean, double deviation) { return {mean, deviation, {}}; }
QuotedFigure only(double mean) { return {mean, std::nullopt, {}}; }
QuotedFigure word(std::string_view text) { return {std::nullopt, std::nullopt, text}; }

// clang-format off
const QuotedTable kTable2 = {
    2, "Classification accuracy (mean ± deviation, %) on social sets",
    {"IMDB-MULTI", "IMDB-BINARY", "COLLAB", "REDDIT-BINARY", "REDDIT-MULTI-5K", "REDDIT-MULTI-12K"},
    {"IMDB-M", "IMDB-B", "COLLAB", "RE-B", "RE-M5K", "RE-M12K"},
    {{"AWE (DD)", {both(51.54, 3.61), both(74.45, 5.83), both(73.93, 1.94), both(87.89, 2.53), both(50.46, 1.91), both(39.20, 2.09)}},
     {"PSCN", {both(45.23, 2.84), both(71.00, 2.29), both(72.60, 2.15), both(86.30, 1.58), both(49.10, 0.70), both(41.32, 0.32)}},
     {"DGK", {both(44.55, 0.52), both(66.96, 0.56), both(73.09, 0.25), both(78.04, 0.39), both(41.27, 0.18), both(32.22, 0.10)}, "dgk"},
     {"AWE (FB)", {both(51.58, 4.66), both(73.13, 3.28), both(70.99, 1.49), both(82.97, 2.86), both(54.74, 2.93), both(41.51, 1.98)}},
     {"WL", {both(49.33, 4.75), both(73.40, 4.63), both(79.02, 1.77), both(81.10, 1.90), both(49.44, 2.36), both(38.18, 1.30)}, "wl"},
     {"GK", {both(43.89, 0.38), both(65.87, 0.98), both(72.84, 0.28), both(65.87, 0.98), both(41.01, 0.17), both(31.82, 0.08)}, "graphlets-7"},
     {"ER", {word("OOM"), both(64.00, 4.93), word("OOM"), word("OOM"), word("OOM"), word("OOM")}, "exponential-walks"},
     {"kR", {both(34.47, 2.42), both(45.80, 3.45), word("OOM"), word("OOM"), word("OOM"), word("OOM")}, "k-step-walks"}}};

const QuotedTable kTable3 = {
    3, "Kernel functions compared (accuracy, %)",
    {"IMDB-MULTI", "COLLAB", "REDDIT-BINARY"},
    {"IMDB-M", "COLLAB", "RE-B"},
    {{"AWE (DD) RBF", {only(50.73), only(73.93), only(87.89)}},
     {"AWE (DD) Inner", {only(51.54), only(73.77), only(84.82)}},
     {"AWE (DD) Poly", {only(45.32), only(70.45), only(79.35)}},
     {"AWE (FB) RBF", {only(51.58), only(70.99), only(82.97)}},
     {"AWE (FB) Inner", {only(46.45), only(69.60), only(76.83)}},
     {"AWE (FB) Poly", {only(46.57), only(64.30), only(67.22)}}}};

const QuotedTable kTable4 = {
    4, "Classification accuracy (mean ± deviation, %) on labelled bio sets",
    {"ENZYMES", "DD", "MUTAG"},
    {"Enzymes", "DD", "Mutag"},
    {{"AWE", {both(35.77, 5.93), both(71.51, 4.02), both(87.87, 9.76)}},
     {"PSCN", {word("-"), both(77.12, 2.41), both(92.63, 4.21)}},
     {"DGK", {both(27.08, 0.79), word("-"), both(82.66, 1.45)}, "dgk"},
     {"WL", {both(53.15, 1.14), both(77.95, 0.70), both(80.72, 3.00)}, "wl"},
     {"GK", {both(32.70, 1.20), both(78.45, 0.26), both(81.58, 2.11)}, "graphlets-7"},
     {"ER", {both(14.97, 0.28), word("OOM"), both(71.89, 0.66)}, "exponential-walks"},
     {"kR", {both(30.01, 1.01), word("OOM"), both(80.05, 1.64)}, "k-step-walks"}}};
// clang-format on

}  // namespace

std::string QuotedFigure::str() const {
  if (!mean) return std::string(word);
  return deviation ? fmt::format("{:.2f} ± {:.2f}", *mean, *deviation) : fmt::format("{:.2f}", *mean);
}

const QuotedFigure& QuotedTable::at(std::string_view algorithm, std::string_view set) const {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.algorithm == algorithm; });
  const auto column = std::find(sets.begin(), sets.end(), set);
  if (row == rows.end() || column == sets.end()) {
    throw Error(ErrorKind::usage, fmt::format("Table {} has no {} on {}", number, algorithm, set));
  }
  return row->figures[static_cast<std::size_t>(column - sets.begin())];
}

const QuotedTable& quoted_table(int number) {
  if (number == 2) return kTable2;
  if (number == 3) return kTable3;
  if (number == 4) return kTable4;
  throw Error(ErrorKind::usage, fmt::format("Table {} has no accuracies", number));
}

}  // namespace awe::report
