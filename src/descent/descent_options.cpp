#include <cmath>

#include "awe/error.h"
#include "awe/training_options.h"

namespace awe {
namespace {

void refuse_unless(bool good, const char* message) {
  if (!good) throw Error(ErrorKind::usage, message);
}

}  // namespace

double DescentOptions::first_rate() const noexcept {
  if (rate) return *rate;
  return optimiser == OptimiserKind::sgd ? 1.0 : optimiser == OptimiserKind::adagrad ? 0.05 : 0.002;
}

std::size_t DescentOptions::hidden_dimensions() const noexcept {
  if (window == 0 || join == Join::sum) return document_dimensions;
  return walk_dimensions + document_dimensions;
}

void check(const DescentOptions& options) {
  const auto in_range = [](std::size_t value) { return value >= 1 && value <= 4096; };
  refuse_unless(in_range(options.walk_dimensions) && in_range(options.document_dimensions),
                "`dimensions` and `walk_dimensions` must be from 1 to 4096");
  refuse_unless(options.window <= 1000, "`window` must be at most 1000");
  refuse_unless(options.join == Join::concatenate || options.window == 0 ||
                    options.walk_dimensions == options.document_dimensions,
                "`walk_dimensions` must equal `dimensions` where the vectors are summed");
  refuse_unless(options.num_candidates >= 1 && options.num_candidates <= 1'000'000,
                "`num_candidates` must be from 1 to 1,000,000");
  refuse_unless(std::isfinite(options.candidate_power) && options.candidate_power >= 0 && options.candidate_power <= 10,
                "`candidate_power` must be from 0 to 10");
  refuse_unless(std::isfinite(options.first_rate()) && options.first_rate() > 0, "`rate` must be above 0");
  refuse_unless(options.final_rate >= 0 && options.final_rate <= 1,
                "`final_rate` is a fraction of the initial rate and must be from 0 to 1");
  refuse_unless(std::isfinite(options.penalty) && options.penalty >= 0, "`penalty` must be at least 0");
  refuse_unless(options.batch >= 1 && options.batch <= 10'000'000, "`batch` must be from 1 to 10,000,000");
  refuse_unless(options.epochs >= 1 && options.epochs <= 1'000'000, "`epochs` must be from 1 to 1,000,000");
  refuse_unless(options.held_out >= 0 && options.held_out <= 0.5, "`held_out` must be from 0 to 0.5");
  refuse_unless(options.patience == 0 || options.held_out > 0,
                "`patience` needs `held_out` above 0: stopping early is decided on held-out sentences");
  refuse_unless(options.run.thread_count() >= 1, "`threads` must be at least 1");
  refuse_unless(options.checkpoint.empty() || options.checkpoint_seconds > 0, "`checkpoint_seconds` must be above 0");
}

}  // namespace awe
