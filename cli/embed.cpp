// awe embed: graphs to a matrix of walk distributions. Reads a stream, writes a stream.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "awe/features/featurizer.h"
#include "awe/io/atomic_file.h"
#include "awe/io/matrix_writer.h"
#include "awe/io/node_sets.h"
#include "console.h"
#include "input_options.h"
#include "json_text.h"
#include "verb.h"
#include "whole_number.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "The vector of a graph G is p(a) = 1/n * sum over nodes u of P(a walk of length l from u is a), for every "
    "anonymous\n"
    "walk a in the order of `awe walks`. Walks that cannot go on are `stopped`: a row sums to 1 - stopped.\n"
    "Walks may carry labels, and blocks of features are added up in one line (docs/features.md):\n"
    "  --features \"2*walks(degree):0..2 + aw:1..8[sqrt] + colours:1..3 + size\"\n"
    "Sampled: walks are drawn until P(L1 error >= epsilon) <= delta is certain for the row, by the paper's bound or by "
    "the\n"
    "data, whichever is sooner (docs/guarantee.md); with --walks M the error that M walks certify is reported. `auto`\n"
    "enumerates exactly where that is predicted to be cheaper.\n\n"
    "Labelled walks get columns from a vocabulary that a first pass learns. Keep it with --vocabulary-out and give it "
    "to\n"
    "other graphs, or to the shards of a large set, with --vocabulary; or hash the walks with --hash-bits.\n\n"
    "Output by extension: .npy (dense), .npz (scipy sparse rows), .csv, .svm (LIBSVM), .txt (word2vec).\n"
    "Beside .npy and .npz: x.rows.csv and x.columns.csv.\n\n"
    "Examples:\n"
    "  awe embed MUTAG.zip --length 7 -o mutag.npy\n"
    "  awe embed graphs.jsonl --length 2..7 --scaling sqrt -o graphs.npz\n"
    "  awe embed MUTAG.zip --features \"walks(node,edge):0..5\" --vocabulary-out mutag.voc -o mutag.npz\n"
    "  awe embed new.jsonl --vocabulary mutag.voc -o new.npz\n"
    "  awe embed MUTAG.zip --features \"walks(node):0..3 + size\" --explain-features\n"
    "  awe embed social.txt.gz --level node --length 5 --walks 1000 -o nodes.npz\n"
    "  awe embed - --format jsonl --json < graphs.jsonl\n";

struct EmbedOptions {
  InputOptions input;
  RunOptions run;
  std::string output;
  std::string features;
  std::string length = "7";
  std::string walk = "uniform";
  std::string vocabulary, vocabulary_out;
  std::optional<int> hash_bits;
  std::uint64_t min_graphs = 1;
  std::optional<std::uint64_t> max_columns;
  bool explain = false;
  std::string level = "graph";
  std::string nodes_file;
  std::string method = "auto";
  std::optional<std::uint64_t> walks;
  double epsilon = 0.1, delta = 0.05, budget = 1e9;
  std::string scaling = "none";
  bool normalise = false;
  std::string dtype = "float64";
  std::uint64_t memory = MatrixOptions{}.memory;
  bool force = false;
};

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

FeaturePlan make_plan(const EmbedOptions& options) {
  FeaturePlan plan;
  if (options.features.empty()) {
    const auto [first, last] = parse_lengths(options.length);
    plan.features = anonymous_walks(first, last, *scaling_of_name(options.scaling));
    if (options.walk == "non-backtracking") plan.features.front().walk = WalkKind::non_backtracking;
  } else {
    plan.features = parse_features(options.features);
  }
  plan.hash_bits = options.hash_bits;
  plan.limits = {options.min_graphs, options.max_columns};
  plan.self_loops = options.input.self_loops == "keep";
  plan.level = parse_level(options.level);
  if (!options.nodes_file.empty()) plan.node_sets = read_node_sets(options.nodes_file);
  plan.method = parse_method(options.method);
  plan.walks = options.walks;
  plan.epsilon = options.epsilon;
  plan.delta = options.delta;
  plan.budget = options.budget;
  plan.normalise = options.normalise;
  plan.seed = options.run.seed;
  plan.threads = options.run.thread_count();
  return plan;
}

