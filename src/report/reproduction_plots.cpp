#include <fmt/format.h>

#include <algorithm>

#include "plots/svg_plot.h"
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

// A plot of a table: the paper's figures beside ours, by both protocols. Empty if we have no cell for it.
plots::SvgPlot accuracy_plot(const report::Reproduction& found, const report::QuotedTable& table,
                             std::string_view row) {
  plots::SvgPlot plot;
  plot.title = fmt::format("Table {}: feature-based AWE, the paper's figures and ours{}", table.number,
                           found.options.quick ? " (quick)" : "");
  plot.y_title = "accuracy, %";
  plot.x_title = "bars: deviation over folds";
  plots::PlotSeries paper{"paper", {}}, same{"ours, paper's protocol", {}}, nested{"ours, nested", {}};
  for (std::size_t i = 0; i < table.sets.size(); ++i) {
    const std::string_view set = table.sets[i];
    const double x = static_cast<double>(i);
    plot.categories.emplace_back(table.names[i]);
    const report::QuotedFigure& quoted = table.at(row, set);
    paper.points.push_back({x, *quoted.mean, quoted.deviation.value_or(0), quoted.str()});
    const auto add = [&](plots::PlotSeries& series, const report::CellLine& line) {
      const double mean = 100 * line.mean, deviation = 100 * line.fold_deviation;
      series.points.push_back({x, mean, deviation, fmt::format("{:.2f} ± {:.2f}", mean, deviation)});
    };
    if (const auto best = found.best(set, {})) add(same, *best.line);
    if (const report::Cell* cell = found.find(set, report::CellKind::nested)) add(nested, cell->best());
  }
  for (plots::PlotSeries* series : {&paper, &same, &nested}) {
    if (!series->points.empty()) plot.series.push_back(std::move(*series));
  }
  return plot;
}

plots::SvgPlot scalability_plot(const std::vector<report::ScalabilityPoint>& points) {
  plots::SvgPlot plot;
  plot.title = "Figure 4: seconds for the embedding of one random graph";
  plot.x_title = "nodes";
  plot.y_title = "seconds";
  plot.log_x = plot.log_y = true;
  for (const bool alone : {false, true}) {
    for (const report::ScalabilityPoint& point : points) {
      const std::string name = fmt::format("{}, degree {}", alone ? "alone" : "inferred", point.degree);
      const auto known = std::find_if(plot.series.begin(), plot.series.end(),
                                      [&](const plots::PlotSeries& series) { return series.name == name; });
      plots::PlotSeries& series =
          known == plot.series.end() ? plot.series.emplace_back(plots::PlotSeries{name, {}, true}) : *known;
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
  if (found.options.has(report::ReproductionPart::table2)) {
    files.push_back({"table2.svg", plots::to_svg(accuracy_plot(found, report::quoted_table(2), "AWE (FB)"))});
  }
  if (found.options.has(report::ReproductionPart::table4)) {
    files.push_back({"table4.svg", plots::to_svg(accuracy_plot(found, report::quoted_table(4), "AWE"))});
  }
  return files;
}

}  // namespace awe
