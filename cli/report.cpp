// awe report: a data set as one HTML page.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "awe/error.h"
#include "awe/evaluation.h"
#include "bytes/atomic_file.h"
#include "common_flags.h"
#include "console.h"
#include "drawing_flags.h"
#include "evaluation/graph_set.h"
#include "input_flags.h"
#include "recipe_flags.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Writes one HTML file that needs no other file, no server and no network: accuracy with its interval and\n"
    "baselines; the confusion matrix, whose cells filter what is below; maps of the graphs (t-SNE and kernel PCA)\n"
    "with the drawing and the neighbours of each; the walks that separate the classes; what each node contributed to\n"
    "the decision about its graph; outliers and twins; sizes and degrees; a learning curve; and how it was made.\n\n"
    "Accuracy is that of `awe evaluate` with one repeat. Evidence is that of linear machines on walks, each\n"
    "trained without the fold of the graph that it explains, whose parts add up (docs/how-to/explain.md). Of more\n"
    "than --graphs graphs a stratified sample is shown, and the page says so; graphs of more than 400 nodes or 1600\n"
    "edges are not drawn. The same graphs, options and seed give the same bytes.\n\n"
    "Examples:\n"
    "  awe report MUTAG.zip -o mutag.html --node-names 0=C,1=N,2=O,3=F,4=I,5=Cl,6=Br \\\n"
    "    --edge-names 0=aromatic,1=single,2=double,3=triple\n"
    "  awe report IMDB-BINARY.zip -o imdb.html --title \"Action or romance?\"\n"
    "  awe report graphs.jsonl --classes classes.csv --graphs 500 -o report.html\n";

struct ReportFlags {
  InputFlags input;
  RunFlags run;
  RecipeFlags recipe;
  DrawingFlags drawing;
  ReportOptions report;
  std::string title, output;
  bool force = false;
};

// The name of the first input, without folders and extensions.
std::string name_of_input(const InputFlags& input) {
  std::string name = input.paths.empty() ? "graphs" : input.paths.front();
  if (const std::size_t slash = name.find_last_of('/'); slash != std::string::npos) name = name.substr(slash + 1);
  if (const std::size_t dot = name.find('.'); dot != std::string::npos && dot > 0) name = name.substr(0, dot);
  return name.empty() ? "graphs" : name;
}

// A word of a command line, quoted for a shell if it has to be.
std::string shell_word(const std::string& word) {
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
           std::string_view("=,.:/_+-").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// What was asked for, without what cannot change the page.
std::string command_of(const CLI::App& verb) {
  std::string inputs, options;
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name == "--output" || name == "--force" || name == "--threads" || name == "--json") {
      continue;
    }
    std::string value;
    for (const std::string& one : option->results()) {
      if (option->get_positional()) inputs += " " + shell_word(one);
      value += (value.empty() ? "" : ",") + one;
    }
    if (option->get_positional()) continue;
    options += " " + name;
    if (option->get_expected_min() > 0) options += " " + shell_word(value);
  }
  return "awe report" + inputs + options;
}

void run_report(const ReportFlags& options) {
  PhaseSeconds seconds{"read", "compute", "write"};
  ReportOptions plan = options.report;
  const DrawingOptions drawing = options.drawing.all();
  plan.node_names = drawing.node_names;
  plan.edge_names = drawing.edge_names;
  if (options.output.empty()) throw Error(ErrorKind::usage, "-o is required: the HTML file to write");
  if (options.recipe.kernel && options.recipe.features.empty()) {
    throw Error(ErrorKind::usage, "--kernel is for --features; a recipe has its own kernels");
  }
  outputs::OutputUnit unit(options.force);
  unit.add(options.output);
  plan.title = options.title.empty() ? name_of_input(options.input) : options.title;
  plan.evaluation.walks = options.recipe.walks;
  plan.evaluation.budget = options.recipe.budget;
  plan.evaluation.self_loops = options.input.keeps_loops();
  plan.evaluation.run.seed = options.run.seed;
  plan.evaluation.run.threads = options.run.thread_count();
  plan.evaluation.run.memory = options.recipe.memory;
  evaluation::GraphSet set = seconds.measure("read", [&] { return evaluation::read_graph_set(*options.input.open()); });
  evaluation::tell_left_out(set.without_class, set.size(), "graph", noting());
  const std::size_t graphs = set.size();
  if (!options.recipe.features.empty() || options.recipe.recipe != "auto") {
    plan.evaluation.candidates = options.recipe.candidates(set.traits());
  }
  const std::string page = seconds.measure("compute", [&] {
    std::optional<ProgressBar> bar;
    plan.evaluation.run.progress.report = [&](std::uint64_t done, std::uint64_t total) {
      if (bar) bar->update(done, total);
    };
    plan.evaluation.run.progress.stop_requested = [] { return stop_requested(); };
    plan.begins = [&](const std::string& step) {
      bar.reset();
      bar.emplace("steps");
      bar->set_detail(step);
    };
    return report_page(std::move(set), plan);
  });
  seconds.measure("write", [&] {
    bytes::AtomicFile file(options.output, options.force);
    file.write(page);
    file.commit();
    unit.commit();
  });
  const std::size_t shown = std::min(graphs, plan.most_graphs);
  if (options.run.json) {
    base::JsonObject summary;
    summary.text("output", options.output).integer("bytes", page.size()).integer("graphs", graphs);
    fmt::print("{}\n", summary.integer("shown", shown).raw("seconds", seconds.json()).str());
  } else {
    fmt::print("{}{} -> {} ({} bytes)\n", counted(graphs, "graph"),
               shown < graphs ? fmt::format(", of which {} are shown", shown) : "", options.output, page.size());
  }
}

}  // namespace

void declare_report(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("report", "Show a data set as one HTML page: accuracy, maps, walks, evidence");
  auto options = std::make_shared<ReportFlags>();
  options->input.declare(*verb);
  options->recipe.declare(*verb);
  begin_group(*verb, "Page");
  verb->add_option("--folds", options->report.evaluation.folds, "Number of folds of cross-validation")
      ->check(CLI::Range(2, 1000).description(""))
      ->type_name("N")
      ->capture_default_str();
  add_count(*verb, "--graphs", options->report.most_graphs, "Maximum number of graphs; of more a sample is shown")
      ->capture_default_str();
  verb->add_option("--title", options->title, "Heading of the page (default: name of the input)")->type_name("TEXT");
  begin_group(*verb, "Drawing");
  options->drawing.declare(*verb, false);
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "HTML file to write")->type_name("FILE");
  add_force(*verb, options->force);
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, verb, &action] {
    options->report.command = command_of(*verb);
    action = [options] { run_report(*options); };
  });
}

}  // namespace awe::cli
