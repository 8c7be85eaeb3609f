// The page of a reproduction: sections in the order of the paper, with our figures beside the paper's.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "awe/feature_spec.h"
#include "plots/markdown_table.h"
#include "report/accuracy_tables.h"
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
  std::set<std::string> programs;
  for (const report::Cell& cell : found.cells) programs.insert(cell.parameters.version + " " + cell.parameters.program);
  if (programs.size() == 1) text += fmt::format("All cells were computed by the build {}.\n\n", *programs.begin());
  if (programs.size() > 1) {
    text += "**Cells were computed by several builds**:";
    for (const std::string& program : programs) text += " " + program + ";";
    text.back() = '.';
    text += "\n\n";
  }
  if (options.parts.size() < report::all_parts().size()) {
    text += "Only this was asked for:";
    for (const Part part : options.parts) text.append(" ").append(to_string(part));
    text += ".\n\n";
  }
  return text;
}

std::string protocols(const report::ReproductionOptions& options) {
  const int repeats = options.repeats.value_or(options.quick ? 1 : 10);
  const std::string times = repeats == 1      ? "once"
                            : options.repeats ? fmt::format("repeated {} times", repeats)
                                              : fmt::format("repeated {} times (REDDIT-MULTI-12K: once)", repeats);
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
      "**nested**: {0} folds, once; settings are chosen inside the training part of every fold. Competitors: `wl`\n"
      "(WL, height chosen from 1, 3, 5, 7), `graphlets-7` (GK), `dgk` (DGK), `exponential-walks` (ER, exponent 0.5) "
      "and\n"
      "`k-step-walks` (kR, all powers 0..3 with weight 1), each plain and normalised where that is possible. PSCN is "
      "a\n"
      "neural network and is quoted only. Our recipe `auto` (on REDDIT-MULTI-5K and -12K `structure`) uses node and\n"
      "edge labels where a set has them. These are estimates for new graphs.\n\n"
      "**authors**: the rule of the code that the authors published: as `paper`, with RBF kernel exp(-d^2 / sigma), "
      "folds\n"
      "that are not stratified, and a validation part of n / {0} random training graphs.\n\n"
      "± is the deviation over all test folds.\n\n",
      options.folds, times);
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

std::string accuracies(const report::Reproduction& found, const report::QuotedTable& quoted) {
  return fmt::format(
      "## Table {0}: {1}\n\nIn every cell ours in bold, then the paper's figure. AWE by the protocol `paper`, "
      "competitors and `auto` by `nested`.\n\n{2}\n![ours beside the paper's](table{0}.svg)\n\nWhat was chosen: for "
      "AWE "
      "features and kernel, **on the test folds**; for recipes, inside the folds, and in how many of them.\n\n{3}\n{4}",
      quoted.number, quoted.caption, report::accuracy_table(found, quoted).str(),
      report::choices_table(found, quoted).str(), by_length(found, quoted));
}

std::string table3(const report::Reproduction& found) {
  const report::QuotedTable& quoted = report::quoted_table(3);
  return fmt::format(
      "## Table 3: {}\n\nThe paper's protocol; length and sigma chosen on test folds. Ours in bold, then the "
      "paper's.\n\n"
      "{}\n![kernels, ours beside the paper's](table3.svg)\n\nChosen on test folds:\n\n{}\n",
      quoted.caption, report::accuracy_table(found, quoted).str(), report::choices_table(found, quoted).str());
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
  if (found.scalability.empty()) return "## Figure 4: seconds for the embedding of one random graph\n\nNot run.\n\n";
  plots::MarkdownTable table({"nodes", "mean degree", "graphs", "inferred, s", "alone, s"});
  for (const report::ScalabilityPoint& point : found.scalability) {
    table.add({std::to_string(point.nodes), std::to_string(point.degree), std::to_string(point.graphs),
               fmt::format("{:.4f}", point.inferred_seconds), fmt::format("{:.4f}", point.alone_seconds)});
  }
  return "## Figure 4: seconds for the embedding of one random graph\n\nErdos-Renyi graphs, processor time of one "
         "thread, means over "
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
  if (options.has(Part::table2)) text += accuracies(found, report::quoted_table(2));
  if (options.has(Part::table3)) text += table3(found);
  if (options.has(Part::table4)) text += accuracies(found, report::quoted_table(4));
  if (options.has(Part::figure2)) text += figure2(found);
  if (options.has(Part::figure4)) text += figure4(found);
  if (options.has(Part::examples)) text += examples(found);
  return text + costs(found);
}

}  // namespace awe
