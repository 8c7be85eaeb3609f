// awe walks: the vocabulary of anonymous walks, ranks, and sample sizes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "awe/embedding_model.h"
#include "awe/error.h"
#include "awe/graph_builder.h"
#include "awe/walk_index.h"
#include "base/json_text.h"
#include "base/number.h"
#include "common_flags.h"
#include "console.h"
#include "sampled_walks/sample_size.h"
#include "verb.h"
#include "walks/ended_index.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "An anonymous walk names nodes by the order of their first visit: a b c b c -> 1 2 3 2 3. There are Bell(l)\n"
    "anonymous walks of length l, or Bell(l+1) with self-loops, numbered from 0: at each step the names already used\n"
    "come first, in order, then the new one. Sample size: m = ceil(2/epsilon^2 (ln(2^eta - 2) - ln delta)) walks keep\n"
    "the L1 error below epsilon with probability 1 - delta, where eta is the number of anonymous walks. With\n"
    "--dead-ends end, walks that end at a dead end before l steps are numbered after the others: \"1 2 3 .\".\n\n"
    "Examples:\n"
    "  awe walks --length 7                               877, and the list\n"
    "  awe walks --length 1..10 --count                   how many there are of each length\n"
    "  awe walks --rank \"1 2 3 2 3\"                       9\n"
    "  awe walks --length 4 --unrank 9                    1 2 3 2 3\n"
    "  awe walks --length 7 --epsilon 0.5 --delta 0.05    4888\n"
    "  awe walks --similar \"1 2 3 4 5 6 7 8\" --model mutag.awe\n";

struct WalksFlags {
  RunFlags run;
  std::string length;
  SelfLoops self_loops = SelfLoops::drop;
  DeadEnds dead_ends = DeadEnds::stop;
  bool count = false;
  std::string rank;
  std::optional<std::uint64_t> unrank;
  std::optional<double> epsilon;
  double delta = 0.05;
  std::optional<std::uint64_t> max_walks;
  std::string similar, model;

  [[nodiscard]] WalkIndex index(int steps) const { return WalkIndex(steps, self_loops == SelfLoops::keep); }
  // Number of walks that end before this length and have columns after the full ones.
  [[nodiscard]] std::uint64_t ended(const WalkIndex& of) const {
    return dead_ends == DeadEnds::end ? walks::EndedIndex(of).size_before(of.length()) : 0;
  }
};

// The text of the walk with this number: full walks by rank, then those that end.
std::string walk_of_number(const WalksFlags& options, const WalkIndex& index, std::uint64_t number) {
  const std::uint64_t all = index.size() + options.ended(index);
  if (number >= all) {
    throw Error(ErrorKind::usage, fmt::format("rank {} is outside 0..{}", number, all - 1));
  }
  return number < index.size() ? to_string(index.unrank(number))
                               : walks::ended_text(walks::EndedIndex(index).walk(number - index.size()));
}

void list_similar(const WalksFlags& options) {
  const EmbeddingModel model = EmbeddingModel::load(options.model, options.run.thread_count());
  base::JsonArray list;
  for (const EmbeddingModel::Neighbour& found : model.similar_words(options.similar, options.max_walks.value_or(10))) {
    if (options.run.json) {
      base::JsonObject object;
      list.raw(object.text("walk", model.word(found.word)).real("cosine", found.cosine).str());
    } else {
      fmt::print("{:7.4f}  {}\n", found.cosine, model.word(found.word));
    }
  }
  if (options.run.json) fmt::print("{}\n", list.str());
}

