// awe classify predict by models of targets other than one class: numbers, and classes in several columns.
#include <fmt/format.h>

#include <algorithm>

#include "awe/error.h"
#include "awe/metrics.h"
#include "base/json_text.h"
#include "classify.h"
#include "console.h"
#include "csv_line.h"
#include "folds/item_labels.h"
#include "folds/item_numbers.h"
#include "terminal.h"
#include "trained_reading.h"

namespace awe::cli {

void note_unseen(std::uint64_t all_unseen, std::uint64_t mostly_unseen, std::uint64_t graphs) {
  if (graphs == 0) note("no graph was selected: the input has fewer graphs than --shard asks for");
  if (all_unseen > 0) {
    note(
        fmt::format("{} of {} have no labelled walk that occurs in a training graph; their predictions say little: do "
                    "both sets use the same labels?",
                    all_unseen, counted(graphs, "graph")));
  }
  if (mostly_unseen > all_unseen) {
    note(
        fmt::format("{} of {} have more than half of their labelled walks in no training graph; their predictions are "
                    "less certain than they seem: are both sets of the same kind?",
                    mostly_unseen, counted(graphs, "graph")));
  }
}

void take_items(PredictFlags& options, const Classifier::Summary& model) {
  options.items.items = model.ego_radius > 0         ? Items::ego
                        : model.level == Level::node ? Items::node
                        : model.level == Level::edge ? Items::edge
                                                     : Items::graph;
  options.items.radius = model.ego_radius;
  options.items.check();
}

namespace {

// The numbers given for graphs beside those predicted.
struct GivenNumbers {
  std::vector<std::vector<double>> truth, predicted;  // by target

  void add(const Estimate& made) {
    const auto given = made.given_class ? folds::parse_numbers(*made.given_class, made.id) : std::nullopt;
    if (!given) return;
    if (given->size() != made.values.size()) {
      throw Error(ErrorKind::usage, fmt::format("graph {} has {}, and the model predicts {}", made.id,
                                                counted(given->size(), "number"), made.values.size()));
    }
    truth.resize(given->size());
    predicted.resize(given->size());
    for (std::size_t t = 0; t < given->size(); ++t) {
      truth[t].push_back((*given)[t]);
      predicted[t].push_back(made.values[t]);
    }
  }
};

void report_numbers(const PredictFlags& options, const Regressor& model, const GivenNumbers& given,
                    std::uint64_t graphs, double rate, const PhaseSeconds& seconds) {
  base::JsonArray scores;
  std::string lines;
  for (std::size_t t = 0; t < given.truth.size(); ++t) {
    const RegressionScores found = regression_scores(given.truth[t], given.predicted[t]);
    base::JsonObject object;
    object.text("name", model.names()[t]).real("mae", found.mae).real("rmse", found.rmse).real("r2", found.r2);
    scores.raw(object.real("spearman", found.spearman).str());
    lines += fmt::format("{}: against {} mean absolute error {:.4g}, RMSE {:.4g}, R^2 {:.3f}, Spearman {:.3f}\n",
                         printable(model.names()[t]), counted(given.truth[t].size(), "given number"), found.mae,
                         found.rmse, found.r2, found.spearman);
  }
  if (options.run.json) {
    base::JsonObject summary;
    summary.text("target", "regression").integer("graphs", graphs).text("predictions", options.output);
    summary.integer("with_number", given.truth.empty() ? 0 : given.truth.front().size()).raw("scores", scores.str());
    summary.real("graphs_per_second", rate).raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
  } else if (!options.output.empty()) {
    fmt::print("{} -> {}; {:.0f} graphs per second, {:.2f} s in total\n{}", counted(graphs, "graph"), options.output,
               rate, seconds.total(), lines);
  }
}

// What a run of predictions counts, whatever is predicted.
struct Counts {
  std::uint64_t graphs = 0, all_unseen = 0, mostly_unseen = 0;
  template <class Made>
  void add(const Made& made) {
    ++graphs;
    all_unseen += made.all_unseen ? 1 : 0;
    mostly_unseen += made.mostly_unseen ? 1 : 0;
  }
};

// The classes given for graphs beside those predicted, by column.
struct GivenLabels {
  std::vector<std::uint64_t> given, right;

