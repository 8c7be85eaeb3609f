// A trained regression. Its state is that of a classifier whose voters are sums of kernel values, as those of a ridge
// (classifier/classifier_state.h): the scores are the numbers, so that rows, distances, files and predictions are the
// same code.
#include <cmath>
#include <utility>

#include "awe/classifier.h"
#include "awe/error.h"
#include "bytes/model_file.h"
#include "classifier/classifier_access.h"
#include "regression/number_fit.h"
#include "regression/number_set.h"

namespace awe {
namespace regression {

evaluation::GraphSet number_set(std::span<const Graph> graphs, std::span<const double> numbers,
                                const std::vector<std::string>& names) {
  if (names.empty() || numbers.size() != graphs.size() * names.size() || graphs.empty()) {
    throw Error(ErrorKind::usage, std::to_string(numbers.size()) + " numbers for " + std::to_string(graphs.size()) +
                                      " graphs and " + std::to_string(names.size()) +
                                      " names; give each graph one number per name, and at least one graph");
  }
  evaluation::GraphSet set;
  set.graphs.assign(graphs.begin(), graphs.end());
  set.numbers = {names, {numbers.begin(), numbers.end()}};
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    set.ids.push_back(graphs[i].name().empty() ? std::to_string(i) : graphs[i].name());
    for (std::size_t t = 0; t < names.size(); ++t) {
      if (std::isfinite(set.numbers.at(i, t))) continue;
      throw Error(ErrorKind::usage, "the number " + names[t] + " of graph " + set.ids[i] + " is not finite");
    }
  }
  folds::NumberedClasses strata = folds::strata_of(set.numbers, set.ids);
  set.classes = std::move(strata.classes);
  set.class_names = std::move(strata.names);
  return set;
}

void check(Machine machine, const folds::ItemNumbers& numbers) {
  if (machine != Machine::automatic && machine != Machine::ridge && machine != Machine::svm) {
    throw Error(ErrorKind::usage, "`machine` " + std::string(to_string(machine)) +
                                      " predicts classes; a regression has the machines ridge and svm");
  }
  if (numbers.names.empty()) throw Error(ErrorKind::usage, "a regression needs a number for every item");
}

}  // namespace regression

Regressor::Regressor(Classifier model) : model_(std::move(model)) {}

Regressor Regressor::fit(std::span<const Graph> graphs, std::span<const double> numbers,
                         const std::vector<std::string>& names, const ClassifierOptions& options) {
  return fit(regression::number_set(graphs, numbers, names), options);
}

Regressor Regressor::fit(const evaluation::GraphSet& set, const ClassifierOptions& options) {
  regression::check(options.machine.kind, set.numbers);
  regression::NumberFit made = regression::fit_numbers(set, set.numbers, options, false);
  made.state.summary.regression = true;
  return Regressor(classifier::ClassifierAccess::make(std::move(made.state)));
}

Regressor Regressor::load(const std::string& path, int threads) {
  return Regressor(classifier::ClassifierAccess::load(path, classifier::ClassifierAccess::kNumbers, threads));
}
void Regressor::save(const std::string& path, bool force) const { model_.save(path, force); }
bool Regressor::is_file(const std::string& path) {
  return bytes::is_model_of_kind(path, classifier::ClassifierAccess::kNumbers);
}

std::vector<Estimate> Regressor::predict(std::span<const Graph> graphs, const Progress& progress) const {
  std::vector<Estimate> estimates;
  predict(
      *source_of_borrowed(graphs), [&](Estimate&& made) { estimates.push_back(std::move(made)); }, progress);
  return estimates;
}

void Regressor::predict(GraphSource& source, const std::function<void(Estimate&&)>& consume,
                        const Progress& progress) const {
  model_.predict(
      source,
      [&](Prediction&& made) {
        consume({std::move(made.id), std::move(made.scores), made.nearest, made.distance, made.unseen, made.all_unseen,
                 made.mostly_unseen, std::move(made.given_class)});
      },
      progress);
}

const Classifier::Summary& Regressor::summary() const noexcept { return model_.summary(); }
const std::vector<std::string>& Regressor::names() const noexcept { return model_.class_names(); }
const std::vector<std::string>& Regressor::training_ids() const noexcept { return model_.training_ids(); }

}  // namespace awe