void list_walks(const WalksFlags& options, const WalkIndex& index) {
  const std::uint64_t ended = options.ended(index), all = index.size() + ended;
  const std::uint64_t shown = options.count ? 0 : std::min(all, options.max_walks.value_or(all));
  if (options.run.json) {
    fmt::print("{{\"length\":{},\"self_loops\":{},\"walks\":{},{}\"list\":[", index.length(), index.self_loops(),
               index.size(), options.dead_ends == DeadEnds::end ? fmt::format("\"ended\":{},", ended) : "");
  } else {
    fmt::print("{} of length {}{}{}\n", counted(index.size(), "anonymous walk"), index.length(),
               index.self_loops() ? " with self-loops" : "",
               ended > 0 ? fmt::format(", and {} that end before", ended) : "");
  }
  AnonymousWalk walk = index.unrank(0);
  const walks::EndedIndex endings(index);
  for (std::uint64_t rank = 0; rank < shown; ++rank) {
    if (stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
    const std::string text =
        rank < index.size() ? to_string(walk) : walks::ended_text(endings.walk(rank - index.size()));
    if (options.run.json) {
      fmt::print("{}\"{}\"", rank == 0 ? "" : ",", text);
    } else {
      fmt::print("{}\t{}\n", rank, text);
    }
    if (std::ferror(stdout) != 0) return;  // the reader closed the pipe
    if (rank < index.size()) (void)index.advance(walk);
  }
  if (options.run.json) fmt::print("]}}");
}

void print_sample_size(const WalksFlags& options, const WalkIndex& index, bool one) {
  const std::uint64_t outcomes = index.size() + options.ended(index);
  const std::uint64_t walks = sampled_walks::sample_size(outcomes, *options.epsilon, options.delta);
  if (options.run.json) {
    fmt::print("{{\"anonymous_walks\":{},\"epsilon\":{},\"delta\":{},\"walks\":{}}}", outcomes, *options.epsilon,
               options.delta, walks);
  } else if (one) {
    fmt::print("{}\n", walks);
  } else {
    fmt::print("{}\t{}\n", index.length(), walks);
  }
}

// The number of a walk that ended, "1 2 3 .", among the walks of the given length.
void print_rank_of_ended(const WalksFlags& options) {
  if (options.length.empty()) {
    throw Error(ErrorKind::usage, "a walk that ends has a number in every larger --length; give one");
  }
  const LengthRange asked = parse_lengths(options.length);
  if (asked.first != asked.last) throw Error(ErrorKind::usage, "--rank of a walk that ends needs one --length");
  const std::string_view steps = base::trim(std::string_view(options.rank).substr(0, options.rank.rfind('.')));
  const AnonymousWalk walk = steps == "1" ? AnonymousWalk{1} : parse_walk(steps);
  if (walk.size() > static_cast<std::size_t>(asked.first)) {
    throw Error(ErrorKind::usage, fmt::format("'{}' does not end before {} steps", options.rank, asked.first));
  }
  const WalkIndex index = options.index(asked.first);
  const std::uint64_t rank = index.size() + walks::EndedIndex(index).place(walk);
  fmt::print("{}\n", options.run.json ? fmt::format("{{\"length\":{},\"rank\":{}}}", asked.first, rank)
                                      : fmt::format("{}", rank));
}

void print_rank(const WalksFlags& options) {
  if (base::trim(options.rank).ends_with('.')) return print_rank_of_ended(options);
  const AnonymousWalk walk = parse_walk(options.rank);
  const int length = static_cast<int>(walk.size()) - 1;
  if (!options.length.empty()) {
    const LengthRange asked = parse_lengths(options.length);
    if (length < asked.first || length > asked.last) {
      throw Error(ErrorKind::usage, fmt::format("'{}' has length {}, not {}", options.rank, length, options.length));
    }
  }
  const std::uint64_t rank = options.index(length).rank(walk);
  fmt::print("{}\n",
             options.run.json ? fmt::format("{{\"length\":{},\"rank\":{}}}", length, rank) : fmt::format("{}", rank));
}

void print_walk(const WalksFlags& options, const LengthRange& lengths) {
  if (lengths.first != lengths.last) throw Error(ErrorKind::usage, "--unrank needs one --length, not a range");
  const std::string walk = walk_of_number(options, options.index(lengths.first), *options.unrank);
  fmt::print("{}\n", options.run.json ? fmt::format("{{\"rank\":{},\"walk\":\"{}\"}}", *options.unrank, walk) : walk);
}

void run_walks(const WalksFlags& options) {
  if (!options.similar.empty()) return list_similar(options);
  if (!options.rank.empty()) return print_rank(options);
  if (options.length.empty()) throw Error(ErrorKind::usage, "give --length, or a walk with --rank");
  const LengthRange lengths = parse_lengths(options.length);
  if (options.unrank) return print_walk(options, lengths);
  // JSON: one object for a single length, an array of objects for a range.
  const bool one = lengths.first == lengths.last;
  const bool array = options.run.json && !one;
  if (array) fmt::print("[");
  for (const int length : lengths.all()) {
    if (array && length > lengths.first) fmt::print(",");
    if (options.epsilon) {
      print_sample_size(options, options.index(length), one);
    } else {
      list_walks(options, options.index(length));
    }
  }
  if (options.run.json) fmt::print("{}\n", array ? "]" : "");
}

}  // namespace

void declare_walks(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("walks", "List and number anonymous walks; compute sample sizes");
  auto options = std::make_shared<WalksFlags>();
  begin_group(*verb, "Walks");
  add_length(*verb, options->length, "Number of steps of the walks, or a range of numbers: 7, 2..7");
  add_choice(*verb, "--self-loops", options->self_loops,
             "Whether walks may stay at a node: keep, if graphs keep loops");
  add_choice(*verb, "--dead-ends", options->dead_ends,
             "Rule for dead ends; end: the walks that end early are listed and counted too, after the full ones");
  verb->add_flag("--count", options->count, "Print only how many walks there are");
  add_count(*verb, "--max-walks", options->max_walks, "Maximum number of walks to list (default: all; --similar: 10)");
  auto* rank = verb->add_option("--rank", options->rank, "Walk to print the number of, for example \"1 2 3 2 3\"")
                   ->type_name("WALK");
  add_count(*verb, "--unrank", options->unrank, "Number to print the walk of")->excludes(rank);
  verb->add_option("--epsilon", options->epsilon, "L1 error to print the sample size for")->excludes(rank);
  verb->add_option("--delta", options->delta, "Probability that the error exceeds epsilon")->capture_default_str();
  auto* similar = verb->add_option("--similar", options->similar, "Walk to print the nearest walks of, by --model")
                      ->type_name("WALK");
  similar->needs(
      verb->add_option("--model", options->model, "Model file of awe train for --similar")->type_name("FILE"));
  options->run.declare_threads(*verb);
  options->run.declare_json(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_walks(*options); }; });
}

}  // namespace awe::cli
