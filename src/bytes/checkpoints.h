// When long training is kept, and what its files have in common: a hash of everything that the run's bytes depend on,
// so that a run goes on only from its own.
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
  std::string path;         // empty: none are kept
  double seconds = 600;     // between two
  std::uint64_t steps = 0;  // between two; 0: by time alone
};

class Checkpoints {
 public:
  using Save = std::function<void(const std::string& path)>;
  Checkpoints(CheckpointPlan plan, Save save);

  // After a step; they are numbered from 1.
  void keep_if_due(std::uint64_t step);
  // If it is asked to stop, keeps one more and throws Error(interrupted).
  void stop_if_asked(const Progress& progress);

 private:
  CheckpointPlan plan_;
  Save save_;
  std::chrono::steady_clock::time_point last_;
};

void write_identity(ModelWriter& file, const Hash128& identity);
// Throws Error(incompatible) if the file is of another run.
void check_identity(const ModelFile& file, const Hash128& identity);

}  // namespace awe::bytes
