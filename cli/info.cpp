// awe info INPUT: a one-page summary of a collection. Reads every graph once; memory as in awe/graph_summary.h.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "awe/awg_file.h"
#include "awe/error.h"
#include "awe/graph_summary.h"
#include "base/json_text.h"
#include "console.h"
#include "index_info.h"
#include "input_flags.h"
#include "terminal.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Quantiles are values that occur in the data (nearest rank). Self-loops are counted as the input lists them,\n"
    "whether they are kept or dropped. A graph repeats an earlier one if the adjacency is the same, node by node;\n"
    "labels and classes are not compared. Malformed input ends with exit code 4, with or without --verify. Of an "
    "index\n"
    "(awe index), what it holds and how it is searched is described.\n\n"
    "Examples:\n"
    "  awe info MUTAG.zip\n"
    "  awe info graphs.jsonl --json\n"
    "  awe info graphs.jsonl --verify && echo sound\n"
    "  awe info web.awg --brief\n"
    "  awe info graphs.awi --verify\n";

struct InfoFlags {
  InputFlags input;
  RunFlags run;
  bool verify = false;
  bool brief = false;
};

constexpr std::size_t kBins = 12;
constexpr std::size_t kShownLabels = 8;

CollectionSummary summarise_input(const InfoFlags& options) {
  ReadOptions read_options = options.input.read_options();
  read_options.verify = options.verify;
  const auto source = options.input.open(read_options);
  SummaryBuilder builder;
  ProgressBar bar("graphs");
  std::uint64_t done = 0;
  while (const auto graph = source->next()) {
    if (stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
    builder.add(*graph);
    bar.update(++done, source->count());
  }
  return builder.result();
}

std::string quantile_row(std::string_view name, const Quantiles& q) {
  return fmt::format("  {:<8}{:>10}{:>10}{:>10}{:>10}{:>10}{:>12.2f}\n", name, q.min, q.lower, q.median, q.upper, q.max,
                     q.mean);
}

std::string bars(std::string_view title, std::span<const ValueCount> counts) {
  const auto bins = histogram(counts, kBins);
  if (bins.empty()) return "";
  std::uint64_t most = 1;
  for (const Bin& bin : bins) most = std::max(most, bin.count);
  std::string text = fmt::format("\n{}\n", title);
  for (const Bin& bin : bins) {
    constexpr double kWidth = 40;
    // A nonempty bin shows at least one mark.
    const auto marks =
        static_cast<std::size_t>(std::ceil(kWidth * static_cast<double>(bin.count) / static_cast<double>(most)));
    const std::string range =
        bin.low == bin.high ? fmt::format("{}", bin.low) : fmt::format("{}-{}", bin.low, bin.high);
    text += fmt::format("  {:>17} {:#<{}}{} {}\n", range, "", marks, marks == 0 ? "." : "", bin.count);
  }
  return text;
}

std::string names_line(const std::vector<NameCount>& names, std::size_t shown) {
  std::string text = fmt::format("{}", names.size());
  for (std::size_t i = 0; i < std::min(shown, names.size()); ++i) {
    text += fmt::format("{} {} x {}", i == 0 ? ":" : ",", printable(names[i].name), names[i].count);
  }
  return names.size() > shown ? text + ", ..." : text;
}

std::string share(std::uint64_t some, std::uint64_t all) {
  return some == 0 ? "no" : some == all ? "yes" : fmt::format("{} of {} graphs", some, all);
}

void print_page(const InfoFlags& options, const CollectionSummary& s) {
  const auto row = [](std::string_view name, const std::string& value) { fmt::print("{:<15}{}\n", name, value); };
  row("graphs", fmt::format("{}", s.graphs));
  row("nodes", fmt::format("{}, {} isolated", s.nodes, s.isolated_nodes));
  row("edges", fmt::format("{} ({})", s.edges, counted(s.arcs, "arc")));
  row("directed", share(s.directed, s.graphs));
  row("weighted", s.weights_unused > 0
                      ? fmt::format("no; {} with weights: --weighted uses them", counted(s.weights_unused, "graph"))
                      : share(s.weighted, s.graphs));
  row("components", fmt::format("{}; {} connected, {} empty", s.components, counted(s.connected, "graph"), s.empty));
  row("self-loops", s.self_loops == 0 ? "none"
                                      : fmt::format("{} in {}, {}", s.self_loops, counted(s.graphs_with_loops, "graph"),
                                                    options.input.keeps_loops() ? "kept" : "dropped"));
  row("repeated arcs", s.repeated_arcs == 0 ? "none" : fmt::format("{}, merged", s.repeated_arcs));
  if (s.zero_weights > 0) row("zero weights", fmt::format("{}, removed", s.zero_weights));
  row("repeats", fmt::format("{} equal to an earlier one", counted(s.repeated_graphs, "graph")));
  row("node labels", s.node_labels.graphs == 0 ? "none" : names_line(s.node_labels.labels, kShownLabels));
  row("edge labels", s.edge_labels.graphs == 0 ? "none" : names_line(s.edge_labels.labels, kShownLabels));
  row("attributes", s.max_attributes == 0 ? "none"
                    : s.min_attributes == s.max_attributes
                        ? fmt::format("{} per node", s.max_attributes)
                        : fmt::format("{} to {} per node", s.min_attributes, s.max_attributes));
  std::string classes = s.classes.empty() ? "none" : names_line(s.classes, 2 * kShownLabels);
  if (s.unclassed > 0 && !s.classes.empty()) classes += fmt::format("; {} without", counted(s.unclassed, "graph"));
  row("classes", classes);
  fmt::print("\n  {:<8}{:>10}{:>10}{:>10}{:>10}{:>10}{:>12}\n", "", "min", "25%", "median", "75%", "max", "mean");
  fmt::print("{}", quantile_row("nodes", quantiles(s.node_counts)));
  fmt::print("{}", quantile_row("edges", quantiles(s.edge_counts)));
  fmt::print("{}", quantile_row("degree", quantiles(s.degrees)));
  fmt::print("{}", bars("graphs by nodes", s.node_counts));
  fmt::print("{}", bars("nodes by degree", s.degrees));
}

std::string to_json(std::span<const ValueCount> counts) {
  const Quantiles q = quantiles(counts);
  base::JsonArray bins;
  for (const Bin& bin : histogram(counts, kBins)) bins.raw(fmt::format("[{}, {}, {}]", bin.low, bin.high, bin.count));
  return base::JsonObject()
      .integer("min", q.min)
      .integer("q25", q.lower)
      .integer("median", q.median)
      .integer("q75", q.upper)
      .integer("max", q.max)
      .real("mean", q.mean)
      .raw("histogram", bins.str())
      .str();
}

std::string to_json(const std::vector<NameCount>& names) {
  base::JsonObject object;
  for (const auto& [name, count] : names) object.integer(name, count);
  return object.str();
}

std::string to_json(const Alphabet& alphabet) {
  base::JsonObject object;
  object.integer("graphs", alphabet.graphs).integer("distinct", alphabet.labels.size());
  std::vector<NameCount> shown = alphabet.labels;
  if (shown.size() > 100) shown.resize(100);
  return object.raw("most_frequent", to_json(shown)).str();
}

void print_json(const InfoFlags& options, const CollectionSummary& s) {
  base::JsonObject object;
  object.text("input", options.input.path)
      .integer("graphs", s.graphs)
      .integer("nodes", s.nodes)
      .integer("edges", s.edges)
      .integer("arcs", s.arcs)
      .integer("directed_graphs", s.directed)
      .integer("weighted_graphs", s.weighted)
      .integer("graphs_with_unused_weights", s.weights_unused)
      .integer("empty_graphs", s.empty)
      .integer("components", s.components)
      .integer("connected_graphs", s.connected)
      .integer("isolated_nodes", s.isolated_nodes)
      .integer("self_loops", s.self_loops)
      .integer("graphs_with_self_loops", s.graphs_with_loops)
      .integer("repeated_arcs", s.repeated_arcs)
      .integer("zero_weights", s.zero_weights)
      .integer("repeated_graphs", s.repeated_graphs)
      .raw("nodes_per_graph", to_json(s.node_counts))
      .raw("edges_per_graph", to_json(s.edge_counts))
      .raw("degrees", to_json(s.degrees))
      .raw("node_labels", to_json(s.node_labels))
      .raw("edge_labels", to_json(s.edge_labels))
      .integer("attribute_width", s.max_attributes)
      .raw("classes", to_json(s.classes))
      .integer("graphs_without_class", s.unclassed);
  if (options.verify) object.flag("verified", true);
  fmt::print("{}\n", object.str());
}

// Summary from the headers of an .awg file, without reading the graphs themselves.
void print_heads(const InfoFlags& options) {
  if (options.input.paths.size() > 1) throw Error(ErrorKind::usage, "--brief describes one .awg file; name it alone");
  const AwgFile file(options.input.path);
  AwgSummary all;
  std::uint64_t directed = 0, weighted = 0, node_labels = 0, edge_labels = 0;
  for (std::uint64_t i = 0; i < file.size(); ++i) {
    const AwgSummary one = file.summary(i);
    all.nodes += one.nodes;
    all.arcs += one.arcs;
    all.edges += one.edges;
    all.bytes += one.bytes;
    directed += one.directed ? 1 : 0;
    weighted += one.weighted ? 1 : 0;
    node_labels += one.node_labels ? 1 : 0;
    edge_labels += one.edge_labels ? 1 : 0;
  }
  if (!options.run.json) {
    fmt::print("graphs         {}\nnodes          {}\nedges          {} ({})\nbytes          {}\n", file.size(),
               all.nodes, all.edges, counted(all.arcs, "arc"), all.bytes);
    fmt::print("directed       {}\nweighted       {}\n", share(directed, file.size()), share(weighted, file.size()));
    fmt::print("node labels    {}\nedge labels    {}\n", share(node_labels, file.size()),
               share(edge_labels, file.size()));
    return;
  }
  fmt::print("{}\n", base::JsonObject()
                         .text("input", options.input.path)
                         .integer("graphs", file.size())
                         .integer("nodes", all.nodes)
                         .integer("edges", all.edges)
                         .integer("arcs", all.arcs)
                         .integer("bytes", all.bytes)
                         .integer("directed_graphs", directed)
                         .integer("weighted_graphs", weighted)
                         .integer("graphs_with_node_labels", node_labels)
                         .integer("graphs_with_edge_labels", edge_labels)
                         .str());
}

void run(const InfoFlags& options) {
  if (options.input.paths.size() == 1 && is_index_file(options.input.path)) {
    return print_index_info(options.input.path, options.verify, options.run.json);
  }
  if (options.brief) return print_heads(options);
  const CollectionSummary summary = summarise_input(options);
  if (options.run.json) return print_json(options, summary);
  print_page(options, summary);
  if (options.verify) fmt::print("\nverified: {} read to the end\n", counted(summary.graphs, "graph"));
}

}  // namespace

void declare_info(CLI::App& app, Action& action) {
  auto* sub =
      app.add_subcommand("info", "Describe a collection of graphs: sizes, degrees, labels, classes, irregularities");
  sub->footer(kFooter);
  auto options = std::make_shared<InfoFlags>();
  options->input.declare(*sub);
  sub->add_flag("--verify", options->verify,
                "Check everything, of an .awg or .awi every byte by its checksum, and print \"verified\" at the end");
  sub->add_flag("--brief", options->brief,
                "Read only the headers of an .awg file, which takes no time whatever its size")
      ->excludes("--verify");
  options->run.declare_threads(*sub);
  options->run.declare_json(*sub);
  sub->callback([options, &action] { action = [options] { run(*options); }; });
}

}  // namespace awe::cli
