// A trained classifier of several columns. Its state is that of a classifier whose scores are those of the classes of
// all columns, one after the other; each column has a calibration of its own.
#include <algorithm>
#include <utility>

#include "awe/classifier.h"
#include "awe/error.h"
#include "bytes/model_file.h"
#include "classifier/classifier_access.h"
#include "regression/label_set.h"
#include "regression/number_fit.h"

namespace awe {

using classifier::ClassifierAccess;

namespace regression {

evaluation::GraphSet label_set(std::span<const Graph> graphs, std::span<const std::string> classes,
                               const std::vector<std::string>& names, const Progress& progress) {
  if (names.empty() || classes.size() != graphs.size() * names.size() || graphs.empty()) {
    throw Error(ErrorKind::usage, std::to_string(classes.size()) + " classes for " + std::to_string(graphs.size()) +
                                      " graphs and " + std::to_string(names.size()) +
                                      " names; give each graph one class per name, and at least one graph");
  }
  evaluation::GraphSet set;
  std::vector<std::vector<std::string>> texts;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto own = classes.subspan(i * names.size(), names.size());
    if (std::all_of(own.begin(), own.end(), [](const std::string& text) { return text.empty(); })) {
      ++set.without_class;
      continue;
    }
    set.ids.push_back(graphs[i].name().empty() ? std::to_string(i) : graphs[i].name());
    set.graphs.push_back(graphs[i]);
    texts.emplace_back(own.begin(), own.end());
  }
  evaluation::tell_left_out(set.without_class, set.size(), "graph", progress);
  set.labels = folds::labels_of(texts, set.ids, names, "graphs");
  folds::NumberedClasses strata = folds::strata_of(set.labels);
  set.classes = std::move(strata.classes);
  set.class_names = std::move(strata.names);
  return set;
}

void check(Machine machine, const folds::ItemLabels& labels) {
  if (machine != Machine::automatic && machine != Machine::ridge) {
    throw Error(ErrorKind::usage, "`machine` " + std::string(to_string(machine)) +
                                      " predicts one column of classes; several columns have the machine ridge");
  }
  if (labels.columns.empty()) throw Error(ErrorKind::usage, "there must be a column of classes");
}

std::vector<std::size_t> first_classes(const folds::ItemLabels& labels) {
  std::vector<std::size_t> first = {0};
  for (const folds::ItemLabels::Column& column : labels.columns) first.push_back(first.back() + column.classes.size());
  return first;
}

namespace {

// The scores of one column for those held-out items that have a class in it, and these classes.
struct ColumnScores {
  algebra::Dense scores;
  std::vector<int> classes;
};

ColumnScores column_scores(const evaluation::ModelChoice& choice, const folds::ItemLabels& labels, std::size_t column,
                           std::size_t first) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < choice.held_out.size(); ++i) {
    if (labels.at(choice.held_out[i], column) != folds::kUnknownClass) rows.push_back(i);
  }
  const std::size_t classes = labels.columns[column].classes.size();
  ColumnScores made{algebra::Dense(rows.size(), classes), {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto own = choice.held_out_scores.row(rows[i]).subspan(first, classes);
    std::copy(own.begin(), own.end(), made.scores.row(i).begin());
    made.classes.push_back(labels.at(choice.held_out[rows[i]], column));
  }
  return made;
}

}  // namespace
}  // namespace regression

MultilabelClassifier::MultilabelClassifier(Classifier model) : model_(std::move(model)) {}

MultilabelClassifier MultilabelClassifier::fit(std::span<const Graph> graphs, std::span<const std::string> classes,
                                               const std::vector<std::string>& names,
                                               const ClassifierOptions& options) {
  return fit(regression::label_set(graphs, classes, names, options.run.progress), options);
}

MultilabelClassifier MultilabelClassifier::fit(const evaluation::GraphSet& set, const ClassifierOptions& options) {
  regression::check(options.machine.kind, set.labels);
  if (options.balanced || options.probabilities) {
    throw Error(ErrorKind::usage, std::string(options.balanced ? "`balanced`" : "`probabilities`") +
                                      " is for one column of classes; several columns are calibrated without it");
  }
  regression::NumberFit made = regression::fit_numbers(set, set.labels.one_hot(), options, true);
  const std::vector<std::size_t> first = regression::first_classes(set.labels);
  double right = 0, known = 0;
  made.state.class_names.clear();
  for (std::size_t column = 0; column < set.labels.columns.size(); ++column) {
    const folds::ItemLabels::Column& own = set.labels.columns[column];
    const auto [scores, classes] = regression::column_scores(made.choice, set.labels, column, first[column]);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const auto row = scores.row(i);
      right += std::max_element(row.begin(), row.end()) - row.begin() == classes[i] ? 1 : 0;
      ++known;
    }
    made.state.class_names.insert(made.state.class_names.end(), own.classes.begin(), own.classes.end());
    made.state.columns.push_back({own.name, own.classes});
    made.state.column_calibrations.push_back(classes.empty() ? machines::Calibration{}
                                                             : machines::fit_calibration(scores, classes));
  }
  made.state.summary.inner_accuracy = known > 0 ? right / known : 0;
  return MultilabelClassifier(ClassifierAccess::make(std::move(made.state)));
}

MultilabelClassifier MultilabelClassifier::load(const std::string& path, int threads) {
  return MultilabelClassifier(ClassifierAccess::load(path, ClassifierAccess::kLabels, threads));
}
void MultilabelClassifier::save(const std::string& path, bool force) const { model_.save(path, force); }
bool MultilabelClassifier::is_file(const std::string& path) {
  return bytes::is_model_of_kind(path, ClassifierAccess::kLabels);
}

std::vector<MultilabelPrediction> MultilabelClassifier::predict(std::span<const Graph> graphs,
                                                                const Progress& progress) const {
  std::vector<MultilabelPrediction> predictions;
  predict(
      *source_of_borrowed(graphs), [&](MultilabelPrediction&& made) { predictions.push_back(std::move(made)); },
      progress);
  return predictions;
}

void MultilabelClassifier::predict(GraphSource& source, const std::function<void(MultilabelPrediction&&)>& consume,
                                   const Progress& progress) const {
  const ClassifierAccess::State& state = ClassifierAccess::state(model_);
  model_.predict(
      source,
      [&](Prediction&& made) {
        MultilabelPrediction labels{std::move(made.id),
                                    {},
                                    {},
                                    made.nearest,
                                    made.distance,
                                    made.unseen,
                                    made.all_unseen,
                                    made.mostly_unseen,
                                    std::move(made.given_class)};
        std::span<const double> scores = made.scores;
        for (std::size_t column = 0; column < state.columns.size(); ++column) {
          const auto own = scores.first(state.columns[column].classes.size());
          scores = scores.subspan(own.size());
          labels.predicted.push_back(static_cast<int>(std::max_element(own.begin(), own.end()) - own.begin()));
          labels.probabilities.push_back(state.column_calibrations[column].probabilities(own));
        }
        consume(std::move(labels));
      },
      progress);
}

const Classifier::Summary& MultilabelClassifier::summary() const noexcept { return model_.summary(); }
const std::vector<ClassColumn>& MultilabelClassifier::columns() const noexcept {
  return ClassifierAccess::state(model_).columns;
}
const std::vector<std::string>& MultilabelClassifier::training_ids() const noexcept { return model_.training_ids(); }

}  // namespace awe
