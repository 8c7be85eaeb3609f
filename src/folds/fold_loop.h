// Runs the folds of an evaluation, several side by side: a fold has steps that only one thread can take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "awe/folds.h"
#include "awe/run_options.h"

namespace awe::folds {

// One of the folds of all repeats.
struct FoldPlace {
  const FoldAssignment& folds;
  int fold;
  FoldSeed seed;       // of the choices inside the fold
  std::size_t number;  // of all folds, repeat by repeat
  std::size_t lane;    // below the number of folds at once; no other fold has it at the same time
};

// Calls `run` for every fold of every repeat, on as many threads as lanes. Results must not depend on the order, nor on
// the lane. Progress counts folds.
void for_each_fold(std::span<const FoldAssignment> splits, std::uint64_t seed, std::size_t lanes,
                   const Progress& progress, const std::function<void(const FoldPlace&)>& run);

}  // namespace awe::folds
