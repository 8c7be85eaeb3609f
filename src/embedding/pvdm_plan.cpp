#include "awe/embedding/pvdm_plan.h"

#include <cmath>

#include "awe/base/error.h"

namespace awe {
namespace {

void refuse_unless(bool good, const char* message) {
  if (!good) throw Error(ErrorKind::usage, message);
}

}  // namespace

double PvdmPlan::first_rate() const noexcept {
  if (rate) return *rate;
  return optimiser == OptimiserKind::sgd ? 1.0 : optimiser == OptimiserKind::adagrad ? 0.05 : 0.002;
}

std::size_t PvdmPlan::hidden_dimensions() const noexcept {
  if (window == 0 || join == Join::sum) return document_dimensions;
  return walk_dimensions + document_dimensions;
}

void check(const PvdmPlan& plan) {
  const auto in_range = [](std::size_t value) { return value >= 1 && value <= 4096; };
  refuse_unless(in_range(plan.walk_dimensions) && in_range(plan.document_dimensions),
                "`dimensions` and `walk_dimensions` must be from 1 to 4096");
  refuse_unless(plan.window <= 1000, "`window` must be at most 1000");
  refuse_unless(plan.join == Join::concatenate || plan.window == 0 || plan.walk_dimensions == plan.document_dimensions,
                "`walk_dimensions` must equal `dimensions` where the vectors are summed");
  refuse_unless(plan.num_candidates >= 1 && plan.num_candidates <= 1'000'000,
                "`num_candidates` must be from 1 to 1,000,000");
  refuse_unless(std::isfinite(plan.candidate_power) && plan.candidate_power >= 0 && plan.candidate_power <= 10,
                "`candidate_power` must be from 0 to 10");
  refuse_unless(std::isfinite(plan.first_rate()) && plan.first_rate() > 0, "`rate` must be above 0");
  refuse_unless(plan.final_rate >= 0 && plan.final_rate <= 1,
                "`final_rate` is a fraction of the initial rate and must be from 0 to 1");
  refuse_unless(std::isfinite(plan.penalty) && plan.penalty >= 0, "`penalty` must be at least 0");
  refuse_unless(plan.batch >= 1 && plan.batch <= 10'000'000, "`batch` must be from 1 to 10,000,000");
  refuse_unless(plan.epochs >= 1 && plan.epochs <= 1'000'000, "`epochs` must be from 1 to 1,000,000");
  refuse_unless(plan.held_out >= 0 && plan.held_out <= 0.5, "`held_out` must be from 0 to 0.5");
  refuse_unless(plan.patience == 0 || plan.held_out > 0,
                "`patience` needs `held_out` above 0: stopping early is decided on held-out sentences");
  refuse_unless(plan.threads >= 1, "`threads` must be at least 1");
  refuse_unless(plan.checkpoint.empty() || plan.checkpoint_seconds > 0, "`checkpoint_seconds` must be above 0");
}

}  // namespace awe
