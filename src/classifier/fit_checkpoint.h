// The checkpoint of a fit that reads a stream: a container (bytes/model_file.h) of kind "fit-checkpoint" with the
// sections "identity" (bytes/checkpoints.h; of the options and of all graphs in their order), "machine" (its name and
// how many graphs were read), and those of the machine: choices, sums of the landmarks, or the places of rows in a file
// beside it and the state of the linear machine. A fit that continues gives the same bytes as one that never stopped.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "awe/classifier.h"
#include "bytes/checkpoints.h"
#include "bytes/model_file.h"
#include "classifier/row_store.h"
#include "classifier/scan.h"
#include "evaluation/linear_rows.h"
#include "machines/landmark_sums.h"
#include "machines/linear.h"

namespace awe::classifier {

class FitCheckpoint {
 public:
  // Opens the file that options.checkpoint names, if it exists. Throws Error: incompatible if it belongs to another
  // fit, malformed, io.
  FitCheckpoint(const ClassifierOptions& options, std::span<const KernelRecipe> candidates, const Scan& scan);

  // What to continue from; null: nothing.
  [[nodiscard]] const bytes::ModelFile* found() const noexcept { return file_ ? &*file_ : nullptr; }
  [[nodiscard]] Machine machine() const noexcept { return machine_; }      // of what was found
  [[nodiscard]] std::uint64_t graphs() const noexcept { return graphs_; }  // that were read; 0 if nothing was found
  // The file of rows beside it; empty if no checkpoint is kept.
  [[nodiscard]] std::string rows_path() const;
  // Writes checkpoints when they are due: of a machine that has read `graphs` graphs, with the sections of `write`.
  [[nodiscard]] bytes::Checkpoints writer(Machine machine, const std::uint64_t& graphs,
                                          std::function<void(bytes::ModelWriter&)> write) const;

 private:
  bytes::CheckpointPlan plan_;
  Hash128 identity_;
  std::optional<bytes::ModelFile> file_;
  Machine machine_ = Machine::automatic;
  std::uint64_t graphs_ = 0;
};

// Sections of the machines. Reading throws Error(malformed) for what does not fit together.
void write_sums(bytes::ModelWriter& file, const std::string& name, const machines::LandmarkSums& sums);
void read_sums(const bytes::ModelFile& file, const std::string& name, machines::LandmarkSums& sums);
void write_choice(bytes::ModelWriter& file, const evaluation::LinearChoice& choice, std::span<const double> medians);
void read_choice(const bytes::ModelFile& file, evaluation::LinearChoice& choice, std::vector<double>& medians);
void write_blocks(bytes::ModelWriter& file, const std::vector<RowStore::BlockState>& blocks);
[[nodiscard]] std::vector<RowStore::BlockState> read_blocks(const bytes::ModelFile& file);
void write_state(bytes::ModelWriter& file, const machines::LinearTrainer::State& state);
[[nodiscard]] std::optional<machines::LinearTrainer::State> read_state(const bytes::ModelFile& file);

}  // namespace awe::classifier
