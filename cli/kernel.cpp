// awe kernel: graphs, or a ready feature matrix, to the matrix of a kernel between all rows.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <numeric>

#include "awe/error.h"
#include "awe/matrix_writer.h"
#include "base/json_text.h"
#include "base/number.h"
#include "common_flags.h"
#include "console.h"
#include "feature_flags.h"
#include "features/fitted_features.h"
#include "input_flags.h"
#include "kernels/block_kernel.h"
#include "matrices/matrix_reader.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "INPUT is a collection of graphs, turned into features as by `awe embed`, or a feature matrix x.npy or x.npz.\n"
    "For rows x and y:\n"
    "  linear        sum x y\n"
    "  poly          (sum x y + c)^d                      c: --coef0, d: --degree\n"
    "  rbf           exp(-|x - y|^2 / (2 sigma^2))        sigma: --sigma, a number or the median of |x - y|\n"
    "  cosine        sum x y / (|x| |y|)\n"
    "  hellinger     sum sqrt(x y)                        this and the next two: for values that are not negative\n"
    "  intersection  sum min(x, y)\n"
    "  chi2          sum 2 x y / (x + y)\n"
    "  overlap       sum min(x, y) / sqrt(sum x sum y)     for values that are not negative\n"
    "--blocks-median computes exp(-gamma D), where D is the sum over blocks of weight * d / (median of d over pairs "
    "of\n"
    "rows) and d = k(x,x) + k(y,y) - 2 k(x,y) on the columns of the block. Blocks and weights are those of "
    "--features;\n"
    "the blocks of a matrix are read from x.columns.csv and have weight 1.\n\n"
    "The output is float32, exactly symmetric, and the same for any number of threads. gram.rows.csv and\n"
    "gram.columns.csv are written beside gram.npy.\n\n"
    "Examples:\n"
    "  awe kernel MUTAG.zip --features \"walks(node):0..5\" --kernel hellinger -o gram.npy\n"
    "  awe kernel graphs.jsonl --length 7 --kernel rbf --sigma median -o gram.npy\n"
    "  awe kernel NCI1.zip --features \"2*walks(node):0..5 + size\" --blocks-median --gamma 0.5 -o gram.npy\n"
    "  awe kernel x.npz --kernel poly --degree 3 --coef0 1 -o gram.npy\n";

struct KernelFlags {
  InputFlags input;
  FeatureFlags features;
  RunFlags run;
  std::string output;
  KernelKind kernel = KernelKind::linear;
  int degree = 2;
  double coef0 = 1;
  std::string sigma = "median";
  bool blocks_median = false;
  double gamma = 1;
  std::uint64_t memory = std::uint64_t{4} << 30;
  bool force = false;

  // What the library is asked for.
  [[nodiscard]] KernelOptions kernel_options() const {
    KernelOptions made;
    made.kernel = kernel;
    made.degree = degree;
    made.coef0 = coef0;
    if (sigma != "median") made.sigma = base::parse_real(sigma).value_or(0);
    made.blocks_median = blocks_median;
    made.gamma = gamma;
    made.run.threads = run.thread_count();
    made.run.memory = memory;
    return made;
  }
};

struct Rows {
  kernels::SparseRows values;
  std::vector<MatrixRow> names;  // without values
  std::vector<kernels::DistanceBlock> blocks;
};

void check(const KernelFlags& options) {
  if (options.output.empty()) throw Error(ErrorKind::usage, "-o: name a file that ends in .npy");
  if (!options.output.ends_with(".npy")) throw Error(ErrorKind::usage, options.output + ": the output must be .npy");
  if (options.sigma != "median" && !(base::parse_real(options.sigma).value_or(0) > 0)) {
    throw Error(ErrorKind::usage, "--sigma " + options.sigma + ": write a number above 0, or median");
  }
}

// Refuses a matrix that will not fit, before computing it. `held`: bytes of the rows, which kernels copy twice.
void check_memory(const KernelFlags& options, std::uint64_t rows, std::uint64_t held) {
  const auto n = static_cast<double>(rows);
  const double bytes = GramMatrix::bytes(n, n) + 3 * static_cast<double>(held);
  if (bytes <= static_cast<double>(options.memory)) return;
  throw Error(ErrorKind::limit, fmt::format("a kernel of {} needs {:.0f} bytes, more than {}; raise --memory, or "
                                            "use fewer rows with --limit or --shard",
                                            counted(rows, "row"), bytes, options.memory));
}

