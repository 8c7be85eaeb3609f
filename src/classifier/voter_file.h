// The voters of a classifier as bytes of a model file (classifier/classifier_file.cpp).
#pragma once

#include <cstdint>

#include "bytes/model_file.h"
#include "classifier/classifier_state.h"

namespace awe::classifier {

// What the voters of a file must fit to.
struct VoterShape {
  std::size_t recipes = 0, classes = 0, graphs = 0;
  bool probabilities = false;
  std::uint32_t version = 0;  // of the file
};

void write_voter(bytes::SectionWriter& out, const Voter& voter);
// Throws Error(malformed) for a voter that does not fit.
[[nodiscard]] Voter read_voter(bytes::SectionReader& in, const VoterShape& shape);

}  // namespace awe::classifier
