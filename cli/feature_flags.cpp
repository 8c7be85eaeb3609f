#include "feature_flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "awe/error.h"
#include "common_flags.h"
#include "console.h"
#include "features/fitted_features.h"
#include "inputs/node_sets.h"

namespace awe::cli {
void FeatureFlags::declare(CLI::App& verb) {
  begin_group(verb, kFeatureGroup);
  auto* spec = verb.add_option("--features", features, "Blocks of features, in one line (docs/reference/features.md)");
  auto* kept =
      verb.add_option("--vocabulary", vocabulary, "Vocabulary file to take the columns from (--vocabulary-out)")
          ->type_name("FILE");
  add_length(verb, length, "Number of steps of the anonymous walks, or a range of numbers: 7, 2..7")
      ->capture_default_str()
      ->excludes(spec)
      ->excludes(kept);
  add_choice(verb, "--walk", walk, "Kind of walk; non-backtracking returns to the previous node only at a dead end")
      ->excludes(spec)
      ->excludes(kept);
  add_choice(verb, "--dead-ends", dead_ends,
             "What a walk does where no step is possible: end (the shorter walk gets a column), stop (it has none), "
             "restart (jump to its start), reverse (step back along an arc); auto: end if the first graph is directed, "
             "otherwise stop");
  add_choice(verb, "--scaling", scaling,
             "Scaling of the values p: none (p), sqrt, log (ln(1 + n p)), unit (each block to length 1)")
      ->excludes(spec)
      ->excludes(kept);
  verb.add_flag("--normalise", normalise, "Divide each row by 1 - stopped, so that it sums to 1");
  add_level(verb, level, "What each row describes");
  add_nodes(verb, nodes_file);
  add_choice(verb, "--method", method,
             "How distributions are computed; auto chooses the faster way per graph and block");
  auto* drawn = add_count(verb, "--walks", walks,
                          "Walks sampled per row and block (default: as many as --epsilon and --delta require)");
  verb.add_option(
          "--epsilon", epsilon,
          "Maximum L1 error of each sampled distribution: of each length and block, before scaling and --normalise")
      ->capture_default_str()
      ->excludes(drawn);
  verb.add_option("--delta", delta,
                  "Probability that the certified error of a row does not hold, all its lengths and blocks together")
      ->capture_default_str();
  add_budget(verb, budget);
  add_count(verb, "--min-graphs", min_graphs, "Minimum number of graphs that a walk must occur in to get a column")
      ->capture_default_str()
      ->excludes(kept);
  add_count(verb, "--max-columns", max_columns,
            "Maximum number of columns per block and length, the most frequent walks first (default: no limit)")
      ->excludes(kept);
  verb.add_option(
          "--hash-bits", hash_bits,
          "Hash labelled walks into 2^B columns per block and length instead of learning a vocabulary (1 to 32)")
      ->type_name("B");
}

FeatureOptions FeatureFlags::plan(const InputFlags& input, const RunFlags& run) const {
  FeatureOptions out;
  if (features.empty()) {
    const LengthRange lengths = parse_lengths(length);
    out.features = anonymous_walks(lengths.first, lengths.last, scaling);
    out.features.front().walk = walk;
  } else {
    out.features = parse_features(features);
  }
  out.hash_bits = hash_bits;
  out.vocabulary = {min_graphs, max_columns};
  out.self_loops = input.keeps_loops();
  out.dead_ends = dead_ends;
  out.level = level;
  if (!nodes_file.empty()) out.node_sets = inputs::read_node_sets(nodes_file);
  out.method = method;
  out.walks = walks;
  out.epsilon = epsilon;
  out.delta = delta;
  out.budget = budget;
  out.normalise = normalise;
  out.run.seed = run.seed;
  out.run.threads = run.thread_count();
  return out;
}

std::optional<features::FittedFeatures> FeatureFlags::fit(FeatureOptions& plan, const InputFlags& input) const {
  if (!vocabulary.empty()) {
    features::FittedFeatures fitted = features::load_fitted(vocabulary);
    // Use the features of the vocabulary, unless others are given, which is reported as an error later.
    if (features.empty()) plan.features = fitted.features;
    if (plan.dead_ends == DeadEnds::automatic) plan.dead_ends = fitted.dead_ends;
    return fitted;
  }
  if (!features::needs_fit(plan)) return std::nullopt;
  if (input.path == "-") {
    throw Error(
        ErrorKind::usage,
        "learning a vocabulary reads the graphs twice, and standard input can be read only once; put the graphs in "
        "a file, or use --vocabulary or --hash-bits");
  }
  ProgressBar bar("graphs");
  features::FittedFeatures fitted = features::fit_features(
      plan, [&] { return input.open(); }, bar.progress());
  plan.dead_ends = fitted.dead_ends;
  return fitted;
}

void FeatureFlags::note_stopped(const FeatureTotals& totals, DeadEnds rule) const {
  // Isolated nodes of undirected graphs are meant to be there more often than dead ends are.
  constexpr double kMuch = 0.1, kMuchUndirected = 0.5;
  if (rule != DeadEnds::stop || totals.largest_stopped <= kMuch) return;
  const bool all = totals.stopped > kMuch;
  const std::string share =
      fmt::format("{:.0f} % of the walks{}", 100 * (all ? totals.stopped : totals.largest_stopped),
                  all ? "" : " of graph " + totals.most_stopped);
  if (!totals.directed && totals.stopped <= kMuchUndirected) return;
  if (!totals.directed) {
    note(share + " start at nodes without edges: they make no step and have no column; --dead-ends end gives them one");
    return;
  }
  note(share + " stop at dead ends and have no column; --dead-ends end gives them columns, --undirected avoids them" +
       (dead_ends == DeadEnds::automatic ? " (the first graph is undirected, so walks stop unless --dead-ends is given)"
                                         : ""));
}

}  // namespace awe::cli
