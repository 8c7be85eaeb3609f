// awe explain: the walks that separate the classes of a collection; its other half is in explain_model.cpp.
#include "explain.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/error.h"
#include "common_flags.h"
#include "console.h"
#include "timing.h"
#include "writers/writers.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "awe explain GRAPHS compares the classes of a collection, awe explain MODEL.awe GRAPHS explains the decisions of "
    "a\n"
    "model of awe classify fit.\n\n"
    "Classes. For each class against the rest, and each pair of classes, lists the walks whose shares differ. The "
    "statistic is\n"
    "the rank sum of the shares (Mann & Whitney), the effect Cliff's delta: 1 if every graph of the first class has\n"
    "more of the walk than every graph of the second. p is corrected for all walks by the step-down max-T permutation\n"
    "test of Westfall and Young, and multiplied by the number of comparisons: if the classes mean nothing, a walk\n"
    "passes in at most 5 % of collections. Shares have 95 % intervals (Student's t; shares of graphs: Wilson). folds:\n"
    "in how many of ten parts of the graphs the difference has the same direction. Walks that trace the same graph, "
    "or\n"
    "order the graphs nearly alike (rank correlation of at least 0.85), form a group, which is shown by the smallest\n"
    "graph that one of its strongest walks traces. docs/how-to/explain.md has examples.\n\n"
    "The folder of -o has explanation.json (what --json prints), walks.csv with every walk that passes, and for each\n"
    "group the picture of its walk and examples of graphs in which the nodes and edges that it visits are coloured.\n\n"
    "Decisions. The decision of the predicted class against the next one is divided into what each walk contributed, "
    "and\n"
    "this between the nodes and edges that the walks visit: decision = bias + nodes + elsewhere + remainder. The bias "
    "is\n"
    "the decision about a graph without walks; elsewhere are features that belong to no node, such as sizes. Where "
    "the\n"
    "recipe's kernel is a sum over columns, the remainder is zero up to rounding; otherwise contributions are values\n"
    "times derivatives at the graph, and the remainder is what they leave unexplained. As a check, the nodes that\n"
    "contributed most are deleted, and random ones. Last come the nearest training graphs of each class (among the\n"
    "support vectors) and the walks in which they differ most. The folder has explanation.json, contributions.csv and "
    "a\n"
    "picture per graph.\n\n"
    "Examples:\n"
    "  awe explain MUTAG.zip -o mutag --node-names 0=C,1=N,2=O,3=F,4=I,5=Cl,6=Br \\\n"
    "    --edge-names 0=aromatic,1=single,2=double,3=triple\n"
    "  awe explain IMDB-BINARY.zip --features aw:3..6\n"
    "  awe explain graphs.jsonl --json > explanation.json\n"
    "  awe explain mutag.awe MUTAG.zip --ids 1,2 -o decisions\n";

bool is_ours(const std::string& name) {
  return name == "explanation.json" || name.ends_with(".csv") || name.ends_with(".svg");
}

std::string percent(double share) { return fmt::format("{:.2f} %", 100 * share); }

void print_comparison(const explanation::Comparison& comparison, const evaluation::GraphSet& set,
                      const explanation::ClassExplanation& found, const DrawingOptions& names) {
  fmt::print("{} ({} and {}): {} of {} pass", comparison.name, counted(comparison.num_first, "graph"),
             comparison.num_second, comparison.walks.size(), counted(comparison.tested, "walk"));
  if (comparison.walks.empty()) {
    fmt::print("; nothing separates them at {:g} %\n\n", 100 * found.significance);
    return;
  }
  std::size_t grouped = 0;
  for (const explanation::WalkGroup& group : comparison.groups) grouped += group.members.size();
  fmt::print(
      ", in {}{}\n", counted(comparison.groups.size(), "group"),
      grouped < comparison.walks.size() ? fmt::format(" and {} more walks", comparison.walks.size() - grouped) : "");
  const std::string second =
      comparison.second < 0 ? "the rest" : set.class_names[static_cast<std::size_t>(comparison.second)];
  const std::string first = set.class_names[static_cast<std::size_t>(comparison.first)];
  fmt::print("  {:>2}  {:>7}  {:>12}  {:>12}  {:>9}  {:>9}  {:>7}  {:>5}  {:>5}  {}\n", "", "effect", "share", "share",
             "graphs", "graphs", "p", "folds", "walks", "smallest walk");
  fmt::print("  {:>2}  {:>7}  {:>12}  {:>12}  {:>9}  {:>9}\n", "", "", first.substr(0, 12), second.substr(0, 12),
             first.substr(0, 9), second.substr(0, 9));
  for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
    const explanation::WalkGroup& group = comparison.groups[g];
    const explanation::SeparatingWalk& walk = comparison.walks[group.shown];
    fmt::print("  {:>2}  {:>+7.2f}  {:>12}  {:>12}  {:>9}  {:>9}  {:>7.3f}  {:>5}  {:>5}  {}\n", g + 1,
               walk.test.effect, percent(walk.first.share), percent(walk.second.share), walk.first.with,
               walk.second.with, walk.test.p, fmt::format("{}/{}", walk.folds_same, walk.folds_tested),
               group.members.size(), explanation::readable(walk.walk, names));
  }
  fmt::print("\n");
}

