// awe classify: trains a classifier on graphs with classes (fit). What applies it is in classify_predict.cpp.
#include "classify.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>
#include <utility>

#include "awe/classifier.h"
#include "awe/error.h"
#include "base/json_text.h"
#include "checkpoint_flags.h"
#include "common_flags.h"
#include "console.h"
#include "evaluate_report.h"
#include "evaluation/graph_set.h"
#include "input_flags.h"
#include "inputs/classes.h"
#include "item_flags.h"
#include "recipe_flags.h"
#include "timing.h"
#include "trained_reading.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  awe classify fit MUTAG.zip -o mutag.awe\n"
    "  awe classify predict mutag.awe new.jsonl -o predictions.csv\n"
    "  awe classify predict mutag.awe - --format jsonl < new.jsonl\n";

constexpr const char* kFitFooter =
    "Recipe, gamma and C are chosen by inner folds of the graphs. The settings whose accuracy is within half a\n"
    "standard error of the best (ridge: 1.5) form an ensemble: each is a machine trained on all graphs; SVMs vote,\n"
    "and the scores of ridges are averaged (docs/explanation/evaluation.md). The printed accuracy is that of the\n"
    "chosen setting on the inner folds, which is optimistically biased: use `awe evaluate` to estimate the accuracy\n"
    "on new graphs. The same folds calibrate the probabilities of the predictions. The model file has the recipe,\n"
    "vocabularies, scales and the rows of support vectors, with checksums and without code\n"
    "(docs/reference/formats.md).\n\n"
    "--target regression fits numbers by kernel ridge regression, or with --machine svm by support vector regression\n"
    "(`awe evaluate --help`). --target multilabel fits several columns of classes by kernel ridge regression on "
    "classes\n"
    "as numbers 0 and 1; a column is learnt from the graphs that have a class in it. Graphs without a class or number\n"
    "are left out and counted.\n\n"
    "The machines svm and ridge hold a matrix of all pairs of graphs. landmarks and linear read the graphs twice and\n"
    "hold a sample of them, so there may be any number: landmarks is ridge regression on the kernel values with\n"
    "--landmarks graphs, linear a linear machine on the columns of the features. Recipe, gamma and penalty are chosen\n"
    "on a sample of a few thousand graphs; recipes whose walks would take too long for all graphs are left out, with\n"
    "a note. A fit with --checkpoint that was stopped or killed continues when it is run again, and gives the same\n"
    "model; the checkpoint, and the rows in a file of the same name with .rows, are deleted once the model is\n"
    "written.\n\n"
    "JSON: `seconds` has read, fit, write and total.\n\n"
    "Examples:\n"
    "  awe classify fit MUTAG.zip -o mutag.awe\n"
    "  awe classify fit ENZYMES.zip --recipe attributes --probabilities -o enzymes.awe\n"
    "  awe classify fit graphs.jsonl --classes classes.csv --balanced -o model.awe\n"
    "  awe classify fit molecules.jsonl --target regression --classes table.csv:logp -o logp.awe\n"
    "  awe classify fit molecules.jsonl --target multilabel --classes table.csv:toxic,soluble -o both.awe\n"
    "  awe classify fit airports.edgelist --level node --classes airports.labels.txt -o airports.awe\n"
    "  awe classify fit million.awg --machine landmarks --landmarks 2000 -o model.awe\n"
    "  awe classify fit million.awg --machine linear --checkpoint model.part -o model.awe\n";

// Counts the graphs of every class as they are read, once.
class CountedGraphs final : public GraphSource {
 public:
  CountedGraphs(std::unique_ptr<GraphSource> source, std::map<std::string, std::uint64_t>& counts)
      : source_(std::move(source)), counts_(counts) {}
  std::optional<Graph> next() override {
    auto graph = source_->next();
    if (graph && graph->class_name()) ++counts_[*graph->class_name()];
    return graph;
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_->count(); }

 private:
  std::unique_ptr<GraphSource> source_;
  std::map<std::string, std::uint64_t>& counts_;
};

// Says which classes are too small to be in every inner fold.
void note_small_classes(const std::map<std::string, std::uint64_t>& counts) {
  constexpr std::uint64_t kInnerFolds = 5;
  const auto least =
      std::min_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (least == counts.end() || least->second >= kInnerFolds) return;
  note(fmt::format("class '{}' has {}, fewer than the {} inner folds: it is hardly predicted", least->first,
                   counted(least->second, "graph"), kInnerFolds));
}

// The graphs, if the machine needs all of them at once; nothing if they are to be read as a stream. Standard input can
// be read only once.
std::optional<evaluation::GraphSet> read_whole(const FitFlags& options) {
  const Machine machine = options.recipe.machine.kind;
  const bool once = options.input.path == "-" || machine == Machine::svm || machine == Machine::ridge;
  const auto told = [](evaluation::GraphSet set) {
    evaluation::tell_left_out(set.without_class, set.size(), "graph", noting());
    return set;
  };
  if (once || options.items.egos()) return told(evaluation::read_graph_set(*options.items.open(options.input)));
  if (machine != Machine::automatic) return std::nullopt;
  const auto source = options.input.open();
  std::vector<Graph> graphs;
  while (auto graph = source->next()) {
    if (graphs.size() == options.recipe.machine.max_exact) return std::nullopt;
    graphs.push_back(std::move(*graph));
  }
  return told(evaluation::read_graph_set(*source_of(std::move(graphs))));
}

