// Lets other rooms of the library read and make the state of a classifier, which its public header keeps to itself.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "awe/classifier.h"
#include "classifier/classifier_state.h"

namespace awe::classifier {

struct ClassifierAccess {
  using State = Classifier::State;
  [[nodiscard]] static const State& state(const Classifier& classifier) { return *classifier.state_; }
  [[nodiscard]] static Classifier make(State state) { return Classifier(std::make_unique<State>(std::move(state))); }
  // The file of a classifier, or of a regression.
  [[nodiscard]] static Classifier load(const std::string& path, bool regression, int threads);
  [[nodiscard]] static bool is_regression(const std::string& path);
};

}  // namespace awe::classifier
