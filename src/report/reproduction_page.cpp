// The page of a reproduction: sections in the order of the paper, with our figures beside the paper's.
#include <fmt/format.h>

#include <algorithm>

#include "awe/feature_spec.h"
#include "plots/markdown_table.h"
#include "report/page_mark.h"
#include "report/paper_figures.h"
#include "report/reproduction.h"

namespace awe {
namespace {

using Part = report::ReproductionPart;

std::string per_cent(const report::CellLine& line) {
  return fmt::format("{:.2f} ± {:.2f}", 100 * line.mean, 100 * line.fold_deviation);
}

std::string top(const report::Reproduction& found) {
  const report::ReproductionOptions& options = found.options;
  std::string text = fmt::format("{}\n# The paper's results, run again\n\n", report::kPageMark);
  text += fmt::format(
      "Ivanov & Burnaev, *Anonymous Walk Embeddings*, ICML 2018, by awe {}{}, seed {}. Figures of the paper are "
      "marked **quoted**; all others were computed here. Numbers by cell are in results.json and cells/.\n\n",
      options.version, options.quick ? ", **a quick run**" : "", options.run.seed);
  if (options.quick) text += fmt::format("Quick means: {}.\n\n", report::quick_rules());
  if (options.parts.size() < report::all_parts().size()) {
    text += "Only this was asked for:";
    for (const Part part : options.parts) text.append(" ").append(to_string(part));
    text += ".\n\n";
  }
  return text;
}

std::string protocols(const report::ReproductionOptions& options) {
  const int repeats = options.repeats.value_or(options.quick ? 1 : 10);
  return fmt::format(
      "## Protocols\n\n"
      "**paper**: {0} stratified folds, {1}; in each fold C from {{0.001, 0.01, 0.1, 1, 10}} by a validation\n"
      "part (one ninth of the training graphs), then an SVM on all training graphs. Features are the\n"
      "distribution of anonymous walks of one length, exact where that costs less than 100,000 sampled walks\n"
      "a graph, else those walks. Kernels: inner product (`linear`), polynomial with c = 0, d = 2 (`poly`),\n"
      "RBF (`rbf`) with sigma from 1e-5 to 10. **The best kernel, sigma and length are chosen on the test\n"
      "folds**, as the paper gives no other rule: the figure is optimistically biased, and no estimate for new "
      "graphs.\n\n"
      "AWE (DD) by the same protocol: one model of all graphs of the set, without classes, and the vectors that it\n"
      "infers. `pvdm aw:10` is the paper's model: walks of length 10 predicted from four others and the graph's\n"
      "vector, by a sampled softmax and gradient descent. `exact aw:9` is the model without context on walks of\n"
      "length 9, solved to its optimum.\n\n"
      "**nested**: {0} folds, once; recipe, gamma and C are chosen inside the training part of every fold, by\n"
      "our recipe `auto` (on REDDIT-MULTI-5K and -12K `structure`), which uses node and edge labels where a\n"
      "set has them. It is an estimate for new graphs, of a richer method than the paper's.\n\n"
      "± is the deviation over all test folds.\n\n",
      options.folds, repeats == 1 ? "once" : fmt::format("repeated {} times", repeats));
}

std::string table1(const report::Reproduction& found) {
  plots::MarkdownTable table({"set", "graphs", "quoted", "classes (largest)", "quoted", "nodes", "quoted", "edges",
                              "arcs", "quoted edges", "the paper", "seconds"});
  for (const report::Dataset& set : report::known_datasets()) {
    if (!set.paper) continue;
    const std::string graphs = std::to_string(set.paper->graphs), nodes(set.paper->nodes), edges(set.paper->edges);
    const std::string classes = fmt::format("{} ({})", set.classes, set.largest_class);
    const report::Cell* cell = found.find(set.name, report::CellKind::statistics);
    if (cell == nullptr) {
      const std::string absence = found.absence(set.name, report::CellKind::statistics);
      table.add({std::string(set.name), absence, graphs, "", classes, "", nodes, "", "", edges, "", ""});
      continue;
    }
    const report::DatasetCounts& ours = cell->counts;
    const auto mean = [&](std::uint64_t total) {
      return fmt::format("{:.2f}", static_cast<double>(total) / static_cast<double>(ours.graphs));
    };
    const std::string other = report::differences_from_paper(set, ours);
    table.add({std::string(set.name), std::to_string(ours.graphs), graphs,
               fmt::format("{} ({})", ours.classes, ours.largest_class), classes, mean(ours.nodes), nodes,
               mean(ours.edges), mean(ours.arcs), edges + (set.paper->arcs ? " (arcs)" : ""),
               other.empty() ? "agrees" : "**differs**: " + other, fmt::format("{:.1f}", cell->seconds)});
  }
  return "## Table 1: the data sets\n\nNodes, edges and arcs are means over the graphs. Arcs count both directions of "
         "an "
         "edge, a self-loop once; what the paper calls edges are arcs where marked so.\n\n" +
         table.str() + "\n";
}

// Adds two lines: the best of some cells for every set, and the features and kernel that gave it.
void add_best(const report::Reproduction& found, const report::QuotedTable& quoted, const std::string& name,
              const report::Reproduction::Among& among, plots::MarkdownTable& table) {
  std::vector<std::string> figures = {"**ours, " + name + ", paper protocol**"}, how = {"chosen on test folds"};
  for (const std::string_view set : quoted.sets) {
    const auto best = found.best(set, among);
    figures.push_back(best ? "**" + per_cent(*best.line) + "**" : found.absence(set, among.kind));
    how.push_back(best ? best.cell->parameters.features + ", " + best.line->name : "");
  }
  table.add(std::move(figures));
  table.add(std::move(how));
}

// Adds our lines above the quoted ones: accuracy by both protocols.
void add_ours(const report::Reproduction& found, const report::QuotedTable& quoted, plots::MarkdownTable& table) {
  add_best(found, quoted, "AWE (FB)", {report::CellKind::paper}, table);
  if (quoted.number == 2) {
    if (!found.options.quick) add_best(found, quoted, "AWE (DD)", {report::CellKind::data_driven, "pvdm"}, table);
    add_best(found, quoted, "AWE (DD) solved exactly", {report::CellKind::data_driven, "exact"}, table);
  }
  std::vector<std::string> nested = {"**ours, nested protocol**"}, inside = {"chosen inside"};
  for (const std::string_view set : quoted.sets) {
    const report::Cell* cell = found.find(set, report::CellKind::nested);
    nested.push_back(cell != nullptr ? "**" + per_cent(cell->best()) + "**"
                                     : found.absence(set, report::CellKind::nested));
    inside.push_back(cell != nullptr ? cell->chosen : "");
  }
  for (auto* row : {&nested, &inside}) table.add(std::move(*row));
}

std::vector<std::string> header_of(const report::QuotedTable& quoted) {
  std::vector<std::string> header = {"algorithm"};
  for (const std::string_view name : quoted.names) header.emplace_back(name);
  return header;
}

std::string by_length(const report::Reproduction& found, const report::QuotedTable& quoted) {
  std::vector<int> lengths;
  for (const report::Cell& cell : found.cells) {
    if (cell.parameters.kind != report::CellKind::paper) continue;
    const int length = parse_features(cell.parameters.features).front().last;
    if (std::find(lengths.begin(), lengths.end(), length) == lengths.end()) lengths.push_back(length);
  }
  std::sort(lengths.begin(), lengths.end());
  std::vector<std::string> header = header_of(quoted);
  header.front() = "length";
  plots::MarkdownTable table(header);
  for (const int length : lengths) {
    std::vector<std::string> row = {std::to_string(length)};
    for (const std::string_view set : quoted.sets) {
      std::string text;
      for (const report::Cell& cell : found.cells) {
        const report::CellParameters& p = cell.parameters;
        if (p.kind != report::CellKind::paper || p.set != set || p.features != "aw:" + std::to_string(length)) continue;
        text = fmt::format("{}, {}, {:.1f} s", per_cent(cell.best()), cell.best().name, cell.seconds);
      }
      row.push_back(std::move(text));
    }
    table.add(std::move(row));
  }
  return "Ours by the paper's protocol, length by length, with the best kernel on the test folds:\n\n" + table.str() +
         "\n";
}

std::string accuracy_table(const report::Reproduction& found, const report::QuotedTable& quoted) {
  plots::MarkdownTable table(header_of(quoted));
  add_ours(found, quoted, table);
  for (const report::QuotedRow& row : quoted.rows) {
    std::vector<std::string> cells = {fmt::format("{} (quoted)", row.algorithm)};
    for (const report::QuotedFigure& figure : row.figures) cells.push_back(figure.str());
    table.add(std::move(cells));
  }
  return fmt::format("## Table {}: {}\n\n{}\n![ours beside the paper's](table{}.svg)\n\n{}", quoted.number,
                     quoted.caption, table.str(), quoted.number, by_length(found, quoted));
}

// "AWE (FB) RBF" -> prefix of the names of its kernels here.
std::string_view kernel_of(std::string_view algorithm) {
  if (algorithm.ends_with("RBF")) return "rbf";
  return algorithm.ends_with("Inner") ? "linear" : "poly";
}

report::CellKind kind_of(std::string_view algorithm) {
  return algorithm.starts_with("AWE (DD)") ? report::CellKind::data_driven : report::CellKind::paper;
}

std::string table3(const report::Reproduction& found) {
  const report::QuotedTable& quoted = report::quoted_table(3);
  plots::MarkdownTable table(header_of(quoted));
  for (const report::QuotedRow& row : quoted.rows) {
    std::vector<std::string> theirs = {fmt::format("{} (quoted)", row.algorithm)},
                             ours = {fmt::format("**ours, {}**", row.algorithm)};
    for (std::size_t i = 0; i < quoted.sets.size(); ++i) {
      theirs.push_back(row.figures[i].str());
      const report::Reproduction::Among among{kind_of(row.algorithm), "", kernel_of(row.algorithm)};
      const auto best = found.best(quoted.sets[i], among);
      ours.push_back(best ? fmt::format("**{:.2f}**, {}{}{}", 100 * best.line->mean, best.cell->parameters.features,
                                        best.line->name.find('=') == std::string::npos ? "" : ", ",
                                        best.line->name.starts_with("rbf ") ? best.line->name.substr(4) : "")
                          : found.absence(quoted.sets[i], among.kind));
    }
    table.add(std::move(ours));
    table.add(std::move(theirs));
  }
  return fmt::format("## Table 3: {}\n\nThe paper's protocol; length and sigma chosen on test folds.\n\n{}\n",
                     quoted.caption, table.str());
}

std::string figure2(const report::Reproduction& found) {
  plots::MarkdownTable table({"length", "anonymous walks", "counted one by one", "with self-loops"});
  for (const report::VocabularySize& size : found.growth) {
    table.add({std::to_string(size.length), std::to_string(size.walks),
               size.enumerated == 0 ? ""
               : size.agrees()      ? "the same"
                                    : fmt::format("**{}**", size.enumerated),
               std::to_string(size.walks_with_loops)});
  }
  return "## Figure 2: growth of the vocabulary\n\nThe paper prints one point as a number, 877 at length 7.\n\n"
         "![anonymous walks by length](figure2.svg)\n\n" +
         table.str() + "\n";
}

std::string examples(const report::Reproduction& found) {
  plots::MarkdownTable table({"example", "where", "paper", "ours", "verdict"});
  for (const report::WorkedExample& example : found.examples) {
    table.add({example.what, example.where, example.paper, example.ours, example.agrees() ? "agrees" : "**differs**"});
  }
  return "## Worked examples\n\n" + table.str() + "\n";
}

std::string figure4(const report::Reproduction& found) {
  plots::MarkdownTable table({"nodes", "mean degree", "graphs", "inferred, s", "alone, s"});
  for (const report::ScalabilityPoint& point : found.scalability) {
    table.add({std::to_string(point.nodes), std::to_string(point.degree), std::to_string(point.graphs),
               fmt::format("{:.4f}", point.inferred_seconds), fmt::format("{:.4f}", point.alone_seconds)});
  }
  return "## Figure 4: seconds for the embedding of one random graph\n\nErdos-Renyi graphs, one thread, means over "
         "graphs, without "
         "the time to generate them. " +
         report::inferred_setting() + "; " + report::alone_setting() +
         ". The paper's plot ends at 30,000 nodes, with a few seconds.\n\n![Figure 4](figure4.svg)\n\n" + table.str() +
         "\n";
}

std::string costs(const report::Reproduction& found) {
  if (found.cells.empty()) return "";
  plots::MarkdownTable table({"cell", "folds x repeats", "walks per graph, where sampled", "seconds"});
  double total = 0;
  for (const report::Cell& cell : found.cells) {
    const report::CellParameters& p = cell.parameters;
    total += cell.seconds;
    table.add({p.title(), p.repeats == 0 ? "" : fmt::format("{} x {}", p.folds, p.repeats),
               p.walks == 0 ? "" : std::to_string(p.walks), fmt::format("{:.1f}", cell.seconds)});
  }
  table.add({"in all", "", "", fmt::format("{:.1f}", total)});
  return "## Seconds\n\nWall time of each cell, when it was computed.\n\n" + table.str();
}

}  // namespace

std::string report::page_of(const report::Reproduction& found) {
  const report::ReproductionOptions& options = found.options;
  std::string text = top(found);
  if (options.has(Part::table2) || options.has(Part::table3) || options.has(Part::table4)) text += protocols(options);
  if (options.has(Part::table1)) text += table1(found);
  if (options.has(Part::table2)) text += accuracy_table(found, report::quoted_table(2));
  if (options.has(Part::table3)) text += table3(found);
  if (options.has(Part::table4)) text += accuracy_table(found, report::quoted_table(4));
  if (options.has(Part::figure2)) text += figure2(found);
  if (options.has(Part::figure4)) text += figure4(found);
  if (options.has(Part::examples)) text += examples(found);
  return text + costs(found);
}

}  // namespace awe