void run_explain(const ExplainFlags& options) {
  if (options.of_model()) return explain_model(options);
  explain_collection(options);
}

}  // namespace

void check_folder(const ExplainFlags& options) {
  if (!options.folder.empty()) const writers::OutputFolder folder(options.folder, options.force, is_ours);
}

void write_files(const ExplainFlags& options, const std::vector<explanation::ExplanationFile>& files) {
  if (options.folder.empty()) return;
  writers::OutputFolder folder(options.folder, options.force, is_ours);
  for (const explanation::ExplanationFile& file : files) {
    if (stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
    writers::TextOutput output(folder, file.name);
    output.write(file.text);
    output.commit();
  }
  folder.commit();
}

void explain_collection(const ExplainFlags& options) {
  PhaseSeconds seconds{"read", "explain", "write"};
  const DrawingOptions drawing = options.drawing.all();
  explanation::ClassExplanationOptions plan = options.classes;
  if (!options.features.empty()) plan.features = parse_features(options.features);
  check_folder(options);
  const evaluation::GraphSet set =
      seconds.measure("read", [&] { return evaluation::read_graph_set(*options.input.open()); });
  evaluation::tell_left_out(set.without_class, set.size(), "graph", noting());
  plan.run.seed = options.run.seed;
  plan.run.threads = options.run.thread_count();
  const explanation::ClassExplanation found = seconds.measure("explain", [&] {
    ProgressBar bar("shuffles");
    plan.run.progress = bar.progress();
    return explanation::explain_classes(set, plan);
  });
  const std::string json = explanation::to_json(found, set, drawing) + "\n";
  if (!options.folder.empty()) {
    seconds.measure("write", [&] {
      std::vector<explanation::ExplanationFile> files = explanation::pictures(found, set, drawing);
      files.push_back({"explanation.json", json});
      files.push_back({"walks.csv", explanation::to_csv(found, set, drawing)});
      write_files(options, files);
    });
  }
  if (options.run.json) {
    fmt::print("{}", json);
    return;
  }
  fmt::print("{}, {}: {} of {} in at least {}\n\n", counted(set.size(), "graph"),
             counted(set.class_names.size(), "class"), counted(found.columns, "walk"), to_string(found.features),
             counted(found.min_graphs, "graph"));
  for (const explanation::Comparison& comparison : found.comparisons) print_comparison(comparison, set, found, drawing);
  fmt::print("p: {} permutations of the classes per comparison, corrected for all walks and {}{}\n", found.shuffles,
             counted(found.comparisons.size(), "comparison"),
             found.sampled ? "; walks of some graphs were sampled" : "");
  if (!options.folder.empty()) fmt::print("-> {}\n", options.folder);
}

void declare_explain(CLI::App& app, Action& action) {
  auto* verb =
      app.add_subcommand("explain", "Find the walks that separate classes, or explain the decisions of a model");
  auto options = std::make_shared<ExplainFlags>();
  options->input.declare(*verb);
  verb->add_option("--ids", options->ids, "Ids of the graphs to explain by a model (default: all, up to 1000)")
      ->delimiter(',')
      ->type_name("ID");
  begin_group(*verb, "Walks");
  verb->add_option("--features", options->features,
                   "Walks to compare (default: walks(node,edge):1..6[nb] of the labels that there are, else aw:2..7)")
      ->type_name("SPEC");
  add_count(*verb, "--min-graphs", options->classes.min_graphs,
            "Least number of graphs that have a walk (default, and 0: 2 %, at least 4)");
  begin_group(*verb, "Comparison");
  verb->add_option("--significance", options->classes.significance, "Largest corrected p of a walk that passes")
      ->capture_default_str();
  add_count(*verb, "--permutations", options->classes.shuffles,
            "Permutations of the classes per comparison (default, and 0: 999, or 40 times the comparisons)");
  verb->add_flag("--shuffle-classes", options->classes.shuffle_classes,
                 "Give every graph the class of another one first, by --seed: nothing should pass then");
  add_count(*verb, "--groups", options->classes.groups, "Maximum number of groups of a comparison")
      ->capture_default_str();
  add_count(*verb, "--examples", options->classes.examples, "Number of example graphs of a group")
      ->capture_default_str();
  begin_group(*verb, "Decision");
  verb->add_option("--deleted", options->deleted, "Share of the nodes that the check of a decision deletes")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  add_count(*verb, "--random-deletions", options->random_deletions,
            "Number of random sets of nodes that the check deletes for comparison; 0: no check")
      ->capture_default_str();
  add_count(*verb, "--max-removals", options->max_removals,
            "Maximum number of nodes of a graph whose nodes are deleted one by one; beyond, their effect is estimated")
      ->capture_default_str();
  begin_group(*verb, "Drawing");
  options->drawing.declare(*verb);
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->folder, "Folder to write tables and pictures to")->type_name("FOLDER");
  add_force(*verb, options->force);
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_explain(*options); }; });
}

}  // namespace awe::cli
