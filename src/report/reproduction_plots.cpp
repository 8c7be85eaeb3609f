#include <fmt/format.h>

#include <algorithm>

#include "plots/svg_plot.h"
#include "report/accuracy_tables.h"
#include "report/paper_figures.h"
#include "report/reproduction.h"

namespace awe {
namespace {

plots::SvgPlot growth_plot(const std::vector<report::VocabularySize>& growth) {
  plots::SvgPlot plot;
  plot.title = "Figure 2: anonymous walks by length";
  plot.x_title = "length l (steps)";
  plot.y_title = "anonymous walks";
  plot.log_y = true;
  plots::PlotSeries plain{"without self-loops: Bell(l)", {}, true}, loops{"with self-loops: Bell(l+1)", {}, true};
  for (const report::VocabularySize& size : growth) {
    const double x = size.length;
    plain.points.push_back({x, static_cast<double>(size.walks), 0, std::to_string(size.walks)});
    loops.points.push_back({x, static_cast<double>(size.walks_with_loops), 0, std::to_string(size.walks_with_loops)});
  }
  plot.series = {std::move(plain), std::move(loops)};
  return plot;
}

// Our point and the paper's of one row for the set at x.
void add_points(const report::AccuracyRow& row, std::size_t set, plots::PlotSeries& ours, plots::PlotSeries& paper) {
  const double x = static_cast<double>(set);
  if (const report::CellLine* line = row.ours[set].line) {
    const double mean = 100 * line->mean, deviation = 100 * line->fold_deviation;
    ours.points.push_back({x, mean, deviation, fmt::format("{}, ours: {:.2f} ± {:.2f}", row.name, mean, deviation)});
  }
  if (row.quoted == nullptr || !row.quoted->figures[set].mean) return;
  const report::QuotedFigure& figure = row.quoted->figures[set];
  paper.points.push_back(
      {x, *figure.mean, figure.deviation.value_or(0), fmt::format("{}, paper: {}", row.name, figure.str())});
}

// Below each set: "not run" if there is no figure of ours, else the rows that have none.
std::string missing_in(const std::vector<report::AccuracyRow>& rows, std::size_t set) {
  std::string names;
  bool any = false;
  for (const report::AccuracyRow& row : rows) {
    if (row.ours[set].line != nullptr) any = true;
    if (row.ours[set].line != nullptr || row.ours[set].absence == "quoted only" || row.quoted == nullptr) continue;
    names += (names.empty() ? "" : ", ") + row.name;
  }
  if (!any) return "not run";
  return names.empty() ? "" : "not run: " + names;
}

// A plot of a table: a row is a colour, ours are filled marks and the paper's are outlines beside them.
plots::SvgPlot accuracy_plot(const report::Reproduction& found, const report::QuotedTable& table) {
  const std::vector<report::AccuracyRow> rows = report::accuracy_rows(found, table);
  plots::SvgPlot plot;
  plot.width = table.number == 2 ? 1320 : 900;
  plot.height = 560;
  plot.title =
      fmt::format("Table {}: the paper's figures and ours{}", table.number, found.options.quick ? " (quick)" : "");
  plot.y_title = "accuracy, %";
  plot.x_title = table.number == 3 ? "filled: ours; outline: the paper's"
                                   : "filled: ours; outline: the paper's; bars: deviation over folds";
  for (std::size_t set = 0; set < table.sets.size(); ++set) {
    plot.categories.emplace_back(table.names[set]);
    plot.category_notes.push_back(missing_in(rows, set));
  }
  for (std::size_t number = 0; number < rows.size(); ++number) {
    const report::AccuracyRow& row = rows[number];
    plots::PlotSeries ours{row.name, {}}, paper{row.name, {}};
    // In Table 3 a colour is a kernel, and a mark tells AWE (DD) from AWE (FB).
    ours.colour = paper.colour = table.number == 3 ? number % 3 : number;
    ours.mark = paper.mark = table.number == 3 ? number / 3 : number;
    ours.slot = 2 * number;
    paper.slot = 2 * number + 1;
    paper.hollow = true;
    for (std::size_t set = 0; set < table.sets.size(); ++set) add_points(row, set, ours, paper);
    if (!ours.points.empty()) paper.name.clear();  // one entry of the legend per row
    if (!ours.points.empty()) plot.series.push_back(std::move(ours));
    if (!paper.points.empty()) plot.series.push_back(std::move(paper));
  }
  return plot;
}

plots::SvgPlot scalability_plot(const std::vector<report::ScalabilityPoint>& points) {
  plots::SvgPlot plot;
  plot.title = "Figure 4: seconds for the embedding of one random graph";
  plot.x_title = "nodes";
  plot.y_title = "seconds of processor time";
  plot.log_x = plot.log_y = true;
  plot.height = 520;
  for (const bool alone : {false, true}) {
    for (const report::ScalabilityPoint& point : points) {
      const std::string name = fmt::format("{}, degree {}", alone ? "alone" : "inferred", point.degree);
      const auto known = std::find_if(plot.series.begin(), plot.series.end(),
                                      [&](const plots::PlotSeries& series) { return series.name == name; });
      plots::PlotSeries& series =
          known == plot.series.end() ? plot.series.emplace_back(plots::PlotSeries{name, {}, true, alone}) : *known;
      series.colour = static_cast<std::size_t>(point.degree);  // a colour is a degree, a line style a method
      series.mark = alone ? 1 : 0;
      series.hollow = alone;
      const double seconds = alone ? point.alone_seconds : point.inferred_seconds;
      series.points.push_back({static_cast<double>(point.nodes), seconds, 0, fmt::format("{:.4f} s", seconds)});
    }
  }
  return plot;
}

}  // namespace

std::vector<report::ReportFile> report::plots_of(const report::Reproduction& found) {
  std::vector<report::ReportFile> files;
  if (found.options.has(report::ReproductionPart::figure2))
    files.push_back({"figure2.svg", plots::to_svg(growth_plot(found.growth))});
  if (!found.scalability.empty()) files.push_back({"figure4.svg", plots::to_svg(scalability_plot(found.scalability))});
  for (const int number : {2, 3, 4}) {
    const std::string name = fmt::format("table{}", number);
    if (!found.options.has(parse<report::ReproductionPart>(name))) continue;
    files.push_back({name + ".svg", plots::to_svg(accuracy_plot(found, report::quoted_table(number)))});
  }
  return files;
}

}  // namespace awe
