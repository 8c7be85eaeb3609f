#include "feature_options.h"

#include <CLI/CLI.hpp>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "awe/io/node_sets.h"
#include "console.h"
#include "whole_number.h"

namespace awe::cli {
namespace {

// "7" or "2..7".
std::pair<int, int> parse_lengths(const std::string& text) {
  const std::size_t dots = text.find("..");
  const auto first = parse_integer(std::string_view(text).substr(0, dots));
  const auto last = dots == std::string::npos ? first : parse_integer(std::string_view(text).substr(dots + 2));
  if (!first || !last || *first < 1 || *last < *first || *last > kMaxWalkLength) {
    throw Error(ErrorKind::usage, "--length " + text + ": write a length from 1 to " + std::to_string(kMaxWalkLength) +
                                      " or a range such as 2..7");
  }
  return {static_cast<int>(*first), static_cast<int>(*last)};
}

Level parse_level(const std::string& name) {
  if (name == "node") return Level::node;
  if (name == "edge") return Level::edge;
  return name == "subgraph" ? Level::subgraph : Level::graph;
}

Method parse_method(const std::string& name) {
  if (name == "exact") return Method::exact;
  return name == "sampled" ? Method::sampled : Method::automatic;
}

}  // namespace

void FeatureOptions::declare(CLI::App& verb) {
  auto* spec = verb.add_option("--features", features, "Blocks of features in one line: docs/features.md");
  auto* kept = verb.add_option("--vocabulary", vocabulary, "Columns that --vocabulary-out has kept");
  verb.add_option("-l,--length", length, "Anonymous walks of so many steps, or a range: 7, 2..7")
      ->capture_default_str()
      ->excludes(spec)
      ->excludes(kept);
  verb.add_option("--walk", walk, "uniform, or non-backtracking: turns back only at a dead end")
      ->check(CLI::IsMember({"uniform", "non-backtracking"}))
      ->capture_default_str()
      ->excludes(spec)
      ->excludes(kept);
  verb.add_option("--hash-bits", hash_bits, "Labelled walks in 2^B columns a length; no vocabulary");
  verb.add_option("--min-graphs", min_graphs, "Columns for walks found in at least so many graphs")
      ->check(whole_number())
      ->capture_default_str()
      ->excludes(kept);
  verb.add_option("--max-columns", max_columns, "At most so many a length, the most frequent ones")
      ->check(whole_number())
      ->excludes(kept);
  verb.add_option("--level", level, "A row for each graph, node, edge or subgraph")
      ->check(CLI::IsMember({"graph", "node", "edge", "subgraph"}))
      ->capture_default_str();
  verb.add_option("--nodes", nodes_file, "CSV of graph id, node ids: the subgraphs of --level subgraph");
  verb.add_option("--method", method, "auto, exact or sampled")
      ->check(CLI::IsMember({"auto", "exact", "sampled"}))
      ->capture_default_str();
  auto* drawn = verb.add_option("--walks", walks, "Walks drawn for each row")->check(whole_number());
  verb.add_option("--epsilon", epsilon, "L1 error of each row that sampling keeps")
      ->capture_default_str()
      ->excludes(drawn);
  verb.add_option("--delta", delta, "Probability that it is not kept")->capture_default_str();
  verb.add_option("--budget", budget, "Walks that exact enumeration of a graph may take")->capture_default_str();
  verb.add_option("--scaling", scaling, "none (p), sqrt, log (ln(1 + n p)) or unit (length 1 a block)")
      ->check(CLI::IsMember({"none", "sqrt", "log", "unit"}))
      ->capture_default_str()
      ->excludes(spec)
      ->excludes(kept);
  verb.add_flag("--normalise", normalise, "Divide each row by 1 - stopped");
}

FeaturePlan FeatureOptions::plan(const InputOptions& input, const RunOptions& run) const {
  FeaturePlan out;
  if (features.empty()) {
    const auto [first, last] = parse_lengths(length);
    out.features = anonymous_walks(first, last, *scaling_of_name(scaling));
    if (walk == "non-backtracking") out.features.front().walk = WalkKind::non_backtracking;
  } else {
    out.features = parse_features(features);
  }
  out.hash_bits = hash_bits;
  out.limits = {min_graphs, max_columns};
  out.self_loops = input.self_loops == "keep";
  out.level = parse_level(level);
  if (!nodes_file.empty()) out.node_sets = read_node_sets(nodes_file);
  out.method = parse_method(method);
  out.walks = walks;
  out.epsilon = epsilon;
  out.delta = delta;
  out.budget = budget;
  out.normalise = normalise;
  out.seed = run.seed;
  out.threads = run.thread_count();
  return out;
}

std::optional<FittedFeatures> FeatureOptions::fit(FeaturePlan& plan, const InputOptions& input) const {
  if (!vocabulary.empty()) {
    FittedFeatures fitted = load_fitted(vocabulary);
    // Its features are what is computed, unless others are asked for, which is then an error.
    if (features.empty()) plan.features = fitted.features;
    return fitted;
  }
  if (!needs_fit(plan)) return std::nullopt;
  if (input.path == "-") {
    throw Error(ErrorKind::usage,
                "learning a vocabulary reads the graphs first, and standard input can be read but once; put them in a "
                "file, or use --vocabulary or --hash-bits");
  }
  ProgressBar bar("graphs");
  return fit_features(
      plan, [&] { return input.open(); }, bar.progress());
}

void declare_memory(CLI::App& verb, std::uint64_t& bytes, const std::string& what) {
  verb.add_option("--memory", bytes, what)
      ->transform(CLI::AsSizeValue(false))
      ->transform(CLI::Validator(
          [](std::string& text) { return text.starts_with('-') ? "'" + text + "' is no size" : std::string(); }, ""))
      ->capture_default_str();
}

}  // namespace awe::cli
