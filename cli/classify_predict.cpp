// awe classify predict: the classes of new graphs by a model; and awe classify weights: what a linear machine has
// learnt.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "awe/classifier.h"
#include "awe/error.h"
#include "base/json_text.h"
#include "bytes/atomic_file.h"
#include "classify.h"
#include "common_flags.h"
#include "console.h"
#include "csv_line.h"
#include "input_flags.h"
#include "inputs/classes.h"
#include "item_flags.h"
#include "terminal.h"
#include "timing.h"
#include "trained_reading.h"

namespace awe::cli {
namespace {

constexpr const char* kPredictFooter =
    "The output has one line per graph: id, predicted class, the probability of each class, the nearest training "
    "graph\n"
    "that the model holds (for an SVM: support vectors), its distance (mean over channels of distance / median), the\n"
    "share of walks that occur in no training graph, and the class that the input gives, if any. Probabilities were\n"
    "calibrated on held-out graphs in `fit`. --scores adds the scores from which the class is chosen: for an SVM the\n"
    "number of pairwise decisions that the class wins, plus less than 1/3 to separate ties. Models of earlier "
    "versions\n"
    "have scores only. The line of a graph depends only on the model and the graph.\n\n"
    "A model of --target regression predicts numbers: the output has a column for each of them instead of the class\n"
    "and its probabilities. A model of --target multilabel has a column with the class of each of its columns, and\n"
    "then the probabilities of their classes, as `probability toxic=yes`.\n\n"
    "A model of nodes, edges or graphs around nodes predicts each of them, by ids as --classes has them; --nodes\n"
    "names the only ones to write.\n\n"
    "JSON: `seconds` has load (of the model), predict (reading and writing included) and total.\n\n"
    "Examples:\n"
    "  awe classify predict mutag.awe new.jsonl -o predictions.csv\n"
    "  awe classify predict mutag.awe - --format jsonl < new.jsonl\n";

// Prediction lines of classes.
class PredictionLines {
 public:
  PredictionLines(const Classifier& model, const PredictFlags& options)
      : model_(model), scores_(options.scores || !model.has_probabilities()), out_(options) {
    CsvLine line;
    line.field("id").field("class");
    for (const std::string& name : model.class_names()) {
      if (model.has_probabilities()) line.field("probability " + name);
    }
    for (const std::string& name : model.class_names()) {
      if (scores_) line.field("score " + name);
    }
    line.field("nearest").field("distance").field("unseen").field("given");
    out_.write(line.str());
  }
  void write(const Prediction& made) {
    CsvLine line;
    line.field(made.id).field(model_.class_names()[static_cast<std::size_t>(made.predicted)]);
    for (const double probability : made.probabilities) line.real(probability);
    if (scores_) {
      for (const double score : made.scores) line.real(score);
    }
    // A linear machine holds no graphs.
    if (model_.training_ids().empty()) {
      line.field("").field("");
    } else {
      line.field(model_.training_ids()[made.nearest]).real(made.distance);
    }
    line.real(made.unseen);
    line.field(made.given_class.value_or(""));
    out_.write(line.str());
  }
  void commit() { out_.commit(); }

 private:
  const Classifier& model_;
  bool scores_;
  LineOutput out_;
};

// Nodes or edges: the classes that --classes gives them, and those to write.
class ItemClasses {
 public:
  explicit ItemClasses(PredictFlags& options) : chosen_(options.items.nodes), level_(options.items.level()) {
    if (level_ == Level::graph || options.input.classes.empty()) return;
    const ReadOptions reading = options.input.read_options();
    table_ = inputs::read_classes(reading.classes_file, reading.classes_column);
    options.input.classes.clear();
  }
  // Whether the prediction is wanted.
  bool take(Prediction& made) {
    if (level_ == Level::graph) return true;
    const auto found = table_.find(made.id);
    if (found != table_.end() && !found->second.empty()) made.given_class = found->second;
    if (chosen_.all()) return true;
    // The id of a node in one of several graphs begins with that of the graph.
    bool wanted = false;
    for (std::size_t slash = made.id.find('/'); slash != std::string::npos; slash = made.id.find('/', slash + 1)) {
      wanted = chosen_.take(made.id.substr(0, slash), made.id.substr(slash + 1)) || wanted;
    }
    return wanted || chosen_.take(made.id);
  }
  void check() const {
    if (level_ != Level::graph) chosen_.check();
  }

