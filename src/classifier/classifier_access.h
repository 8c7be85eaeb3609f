// Lets other rooms of the library read the state of a classifier, which its public header keeps to itself.
#pragma once

#include "awe/classifier.h"
#include "classifier/classifier_state.h"

namespace awe::classifier {

struct ClassifierAccess {
  [[nodiscard]] static const auto& state(const Classifier& classifier) { return *classifier.state_; }
};

}  // namespace awe::classifier
