// Training checkpoints: a container (bytes/model_file.h) of kind "checkpoint" with the sections
//   identity    hash of corpus and options
//   position    epochs and steps done, losses so far
//   parameters  W, D, U, b
//   memory      the optimiser's memory for each of them
#include "awe/error.h"
#include "bytes/checkpoints.h"
#include "bytes/model_file.h"
#include "descent/trainer_state.h"

namespace awe::descent {
namespace {

constexpr std::string_view kKind = "checkpoint";
constexpr std::uint32_t kVersion = 1;

template <class Value>
void read_into(bytes::SectionReader& in, std::vector<Value>& values) {
  const auto found = in.finite_numbers<Value>();
  if (found.size() != values.size()) throw in.malformed("has other dimensions");
  std::copy(found.begin(), found.end(), values.begin());
}

std::vector<double> list(bytes::SectionReader& in) {
  const auto found = in.finite_numbers<double>();
  return {found.begin(), found.end()};
}

}  // namespace

Hash128 PvdmTrainer::State::identity() const {
  Hasher hasher;
  const Hash128 words = corpus.identity();
  for (const std::uint64_t value :
       {words.high, words.low, std::uint64_t{options.window}, std::uint64_t{options.walk_dimensions},
        std::uint64_t{options.document_dimensions}, static_cast<std::uint64_t>(options.join),
        static_cast<std::uint64_t>(options.objective), static_cast<std::uint64_t>(options.candidates),
        std::uint64_t{options.num_candidates}, static_cast<std::uint64_t>(options.optimiser),
        std::uint64_t{options.batch}, std::uint64_t{options.epochs}, std::uint64_t{options.patience},
        options.run.seed}) {
    hasher.add_value(value);
  }
  for (const double value : {options.walk_scale, options.document_scale, options.candidate_power, options.first_rate(),
                             options.final_rate, options.penalty, options.held_out, options.min_improvement}) {
    hasher.add_value(value);
  }
  return hasher.digest();
}

void PvdmTrainer::save(const std::string& path) const {
  const State& state = *state_;
  bytes::ModelWriter file(path, kKind, kVersion, true);
  bytes::write_identity(file, state.identity());

  bytes::SectionWriter position;
  position.number<std::uint32_t>(state.summary.epochs);
  position.number<std::uint32_t>(state.idle_epochs);
  for (const std::uint64_t value :
       {state.summary.steps, state.summary.targets, state.epoch_step, state.epoch_targets}) {
    position.number<std::uint64_t>(value);
  }
  for (const double value : {state.epoch_loss, state.best, state.first_loss, state.last_loss}) {
    position.number<double>(value);
  }
  position.number<std::uint8_t>(state.ended ? 1 : 0);
  position.number<std::uint8_t>(state.summary.stopped_early ? 1 : 0);
  position.numbers<double>(state.summary.losses);
  position.numbers<double>(state.summary.held_out);
  file.add("position", position.bytes());

  bytes::SectionWriter parameters, memory;
  for (const auto* values :
       {&state.parameters.walks, &state.parameters.documents, &state.parameters.outputs, &state.parameters.biases}) {
    parameters.numbers<float>(*values);
  }
  file.add("parameters", parameters.bytes());
  for (const auto* optimiser : {&state.walks, &state.documents, &state.outputs, &state.biases}) {
    for (const auto& values : optimiser->memory()) memory.numbers<float>(values);
  }
  file.add("memory", memory.bytes());
  file.commit();
}

void PvdmTrainer::resume(const std::string& path) {
  State& state = *state_;
  const bytes::ModelFile file(path, kKind, kVersion);
  bytes::check_identity(file, state.identity());
  bytes::SectionReader position(file, "position");
  state.summary.epochs = position.number<std::uint32_t>();
  state.idle_epochs = position.number<std::uint32_t>();
  for (std::uint64_t* value : {&state.summary.steps, &state.summary.targets, &state.epoch_step, &state.epoch_targets}) {
    *value = position.number<std::uint64_t>();
  }
  for (double* value : {&state.epoch_loss, &state.best, &state.first_loss, &state.last_loss}) {
    *value = position.finite<double>();
  }
  state.ended = position.number<std::uint8_t>() != 0;
  state.summary.stopped_early = position.number<std::uint8_t>() != 0;
  state.summary.losses = list(position);
  state.summary.held_out = list(position);
  position.end();
  if (state.epoch_step >= state.epoch_steps) throw position.malformed("is past the end of its epoch");

  bytes::SectionReader parameters(file, "parameters"), memory(file, "memory");
  for (auto* values :
       {&state.parameters.walks, &state.parameters.documents, &state.parameters.outputs, &state.parameters.biases}) {
    read_into(parameters, *values);
  }
  parameters.end();
  for (auto* optimiser : {&state.walks, &state.documents, &state.outputs, &state.biases}) {
    for (auto& values : optimiser->memory()) read_into(memory, values);
  }
  memory.end();
}

}  // namespace awe::descent
