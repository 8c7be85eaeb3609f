// Decides when long training writes checkpoints, and writes what all checkpoint files share: a hash of everything that
// the result of the run depends on, so that a run resumes only from its own checkpoint.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "awe/hash.h"
#include "awe/run_options.h"
#include "bytes/model_file.h"

namespace awe::bytes {

struct CheckpointPlan {
  std::string path;         // empty: no checkpoints
  double seconds = 600;     // between two checkpoints
  std::uint64_t steps = 0;  // between two checkpoints; 0: by time only
};

class Checkpoints {
 public:
  using Save = std::function<void(const std::string& path)>;
  Checkpoints(CheckpointPlan plan, Save save);

  // To be called after each step; steps are numbered from 1.
  void keep_if_due(std::uint64_t step);
  // Saves one now, if there is a path.
  void keep();
  // If a stop is requested, saves a last checkpoint and throws Error(interrupted).
  void stop_if_asked(const Progress& progress);

 private:
  CheckpointPlan plan_;
  Save save_;
  std::chrono::steady_clock::time_point last_;
};

void write_identity(ModelWriter& file, const Hash128& identity);
// Throws Error(incompatible) if the file belongs to another run.
void check_identity(const ModelFile& file, const Hash128& identity);

}  // namespace awe::bytes
