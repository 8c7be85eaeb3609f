// awe embed: graphs to a matrix of walk distributions. Input and output are streamed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/error.h"
#include "awe/featurizer.h"
#include "awe/matrix_writer.h"
#include "base/json_text.h"
#include "common_flags.h"
#include "console.h"
#include "feature_flags.h"
#include "features/fitted_features.h"
#include "input_flags.h"
#include "matrix_output.h"
#include "row_classes.h"
#include "row_forecast.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "The vector of a graph G with n nodes is p(a) = 1/n * sum over nodes u of P(a walk of length l from u is a), for\n"
    "every anonymous walk a, in the order of `awe walks`. Walks that cannot continue follow --dead-ends: in directed\n"
    "graphs they end, as outcomes of their own (\"1 2 3 .\"), in undirected ones they are counted as `stopped`, and a\n"
    "row sums to 1 - stopped. Walks may carry labels, and several blocks of features may be combined\n"
    "(docs/reference/features.md):\n"
    "  --features \"2*walks(degree):0..2 + aw:1..8[sqrt] + colours:1..3 + size\"\n\n"
    "Sampled rows: walks are drawn until P(L1 error >= epsilon) <= delta is certain for each length and block, by\n"
    "the paper's bound or by the data, whichever needs fewer walks; x.rows.csv has the error of the whole row, before\n"
    "scaling (docs/explanation/guarantee.md). With --walks M it is the error that M walks certify. --method auto\n"
    "enumerates exactly where that is predicted to be cheaper.\n\n"
    "The columns of labelled walks come from a vocabulary that a first pass over the graphs learns. Write it with\n"
    "--vocabulary-out and use it for other graphs, or for the shards of a large set, with --vocabulary; or hash the\n"
    "walks with --hash-bits.\n\n"
    "The extension of the output is its format: .npy (dense), .npz (scipy sparse rows), .csv, .svm (LIBSVM), .txt\n"
    "(word2vec), .arrow (Arrow IPC). x.rows.csv and x.columns.csv are written beside x.npy and x.npz. -o - writes CSV, "
    "or\n"
    "the format of --to, to standard output, without summary and tables.\n\n"
    "JSON: `seconds` has read, fit (the pass that learns a vocabulary), walk (computing rows, summed over threads),\n"
    "write and total.\n\n"
    "Examples:\n"
    "  awe embed MUTAG.zip --length 7 -o mutag.npy\n"
    "  awe embed graphs.jsonl --length 2..7 --scaling sqrt -o graphs.npz\n"
    "  awe embed MUTAG.zip --features \"walks(node,edge):0..5\" --vocabulary-out mutag.voc -o mutag.npz\n"
    "  awe embed new.jsonl --vocabulary mutag.voc -o new.npz\n"
    "  awe embed MUTAG.zip --features \"walks(node):0..3 + size\" --explain-features\n"
    "  awe embed social.txt.gz --level node --length 5 --walks 1000 -o nodes.npz\n"
    "  awe embed - --format jsonl --json < graphs.jsonl\n";

// How values of .npy and .npz are stored.
enum class ValueType { float64, float32 };

}  // namespace
}  // namespace awe::cli

template <>
struct awe::EnumText<awe::cli::ValueType> {
  static constexpr std::string_view kWhat = "value type";
  static constexpr EnumNames<cli::ValueType, 2> kNames = {
      {{cli::ValueType::float64, "float64"}, {cli::ValueType::float32, "float32"}}};
};