Rows read_rows(const KernelFlags& options) {
  Rows rows;
  matrices::MatrixReadOptions reading;
  reading.memory = options.memory;
  const std::string& path = options.input.path;
  const matrices::StoredMatrix shape = matrices::read_matrix(
      path,
      [&](const matrices::StoredMatrix& matrix) {
        check_memory(options, matrix.rows, 0);
        rows.values = kernels::SparseRows(matrix.columns);
      },
      [&](SparseVector&& row) { rows.values.append(row); }, reading);
  rows.names = matrices::read_row_names(path, shape.rows);
  for (const ColumnBlock& block : matrices::read_column_blocks(path, shape.columns)) {
    rows.blocks.push_back({block.first, block.last, 1, 1});
  }
  return rows;
}

Rows compute_rows(KernelFlags options, PhaseSeconds& seconds) {
  FeatureOptions plan = options.features.plan(options.input, options.run);
  plan.run.memory = options.memory;
  options.input.require_ids_of(plan.node_sets, options.features.nodes_file);
  auto whole = seconds.measure("read", [&] { return options.input.open_whole(options.input.read_options()); });
  plan.plain_ids = whole->count() == 1;
  if (options.features.vocabulary.empty()) whole = features::settle_dead_ends(plan, std::move(whole));
  const auto source = options.input.select_from(std::move(whole));
  if (plan.level == Level::graph && source->count()) check_memory(options, *source->count(), 0);
  const Stopwatch fitting;
  std::optional<features::FittedFeatures> fitted = options.features.fit(plan, options.input);
  if (fitted) seconds.add("fit", fitting.seconds());
  const FeatureSpec spec = plan.features;
  const DeadEnds rule = plan.dead_ends;
  const Featurizer featurizer(std::move(plan), std::move(fitted));

  Rows rows;
  rows.values = kernels::SparseRows(featurizer.num_columns());
  std::uint64_t first = 0;
  const auto ends = featurizer.block_ends();
  for (std::size_t b = 0; b < ends.size(); ++b) {
    rows.blocks.push_back({first, ends[b], spec[b].weight, 1});
    first = ends[b];
  }
  ProgressBar bar("graphs");
  TimedSource timed(*source, seconds);
  const FeatureTotals totals = featurizer.run(
      timed,
      [&](MatrixRow&& row) {
        rows.values.append(row.values);
        row.values = {};
        rows.names.push_back(std::move(row));
      },
      bar.progress());
  seconds.add("walk", totals.walk_seconds);
  if (totals.weights_unused) note("the input has weights that were not used; --weighted uses them");
  options.features.note_stopped(totals, rule);
  return rows;
}

Kernel compute_kernel(const KernelFlags& options, const Rows& rows) {
  ProgressBar bar("pieces");
  KernelOptions wanted = options.kernel_options();
  wanted.run.progress = bar.progress();
  return kernels::kernel_of_rows(rows.values, rows.blocks, wanted);
}

void write(const KernelFlags& options, const GramMatrix& gram, std::vector<MatrixRow>& names) {
  MatrixOptions matrix;
  matrix.force = options.force;
  matrix.float32 = true;
  matrix.memory = options.memory;
  const MatrixColumns columns{names.size(), [&](std::uint64_t i) {
                                return MatrixColumn{"kernel", 0, names[static_cast<std::size_t>(i)].id};
                              }};
  const auto writer = create_matrix(options.output, columns, names.size(), matrix);
  ProgressBar bar("rows");
  const Progress progress = bar.progress();
  for (std::size_t i = 0; i < gram.rows(); ++i) {
    progress.throw_if_stopped();
    MatrixRow& row = names[i];
    row.values.indices.resize(gram.columns());
    std::iota(row.values.indices.begin(), row.values.indices.end(), std::uint64_t{0});
    row.values.values.assign(gram.row(i).begin(), gram.row(i).end());
    writer->write(row);
    row.values = {};
    if (progress.report) progress.report(i + 1, gram.rows());
  }
  writer->commit();
}

