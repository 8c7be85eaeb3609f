// awe walks: the vocabulary of anonymous walks, ranks, and sample sizes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "awe/base/error.h"
#include "awe/base/json_text.h"
#include "awe/embedding/model.h"
#include "awe/features/sample_size.h"
#include "awe/walks/code.h"
#include "console.h"
#include "verb.h"
#include "whole_number.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "An anonymous walk names nodes by the order of their first visit: a b c b c -> 1 2 3 2 3. There are Bell(l) of "
    "length\n"
    "l (Bell(l+1) with self-loops), numbered from 0: at each step the names already used in order, then the fresh "
    "one.\n"
    "Sample size: m = ceil(2/epsilon^2 (ln(2^eta - 2) - ln delta)) walks keep the L1 error below epsilon with\n"
    "probability 1 - delta, eta being the number of anonymous walks.\n\n"
    "Examples:\n"
    "  awe walks --length 7                               877, and the list\n"
    "  awe walks --rank \"1 2 3 2 3\"                       9\n"
    "  awe walks --length 4 --unrank 9                    1 2 3 2 3\n"
    "  awe walks --length 7 --epsilon 0.5 --delta 0.05    4888\n"
    "  awe walks --similar \"1 2 3 4 5 6 7 8\" --model mutag.awe\n";

struct WalksOptions {
  RunOptions run;
  std::optional<int> length;
  bool self_loops = false;
  bool count = false;
  std::string rank;
  std::optional<std::uint64_t> unrank;
  std::optional<double> epsilon;
  double delta = 0.05;
  std::optional<std::uint64_t> limit;
  std::string similar, model;
};

void list_similar(const WalksOptions& options) {
  const EmbeddingModel model = EmbeddingModel::load(options.model);
  JsonArray list;
  for (const EmbeddingModel::Neighbour& found : model.similar_words(options.similar, options.limit.value_or(10))) {
    if (options.run.json) {
      JsonObject object;
      list.raw(object.text("walk", model.word(found.word)).real("cosine", found.cosine).str());
    } else {
      fmt::print("{:7.4f}  {}\n", found.cosine, model.word(found.word));
    }
  }
  if (options.run.json) fmt::print("{}\n", list.str());
}

void list_walks(const WalksOptions& options, const WalkIndex& index) {
  const std::uint64_t shown = options.count ? 0 : std::min(index.size(), options.limit.value_or(index.size()));
  if (options.run.json) {
    fmt::print("{{\"length\":{},\"self_loops\":{},\"walks\":{},\"list\":[", index.length(), index.self_loops(),
               index.size());
  } else {
    fmt::print("{} anonymous walks of length {}{}\n", index.size(), index.length(),
               index.self_loops() ? " with self-loops" : "");
  }
  AnonymousWalk walk = index.unrank(0);
  for (std::uint64_t rank = 0; rank < shown; ++rank) {
    if (stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
    if (options.run.json) {
      fmt::print("{}\"{}\"", rank == 0 ? "" : ",", to_string(walk));
    } else {
      fmt::print("{}\t{}\n", rank, to_string(walk));
    }
    if (std::ferror(stdout) != 0) return;  // the reader went away
    if (!index.advance(walk)) break;
  }
  if (options.run.json) fmt::print("]}}\n");
}

void run_walks(const WalksOptions& options) {
  if (!options.similar.empty()) return list_similar(options);
  if (!options.rank.empty()) {
    const AnonymousWalk walk = parse_walk(options.rank);
    const int length = static_cast<int>(walk.size()) - 1;
    if (options.length && *options.length != length) {
      throw Error(ErrorKind::usage, fmt::format("'{}' has length {}, not {}", options.rank, length, *options.length));
    }
    const std::uint64_t rank = WalkIndex(length, options.self_loops).rank(walk);
    fmt::print("{}\n",
               options.run.json ? fmt::format("{{\"length\":{},\"rank\":{}}}", length, rank) : fmt::format("{}", rank));
    return;
  }
  if (!options.length) throw Error(ErrorKind::usage, "give --length, or a walk with --rank");
  const WalkIndex index(*options.length, options.self_loops);
  if (options.unrank) {
    const std::string walk = to_string(index.unrank(*options.unrank));
    fmt::print("{}\n", options.run.json ? fmt::format("{{\"rank\":{},\"walk\":\"{}\"}}", *options.unrank, walk) : walk);
    return;
  }
  if (options.epsilon) {
    const std::uint64_t walks = sample_size(index.size(), *options.epsilon, options.delta);
    fmt::print("{}\n", options.run.json
                           ? fmt::format("{{\"anonymous_walks\":{},\"epsilon\":{},\"delta\":{},\"walks\":{}}}",
                                         index.size(), *options.epsilon, options.delta, walks)
                           : fmt::format("{}", walks));
    return;
  }
  list_walks(options, index);
}

}  // namespace

void declare_walks(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("walks", "List, rank and unrank anonymous walks; how many samples are enough");
  auto options = std::make_shared<WalksOptions>();
  verb->add_option("-l,--length", options->length, "Steps of a walk");
  verb->add_flag("--self-loops", options->self_loops, "Walks that may stay at a node");
  verb->add_flag("--count", options->count, "Only say how many there are");
  verb->add_option("--limit", options->limit, "List at most this many")->check(whole_number());
  auto* rank = verb->add_option("--rank", options->rank, "The number of this walk, for example \"1 2 3 2 3\"");
  verb->add_option("--unrank", options->unrank, "The walk of this number")->check(whole_number())->excludes(rank);
  verb->add_option("--epsilon", options->epsilon, "Print the walks that keep the L1 error below this")->excludes(rank);
  verb->add_option("--delta", options->delta, "Probability that it is not kept")->capture_default_str();
  auto* similar = verb->add_option("--similar", options->similar, "The walks nearest to this one in a --model");
  similar->needs(verb->add_option("--model", options->model, "A model of awe train"));
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_walks(*options); }; });
}

}  // namespace awe::cli