namespace awe::cli {
namespace {

struct EmbedFlags {
  InputFlags input;
  RunFlags run;
  std::string output;
  FeatureFlags features;
  std::string vocabulary_out;
  bool explain = false;
  ValueType dtype = ValueType::float64;
  std::optional<MatrixFormat> to;
  std::uint64_t memory = MatrixOptions{}.memory;
  bool force = false;
};

void print_summary(const EmbedFlags& options, const FeatureTotals& totals, std::uint64_t columns,
                   const PhaseSeconds& seconds) {
  if (options.run.json) {
    base::JsonObject methods, summary;
    methods.integer("exact", totals.exact).integer("sampled", totals.sampled).integer("mixed", totals.mixed);
    summary.integer("graphs", totals.graphs).integer("nodes", totals.nodes).integer("edges", totals.edges);
    summary.integer("rows", totals.rows).integer("columns", columns).integer("walks", totals.walks);
    summary.real("largest_certified_error", totals.largest_error).real("largest_unseen", totals.largest_unseen);
    summary.raw("methods", methods.str()).raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{}, {}, {} -> {} x {}{}\n", counted(totals.graphs, "graph"), counted(totals.nodes, "node"),
             counted(totals.edges, "edge"), counted(totals.rows, "row"), counted(columns, "column"),
             options.output.empty() ? "" : " in " + options.output);
  const std::string mixed = totals.mixed > 0 ? fmt::format(", both for {}", totals.mixed) : "";
  fmt::print("exact for {}, sampled for {}{} ({}); {:.2f} s, {:.0f} MB\n", counted(totals.exact, "graph"),
             totals.sampled, mixed, counted(totals.walks, "walk"), seconds.total(),
             static_cast<double>(peak_rss_bytes()) / 1e6);
  if (totals.walks > 0) {
    const bool several = totals.largest_error > totals.largest_part_error;
    fmt::print(
        "the L1 error of each row{} is at most {:.4g} with probability {:.4g}{}\n",
        several ? ", before scaling and over all lengths and blocks together," : "", totals.largest_error,
        1 - options.features.delta,
        several ? fmt::format("; that of each length and block is at most {:.4g}", totals.largest_part_error) : "");
  }
  if (totals.largest_unseen > 0) {
    fmt::print("up to {:.2f} % of the probability of a row is in walks that have no column\n",
               100 * totals.largest_unseen);
  }
}

void explain(const EmbedFlags& options, FeatureOptions plan) {
  std::optional<features::FittedFeatures> fitted;
  if (!options.features.vocabulary.empty()) {
    fitted = features::load_fitted(options.features.vocabulary);
    if (options.features.features.empty()) plan.features = fitted->features;
    if (plan.dead_ends == DeadEnds::automatic) plan.dead_ends = fitted->dead_ends;
  }
  std::unique_ptr<GraphSource> source;
  if (options.input.path != "-") source = options.input.open();
  ProgressBar bar("graphs");
  const FeatureForecast known = forecast(plan, source.get(), bar.progress(), std::move(fitted));
  double seconds = 0;
  base::JsonArray blocks;
  for (const BlockForecast& block : known.blocks) {
    seconds += block.seconds;
    const std::string columns =
        block.learnt ? "learnt" : fmt::format("{}{}", block.columns, block.hashed ? " hashed" : "");
    if (options.run.json) {
      base::JsonObject object;
      object.text("block", block.block).text("columns", columns).integer("exact", block.exact);
      object.integer("sampled", block.sampled).real("seconds_per_pass", block.seconds);
      blocks.raw(object.str());
      continue;
    }
    fmt::print("{}\n  columns: {}; exact for {}, sampled for {}; about {:.2g} s per pass on one thread\n", block.block,
               columns, counted(block.exact, "graph"), block.sampled, block.seconds);
  }
  if (options.run.json) {
    base::JsonObject object;
    object.integer("graphs", known.graphs).integer("passes", known.passes).real("seconds_per_pass", seconds);
    object.raw("blocks", blocks.str());
    fmt::print("{}\n", object.str());
    return;
  }
  fmt::print("{}, {} over the input; about {:.2g} s per pass on one thread, {:.2g} s in total on {}\n",
             counted(known.graphs, "graph"), counted(known.passes, "pass"), seconds,
             seconds * static_cast<double>(std::min<std::uint64_t>(known.passes, 2)) / plan.run.thread_count(),
             counted(static_cast<std::uint64_t>(plan.run.thread_count()), "thread"));
}

// What the features need to learn, if anything; also writes it to --vocabulary-out, if given.
std::optional<features::FittedFeatures> find_fit(const EmbedFlags& options, FeatureOptions& plan) {
  if (!options.vocabulary_out.empty() && !features::needs_fit(plan)) {
    throw Error(ErrorKind::usage, "--vocabulary-out: these features have no vocabulary to learn; leave it out");
  }
  std::optional<features::FittedFeatures> fitted = options.features.fit(plan, options.input);
  if (!options.vocabulary_out.empty()) features::save_fitted(options.vocabulary_out, *fitted, options.force);
  return fitted;
}

MatrixOptions matrix_options(const EmbedFlags& options) {
  MatrixOptions matrix;
  matrix.force = options.force;
  matrix.float32 = options.dtype == ValueType::float32;
  matrix.memory = options.memory;
  matrix.format = options.to;
  return matrix;
}

// The writer for -o; null without it.
std::unique_ptr<MatrixWriter> create_output(const EmbedFlags& options, const Featurizer& featurizer,
                                            std::optional<std::uint64_t> rows) {
  if (options.output.empty()) return nullptr;
  const MatrixColumns columns{featurizer.num_columns(), [&](std::uint64_t i) { return featurizer.column(i); }};
  return create_matrix(options.output, columns, rows, matrix_options(options));
}

void print_learnt(const EmbedFlags& options, std::uint64_t columns, const PhaseSeconds& seconds) {
  if (options.run.json) {
    fmt::print("{}\n", base::JsonObject().integer("columns", columns).raw("seconds", seconds.json()).str());
  } else {
    fmt::print("{} learnt, in {}\n", counted(columns, "column"), options.vocabulary_out);
  }
}

void run_embed(EmbedFlags options) {
  PhaseSeconds seconds{"read", "fit", "walk", "write"};
  FeatureOptions plan = options.features.plan(options.input, options.run);
  plan.run.memory = options.memory;
  if (!options.output.empty()) check_matrix_output(options.output, options.to, options.run.json);
  options.input.require_ids_of(plan.node_sets, options.features.nodes_file);
  RowClasses classes(options.input, plan.level);
  outputs::OutputUnit unit(options.force);
  claim_matrix(unit, options.output);
  unit.add(options.vocabulary_out);
  if (options.explain) {
    explain(options, plan);
    if (options.output.empty() && options.vocabulary_out.empty()) return;
  }
  const Stopwatch fitting;
  std::optional<features::FittedFeatures> fitted = find_fit(options, plan);
  if (fitted) seconds.add("fit", fitting.seconds());
  if (!options.vocabulary_out.empty() && options.output.empty()) {
    unit.commit();
    return print_learnt(options, Featurizer(plan, std::move(*fitted)).num_columns(), seconds);
  }

  // Listed nodes, like subgraphs, are not counted in advance.
  const Level level = plan.node_sets.empty() ? plan.level : Level::subgraph;
  auto whole = seconds.measure("read", [&] { return options.input.open_whole(options.input.read_options()); });
  plan.plain_ids = whole->count() == 1;  // of the whole input, so that shards name their rows alike
  // Before the first graph is read to settle the rule for dead ends, which can only add columns.
  if (!options.output.empty() && !fitted && level == Level::graph) {
    refuse_large_matrix(options.output, Featurizer(plan).num_columns(), 1, matrix_options(options));
  }
  whole = seconds.measure("read", [&] { return features::settle_dead_ends(plan, std::move(whole)); });
  const auto source = options.input.select_from(std::move(whole));
  TimedSource timed(*source, seconds);
  const DeadEnds rule = plan.dead_ends;
  const auto rows = level == Level::graph ? source->count() : std::nullopt;
  const Featurizer featurizer(std::move(plan), std::move(fitted));
  const auto writer = seconds.measure("write", [&] { return create_output(options, featurizer, rows); });
  RowForecast counted_rows(timed, level, [&](std::uint64_t count) {
    if (writer) refuse_large_matrix(options.output, featurizer.num_columns(), count, matrix_options(options));
  });
  const FeatureTotals totals = [&] {
    ProgressBar bar("graphs");
    return featurizer.run(
        counted_rows,
        [&](MatrixRow&& row) {
          classes.assign(row);
          if (writer) seconds.measure("write", [&] { writer->write(row); });
        },
        bar.progress());
  }();
  seconds.add("walk", totals.walk_seconds);
  classes.finish();
  if (writer) seconds.measure("write", [&] { writer->commit(); });
  unit.commit();
  if (totals.graphs == 0) note("no graph was selected: the input has fewer graphs than --shard asks for");
  if (totals.edge_labels_missing) note("some graphs have no edge labels: all their edges get the label *");
  if (totals.weights_unused) note("the input has weights that were not used; --weighted uses them");
  options.features.note_stopped(totals, rule);
  if (!to_standard_output(options.output)) print_summary(options, totals, featurizer.num_columns(), seconds);
}

}  // namespace

void declare_embed(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("embed", "Turn graphs (or nodes, edges, subgraphs) into vectors");
  auto options = std::make_shared<EmbedFlags>();
  options->input.declare(*verb);
  options->features.declare(*verb);
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output,
                   "Matrix to write, or - for standard output (default: only the summary is printed)")
      ->type_name("FILE");
  add_matrix_format(*verb, options->to);
  verb->add_option("--vocabulary-out", options->vocabulary_out,
                   "File to write the learnt vocabulary to; without -o nothing else is computed")
      ->type_name("FILE")
      ->excludes(verb->get_option("--vocabulary"));
  verb->add_flag("--explain-features", options->explain,
                 "Print what would be computed and its predicted cost; without an output nothing else is done");
  add_choice(*verb, "--dtype", options->dtype, "Type of the values of .npy and .npz");
  add_force(*verb, options->force);
  add_memory(*verb, options->memory, "a dense output, and of a block for one graph");
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_embed(*options); }; });
}

}  // namespace awe::cli
