#include "results.h"

namespace awe::python {

nb::dict to_dict(const ScoreSummary& score) {
  nb::dict dict;
  dict["mean"] = score.mean;
  dict["interval"] = nb::make_tuple(score.interval.low, score.interval.high);
  dict["deviation"] = score.fold_deviation;
  return dict;
}

nb::dict to_dict(const Evaluation& found) {
  nb::dict dict;
  nb::list folds;
  for (const FoldResult& fold : found.folds) {
    nb::dict one;
    one["recipe"] = to_python(fold.recipe);
    one["gamma"] = fold.gamma;
    one["c"] = fold.c;
    one["voters"] = fold.voters;
    one["inner_accuracy"] = fold.inner_accuracy;
    one["accuracy"] = fold.accuracy;
    one["tested"] = fold.tested;
    folds.append(one);
  }
  dict["folds"] = folds;
  dict["accuracy"] = found.accuracy.mean;
  dict["deviation"] = found.accuracy.fold_deviation;
  dict["interval"] = nb::make_tuple(found.accuracy.interval.low, found.accuracy.interval.high);
  dict["macro_f1"] = found.macro_f1;
  dict["roc_auc"] = found.roc_auc;
  const auto size = static_cast<std::size_t>(found.confusion.classes);
  std::vector<std::int64_t> counts(found.confusion.counts.begin(), found.confusion.counts.end());
  dict["confusion"] = to_numpy(std::move(counts), size, size);
  return dict;
}

void PredictionColumns::add(Prediction&& made) {
  predicted_.push_back(made.predicted);
  nearest_.push_back(static_cast<std::int64_t>(made.nearest));
  scores_.insert(scores_.end(), made.scores.begin(), made.scores.end());
  probabilities_.insert(probabilities_.end(), made.probabilities.begin(), made.probabilities.end());
  distance_.push_back(made.distance);
  unseen_.push_back(made.unseen);
  ids_.push_back(std::move(made.id));
}

nb::dict PredictionColumns::finish(const Classifier& model) {
  nb::dict dict;
  dict["predicted"] = to_numpy(std::move(predicted_));
  dict["scores"] = to_numpy(std::move(scores_), ids_.size(), model.class_names().size());
  if (model.has_probabilities()) {
    dict["probabilities"] = to_numpy(std::move(probabilities_), ids_.size(), model.class_names().size());
  }
  dict["nearest"] = to_numpy(std::move(nearest_));
  dict["distance"] = to_numpy(std::move(distance_));
  dict["unseen"] = to_numpy(std::move(unseen_));
  dict["ids"] = to_python(ids_);
  return dict;
}

}  // namespace awe::python
