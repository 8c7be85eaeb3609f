// What the library runs: a path along C, where the multipliers for one C are the start for the next.
#include "contender.h"
#include "cpu_time.h"
#include "svm/svm.h"

namespace awe::bench {

SvmOutcome run_ours(const SvmTask& task) {
  SvmOutcome outcome;
  const CpuStopwatch training;
  const auto models = svm::train_svm_path(task.gram, task.train, task.classes, task.cs);
  outcome.train_seconds = training.seconds();
  const CpuStopwatch predicting;
  outcome.predicted = svm::predict_svm_path(task.gram, models, task.test).predicted;
  outcome.predict_seconds = predicting.seconds();
  for (const svm::MultiSvm& model : models) {
    double sum = 0;
    for (const svm::SvmPair& pair : model.pairs) sum += pair.objective;
    outcome.objectives.push_back(sum);
  }
  return outcome;
}

}  // namespace awe::bench