  // `named`: the user named columns or keys; else a graph may have a class of another kind.
  void add(const MultilabelPrediction& made, const std::vector<ClassColumn>& columns, bool named) {
    given.resize(columns.size());
    right.resize(columns.size());
    if (!made.given_class) return;
    const std::vector<std::string> texts = folds::split_labels(*made.given_class);
    if (texts.size() != columns.size() && !named) return;
    if (texts.size() != columns.size()) {
      throw Error(ErrorKind::usage, fmt::format("graph {} has classes in {}, and the model predicts {}", made.id,
                                                counted(texts.size(), "column"), columns.size()));
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (texts[c].empty()) continue;
      ++given[c];
      right[c] += texts[c] == columns[c].classes[static_cast<std::size_t>(made.predicted[c])] ? 1 : 0;
    }
  }
};

void report_labels(const PredictFlags& options, const MultilabelClassifier& model, const GivenLabels& found,
                   std::uint64_t graphs, double rate, const PhaseSeconds& seconds) {
  base::JsonArray columns;
  std::string lines;
  for (std::size_t c = 0; c < found.given.size(); ++c) {
    base::JsonObject object;
    const std::string& name = model.columns()[c].name;
    columns.raw(object.text("name", name).integer("with_class", found.given[c]).integer("right", found.right[c]).str());
    if (found.given[c] == 0) continue;
    lines +=
        fmt::format("{}: {} of {} predictions agree with the given class: {:.2f} %\n", printable(name), found.right[c],
                    found.given[c], 100 * static_cast<double>(found.right[c]) / static_cast<double>(found.given[c]));
  }
  if (options.run.json) {
    base::JsonObject summary;
    summary.text("target", "multilabel").integer("graphs", graphs).text("predictions", options.output);
    summary.raw("columns", columns.str()).real("graphs_per_second", rate).raw("seconds", seconds.json());
    fmt::print("{}\n", summary.integer("peak_rss_bytes", peak_rss_bytes()).str());
  } else if (!options.output.empty()) {
    fmt::print("{} -> {}; {:.0f} graphs per second, {:.2f} s in total\n{}", counted(graphs, "graph"), options.output,
               rate, seconds.total(), lines);
  }
}

}  // namespace

void predict_numbers(PredictFlags& options, outputs::OutputUnit& unit, PhaseSeconds& seconds) {
  if (options.scores) throw Error(ErrorKind::usage, "--scores is for classes; this model predicts numbers");
  const Regressor model =
      seconds.measure("load", [&] { return Regressor::load(options.model, options.run.thread_count()); });
  read_as_trained(options.input, model.summary().reading);
  options.input.numbers = true;
  take_items(options, model.summary());
  const Stopwatch predicting;
  const auto source = options.items.open(options.input);
  LineOutput out(options);
  CsvLine head;
  head.field("id");
  for (const std::string& name : model.names()) head.field(name);
  out.write(head.field("nearest").field("distance").field("unseen").field("given").str());
  Counts counts;
  GivenNumbers given;
  {
    ProgressBar bar("graphs");
    model.predict(
        *source,
        [&](Estimate&& made) {
          counts.add(made);
          given.add(made);
          CsvLine line;
          line.field(made.id);
          for (const double value : made.values) line.real(value);
          line.field(model.training_ids()[made.nearest]).real(made.distance).real(made.unseen);
          out.write(line.field(made.given_class.value_or("")).str());
        },
        bar.progress());
  }
  out.commit();
  unit.commit();
  note_unseen(counts.all_unseen, counts.mostly_unseen, counts.graphs);
  seconds.add("predict", predicting.seconds());
  report_numbers(options, model, given, counts.graphs,
                 static_cast<double>(counts.graphs) / std::max(1e-9, predicting.seconds()), seconds);
}

void predict_labels(PredictFlags& options, outputs::OutputUnit& unit, PhaseSeconds& seconds) {
  if (options.scores) throw Error(ErrorKind::usage, "--scores is for one column of classes; this model has several");
  const MultilabelClassifier model =
      seconds.measure("load", [&] { return MultilabelClassifier::load(options.model, options.run.thread_count()); });
  read_as_trained(options.input, model.summary().reading);
  options.input.labels = true;
  take_items(options, model.summary());
  const Stopwatch predicting;
  const auto source = options.items.open(options.input);
  LineOutput out(options);
  CsvLine head;
  head.field("id");
  for (const ClassColumn& column : model.columns()) head.field(column.name);
  for (const ClassColumn& column : model.columns()) {
    for (const std::string& name : column.classes) head.field("probability " + column.name + "=" + name);
  }
  out.write(head.field("nearest").field("distance").field("unseen").field("given").str());
  const bool named = !options.input.classes.empty() || !options.input.class_key.empty();
  Counts counts;
  GivenLabels given;
  {
    ProgressBar bar("graphs");
    model.predict(
        *source,
        [&](MultilabelPrediction&& made) {
          counts.add(made);
          given.add(made, model.columns(), named);
          CsvLine line;
          line.field(made.id);
          for (std::size_t c = 0; c < made.predicted.size(); ++c) {
            line.field(model.columns()[c].classes[static_cast<std::size_t>(made.predicted[c])]);
          }
          for (const auto& column : made.probabilities) {
            for (const double probability : column) line.real(probability);
          }
          line.field(model.training_ids()[made.nearest]).real(made.distance).real(made.unseen);
          out.write(line.field(made.given_class.value_or("")).str());
        },
        bar.progress());
  }
  out.commit();
  unit.commit();
  note_unseen(counts.all_unseen, counts.mostly_unseen, counts.graphs);
  seconds.add("predict", predicting.seconds());
  report_labels(options, model, given, counts.graphs,
                static_cast<double>(counts.graphs) / std::max(1e-9, predicting.seconds()), seconds);
}

}  // namespace awe::cli