// Adds up the time that a source takes to read.
class TimedSource final : public GraphSource {
 public:
  explicit TimedSource(GraphSource& source) : source_(source) {}
  std::optional<Graph> next() override {
    const Stopwatch watch;
    auto graph = source_.next();
    seconds_ += watch.seconds();
    return graph;
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_.count(); }
  void add(double seconds) { seconds_ += seconds; }
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  GraphSource& source_;
  double seconds_ = 0;
};

struct Seconds {
  double read = 0, fit = 0, walk = 0, write = 0, total = 0;
};

void print_summary(const EmbedOptions& options, const FeatureTotals& totals, std::uint64_t columns,
                   const Seconds& seconds) {
  if (options.run.json) {
    JsonObject methods, times, summary;
    methods.integer("exact", totals.exact).integer("sampled", totals.sampled).integer("mixed", totals.mixed);
    times.real("read", seconds.read).real("fit", seconds.fit).real("walk", seconds.walk).real("write", seconds.write);
    times.real("total", seconds.total);
    summary.integer("graphs", totals.graphs).integer("nodes", totals.nodes).integer("edges", totals.edges);
    summary.integer("rows", totals.rows).integer("columns", columns).integer("walks", totals.walks);
    summary.real("largest_certified_error", totals.largest_error).real("largest_unseen", totals.largest_unseen);
    summary.raw("methods", methods.str()).raw("seconds", times.str()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{} graphs, {} nodes, {} edges -> {} rows x {} columns{}\n", totals.graphs, totals.nodes, totals.edges,
             totals.rows, columns, options.output.empty() ? "" : " in " + options.output);
  const std::string mixed = totals.mixed > 0 ? fmt::format(", both for {}", totals.mixed) : "";
  fmt::print("exact for {} graphs, sampled for {}{} ({} walks); {:.2f} s, {:.0f} MB\n", totals.exact, totals.sampled,
             mixed, totals.walks, seconds.total, static_cast<double>(peak_rss_bytes()) / 1e6);
  if (totals.walks > 0) {
    fmt::print("L1 error of every row below {:.4g} with probability {:.4g}\n", totals.largest_error, 1 - options.delta);
  }
  if (totals.largest_unseen > 0) {
    fmt::print("up to {:.2f} % of a row's mass lies in walks that no column holds\n", 100 * totals.largest_unseen);
  }
}

// Standard input can be read but once.
void need_second_reading(const EmbedOptions& options, const char* what) {
  if (options.input.path != "-") return;
  throw Error(ErrorKind::usage, std::string(what) +
                                    " reads the graphs first, and standard input can be read but once; put them in a "
                                    "file, or use --vocabulary or --hash-bits");
}

void explain(const EmbedOptions& options, FeaturePlan plan) {
  std::optional<FittedFeatures> fitted;
  if (!options.vocabulary.empty()) {
    fitted = load_fitted(options.vocabulary);
    if (options.features.empty()) plan.features = fitted->features;
  }
  std::unique_ptr<GraphSource> source;
  if (options.input.path != "-") source = options.input.open();
  ProgressBar bar("graphs");
  const FeatureForecast known = forecast(plan, source.get(), bar.progress(), std::move(fitted));
  double seconds = 0;
  JsonArray blocks;
  for (const BlockForecast& block : known.blocks) {
    seconds += block.seconds;
    const std::string columns =
        block.learnt ? "learnt" : fmt::format("{}{}", block.columns, block.hashed ? " hashed" : "");
    if (options.run.json) {
      JsonObject object;
      object.text("block", block.block).text("columns", columns).integer("exact", block.exact);
      object.integer("sampled", block.sampled).real("seconds", block.seconds);
      blocks.raw(object.str());
      continue;
    }
    fmt::print("{}\n  columns: {}; exact for {} graphs, sampled for {}; about {:.2g} s a pass on one thread\n",
               block.block, columns, block.exact, block.sampled, block.seconds);
  }
  if (options.run.json) {
    JsonObject object;
    object.integer("graphs", known.graphs).integer("passes", known.passes).real("seconds_a_pass", seconds);
    object.raw("blocks", blocks.str());
    fmt::print("{}\n", object.str());
    return;
  }
  fmt::print("{} graphs, {} pass{} over the input; about {:.2g} s a pass on one thread, {:.2g} s in all on {}\n",
             known.graphs, known.passes, known.passes == 1 ? "" : "es", seconds,
             seconds * static_cast<double>(std::min<std::uint64_t>(known.passes, 2)) / plan.threads, plan.threads);
}

// The vocabulary that the columns need: from a file, or learnt from the input.
std::optional<FittedFeatures> find_fit(const EmbedOptions& options, FeaturePlan& plan) {
  if (!options.vocabulary.empty()) {
    FittedFeatures fitted = load_fitted(options.vocabulary);
    // Its features are what is computed, unless others are asked for, which is then an error.
    if (options.features.empty()) plan.features = fitted.features;
    return fitted;
  }
  if (!needs_fit(plan)) {
    if (!options.vocabulary_out.empty()) {
      throw Error(ErrorKind::usage, "--vocabulary-out: these features learn nothing from the graphs; leave it out");
    }
    return std::nullopt;
  }
  need_second_reading(options, "learning a vocabulary");
  ProgressBar bar("graphs");
  FittedFeatures fitted = fit_features(
      plan, [&] { return options.input.open(); }, bar.progress());
  if (!options.vocabulary_out.empty()) save_fitted(options.vocabulary_out, fitted, options.force);
  return fitted;
}

void run_embed(const EmbedOptions& options) {
  const Stopwatch total;
  Seconds seconds;
  FeaturePlan plan = make_plan(options);
  if (!options.output.empty()) refuse_existing(options.output, options.force);
  if (!options.vocabulary_out.empty()) refuse_existing(options.vocabulary_out, options.force);
  if (options.explain) {
    explain(options, plan);
    if (options.output.empty()) return;
  }
  const Stopwatch fitting;
  std::optional<FittedFeatures> fitted = find_fit(options, plan);
  seconds.fit = fitted ? fitting.seconds() : 0;
  if (!options.vocabulary_out.empty() && options.output.empty()) {
    const Featurizer featurizer(plan, std::move(*fitted));
    fmt::print("{}",
               options.run.json
                   ? fmt::format("{{\"columns\":{},\"seconds\":{:.3f}}}\n", featurizer.num_columns(), total.seconds())
                   : fmt::format("{} columns learnt, in {}\n", featurizer.num_columns(), options.vocabulary_out));
    return;
  }

  Stopwatch opening;
  auto whole = open_graphs(options.input.path, options.input.read_options());
  plan.plain_ids = whole->count() == 1;  // of the whole input: a shard names its rows as the whole does
  const auto source = options.input.select_from(std::move(whole));
  TimedSource timed(*source);
  timed.add(opening.seconds());
  const Level level = plan.level;
  const Featurizer featurizer(std::move(plan), std::move(fitted));

  std::unique_ptr<MatrixWriter> writer;
  if (!options.output.empty()) {
    MatrixOptions matrix;
    matrix.force = options.force;
    matrix.float32 = options.dtype == "float32";
    matrix.memory = options.memory;
    const MatrixColumns columns{featurizer.num_columns(), [&](std::uint64_t i) { return featurizer.column(i); }};
    const Stopwatch watch;
    const auto rows = level == Level::graph ? source->count() : std::nullopt;
    writer = create_matrix(options.output, columns, rows, matrix);
    seconds.write += watch.seconds();
  }
  ProgressBar bar("graphs");
  const Stopwatch running;
  const FeatureTotals totals = featurizer.run(
      timed,
      [&](MatrixRow&& row) {
        if (!writer) return;
        const Stopwatch watch;
        writer->write(row);
        seconds.write += watch.seconds();
      },
      bar.progress());
  seconds.walk = std::max(0.0, running.seconds() - seconds.write - timed.seconds());
  if (writer) {
    const Stopwatch watch;
    writer->commit();
    seconds.write += watch.seconds();
  }
  seconds.read = timed.seconds();
  seconds.total = total.seconds();
  if (totals.edge_labels_missing) note("some graphs have no edge labels: their edges are all labelled *");
  if (totals.weights_unused) note("the input has weights that were not used; --weighted uses them");
  print_summary(options, totals, featurizer.num_columns(), seconds);
}

}  // namespace