// Says where a kernel tells rows apart badly or not at all.
void note_poor_rows(const KernelFlags& options, const Rows& rows) {
  std::uint64_t empty = 0;
  bool equal = rows.values.rows() > 1;
  const auto same = [](const kernels::SparseRows::Row& a, const kernels::SparseRows::Row& b) {
    if (a.size() != b.size() || !std::equal(a.values.begin(), a.values.end(), b.values.begin())) return false;
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (a.column(k) != b.column(k)) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < rows.values.rows(); ++i) {
    empty += rows.values.row(i).size() == 0 ? 1 : 0;
    equal = equal && same(rows.values.row(0), rows.values.row(i));
  }
  if (rows.values.rows() == 0) note("there is no row: the kernel matrix is empty");
  if (empty > 0 && 2 * empty >= rows.values.rows())
    note(fmt::format("{} of {} have no value but 0", empty, counted(rows.values.rows(), "row")));
  if (!equal) return;
  note(std::string("all rows are equal") + (options.kernel == KernelKind::rbf && options.sigma == "median"
                                                ? ", so their median distance is 0: sigma is 1"
                                                : ""));
}

void print_json(const KernelFlags& options, const Kernel& kernel, const Rows& rows, const PhaseSeconds& seconds) {
  base::JsonObject summary;
  summary.integer("rows", kernel.values.rows()).integer("columns", rows.values.columns());
  summary.integer("entries", rows.values.entries()).text("kernel", to_string(options.kernel));
  if (kernel.sigma) summary.real("sigma", *kernel.sigma);
  if (options.blocks_median) {
    base::JsonArray medians;
    for (const double median : kernel.medians) medians.raw(base::json_real(median));
    summary.real("gamma", options.gamma).raw("medians", medians.str());
  }
  summary.raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
  fmt::print("{}\n", summary.str());
}

void run_kernel(const KernelFlags& options) {
  PhaseSeconds seconds{"read", "fit", "walk", "kernel", "write"};
  check(options);
  outputs::OutputUnit unit(options.force);
  claim_matrix(unit, options.output);
  Rows rows = matrices::is_matrix_path(options.input.path) ? seconds.measure("read", [&] { return read_rows(options); })
                                                           : compute_rows(options, seconds);
  check_memory(options, rows.values.rows(), rows.values.bytes());
  const Kernel kernel = seconds.measure("kernel", [&] { return compute_kernel(options, rows); });
  const GramMatrix& gram = kernel.values;
  seconds.measure("write", [&] { write(options, gram, rows.names); });
  unit.commit();
  note_poor_rows(options, rows);
  if (options.run.json) return print_json(options, kernel, rows, seconds);
  fmt::print("{} x {}, {} -> {}{} kernel in {}\n", counted(gram.rows(), "row"),
             counted(rows.values.columns(), "column"), counted(rows.values.entries(), "value"),
             to_string(options.kernel), options.blocks_median ? " blocks-median" : "", options.output);
  if (kernel.sigma) fmt::print("sigma {:.6g}\n", *kernel.sigma);
  fmt::print("{:.2f} s, {:.0f} MB\n", seconds.total(), static_cast<double>(peak_rss_bytes()) / 1e6);
}

}  // namespace

void declare_kernel(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("kernel", "Compute a kernel between all graphs, or between the rows of a matrix");
  auto options = std::make_shared<KernelFlags>();
  options->input.declare(*verb);
  options->features.declare(*verb);
  begin_group(*verb, "Kernel");
  add_choice(*verb, "--kernel", options->kernel, "Kernel between two rows; formulas below");
  verb->add_option("--degree", options->degree, "Degree d of poly, 1 to 100")
      ->check(CLI::Range(1, 100).description(""))
      ->capture_default_str();
  verb->add_option("--coef0", options->coef0, "Constant c of poly, added before the power")->capture_default_str();
  verb->add_option("--sigma", options->sigma, "Width sigma of rbf: a number, or median")->capture_default_str();
  verb->add_flag("--blocks-median", options->blocks_median,
                 "Compute exp(-gamma D) from distances of each block, divided by their median; formula below");
  verb->add_option("--gamma", options->gamma, "Factor gamma of --blocks-median")->capture_default_str();
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "Kernel matrix to write, .npy")->type_name("FILE")->required();
  add_force(*verb, options->force);
  add_memory(*verb, options->memory, "the kernel matrix and the rows, and of a block for one graph");
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_kernel(*options); }; });
}

}  // namespace awe::cli
