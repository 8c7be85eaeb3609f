#include "classifier/fit_checkpoint.h"

#include <filesystem>
#include <utility>

#include "awe/error.h"

namespace awe::classifier {
namespace {

constexpr std::string_view kKind = "fit-checkpoint";
constexpr std::uint32_t kVersion = 1;

void add_text(Hasher& hasher, std::string_view text) {
  hasher.add_value<std::uint64_t>(text.size());
  hasher.add(std::as_bytes(std::span(text)));
}

void add_numbers(Hasher& hasher, const std::vector<double>& values) {
  hasher.add_value<std::uint64_t>(values.size());
  hasher.add_values(std::span<const double>(values));
}

void add_recipe(Hasher& hasher, const KernelRecipe& recipe) {
  add_text(hasher, recipe.name);
  add_text(hasher, to_string(recipe.shape));
  add_numbers(hasher, recipe.gammas);
  add_numbers(hasher, recipe.cs);
  for (const Channel& channel : recipe.channels) {
    add_text(hasher, to_string(channel.features));
    add_text(hasher, to_string(channel.kernel));
    hasher.add_value(channel.weight);
    for (const std::uint64_t value :
         {std::uint64_t{channel.counts}, std::uint64_t{channel.dimensions}, std::uint64_t{channel.descent}}) {
      hasher.add_value(value);
    }
  }
}

// Everything that the model depends on.
Hash128 identity_of(const ClassifierOptions& options, std::span<const KernelRecipe> candidates, const Scan& scan) {
  Hasher hasher;
  hasher.add_value<std::uint64_t>(kVersion);
  for (const KernelRecipe& recipe : candidates) add_recipe(hasher, recipe);
  add_numbers(hasher, options.gammas);
  add_numbers(hasher, options.cs);
  add_numbers(hasher, options.machine.lambdas);
  add_text(hasher, to_string(options.machine.kind));
  const GraphReading& reading = options.reading;
  for (const std::uint64_t value :
       {std::uint64_t{options.machine.landmarks}, options.machine.max_exact, std::uint64_t{options.balanced},
        options.run.seed, options.walks, scan.graphs, scan.content.high, scan.content.low,
        std::uint64_t{reading.directed}, std::uint64_t{reading.undirected}, std::uint64_t{reading.weighted},
        std::uint64_t{reading.self_loops}}) {
    hasher.add_value(value);
  }
  hasher.add_value(options.budget);
  return hasher.digest();
}

}  // namespace

FitCheckpoint::FitCheckpoint(const ClassifierOptions& options, std::span<const KernelRecipe> candidates,
                             const Scan& scan)
    : plan_{options.checkpoint, options.checkpoint_seconds} {
  if (plan_.path.empty()) return;
  identity_ = identity_of(options, candidates, scan);
  if (!std::filesystem::exists(plan_.path)) return;
  file_.emplace(plan_.path, kKind, kVersion);
  bytes::check_identity(*file_, identity_);
  bytes::SectionReader in(*file_, "machine");
  const auto machine = find_enum<Machine>(in.text());
  graphs_ = in.number<std::uint64_t>();
  in.end();
  if (!machine || (*machine != Machine::landmarks && *machine != Machine::linear)) {
    throw in.malformed("has no such machine");
  }
  if (graphs_ > scan.graphs) throw in.malformed("has more graphs than there are");
  machine_ = *machine;
}

std::string FitCheckpoint::rows_path() const { return plan_.path.empty() ? "" : plan_.path + ".rows"; }

bytes::Checkpoints FitCheckpoint::writer(Machine machine, const std::uint64_t& graphs,
                                         std::function<void(bytes::ModelWriter&)> write) const {
  return {plan_, [this, machine, &graphs, write = std::move(write)](const std::string& path) {
            bytes::ModelWriter file(path, kKind, kVersion, true);
            bytes::write_identity(file, identity_);
            bytes::SectionWriter head;
            head.text(to_string(machine));
            head.number<std::uint64_t>(graphs);
            file.add("machine", head.bytes());
            write(file);
            file.commit();
          }};
}

void write_sums(bytes::ModelWriter& file, const std::string& name, const machines::LandmarkSums& sums) {
  for (std::size_t fold = 0; fold < sums.folds().size(); ++fold) {
    const machines::FoldSums& own = sums.folds()[fold];
    bytes::SectionWriter out;
    out.number<double>(own.squares);
    out.number<double>(own.items);
    out.number<std::uint64_t>(own.pending);
    out.numbers<double>(own.c.values);
    out.numbers<double>(own.b.values);
    out.numbers<double>(own.pending_rows);
    out.numbers<double>(own.pending_targets);
    file.add(name + ' ' + std::to_string(fold), out.bytes());
  }
}

void read_sums(const bytes::ModelFile& file, const std::string& name, machines::LandmarkSums& sums) {
  const std::size_t l = sums.landmarks(), targets = sums.means().size();
  for (std::size_t fold = 0; fold < sums.folds().size(); ++fold) {
    machines::FoldSums& own = sums.folds()[fold];
    bytes::SectionReader in(file, name + ' ' + std::to_string(fold));
    own.squares = in.number<double>();
    own.items = in.number<double>();
    own.pending = static_cast<std::size_t>(in.number<std::uint64_t>());
    if (own.pending >= machines::LandmarkSums::kBlock) throw in.malformed("has too many items");
    const auto take = [&](std::vector<double>& values, std::size_t size) {
      const auto found = in.finite_numbers<double>();
      if (found.size() != size) throw in.malformed("has sums of another number of landmarks");
      values.assign(found.begin(), found.end());
    };
    take(own.c.values, l * l);
    take(own.b.values, l * targets);
    take(own.pending_rows, own.pending * l);
    take(own.pending_targets, own.pending * targets);
    in.end();
  }
}

void write_choice(bytes::ModelWriter& file, const evaluation::LinearChoice& choice, std::span<const double> medians) {
  bytes::SectionWriter out;
  out.number<std::uint64_t>(choice.recipe);
  out.number<double>(choice.c);
  out.number<double>(choice.inner_accuracy);
  out.numbers<std::uint32_t>(choice.held_out);
  out.number<std::uint64_t>(choice.held_out_scores.columns);
  out.numbers<double>(choice.held_out_scores.values);
  out.numbers<double>(medians);
  file.add("choice", out.bytes());
}

void read_choice(const bytes::ModelFile& file, evaluation::LinearChoice& choice, std::vector<double>& medians) {
  bytes::SectionReader in(file, "choice");
  choice.recipe = static_cast<std::size_t>(in.number<std::uint64_t>());
  choice.c = in.number<double>();
  choice.inner_accuracy = in.number<double>();
  const auto held_out = in.numbers<std::uint32_t>();
  choice.held_out.assign(held_out.begin(), held_out.end());
  const auto columns = static_cast<std::size_t>(in.number<std::uint64_t>());
  const auto scores = in.finite_numbers<double>();
  if (scores.size() != columns * held_out.size()) throw in.malformed("has scores of another number of graphs");
  choice.held_out_scores = algebra::Dense(held_out.size(), columns);
  choice.held_out_scores.values.assign(scores.begin(), scores.end());
  const auto found = in.finite_numbers<double>();
  medians.assign(found.begin(), found.end());
  in.end();
}

void write_blocks(bytes::ModelWriter& file, const std::vector<RowStore::BlockState>& blocks) {
  bytes::SectionWriter out;
  out.number<std::uint64_t>(blocks.size());
  for (const RowStore::BlockState& block : blocks) {
    out.number<std::uint64_t>(block.pieces.size());
    for (const RowStore::Piece& piece : block.pieces) {
      for (const std::uint64_t value : {piece.place, piece.size, piece.hash.high, piece.hash.low}) {
        out.number<std::uint64_t>(value);
      }
    }
    out.numbers<int>(block.classes);
  }
  file.add("rows", out.bytes());
}

std::vector<RowStore::BlockState> read_blocks(const bytes::ModelFile& file) {
  bytes::SectionReader in(file, "rows");
  std::vector<RowStore::BlockState> blocks;
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) {
    RowStore::BlockState& block = blocks.emplace_back();
    for (auto pieces = in.number<std::uint64_t>(); pieces > 0; --pieces) {
      RowStore::Piece& piece = block.pieces.emplace_back();
      for (std::uint64_t* value : {&piece.place, &piece.size, &piece.hash.high, &piece.hash.low}) {
        *value = in.number<std::uint64_t>();
      }
    }
    const auto classes = in.numbers<int>();
    block.classes.assign(classes.begin(), classes.end());
  }
  in.end();
  return blocks;
}