void check_fit(const FitFlags& options, bool landmarks_given) {
  const Machine machine = options.recipe.machine.kind;
  if (landmarks_given && machine != Machine::landmarks && machine != Machine::automatic) {
    throw Error(ErrorKind::usage, "--landmarks is for --machine landmarks");
  }
  if (!options.checkpoint.empty() && (machine == Machine::svm || machine == Machine::ridge)) {
    throw Error(ErrorKind::usage, "--checkpoint is for --machine landmarks, linear and auto, which read a stream");
  }
  if (!options.checkpoint.empty() && (options.target != Target::classes || options.items.level() != Level::graph)) {
    throw Error(ErrorKind::usage, "--checkpoint is for classes of graphs");
  }
  options.items.check();
  if (options.items.items != Items::graph && options.input.classes.empty()) {
    throw Error(ErrorKind::usage,
                fmt::format("--level {} needs --classes, a file with the ids and classes of the items",
                            to_string(options.items.items)));
  }
  if (options.items.level() != Level::graph) {
    const std::string level = fmt::format("--level {}", to_string(options.items.items));
    if (options.target != Target::classes) throw Error(ErrorKind::usage, level + " is for classes");
    if (options.recipe.recipe != "auto") {
      throw Error(ErrorKind::usage, level + " cannot be combined with --recipe; --features sets the features");
    }
    if (!options.items.nodes.empty()) {
      throw Error(ErrorKind::usage, "--nodes is for --level ego here; --classes names the nodes to fit");
    }
    if (machine == Machine::landmarks || machine == Machine::linear) {
      throw Error(ErrorKind::usage, level + " has the machines svm and ridge");
    }
  }
  if (options.target == Target::links) throw Error(ErrorKind::usage, "--target links is for `awe evaluate`");
  if (options.target == Target::regression) {
    if (machine != Machine::automatic && machine != Machine::ridge && machine != Machine::svm) {
      throw Error(ErrorKind::usage, fmt::format("--machine {} is for classes; --target regression has ridge and svm",
                                                to_string(machine)));
    }
    if (options.probabilities || options.balanced) {
      throw Error(ErrorKind::usage, fmt::format("{} is for classes, not for --target regression",
                                                options.balanced ? "--balanced" : "--probabilities"));
    }
  }
  if (options.target == Target::multilabel) {
    if (machine != Machine::automatic && machine != Machine::ridge) {
      throw Error(
          ErrorKind::usage,
          fmt::format("--machine {} is for one column of classes; --target multilabel has ridge", to_string(machine)));
    }
    if (options.probabilities || options.balanced) {
      throw Error(ErrorKind::usage, fmt::format("{} is for one column of classes, not for --target multilabel",
                                                options.balanced ? "--balanced" : "--probabilities"));
    }
  }
  if (options.probabilities && machine != Machine::svm && machine != Machine::automatic) {
    throw Error(ErrorKind::usage,
                "--probabilities is for --machine svm; the other machines give calibrated probabilities without it");
  }
}

// What a fit is continued from is of no use once its model is written.
void remove_checkpoint(const std::string& path) {
  if (path.empty()) return;
  std::error_code ignored;
  for (const std::string& file : {path, path + ".rows"}) std::filesystem::remove(file, ignored);
}

// Nodes or edges with the classes of --classes.
Classifier fit_items(const FitFlags& options, ClassifierOptions& plan, PhaseSeconds& seconds) {
  ReadOptions reading = options.input.read_options();
  const inputs::ClassTable classes =
      inputs::read_classes(std::exchange(reading.classes_file, {}), std::exchange(reading.classes_column, {}));
  const std::vector<Graph> graphs = seconds.measure("read", [&] { return read_all(*options.input.open(reading)); });
  if (!options.recipe.features.empty()) plan.candidates = options.recipe.candidates({});
  return seconds.measure("fit", [&] {
    ProgressBar bar("kernels");
    plan.run.progress = bar.progress();
    return Classifier::fit_items(graphs, options.items.level(), classes, plan);
  });
}

