// awe embed: graphs to a matrix of walk distributions. Reads a stream, writes a stream.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/base/error.h"
#include "awe/base/json_text.h"
#include "awe/features/featurizer.h"
#include "awe/io/atomic_file.h"
#include "awe/io/matrix_writer.h"
#include "console.h"
#include "feature_options.h"
#include "input_options.h"
#include "verb.h"

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
  FeatureOptions features;
  std::string vocabulary_out;
  bool explain = false;
  std::string dtype = "float64";
  std::uint64_t memory = MatrixOptions{}.memory;
  bool force = false;
};

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
    fmt::print("the L1 error of each row (and block) is below {:.4g} with probability {:.4g}\n", totals.largest_error,
               1 - options.features.delta);
  }
  if (totals.largest_unseen > 0) {
    fmt::print("up to {:.2f} % of a row's mass lies in walks that no column holds\n", 100 * totals.largest_unseen);
  }
}

void explain(const EmbedOptions& options, FeaturePlan plan) {
  std::optional<FittedFeatures> fitted;
  if (!options.features.vocabulary.empty()) {
    fitted = load_fitted(options.features.vocabulary);
    if (options.features.features.empty()) plan.features = fitted->features;
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

// What --vocabulary-out has to keep, if it is asked for.
std::optional<FittedFeatures> find_fit(const EmbedOptions& options, FeaturePlan& plan) {
  if (!options.vocabulary_out.empty() && !needs_fit(plan)) {
    throw Error(ErrorKind::usage, "--vocabulary-out: these features learn nothing from the graphs; leave it out");
  }
  std::optional<FittedFeatures> fitted = options.features.fit(plan, options.input);
  if (!options.vocabulary_out.empty()) save_fitted(options.vocabulary_out, *fitted, options.force);
  return fitted;
}

void run_embed(const EmbedOptions& options) {
  const Stopwatch total;
  Seconds seconds;
  FeaturePlan plan = options.features.plan(options.input, options.run);
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
  options->features.declare(*verb);
  verb->add_option("--vocabulary-out", options->vocabulary_out, "Keep what is learnt; without -o only that is done")
      ->excludes(verb->get_option("--vocabulary"));
  verb->add_flag("--explain-features", options->explain,
                 "Print what will be computed and what it will cost; without -o that is all");
  verb->add_option("--dtype", options->dtype, "Values of .npy and .npz: float64 or float32")
      ->check(CLI::IsMember({"float64", "float32"}))
      ->capture_default_str();
  declare_memory(*verb, options->memory, "Bytes that a dense output may take");
  verb->add_flag("--force", options->force, "Replace an existing output");
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_embed(*options); }; });
}

}  // namespace awe::cli
