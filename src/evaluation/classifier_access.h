// Lets other rooms of the library read the state of a classifier, which its public header keeps to itself.
#pragma once

#include "awe/classifier.h"
#include "evaluation/classifier_state.h"

namespace awe::evaluation {

struct ClassifierAccess {
  [[nodiscard]] static const auto& state(const Classifier& classifier) { return *classifier.state_; }
};

}  // namespace awe::evaluation