 private:
  ChosenNodes chosen_;
  Level level_;
  inputs::ClassTable table_;
};

void run_predict(PredictFlags options) {
  PhaseSeconds seconds{"load", "predict"};
  if (options.output == "-") options.output.clear();
  if (options.run.json && options.output.empty()) {
    throw Error(ErrorKind::usage, "--json prints a summary instead of the predictions; name a file for them with -o");
  }
  outputs::OutputUnit unit(options.force);
  unit.add(options.output);
  if (Regressor::is_file(options.model)) return predict_numbers(options, unit, seconds);
  if (MultilabelClassifier::is_file(options.model)) return predict_labels(options, unit, seconds);
  const Classifier model =
      seconds.measure("load", [&] { return Classifier::load(options.model, options.run.thread_count()); });
  read_as_trained(options.input, model.summary().reading);
  take_items(options, model.summary());
  ItemClasses items(options);
  const Stopwatch predicting;
  const auto source = options.items.open(options.input);
  PredictionLines lines(model, options);
  std::uint64_t graphs = 0, given = 0, right = 0, all_unseen = 0, mostly_unseen = 0;
  double unseen = 0;
  {
    ProgressBar bar("graphs");
    model.predict(
        *source,
        [&](Prediction&& made) {
          if (!items.take(made)) return;
          ++graphs;
          unseen = std::max(unseen, made.unseen);
          all_unseen += made.all_unseen ? 1 : 0;
          mostly_unseen += made.mostly_unseen ? 1 : 0;
          if (made.given_class) {
            ++given;
            right += *made.given_class == model.class_names()[static_cast<std::size_t>(made.predicted)] ? 1 : 0;
          }
          lines.write(made);
        },
        bar.progress());
  }
  items.check();
  lines.commit();
  unit.commit();
  note_unseen(all_unseen, mostly_unseen, graphs);
  if (!model.has_probabilities()) note("the model is from an earlier version, without probabilities: fit it again");
  seconds.add("predict", predicting.seconds());
  const double rate = static_cast<double>(graphs) / std::max(1e-9, predicting.seconds());
  if (options.run.json) {
    base::JsonObject summary;
    summary.integer("graphs", graphs).text("predictions", options.output);
    summary.integer("with_class", given).integer("right", right).real("largest_unseen", unseen);
    summary.integer("all_unseen", all_unseen).integer("mostly_unseen", mostly_unseen);
    summary.real("graphs_per_second", rate).raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  if (options.output.empty()) return;
  fmt::print("{} -> {}; {:.0f} graphs per second, {:.2f} s in total\n", counted(graphs, "graph"), options.output, rate,
             seconds.total());
  if (given > 0) {
    fmt::print("{} of {} predictions agree with the given class: {:.2f} %\n", right, given,
               100 * static_cast<double>(right) / static_cast<double>(given));
  }
  if (unseen > 0) fmt::print("up to {:.1f} % of the walks of a graph occur in no training graph\n", 100 * unseen);
}

struct WeightFlags {
  std::string model, output;
  bool force = false;
};

void run_weights(const WeightFlags& options) {
  outputs::OutputUnit unit(options.force);
  unit.add(options.output);
  const Classifier model = Classifier::load(options.model);
  const LinearWeights found = model.linear_weights();
  bytes::AtomicFile file(options.output, options.force);
  CsvLine head, bias;
  head.field("block").field("length").field("walk").field("root").field("factor");
  bias.field("bias").field("").field("").field("").field("");
  for (std::size_t k = 0; k < found.bias.size(); ++k) {
    head.field("weight " + model.class_names()[k]);
    bias.real(found.bias[k]);
  }
  file.write(head.str());
  file.write(bias.str());
  for (const ColumnWeight& column : found.columns) {
    CsvLine line;
    line.field(column.column.block).field(std::to_string(column.column.length)).field(column.column.walk);
    line.field(column.root ? "yes" : "no").real(column.factor);
    for (const double weight : column.weights) line.real(weight);
    file.write(line.str());
  }
  file.commit();
  unit.commit();
  fmt::print("{} -> {}\n", counted(found.columns.size(), "column"), options.output);
}

}  // namespace

void declare_predict(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("predict", "Classify graphs with a model");
  auto options = std::make_shared<PredictFlags>();
  verb->add_option("MODEL", options->model, "Model file of awe classify fit")->required();
  options->input.declare(*verb);
  options->items.declare_nodes(*verb);
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output,
                   "CSV file to write the predictions to (default, and -: standard output)")
      ->type_name("FILE");
  verb->add_flag("--scores", options->scores, "Write the score of every class, too, from which the class is chosen");
  add_force(*verb, options->force);
  options->run.declare_threads(*verb);
  options->run.declare_json(*verb);
  verb->footer(kPredictFooter);
  verb->callback([options, &action] { action = [options] { run_predict(*options); }; });
}

void declare_weights(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("weights", "Write the weights of a linear machine as a table");
  auto options = std::make_shared<WeightFlags>();
  verb->add_option("MODEL", options->model, "Model file of awe classify fit --machine linear")->required();
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "CSV file to write the weights to")->type_name("FILE")->required();
  add_force(*verb, options->force);
  verb->footer(
      "The score of a class is its bias (the first line) plus the sum over columns of weight * factor * value, where "
      "the\n"
      "value is the probability of the walk, or its square root. A line without a walk stands for all walks of its\n"
      "block that the training graphs do not have. Columns without weight are left out.\n\n"
      "Examples:\n"
      "  awe classify weights model.awe -o weights.csv\n");
  verb->callback([options, &action] { action = [options] { run_weights(*options); }; });
}

}  // namespace awe::cli