void declare_embed(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("embed", "Turn graphs (or nodes, edges, subgraphs) into vectors");
  auto options = std::make_shared<EmbedOptions>();
  options->input.declare(*verb);
  verb->add_option("-o,--output", options->output, "Matrix to write; without it only the summary is printed");
  auto* features =
      verb->add_option("--features", options->features, "Blocks of features in one line: docs/features.md");
  auto* vocabulary = verb->add_option("--vocabulary", options->vocabulary, "Columns that --vocabulary-out has kept");
  verb->add_option("-l,--length", options->length, "Anonymous walks of so many steps, or a range: 7, 2..7")
      ->capture_default_str()
      ->excludes(features)
      ->excludes(vocabulary);
  verb->add_option("--walk", options->walk, "uniform, or non-backtracking: turns back only at a dead end")
      ->check(CLI::IsMember({"uniform", "non-backtracking"}))
      ->capture_default_str()
      ->excludes(features)
      ->excludes(vocabulary);
  verb->add_option("--vocabulary-out", options->vocabulary_out, "Keep what is learnt; without -o only that is done")
      ->excludes(vocabulary);
  verb->add_option("--hash-bits", options->hash_bits, "Labelled walks in 2^B columns a length; no vocabulary");
  verb->add_option("--min-graphs", options->min_graphs, "Columns for walks found in at least so many graphs")
      ->check(whole_number())
      ->capture_default_str();
  verb->add_option("--max-columns", options->max_columns, "At most so many a length, the most frequent ones")
      ->check(whole_number());
  verb->add_flag("--explain-features", options->explain,
                 "Print what will be computed and what it will cost; without -o that is all");
  verb->add_option("--level", options->level, "A row for each graph, node, edge or subgraph")
      ->check(CLI::IsMember({"graph", "node", "edge", "subgraph"}))
      ->capture_default_str();
  verb->add_option("--nodes", options->nodes_file, "CSV of graph id, node ids: the subgraphs of --level subgraph");
  verb->add_option("--method", options->method, "auto, exact or sampled")
      ->check(CLI::IsMember({"auto", "exact", "sampled"}))
      ->capture_default_str();
  auto* walks = verb->add_option("--walks", options->walks, "Walks drawn for each row")->check(whole_number());
  verb->add_option("--epsilon", options->epsilon, "L1 error of each row that sampling keeps")
      ->capture_default_str()
      ->excludes(walks);
  verb->add_option("--delta", options->delta, "Probability that it is not kept")->capture_default_str();
  verb->add_option("--budget", options->budget, "Walks that exact enumeration of a graph may take")
      ->capture_default_str();
  verb->add_option("--scaling", options->scaling, "none (p), sqrt, log (ln(1 + n p)) or unit (length 1 a block)")
      ->check(CLI::IsMember({"none", "sqrt", "log", "unit"}))
      ->capture_default_str()
      ->excludes(features)
      ->excludes(vocabulary);
  verb->add_flag("--normalise", options->normalise, "Divide each row by 1 - stopped");
  verb->add_option("--dtype", options->dtype, "Values of .npy and .npz: float64 or float32")
      ->check(CLI::IsMember({"float64", "float32"}))
      ->capture_default_str();
  verb->add_option("--memory", options->memory, "Bytes that a dense output may take")
      ->transform(CLI::AsSizeValue(false))
      ->transform(CLI::Validator(
          [](std::string& text) { return text.starts_with('-') ? "'" + text + "' is no size" : std::string(); }, ""))
      ->capture_default_str();
  verb->add_flag("--force", options->force, "Replace an existing output");
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_embed(*options); }; });
}

}  // namespace awe::cli
