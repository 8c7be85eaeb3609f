// Results of the library as dicts of Python, where several bindings return them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/classifier.h"
#include "awe/evaluation.h"
#include "convert.h"

namespace awe::python {

// Mean, interval and deviation.
[[nodiscard]] nb::dict to_dict(const ScoreSummary& score);
[[nodiscard]] nb::dict to_dict(const Evaluation& found);

// Predictions of a classifier as arrays with a row each. Predictions are added without the interpreter lock.
class PredictionColumns {
 public:
  void add(Prediction&& made);
  // Called once, with the interpreter lock held.
  [[nodiscard]] nb::dict finish(const Classifier& model);

 private:
  std::vector<std::int64_t> predicted_, nearest_;
  std::vector<double> scores_, probabilities_, distance_, unseen_;
  std::vector<std::string> ids_;
};

}  // namespace awe::python
