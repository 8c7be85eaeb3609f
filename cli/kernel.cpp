// awe kernel: graphs, or a ready feature matrix, to the matrix of a kernel between all rows.
#include "awe/classify/kernel.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <numeric>

#include "awe/base/error.h"
#include "awe/base/json_text.h"
#include "awe/base/number.h"
#include "awe/io/atomic_file.h"
#include "awe/io/matrix_reader.h"
#include "awe/io/matrix_writer.h"
#include "console.h"
#include "feature_options.h"
#include "input_options.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "INPUT is graphs, with the features of `awe embed`, or a ready matrix x.npy or x.npz.\n"
    "For rows x and y:\n"
    "  linear        sum x y\n"
    "  poly          (sum x y + c)^d                      --coef0 c, --degree d\n"
    "  rbf           exp(-|x - y|^2 / (2 sigma^2))        --sigma, a number or the median of |x - y|\n"
    "  cosine        sum x y / (|x| |y|)\n"
    "  hellinger     sum sqrt(x y)                        these three for values that are not negative\n"
    "  intersection  sum min(x, y)\n"
    "  chi2          sum 2 x y / (x + y)\n"
    "--blocks-median: exp(-gamma D), D the sum over blocks of weight * d / (median of d over pairs of rows), where\n"
    "d = k(x,x) + k(y,y) - 2 k(x,y) of the block's columns. Blocks and weights are those of --features; those of a "
    "ready\n"
    "matrix are in x.columns.csv, with weight 1.\n\n"
    "The output is float32, symmetric to the bit, the same for any number of threads. Beside gram.npy: gram.rows.csv "
    "and\n"
    "gram.columns.csv.\n\n"
    "Examples:\n"
    "  awe kernel MUTAG.zip --features \"walks(node):0..5\" --kernel hellinger -o gram.npy\n"
    "  awe kernel graphs.jsonl --length 7 --kernel rbf --sigma median -o gram.npy\n"
    "  awe kernel NCI1.zip --features \"2*walks(node):0..5 + size\" --blocks-median --gamma 0.5 -o gram.npy\n"
    "  awe kernel x.npz --kernel poly --degree 3 --coef0 1 -o gram.npy\n";

struct KernelOptions {
  InputOptions input;
  FeatureOptions features;
  RunOptions run;
  std::string output;
  std::string kernel = "linear";
  int degree = 2;
  double coef0 = 1;
  std::string sigma = "median";
  bool blocks_median = false;
  double gamma = 1;
  std::uint64_t memory = std::uint64_t{4} << 30;
  bool force = false;

  // poly and rbf are made from inner products.
  [[nodiscard]] BaseKernel base() const { return base_kernel_of_name(kernel).value_or(BaseKernel::linear); }
};

struct Rows {
  SparseRows values;
  std::vector<MatrixRow> names;  // without values
  std::vector<DistanceBlock> blocks;
};

// What the kernel learnt from the rows.
struct Learnt {
  std::optional<double> sigma;
  std::vector<double> medians;
};

void check(const KernelOptions& options) {
  if (!options.output.ends_with(".npy")) throw Error(ErrorKind::usage, options.output + ": the output must be .npy");
  if (options.blocks_median && (options.kernel == "rbf" || options.kernel == "poly")) {
    throw Error(ErrorKind::usage,
                "--blocks-median makes distances from linear, cosine, hellinger, intersection or chi2; "
                "not from " +
                    options.kernel);
  }
  if (!(options.gamma > 0)) throw Error(ErrorKind::usage, "--gamma must be above 0");
  if (options.sigma != "median" && !(parse_real(options.sigma).value_or(0) > 0)) {
    throw Error(ErrorKind::usage, "--sigma " + options.sigma + ": write a number above 0, or median");
  }
}

// Refuses what will not fit before it is computed. `held`: bytes of the rows, of which kernels make two copies.
void check_memory(const KernelOptions& options, std::uint64_t rows, std::uint64_t held) {
  const auto n = static_cast<double>(rows);
  const double bytes = GramMatrix::bytes(n, n) + 3 * static_cast<double>(held);
  if (bytes <= static_cast<double>(options.memory)) return;
  throw Error(ErrorKind::limit, fmt::format("a kernel of {} rows needs {:.0f} bytes, more than {}; raise --memory, or "
                                            "take part of the rows with --limit or --shard",
                                            rows, bytes, options.memory));
}

Rows read_rows(const KernelOptions& options) {
  Rows rows;
  MatrixReadOptions reading;
  reading.memory = options.memory;
  const std::string& path = options.input.path;
  const StoredMatrix shape = read_matrix(
      path,
      [&](const StoredMatrix& matrix) {
        check_memory(options, matrix.rows, 0);
        rows.values = SparseRows(matrix.columns);
      },
      [&](SparseVector&& row) { rows.values.append(row); }, reading);
  rows.names = read_row_names(path, shape.rows);
  for (const ColumnBlock& block : read_column_blocks(path, shape.columns)) {
    rows.blocks.push_back({block.first, block.last, 1, 1});
  }
  return rows;
}