void run_fit(const FitFlags& options) {
  PhaseSeconds seconds{"read", "fit", "write"};
  outputs::OutputUnit unit(options.force);
  unit.add(options.output);
  unit.add_kept(options.checkpoint);
  if (options.target == Target::regression) return fit_numbers(options, unit, seconds);
  if (options.target == Target::multilabel) return fit_labels(options, unit, seconds);
  ClassifierOptions plan = plan_of(options);
  std::map<std::string, std::uint64_t> counts;
  const bool of_items = options.items.level() != Level::graph;
  std::optional<evaluation::GraphSet> held;
  if (!of_items) held = seconds.measure("read", [&] { return read_whole(options); });
  const bool whole = held.has_value();
  const Classifier model = [&] {
    if (of_items) return fit_items(options, plan, seconds);
    if (whole) {
      const evaluation::GraphSet set = std::move(*held);
      for (const int c : set.classes) ++counts[set.class_names[static_cast<std::size_t>(c)]];
      note_small_classes(counts);
      plan.candidates = options.recipe.candidates(set.traits());
      return seconds.measure("fit", [&] {
        ProgressBar bar("kernels");
        plan.run.progress = bar.progress();
        return Classifier::fit(set, plan);
      });
    }
    plan.recipe = options.recipe.recipe;
    if (!options.recipe.features.empty()) plan.candidates = options.recipe.candidates({});
    bool first = true;
    const auto open = [&]() -> std::unique_ptr<GraphSource> {
      auto source = options.input.open();
      if (!std::exchange(first, false)) return source;
      return std::make_unique<CountedGraphs>(std::move(source), counts);
    };
    return seconds.measure("fit", [&] {
      ProgressBar bar("graphs");
      plan.run.progress = bar.progress();
      return Classifier::fit(OpenGraphs(open), plan);
    });
  }();
  if (!whole && !of_items) note_small_classes(counts);
  seconds.measure("write", [&] { model.save(options.output, options.force); });
  unit.commit();
  remove_checkpoint(options.checkpoint);
  const Classifier::Summary& made = model.summary();
  const std::string items(to_string(options.items.items));
  if (options.run.json) {
    base::JsonObject summary;
    summary.integer(items + "s", made.graphs).integer("classes", model.class_names().size());
    summary.text("machine", to_string(made.machine))
        .text("recipe", made.recipe)
        .real("gamma", made.gamma)
        .real("c", made.c)
        .integer("voters", made.voters);
    summary.real("inner_accuracy", made.inner_accuracy).integer("support_vectors", made.support_vectors);
    summary.flag("probabilities", made.probabilities).text("model", options.output);
    summary.raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{}, {} -> {}\n", counted(made.graphs, items), counted(model.class_names().size(), "class"),
             options.output);
  const std::string gamma = made.machine == Machine::linear ? "" : fmt::format("gamma {:g}, ", made.gamma);
  fmt::print("best setting: recipe {}, {}{} {:g}; {:.2f} % accuracy on inner folds, optimistically biased\n",
             made.recipe, gamma, penalty_name(made.machine), made.c, 100 * made.inner_accuracy);
  const std::string parts = made.machine == Machine::svm      ? counted(made.support_vectors, "support vector")
                            : made.machine == Machine::linear ? "linear machine"
                            : made.machine == Machine::ridge  ? "kernel ridge regression"
                                                              : counted(made.support_vectors, "landmark");
  fmt::print("{}; {}; {:.2f} s, {:.0f} MB\n",
             made.voters == 1 ? "no other setting is near the best"
                              : fmt::format("ensemble of {} near-best settings", made.voters),
             parts, seconds.total(), static_cast<double>(peak_rss_bytes()) / 1e6);
}

void declare_fit(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("fit", "Train a classifier on graphs with classes");
  auto options = std::make_shared<FitFlags>();
  options->input.declare(*verb);
  options->recipe.declare(*verb);
  begin_group(*verb, "Classifier");
  options->items.declare(*verb,
                         "What is classified: graphs; the nodes or edges that --classes names; or, for such nodes, the "
                         "graphs around them (ego)");
  add_choice(
      *verb, "--target", options->target,
      "What is learnt: classes, numbers (regression), or classes in several columns (multilabel), which --classes "
      "or the input gives; links are for `awe evaluate`");
  options->recipe.declare_machine(*verb,
                                  "ridge for labelled sets of fewer than 2,500 graphs, otherwise svm; for more than "
                                  "--max-exact graphs landmarks or "
                                  "linear, whichever is better on a sample");
  verb->add_flag("--probabilities", options->probabilities,
                 "Calibrate every pair of classes of an SVM by five more folds, and predict the most probable class");
  verb->add_option("--max-exact", options->recipe.machine.max_exact,
                   "Number of graphs up to which --machine auto is exact: ridge or svm")
      ->type_name("N")
      ->capture_default_str();
  verb->add_flag("--balanced", options->balanced,
                 "Give every class the same total weight, whatever its number of graphs");
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "Model file to write, .awe")->type_name("FILE")->required();
  add_force(*verb, options->force);
  options->run.declare(*verb);
  add_checkpoint(*verb, options->checkpoint, options->checkpoint_seconds,
                 "File that keeps the state of a fit that reads a stream; the fit resumes from it if it exists");
  verb->footer(kFitFooter);
  verb->callback([options, verb, &action] {
    check_fit(*options, verb->count("--landmarks") > 0);
    options->input.numbers = options->target == Target::regression;
    options->input.labels = options->target == Target::multilabel;
    action = [options] { run_fit(*options); };
  });
}

}  // namespace

void declare_classify(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("classify", "Train a classifier of graphs (fit) and apply it to graphs (predict)");
  verb->require_subcommand(1);
  verb->footer(kFooter);
  declare_fit(*verb, action);
  declare_predict(*verb, action);
  declare_weights(*verb, action);
}

}  // namespace awe::cli
