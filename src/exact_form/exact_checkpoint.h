// Checkpoints of the exact solver: a container (bytes/model_file.h) of kind "solve-checkpoint" with the sections
//   identity  hash of documents, options and start
//   position  iterations and evaluations done, the objective, the number of pairs
//   point     parameters and gradient
//   pair N    the L-BFGS pair of a step, oldest first
// Size: 2 + 2 * history numbers per parameter.
#pragma once

#include <string>

#include "awe/hash.h"
#include "exact_form/exact_form.h"

namespace awe::exact_form {

// Hash of everything that the bytes of a solution depend on.
[[nodiscard]] Hash128 identity_of(const words::WordHistograms& documents, const ExactFormOptions& options,
                                  const ExactStart* start);

void save_solve(const std::string& path, const Hash128& identity, const MinimiserState& state);
// Loads a state with this many parameters. Throws Error: io, malformed, incompatible.
[[nodiscard]] MinimiserState load_solve(const std::string& path, const Hash128& identity, std::size_t parameters,
                                        int history);

}  // namespace awe::exact_form