Rows compute_rows(const KernelOptions& options) {
  FeaturePlan plan = options.features.plan(options.input, options.run);
  auto whole = open_graphs(options.input.path, options.input.read_options());
  plan.plain_ids = whole->count() == 1;
  const auto source = options.input.select_from(std::move(whole));
  if (plan.level == Level::graph && source->count()) check_memory(options, *source->count(), 0);
  std::optional<FittedFeatures> fitted = options.features.fit(plan, options.input);
  const FeatureSpec spec = plan.features;
  const Featurizer featurizer(std::move(plan), std::move(fitted));

  Rows rows;
  rows.values = SparseRows(featurizer.num_columns());
  std::uint64_t first = 0;
  const auto ends = featurizer.block_ends();
  for (std::size_t b = 0; b < ends.size(); ++b) {
    rows.blocks.push_back({first, ends[b], spec[b].weight, 1});
    first = ends[b];
  }
  ProgressBar bar("graphs");
  const FeatureTotals totals = featurizer.run(
      *source,
      [&](MatrixRow&& row) {
        rows.values.append(row.values);
        row.values = {};
        rows.names.push_back(std::move(row));
      },
      bar.progress());
  if (totals.weights_unused) note("the input has weights that were not used; --weighted uses them");
  return rows;
}

GramMatrix compute_kernel(const KernelOptions& options, Rows& rows, Learnt& learnt) {
  ProgressBar bar("pieces");
  const KernelRun run{options.run.thread_count(), bar.progress()};
  std::vector<std::size_t> all(rows.values.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (options.blocks_median) {
    learn_medians(rows.blocks, rows.values, all, options.base(), run);
    for (const DistanceBlock& block : rows.blocks) learnt.medians.push_back(block.median);
    GramMatrix gram = block_distances(rows.values, rows.blocks, options.base(), run);
    exponentiate(gram, options.gamma, run.threads);
    return gram;
  }
  if (options.kernel == "rbf") {
    learnt.sigma = options.sigma == "median"
                       ? std::sqrt(median_squared_distance(rows.values, all, BaseKernel::linear, run))
                       : *parse_real(options.sigma);
    GramMatrix gram(rows.values.rows(), rows.values.rows());
    add_squared_distances(gram, rows.values, BaseKernel::linear, 1, run);
    exponentiate(gram, 1 / (2 * *learnt.sigma * *learnt.sigma), run.threads);
    return gram;
  }
  GramMatrix gram = kernel_matrix(rows.values, options.base(), run);
  if (options.kernel == "poly") raise_to_power(gram, options.degree, options.coef0, run.threads);
  return gram;
}

void write(const KernelOptions& options, const GramMatrix& gram, std::vector<MatrixRow>& names) {
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

void run_kernel(const KernelOptions& options) {
  const Stopwatch total;
  check(options);
  refuse_existing(options.output, options.force);
  Rows rows = is_matrix_path(options.input.path) ? read_rows(options) : compute_rows(options);
  const double reading = total.seconds();
  check_memory(options, rows.values.rows(), rows.values.bytes());
  const Stopwatch computing;
  Learnt learnt;
  const GramMatrix gram = compute_kernel(options, rows, learnt);
  const double computed = computing.seconds();
  const Stopwatch writing;
  write(options, gram, rows.names);
  if (options.run.json) {
    JsonObject summary, times;
    times.real("rows", reading)
        .real("kernel", computed)
        .real("write", writing.seconds())
        .real("total", total.seconds());
    summary.integer("rows", gram.rows()).integer("columns", rows.values.columns());
    summary.integer("entries", rows.values.entries()).text("kernel", options.kernel);
    if (learnt.sigma) summary.real("sigma", *learnt.sigma);
    if (options.blocks_median) {
      JsonArray medians;
      for (const double median : learnt.medians) medians.raw(json_real(median));
      summary.real("gamma", options.gamma).raw("medians", medians.str());
    }
    summary.raw("seconds", times.str()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{} rows x {} columns, {} values -> {}{} kernel in {}\n", gram.rows(), rows.values.columns(),
             rows.values.entries(), options.kernel, options.blocks_median ? " blocks-median" : "", options.output);
  if (learnt.sigma) fmt::print("sigma {:.6g}\n", *learnt.sigma);
  fmt::print("rows {:.2f} s, kernel {:.2f} s, writing {:.2f} s; {:.0f} MB\n", reading, computed, writing.seconds(),
             static_cast<double>(peak_rss_bytes()) / 1e6);
}

}  // namespace

void declare_kernel(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("kernel", "Compute a kernel between all graphs, or between the rows of a matrix");
  auto options = std::make_shared<KernelOptions>();
  options->input.declare(*verb);
  verb->add_option("-o,--output", options->output, "Matrix to write: gram.npy")->required();
  verb->add_option("--kernel", options->kernel, "The kernel; formulas below")
      ->check(CLI::IsMember({"linear", "poly", "rbf", "cosine", "hellinger", "intersection", "chi2"}))
      ->capture_default_str();
  verb->add_option("--degree", options->degree, "Of poly")->check(CLI::Range(1, 100))->capture_default_str();
  verb->add_option("--coef0", options->coef0, "Added before the power of poly")->capture_default_str();
  verb->add_option("--sigma", options->sigma, "Of rbf: a number, or median")->capture_default_str();
  verb->add_flag("--blocks-median", options->blocks_median,
                 "exp(-gamma D): squared distances of each block, divided by their median, with the blocks' weights");
  verb->add_option("--gamma", options->gamma, "Of --blocks-median")->capture_default_str();
  options->features.declare(*verb);
  declare_memory(*verb, options->memory, "Bytes that the kernel and the rows may take");
  verb->add_flag("--force", options->force, "Replace an existing output");
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_kernel(*options); }; });
}

}  // namespace awe::cli
