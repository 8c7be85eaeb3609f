// The parts of awe classify that have files of their own.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "awe/classifier.h"
#include "bytes/atomic_file.h"
#include "common_flags.h"
#include "evaluate_report.h"
#include "folds/item_labels.h"
#include "input_flags.h"
#include "item_flags.h"
#include "outputs/output_unit.h"
#include "recipe_flags.h"
#include "terminal.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {

struct FitFlags {
  InputFlags input;
  RunFlags run;
  RecipeFlags recipe;
  Target target = Target::classes;
  ItemFlags items;
  std::string output, checkpoint;
  double checkpoint_seconds = 600;
  bool probabilities = false, balanced = false, force = false;
};

struct PredictFlags {
  std::string model;
  InputFlags input;
  ItemFlags items;  // the model has the level
  RunFlags run;
  std::string output;
  bool force = false, scores = false;
};

// Where the lines of predictions go: to a file (completely or not at all) or to standard output.
class LineOutput {
 public:
  explicit LineOutput(const PredictFlags& options) {
    if (!options.output.empty()) file_.emplace(options.output, options.force);
    if (!file_) set_output_kind(OutputKind::data);
  }
  void write(const std::string& line) { file_ ? file_->write(line) : fmt::print("{}", line); }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  std::optional<bytes::AtomicFile> file_;
};

// What the penalty of a machine is called.
[[nodiscard]] const char* penalty_name(Machine machine);
[[nodiscard]] ClassifierOptions plan_of(const FitFlags& options);

// Fit and predict numbers; classes in several columns.
void fit_numbers(const FitFlags& options, outputs::OutputUnit& unit, PhaseSeconds& seconds);
void fit_labels(const FitFlags& options, outputs::OutputUnit& unit, PhaseSeconds& seconds);
void predict_numbers(PredictFlags& options, outputs::OutputUnit& unit, PhaseSeconds& seconds);
void predict_labels(PredictFlags& options, outputs::OutputUnit& unit, PhaseSeconds& seconds);

// Says how many graphs have hardly a walk in common with the training graphs.
void note_unseen(std::uint64_t all_unseen, std::uint64_t mostly_unseen, std::uint64_t graphs);
// Predicts what the model was fitted on.
void take_items(PredictFlags& options, const Classifier::Summary& model);

void declare_predict(CLI::App& app, Action& action);
void declare_weights(CLI::App& app, Action& action);

}  // namespace awe::cli