void write_state(bytes::ModelWriter& file, const machines::LinearTrainer::State& state) {
  bytes::SectionWriter out;
  out.number<std::uint64_t>(state.steps);
  out.number<std::uint64_t>(state.problems.size());
  for (const machines::LinearTrainer::Problem& problem : state.problems) {
    out.number<int>(problem.positive);
    out.number<double>(problem.worst);
    out.numbers<double>(problem.weights);
    out.number<std::uint64_t>(problem.multipliers.size());
    for (const std::vector<float>& of_block : problem.multipliers) out.numbers<float>(of_block);
  }
  file.add("linear", out.bytes());
}

std::optional<machines::LinearTrainer::State> read_state(const bytes::ModelFile& file) {
  if (!file.has("linear")) return std::nullopt;
  bytes::SectionReader in(file, "linear");
  machines::LinearTrainer::State state;
  state.steps = in.number<std::uint64_t>();
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) {
    machines::LinearTrainer::Problem& problem = state.problems.emplace_back();
    problem.positive = in.number<int>();
    problem.worst = in.number<double>();
    const auto weights = in.finite_numbers<double>();
    problem.weights.assign(weights.begin(), weights.end());
    for (auto blocks = in.number<std::uint64_t>(); blocks > 0; --blocks) {
      const auto values = in.finite_numbers<float>();
      problem.multipliers.emplace_back(values.begin(), values.end());
    }
  }
  in.end();
  return state;
}

}  // namespace awe::classifier
