// awe embed: graphs to a matrix of anonymous-walk distributions. Reads a stream, writes a stream.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "awe/features/featurizer.h"
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
    "Sampled: m = ceil(2/epsilon^2 (ln(2^eta - 2) - ln delta)) walks keep the L1 error below epsilon with probability\n"
    "1 - delta, eta being the number of anonymous walks. `auto` enumerates exactly where that is predicted to be "
    "cheaper.\n\n"
    "Output by extension: .npy (dense), .npz (scipy sparse rows), .csv, .svm (LIBSVM), .txt (word2vec).\n"
    "Beside .npy and .npz: x.rows.csv and x.columns.csv.\n\n"
    "Examples:\n"
    "  awe embed MUTAG.zip --length 7 -o mutag.npy\n"
    "  awe embed graphs.jsonl --length 2..7 --scaling sqrt -o graphs.npz\n"
    "  awe embed social.txt.gz --level node --length 5 --walks 1000 -o nodes.npz\n"
    "  awe embed - --format jsonl --json < graphs.jsonl\n";

struct EmbedOptions {
  InputOptions input;
  RunOptions run;
  std::string output;
  std::string length = "7";
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
  std::tie(plan.first_length, plan.last_length) = parse_lengths(options.length);
  plan.self_loops = options.input.self_loops == "keep";
  plan.level = parse_level(options.level);
  if (!options.nodes_file.empty()) plan.node_sets = read_node_sets(options.nodes_file);
  plan.method = parse_method(options.method);
  plan.walks = options.walks;
  plan.epsilon = options.epsilon;
  plan.delta = options.delta;
  plan.budget = options.budget;
  plan.scaling = *scaling_of_name(options.scaling);
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
  double read = 0, walk = 0, write = 0, total = 0;
};

void print_summary(const EmbedOptions& options, const FeatureTotals& totals, std::uint64_t columns,
                   const Seconds& seconds) {
  if (options.run.json) {
    JsonObject methods, times, summary;
    methods.integer("exact", totals.exact).integer("sampled", totals.sampled);
    times.real("read", seconds.read).real("walk", seconds.walk).real("write", seconds.write);
    times.real("total", seconds.total);
    summary.integer("graphs", totals.graphs).integer("nodes", totals.nodes).integer("edges", totals.edges);
    summary.integer("rows", totals.rows).integer("columns", columns).integer("walks", totals.walks);
    summary.raw("methods", methods.str()).raw("seconds", times.str()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{} graphs, {} nodes, {} edges -> {} rows x {} columns{}\n", totals.graphs, totals.nodes, totals.edges,
             totals.rows, columns, options.output.empty() ? "" : " in " + options.output);
  fmt::print("exact for {} graphs, sampled for {} ({} walks); {:.2f} s, {:.0f} MB\n", totals.exact, totals.sampled,
             totals.walks, seconds.total, static_cast<double>(peak_rss_bytes()) / 1e6);
}

void run_embed(const EmbedOptions& options) {
  const Stopwatch total;
  FeaturePlan plan = make_plan(options);
  Stopwatch opening;
  auto whole = open_graphs(options.input.path, options.input.read_options());
  plan.plain_ids = whole->count() == 1;  // of the whole input: a shard names its rows as the whole does
  const auto source = options.input.select_from(std::move(whole));
  TimedSource timed(*source);
  timed.add(opening.seconds());
  const Level level = plan.level;
  const Featurizer featurizer(std::move(plan));

  std::unique_ptr<MatrixWriter> writer;
  double write_seconds = 0;
  if (!options.output.empty()) {
    MatrixOptions matrix;
    matrix.force = options.force;
    matrix.float32 = options.dtype == "float32";
    matrix.memory = options.memory;
    const MatrixColumns columns{featurizer.num_columns(), [&](std::uint64_t i) { return featurizer.column(i); }};
    const Stopwatch watch;
    const auto rows = level == Level::graph ? source->count() : std::nullopt;
    writer = create_matrix(options.output, columns, rows, matrix);
    write_seconds += watch.seconds();
  }
  ProgressBar bar("graphs");
  const Stopwatch running;
  const FeatureTotals totals = featurizer.run(
      timed,
      [&](MatrixRow&& row) {
        if (!writer) return;
        const Stopwatch watch;
        writer->write(row);
        write_seconds += watch.seconds();
      },
      bar.progress());
  Seconds seconds;
  seconds.walk = std::max(0.0, running.seconds() - write_seconds - timed.seconds());
  if (writer) {
    const Stopwatch watch;
    writer->commit();
    write_seconds += watch.seconds();
  }
  seconds.read = timed.seconds();
  seconds.write = write_seconds;
  seconds.total = total.seconds();
  if (totals.weights_unused) note("the input has weights that were not used; --weighted uses them");
  print_summary(options, totals, featurizer.num_columns(), seconds);
}

}  // namespace

void declare_embed(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("embed", "Turn graphs (or nodes, edges, subgraphs) into vectors");
  auto options = std::make_shared<EmbedOptions>();
  options->input.declare(*verb);
  verb->add_option("-o,--output", options->output, "Matrix to write; without it only the summary is printed");
  verb->add_option("-l,--length", options->length, "Steps of a walk, or a range: 7, 2..7")->capture_default_str();
  verb->add_option("--level", options->level, "A row for each graph, node, edge or subgraph")
      ->check(CLI::IsMember({"graph", "node", "edge", "subgraph"}))
      ->capture_default_str();
  verb->add_option("--nodes", options->nodes_file, "CSV of graph id, node ids: the subgraphs of --level subgraph");
  verb->add_option("--method", options->method, "auto, exact or sampled")
      ->check(CLI::IsMember({"auto", "exact", "sampled"}))
      ->capture_default_str();
  auto* walks = verb->add_option("--walks", options->walks, "Walks drawn for each row")->check(whole_number());
  verb->add_option("--epsilon", options->epsilon, "L1 error that sampling keeps")
      ->capture_default_str()
      ->excludes(walks);
  verb->add_option("--delta", options->delta, "Probability that it is not kept")->capture_default_str();
  verb->add_option("--budget", options->budget, "Walks that exact enumeration of a graph may take")
      ->capture_default_str();
  verb->add_option("--scaling", options->scaling, "none (p), sqrt, log (ln(1 + n p)) or unit (length 1 a block)")
      ->check(CLI::IsMember({"none", "sqrt", "log", "unit"}))
      ->capture_default_str();
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
