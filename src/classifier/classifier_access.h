// Lets other rooms of the library read and make the state of a classifier, which its public header keeps to itself.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "awe/classifier.h"
#include "classifier/classifier_state.h"

namespace awe::classifier {

struct ClassifierAccess {
  using State = Classifier::State;
  [[nodiscard]] static const State& state(const Classifier& classifier) { return *classifier.state_; }
  [[nodiscard]] static Classifier make(State state) { return Classifier(std::make_unique<State>(std::move(state))); }
  // The file of a model of this kind.
  [[nodiscard]] static Classifier load(const std::string& path, std::string_view kind, int threads);
  static constexpr std::string_view kClasses = "classifier", kNumbers = "regressor", kLabels = "multilabel";
};

}  // namespace awe::classifier
