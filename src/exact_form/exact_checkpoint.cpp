#include "exact_form/exact_checkpoint.h"

#include <span>
#include <utility>

#include "bytes/checkpoints.h"
#include "bytes/model_file.h"

namespace awe::exact_form {
namespace {

constexpr std::string_view kKind = "solve-checkpoint";
constexpr std::uint32_t kVersion = 1;

std::string pair_name(std::size_t number) { return "pair " + std::to_string(number); }

void write_vectors(bytes::ModelWriter& file, const std::string& name, std::span<const double> first,
                   std::span<const double> second) {
  bytes::SectionWriter section;
  section.numbers<double>(first);
  section.numbers<double>(second);
  file.add(name, section.bytes());
}

void read_vectors(const bytes::ModelFile& file, const std::string& name, std::size_t size, std::vector<double>& first,
                  std::vector<double>& second) {
  bytes::SectionReader section(file, name);
  for (std::vector<double>* values : {&first, &second}) {
    const auto found = section.finite_numbers<double>();
    if (found.size() != size) throw section.malformed("has other dimensions");
    values->assign(found.begin(), found.end());
  }
  section.end();
}

}  // namespace

Hash128 identity_of(const words::WordHistograms& documents, const ExactFormOptions& options, const ExactStart* start) {
  Hasher hasher;
  for (const std::uint64_t value :
       {std::uint64_t{documents.words()}, std::uint64_t{documents.size()}, std::uint64_t{options.dimensions},
        static_cast<std::uint64_t>(options.minimiser.history), options.minimiser.max_iterations}) {
    hasher.add_value(value);
  }
  for (const double value :
       {options.penalties.vectors, options.penalties.words, options.minimiser.gradient_tolerance}) {
    hasher.add_value(value);
  }
  for (std::size_t d = 0; d < documents.size(); ++d) {
    hasher.add_value(std::uint64_t{documents[d].words.size()});
    hasher.add_values(documents[d].words);
    hasher.add_values(documents[d].shares);
  }
  if (start != nullptr) {
    hasher.add_values(std::span<const double>(start->words.values));
    hasher.add_values(std::span<const double>(start->biases));
    hasher.add_values(std::span<const double>(start->vectors.values));
  }
  return hasher.digest();
}

void save_solve(const std::string& path, const Hash128& identity, const MinimiserState& state) {
  bytes::ModelWriter file(path, kKind, kVersion, true);
  bytes::write_identity(file, identity);
  bytes::SectionWriter position;
  for (const std::uint64_t value : {state.iterations, state.evaluations, std::uint64_t{state.pairs.size()}}) {
    position.number<std::uint64_t>(value);
  }
  position.number<double>(state.value);
  for (const MinimiserState::Pair& pair : state.pairs) position.number<double>(pair.inverse);
  file.add("position", position.bytes());
  write_vectors(file, "point", state.x, state.gradient);
  for (std::size_t k = 0; k < state.pairs.size(); ++k) {
    write_vectors(file, pair_name(k), state.pairs[k].step, state.pairs[k].change);
  }
  file.commit();
}

MinimiserState load_solve(const std::string& path, const Hash128& identity, std::size_t parameters, int history) {
  const bytes::ModelFile file(path, kKind, kVersion);
  bytes::check_identity(file, identity);
  MinimiserState state;
  bytes::SectionReader position(file, "position");
  state.iterations = position.number<std::uint64_t>();
  state.evaluations = position.number<std::uint64_t>();
  const auto pairs = position.number<std::uint64_t>();
  if (pairs > static_cast<std::uint64_t>(history)) throw position.malformed("has too long a history");
  state.value = position.finite<double>();
  state.pairs.resize(static_cast<std::size_t>(pairs));
  for (MinimiserState::Pair& pair : state.pairs) pair.inverse = position.finite<double>();
  position.end();
  read_vectors(file, "point", parameters, state.x, state.gradient);
  for (std::size_t k = 0; k < state.pairs.size(); ++k) {
    read_vectors(file, pair_name(k), parameters, state.pairs[k].step, state.pairs[k].change);
  }
  return state;
}

}  // namespace awe::exact_form
