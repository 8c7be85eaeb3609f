// awe classify: a classifier from graphs with classes (fit), and the classes of new graphs (predict).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/base/error.h"
#include "awe/base/json_text.h"
#include "awe/classify/classifier.h"
#include "awe/io/atomic_file.h"
#include "console.h"
#include "csv_line.h"
#include "input_options.h"
#include "recipe_options.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  awe classify fit MUTAG.zip -o mutag.awe\n"
    "  awe classify predict mutag.awe new.jsonl -o predictions.csv\n"
    "  awe classify predict mutag.awe - --format jsonl < new.jsonl\n";

constexpr const char* kFitFooter =
    "Recipe, gamma and C are chosen by inner folds of the graphs; those within half a standard error of the best vote\n"
    "together, each an SVM trained on all graphs\n"
    "(docs/evaluation.md). The accuracy that it prints is that of the choice, which is a little too kind: `awe "
    "evaluate`\n"
    "measures what to expect of new graphs. The file holds recipe, vocabularies, scales, training rows and support\n"
    "vectors, with checksums and without code (docs/formats.md).\n\n"
    "Examples:\n"
    "  awe classify fit MUTAG.zip -o mutag.awe\n"
    "  awe classify fit ENZYMES.zip --recipe attributes --probabilities -o enzymes.awe\n"
    "  awe classify fit graphs.jsonl --classes classes.csv --balanced -o model.awe\n";

constexpr const char* kPredictFooter =
    "One line a graph: id, class, a score for each class, the nearest training graph, its distance (mean over "
    "channels\n"
    "of distance over median), the share of walks that no training graph has, and the class that the input gives, if "
    "any.\n"
    "Scores are probabilities if the model was fitted with --probabilities; else the number of pairs of classes that "
    "the\n"
    "class wins, and less than a third that tells equals apart. A graph's line depends on the model and the graph "
    "alone.\n\n"
    "Examples:\n"
    "  awe classify predict mutag.awe new.jsonl -o predictions.csv\n"
    "  awe classify predict mutag.awe - --format jsonl < new.jsonl\n";

struct FitOptions {
  InputOptions input;
  RunOptions run;
  RecipeOptions recipe;
  std::string output;
  bool probabilities = false, balanced = false, force = false;
};

struct PredictOptions {
  std::string model;
  InputOptions input;
  RunOptions run;
  std::string output;
  bool force = false;
};

GraphReading reading_of(const InputOptions& input) {
  return {input.directed, input.undirected, input.weighted, input.self_loops == "keep"};
}

// New graphs are read as the training graphs were.
void read_as_trained(InputOptions& input, const GraphReading& trained) {
  const GraphReading asked = reading_of(input);
  const auto refuse = [](bool asks, bool has, const char* flag) {
    if (asks && !has) {
      throw Error(ErrorKind::usage, fmt::format("the model was not fitted with {}; leave it out or fit again", flag));
    }
  };
  refuse(asked.directed, trained.directed, "--directed");
  refuse(asked.undirected, trained.undirected, "--undirected");
  refuse(asked.weighted, trained.weighted, "--weighted");
  refuse(asked.self_loops, trained.self_loops, "--self-loops keep");
  input.directed = trained.directed;
  input.undirected = trained.undirected;
  input.weighted = trained.weighted;
  input.self_loops = trained.self_loops ? "keep" : "drop";
}

