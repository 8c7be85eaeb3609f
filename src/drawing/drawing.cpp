#include "awe/drawing.h"

#include <fmt/format.h>

#include <cmath>

#include "base/counted.h"
#include "drawing/canvas.h"
#include "drawing/layout.h"
#include "drawing/legend.h"
#include "drawing/looks.h"
#include "plots/svg_text.h"

namespace awe {
namespace {

constexpr double kTitleLine = 20, kTitleSize = 12, kSide = 10;
constexpr int kThumbnail = 120;  // no legend below this width

std::string title_of(const Graph& graph) {
  return fmt::format("{}{}, {}", graph.name().empty() ? "" : graph.name() + ": ",
                     base::counted(graph.num_nodes(), "node"),
                     base::counted(graph.num_edges(), graph.directed() ? "arc" : "edge"));
}

// One graph with its title and legend.
std::string panel(const DrawnGraph& drawn, const DrawingOptions& options, drawing::Frame frame) {
  const drawing::Looks looks = drawing::looks_of(*drawn.graph, options, drawn.evidence);
  std::string out;
  if (!drawn.title.empty()) {
    out += plots::text_at(frame.left + frame.width / 2, frame.top + 15,
                          drawing::cut_text(drawn.title, kTitleSize, frame.width - 4),
                          fmt::format(" text-anchor=\"middle\" font-size=\"{}\" fill=\"currentColor\"", kTitleSize));
    frame.top += kTitleLine;
    frame.height -= kTitleLine;
  }
  if (options.legend && options.width >= kThumbnail) {
    const double width = frame.width - 2 * kSide, height = drawing::legend_height(looks.legend, width);
    if (height < frame.height / 2) {
      frame.height -= height;
      out += drawing::legend_svg(looks.legend, frame.left + kSide, frame.top + frame.height - 2, width);
    }
  }
  const auto places = drawing::lay_out(*drawn.graph, options.layout, !looks.molecule);
  return out + drawing::graph_svg(looks, places, frame);
}

}  // namespace

std::string to_svg(const Graph& graph, const DrawingOptions& options, const Evidence& evidence) {
  const double width = options.width, height = options.height;
  return drawing::page_head(width, height, options.theme, title_of(graph)) +
         panel({&graph, "", evidence}, options, {0, 0, width, height}) + "</svg>\n";
}

std::string to_svg(std::span<const DrawnGraph> graphs, const DrawingOptions& options, std::size_t columns) {
  if (columns == 0) columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(graphs.size()))));
  columns = std::max<std::size_t>(1, std::min(columns, graphs.size()));
  const std::size_t rows = (graphs.size() + columns - 1) / columns;
  const double width = options.width, height = options.height;
  std::string out = drawing::page_head(width * static_cast<double>(columns), height * static_cast<double>(rows),
                                       options.theme, base::counted(graphs.size(), "graph"));
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    out += fmt::format("<g><title>{}</title>\n", plots::xml_text(title_of(*graphs[i].graph)));
    const std::size_t row = i / columns, column = i % columns;
    out += panel(graphs[i], options,
                 {width * static_cast<double>(column), height * static_cast<double>(row), width, height});
    out += "</g>\n";
  }
  return out + "</svg>\n";
}

}  // namespace awe
