#include "awe/embedding/pvdm_plan.h"

#include <array>
#include <cmath>
#include <utility>

#include "awe/base/error.h"

namespace awe {
namespace {

template <class Kind, std::size_t N>
using Names = std::array<std::pair<Kind, std::string_view>, N>;

constexpr Names<ObjectiveKind, 5> kObjectives = {{{ObjectiveKind::full_softmax, "full-softmax"},
                                                  {ObjectiveKind::sampled_softmax, "sampled-softmax"},
                                                  {ObjectiveKind::nce, "nce"},
                                                  {ObjectiveKind::negative_sampling, "negative-sampling"},
                                                  {ObjectiveKind::hierarchical_softmax, "hierarchical-softmax"}}};
constexpr Names<CandidateKind, 3> kCandidates = {{{CandidateKind::uniform, "uniform"},
                                                  {CandidateKind::log_uniform, "log-uniform"},
                                                  {CandidateKind::measured, "measured"}}};
constexpr Names<OptimiserKind, 3> kOptimisers = {
    {{OptimiserKind::sgd, "sgd"}, {OptimiserKind::adagrad, "adagrad"}, {OptimiserKind::adam, "adam"}}};
constexpr Names<Join, 2> kJoins = {{{Join::concatenate, "concatenate"}, {Join::sum, "sum"}}};

template <class Kind, std::size_t N>
std::string_view name_of(const Names<Kind, N>& names, Kind kind) {
  for (const auto& [known, name] : names) {
    if (known == kind) return name;
  }
  return "?";
}

template <class Kind, std::size_t N>
Kind kind_of(const Names<Kind, N>& names, std::string_view text, std::string_view what) {
  std::string choices;
  for (const auto& [kind, name] : names) {
    if (name == text) return kind;
    choices += (choices.empty() ? "" : ", ") + std::string(name);
  }
  throw Error(ErrorKind::usage, "no " + std::string(what) + " is called '" + std::string(text) + "': " + choices);
}

void refuse_unless(bool good, const char* message) {
  if (!good) throw Error(ErrorKind::usage, message);
}

}  // namespace

std::string_view to_string(ObjectiveKind kind) { return name_of(kObjectives, kind); }
std::string_view to_string(CandidateKind kind) { return name_of(kCandidates, kind); }
std::string_view to_string(OptimiserKind kind) { return name_of(kOptimisers, kind); }
std::string_view to_string(Join join) { return name_of(kJoins, join); }
ObjectiveKind parse_objective(std::string_view text) { return kind_of(kObjectives, text, "objective"); }
CandidateKind parse_candidates(std::string_view text) { return kind_of(kCandidates, text, "candidate distribution"); }
OptimiserKind parse_optimiser(std::string_view text) { return kind_of(kOptimisers, text, "optimiser"); }
Join parse_join(std::string_view text) { return kind_of(kJoins, text, "join"); }

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
                "vectors have 1 to 4096 dimensions");
  refuse_unless(plan.window <= 1000, "the window has at most 1000 walks");
  refuse_unless(plan.join == Join::concatenate || plan.window == 0 || plan.walk_dimensions == plan.document_dimensions,
                "vectors of walks and documents that are added have the same dimensions");
  refuse_unless(plan.num_candidates >= 1 && plan.num_candidates <= 1'000'000, "candidates are 1 to 1,000,000");
  refuse_unless(std::isfinite(plan.candidate_power) && plan.candidate_power >= 0 && plan.candidate_power <= 10,
                "the power of candidates is 0 to 10");
  refuse_unless(std::isfinite(plan.first_rate()) && plan.first_rate() > 0, "the rate is positive");
  refuse_unless(plan.final_rate >= 0 && plan.final_rate <= 1, "the last rate is a share of the first: 0 to 1");
  refuse_unless(std::isfinite(plan.penalty) && plan.penalty >= 0, "the penalty is not negative");
  refuse_unless(plan.batch >= 1 && plan.batch <= 10'000'000, "a batch has 1 to 10,000,000 targets");
  refuse_unless(plan.epochs >= 1 && plan.epochs <= 1'000'000, "there are 1 to 1,000,000 epochs");
  refuse_unless(plan.held_out >= 0 && plan.held_out <= 0.5, "the held-out share is 0 to 0.5");
  refuse_unless(plan.patience == 0 || plan.held_out > 0, "to stop early, hold out some sentences");
  refuse_unless(plan.threads >= 1, "threads are 1 or more");
  refuse_unless(plan.checkpoint.empty() || plan.checkpoint_seconds > 0, "time between checkpoints is positive");
}

}  // namespace awe