void run_fit(const FitOptions& options) {
  const Stopwatch total;
  refuse_existing(options.output, options.force);
  const GraphSet set = read_graph_set(*options.input.open());
  ClassifierPlan plan;
  plan.candidates = options.recipe.candidates(set.traits());
  plan.probabilities = options.probabilities;
  plan.balanced = options.balanced;
  plan.reading = reading_of(options.input);
  plan.seed = options.run.seed;
  plan.walks = options.recipe.walks;
  plan.memory = static_cast<double>(options.recipe.memory);
  plan.threads = options.run.thread_count();
  const GraphClassifier model = [&] {
    ProgressBar bar("kernels");
    return GraphClassifier::fit(set, plan, bar.progress());
  }();
  model.save(options.output, options.force);
  const GraphClassifier::Summary& made = model.summary();
  if (options.run.json) {
    JsonObject summary;
    summary.integer("graphs", made.graphs).integer("classes", set.class_names.size());
    summary.text("recipe", made.recipe).real("gamma", made.gamma).real("c", made.c).integer("voters", made.voters);
    summary.real("inner_accuracy", made.inner_accuracy).integer("support_vectors", made.support_vectors);
    summary.flag("probabilities", made.probabilities).text("model", options.output);
    summary.real("seconds", total.seconds()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{} graphs, {} classes -> {}\n", made.graphs, set.class_names.size(), options.output);
  fmt::print("best: recipe {}, gamma {:g}, C {:g}, {:.2f} % right on inner folds (of the choice; see awe evaluate)\n",
             made.recipe, made.gamma, made.c, 100 * made.inner_accuracy);
  fmt::print("{} setting{} as good vote{}; {} support vectors; {:.2f} s, {:.0f} MB\n", made.voters,
             made.voters == 1 ? "" : "s", made.voters == 1 ? "s" : "", made.support_vectors, total.seconds(),
             static_cast<double>(peak_rss_bytes()) / 1e6);
}

// Lines of predictions, to a file that is whole or absent or to standard output.
class PredictionLines {
 public:
  PredictionLines(const GraphClassifier& model, const PredictOptions& options) : model_(model) {
    if (!options.output.empty()) file_.emplace(options.output, options.force);
    CsvLine line;
    line.field("id").field("class");
    for (const std::string& name : model.class_names()) line.field("score " + name);
    line.field("nearest").field("distance").field("unseen").field("given");
    write(line.str());
  }
  void write(const GraphPrediction& made) {
    CsvLine line;
    line.field(made.id).field(model_.class_names()[static_cast<std::size_t>(made.predicted)]);
    for (const double score : made.scores) line.real(score);
    line.field(model_.training_ids()[made.nearest]).real(made.distance).real(made.unseen);
    line.field(made.given_class.value_or(""));
    write(line.str());
  }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  void write(const std::string& line) { file_ ? file_->write(line) : fmt::print("{}", line); }

  const GraphClassifier& model_;
  std::optional<AtomicFile> file_;
};

void run_predict(PredictOptions options) {
  const Stopwatch total;
  if (options.run.json && options.output.empty()) {
    throw Error(ErrorKind::usage, "--json prints a summary in the place of the predictions; say where they go with -o");
  }
  if (!options.output.empty()) refuse_existing(options.output, options.force);
  const GraphClassifier model = GraphClassifier::load(options.model, options.run.thread_count());
  read_as_trained(options.input, model.summary().reading);
  const Stopwatch predicting;
  const auto source = options.input.open();
  PredictionLines lines(model, options);
  std::uint64_t graphs = 0, given = 0, right = 0;
  double unseen = 0;
  {
    ProgressBar bar("graphs");
    model.predict(
        *source,
        [&](GraphPrediction&& made) {
          ++graphs;
          unseen = std::max(unseen, made.unseen);
          if (made.given_class) {
            ++given;
            right += *made.given_class == model.class_names()[static_cast<std::size_t>(made.predicted)] ? 1 : 0;
          }
          lines.write(made);
        },
        bar.progress());
  }
  lines.commit();
  const double rate = static_cast<double>(graphs) / std::max(1e-9, predicting.seconds());
  if (options.run.json) {
    JsonObject summary;
    summary.integer("graphs", graphs).text("predictions", options.output);
    summary.integer("with_class", given).integer("right", right).real("largest_unseen", unseen);
    summary.real("graphs_a_second", rate).real("seconds", total.seconds()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  if (options.output.empty()) return;
  fmt::print("{} graphs -> {}; {:.0f} graphs a second, {:.2f} s in all\n", graphs, options.output, rate,
             total.seconds());
  if (given > 0) {
    fmt::print("{} of {} with a class are right: {:.2f} %\n", right, given,
               100 * static_cast<double>(right) / static_cast<double>(given));
  }
  if (unseen > 0) fmt::print("up to {:.1f} % of a graph's walks are in no training graph\n", 100 * unseen);
}

void declare_fit(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("fit", "Learn a classifier from graphs with classes");
  auto options = std::make_shared<FitOptions>();
  options->input.declare(*verb);
  verb->add_option("-o,--output", options->output, "The model file, .awe")->required();
  options->recipe.declare(*verb);
  verb->add_flag("--probabilities", options->probabilities,
                 "Scores are probabilities, fitted by five more folds; the most probable class is predicted");
  verb->add_flag("--balanced", options->balanced, "Every class weighs the same, however many graphs it has");
  verb->add_flag("--force", options->force, "Replace an existing model");
  options->run.declare(*verb);
  verb->footer(kFitFooter);
  verb->callback([options, &action] { action = [options] { run_fit(*options); }; });
}

void declare_predict(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("predict", "Classify graphs with a model");
  auto options = std::make_shared<PredictOptions>();
  verb->add_option("MODEL", options->model, "A model of awe classify fit")->required();
  options->input.declare(*verb);
  verb->add_option("-o,--output", options->output, "The predictions, CSV (default: standard output)");
  verb->add_flag("--force", options->force, "Replace an existing output");
  options->run.declare(*verb);
  verb->footer(kPredictFooter);
  verb->callback([options, &action] { action = [options] { run_predict(*options); }; });
}

}  // namespace

void declare_classify(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("classify", "Train a classifier of graphs (fit) and apply it (predict)");
  verb->require_subcommand(1);
  verb->footer(kFooter);
  declare_fit(*verb, action);
  declare_predict(*verb, action);
}

}  // namespace awe::cli
