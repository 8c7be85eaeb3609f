// awe index: graphs, or the rows of a matrix, to an index that `awe search` searches; also adds to an index.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/embedding_model.h"
#include "awe/error.h"
#include "awe/graph_index.h"
#include "base/json_text.h"
#include "common_flags.h"
#include "console.h"
#include "feature_flags.h"
#include "features/fitted_features.h"
#include "input_flags.h"
#include "inputs/node_sets.h"
#include "matrices/matrix_reader.h"
#include "search/index_builder.h"
#include "search/item_vectors.h"
#include "timing.h"
#include "trained_reading.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "INPUT is a collection of graphs, turned into rows as by `awe embed` or by a data-driven model (--model), or rows\n"
    "made elsewhere: x.npy or x.npz, with ids in x.rows.csv beside it. --level node, edge and subgraph index these\n"
    "instead of graphs. The distance of rows x and y:\n"
    "  hellinger     sqrt(sum (sqrt(x) - sqrt(y))^2 / 2)     this and intersection: for values that are not negative\n"
    "  cosine        1 - sum x y / (|x| |y|)\n"
    "  intersection  sum |x - y| / 2; for distributions 1 - sum min(x, y)\n"
    "  euclidean     |x - y|\n\n"
    "From 20,000 rows on the index is prepared for approximate search (--approximate): a graph of near neighbours\n"
    "(HNSW) in a few dimensions. Its recall, the share of the 10 nearest rows that it finds, is measured with 256 "
    "rows\n"
    "of the index, each without itself, and the breadth of the search is chosen to reach --recall. Distances are "
    "always\n"
    "computed from the rows.\n\n"
    "--add-to adds rows to an index, computed as its own rows were; with -o the result is another file. An index is\n"
    "written whole or not at all: if the command is stopped, the old one stays. `awe info x.awi` describes an index,\n"
    "and `awe info x.awi --verify` checks every byte.\n\n"
    "Examples:\n"
    "  awe index MUTAG.zip --features \"walks(node):0..3\" -o mutag.awi\n"
    "  awe index more.jsonl --add-to mutag.awi\n"
    "  awe index graphs.jsonl --length 5 --distance intersection -o graphs.awi\n"
    "  awe index graphs.jsonl --model graphs.awe --distance cosine -o vectors.awi\n"
    "  awe index social.txt.gz --level node --length 4 -o nodes.awi\n"
    "  awe index vectors.npy -o vectors.awi\n";

struct IndexFlags {
  InputFlags input;
  FeatureFlags features;
  RunFlags run;
  std::string output, add_to, model;
  IndexOptions index;
  std::uint64_t memory = std::uint64_t{4} << 30;
  bool force = false;
};

// What an index was made from.
struct Made {
  GraphIndex index;
  std::uint64_t added = 0;
};

// Adds all rows of the input, then finishes the index.
class InputRows {
 public:
  InputRows(const IndexFlags& options, PhaseSeconds& seconds) : options_(options), seconds_(seconds) {}

  Made add_graphs(search::IndexBuilder& builder, const search::ItemVectors& vectors,
                  std::unique_ptr<GraphSource> source, DeadEnds rule) {
    const FeatureTotals totals = seconds_.measure("rows", [&] {
      ProgressBar bar("graphs");
      return vectors.run(
          *source, [&](std::string&& id, SparseVector&& row) { builder.add(id, row); }, bar.progress());
    });
    if (totals.rows == 0) refuse_nothing();
    if (totals.edge_labels_missing) note("some graphs have no edge labels: all their edges get the label *");
    if (totals.weights_unused) note("the input has weights that were not used; --weighted uses them");
    options_.features.note_stopped(totals, rule);
    return finish(builder, totals.rows);
  }

  Made add_matrix(search::IndexBuilder& builder, std::uint64_t columns) {
    const std::string& path = options_.input.path;
    std::vector<MatrixRow> names;
    std::size_t row = 0;
    seconds_.measure("rows", [&] {
      matrices::MatrixReadOptions reading;
      reading.memory = options_.memory;
      matrices::read_matrix(
          path,
          [&](const matrices::StoredMatrix& shape) {
            if (shape.columns != columns) {
              throw Error(ErrorKind::usage, fmt::format("{} has {}, the index has {}; make the rows in the same way",
                                                        path, counted(shape.columns, "column"), columns));
            }
            names = matrices::read_row_names(path, shape.rows);
          },
          [&](SparseVector&& values) {
            builder.add(names[row].id, values);
            ++row;
          },
          reading);
    });
    if (row == 0) refuse_nothing();
    return finish(builder, row);
  }

 private:
  [[noreturn]] static void refuse_nothing() {
    throw Error(ErrorKind::usage, "there is nothing to index: no graph was selected, or the graphs have no items");
  }
  Made finish(search::IndexBuilder& builder, std::uint64_t added) {
    return seconds_.measure("index", [&] {
      ProgressBar bar("rows");
      return Made{builder.finish(bar.progress()), added};
    });
  }

  const IndexFlags& options_;
  PhaseSeconds& seconds_;
};

search::IndexBuilder new_builder(const IndexFlags& options, std::shared_ptr<const search::ItemVectors> vectors) {
  IndexOptions wanted = options.index;
  wanted.run.threads = options.run.thread_count();
  wanted.run.memory = options.memory;
  if (vectors->source() != "matrix") wanted.reading = reading_of(options.input);
  return {std::move(vectors), wanted};
}

Made index_matrix(const IndexFlags& options, PhaseSeconds& seconds) {
  std::uint64_t columns = 0;
  // Only the shape; the rows follow.
  struct Enough {};
  try {
    matrices::read_matrix(
        options.input.path,
        [&](const matrices::StoredMatrix& shape) {
          columns = shape.columns;
          throw Enough{};
        },
        [](SparseVector&&) {}, {options.memory});
  } catch (const Enough&) {
  }
  const auto vectors =
      std::make_shared<const search::ItemVectors>(columns, matrices::read_column_blocks(options.input.path, columns));
  search::IndexBuilder builder = new_builder(options, vectors);
  return InputRows(options, seconds).add_matrix(builder, columns);
}

Made index_by_model(IndexFlags& options, PhaseSeconds& seconds) {
  NodeSets node_sets;
  if (!options.features.nodes_file.empty()) node_sets = inputs::read_node_sets(options.features.nodes_file);
  EmbeddingModel model = seconds.measure(
      "fit", [&] { return EmbeddingModel::load(options.model, options.run.thread_count(), std::move(node_sets)); });
  read_as_trained(options.input, model.options());
  options.input.require_ids_of(model.options().node_sets, options.features.nodes_file);
  const auto vectors = std::make_shared<const search::ItemVectors>(std::move(model));
  search::IndexBuilder builder = new_builder(options, vectors);
  return InputRows(options, seconds).add_graphs(builder, *vectors, options.input.open(), DeadEnds::end);
}

Made index_features(IndexFlags& options, PhaseSeconds& seconds) {
  FeatureOptions plan = options.features.plan(options.input, options.run);
  plan.run.memory = options.memory;
  options.input.require_ids_of(plan.node_sets, options.features.nodes_file);
  search::check(options.index);
  std::optional<features::FittedFeatures> fitted =
      seconds.measure("fit", [&] { return options.features.fit(plan, options.input); });
  auto whole = options.input.open_whole(options.input.read_options());
  plan.plain_ids = whole->count() == 1;
  whole = features::settle_dead_ends(plan, std::move(whole));
  const DeadEnds rule = plan.dead_ends;
  const auto vectors = std::make_shared<const search::ItemVectors>(Featurizer(std::move(plan), std::move(fitted)));
  search::IndexBuilder builder = new_builder(options, vectors);
  return InputRows(options, seconds).add_graphs(builder, *vectors, options.input.select_from(std::move(whole)), rule);
}

Made add_to_index(IndexFlags& options, PhaseSeconds& seconds) {
  NodeSets node_sets;
  if (!options.features.nodes_file.empty()) node_sets = inputs::read_node_sets(options.features.nodes_file);
  options.input.require_ids_of(node_sets, options.features.nodes_file);
  const GraphIndex old = seconds.measure(
      "fit", [&] { return GraphIndex::open(options.add_to, options.run.thread_count(), std::move(node_sets)); });
  const bool matrix = matrices::is_matrix_path(options.input.path);
  if (matrix && old.summary().source != "matrix") {
    throw Error(ErrorKind::usage, fmt::format("{}: the rows of {} are computed from graphs; give graphs",
                                              options.input.path, options.add_to));
  }
  if (old.summary().reading) read_as_trained(options.input, *old.summary().reading);
  RunOptions run;
  run.threads = options.run.thread_count();
  run.memory = options.memory;
  // The state is shared with `old`, which ends here.
  search::IndexBuilder builder(std::make_shared<const GraphIndex::State>(old.state()), run);
  InputRows rows(options, seconds);
  if (matrix) return rows.add_matrix(builder, old.summary().columns);
  return rows.add_graphs(builder, *old.state().vectors, options.input.open(), DeadEnds::end);
}

void print_summary(const IndexFlags& options, const Made& made, const PhaseSeconds& seconds) {
  const IndexSummary& summary = made.index.summary();
  if (options.run.json) {
    base::JsonObject object;
    object.text("index", options.output).integer("rows", summary.rows).integer("added", made.added);
    object.integer("columns", summary.columns).integer("values", summary.values);
    object.text("distance", to_string(summary.distance)).flag("approximate", summary.approximate);
    if (summary.approximate) {
      object.integer("dimensions", summary.dimensions).integer("breadth", summary.breadth);
      object.real("recall_at_10", summary.recall).integer("recall_queries", summary.recall_queries);
    }
    object.raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", object.str());
    return;
  }
  fmt::print("{}{} x {}, {} distance -> {}\n", counted(summary.rows, "row"),
             options.add_to.empty() ? "" : fmt::format(" ({} added)", made.added), counted(summary.columns, "column"),
             to_string(summary.distance), options.output);
  if (summary.approximate) {
    fmt::print("approximate search: recall@10 {:.3f} of {} of the index, with breadth {} in {}\n", summary.recall,
               counted(summary.recall_queries, "row"), summary.breadth, counted(summary.dimensions, "dimension"));
  } else {
    fmt::print("searched exactly\n");
  }
  fmt::print("{:.2f} s, {:.0f} MB\n", seconds.total(), static_cast<double>(peak_rss_bytes()) / 1e6);
}

void run_index(IndexFlags options) {
  PhaseSeconds seconds{"fit", "rows", "index", "write"};
  if (options.output.empty()) options.output = options.add_to;
  if (options.output.empty()) throw Error(ErrorKind::usage, "-o: name a file that ends in .awi");
  if (!options.output.ends_with(".awi")) throw Error(ErrorKind::usage, options.output + ": the output must be .awi");
  const bool force = options.force || options.output == options.add_to;
  outputs::OutputUnit unit(force);
  unit.add(options.output);
  const Made made = !options.add_to.empty()                        ? add_to_index(options, seconds)
                    : matrices::is_matrix_path(options.input.path) ? index_matrix(options, seconds)
                    : !options.model.empty()                       ? index_by_model(options, seconds)
                                                                   : index_features(options, seconds);
  seconds.measure("write", [&] { made.index.save(options.output, force); });
  unit.commit();
  const IndexSummary& summary = made.index.summary();
  if (summary.approximate && summary.recall < options.index.recall && options.add_to.empty()) {
    note(
        fmt::format("approximate search finds {:.1f} % of the nearest rows, less than --recall asks for; "
                    "awe search --exact finds all",
                    100 * summary.recall));
  }
  print_summary(options, made, seconds);
}

}  // namespace

void declare_index(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("index", "Build an index of graphs (or nodes, edges, subgraphs), or add to one");
  auto options = std::make_shared<IndexFlags>();
  options->input.declare(*verb);
  options->features.declare(*verb);
  verb->add_option("--model", options->model, "Data-driven model of awe train whose vectors are indexed")
      ->type_name("FILE");
  begin_group(*verb, "Index");
  add_choice<Distance>(*verb, "--distance", options->index.distance,
                       "Distance between rows; formulas below (default: hellinger of features, euclidean of --model "
                       "and of rows made elsewhere)");
  add_choice(*verb, "--approximate", options->index.approximate,
             "Whether to prepare for approximate search; auto: from 20,000 rows on");
  verb->add_option("--recall", options->index.recall,
                   "Share of the 10 nearest rows that approximate search is tuned to find, above 0, at most 1")
      ->capture_default_str();
  add_count(*verb, "--links", options->index.links, "Links of a row in the graph of neighbours, 2 to 64")
      ->capture_default_str();
  add_count(*verb, "--build-breadth", options->index.build_breadth,
            "Number of rows that these links are chosen from: a better graph, built more slowly")
      ->capture_default_str();
  add_count(*verb, "--part-rows", options->index.part_rows,
            "Number of rows per graph of neighbours; parts are built in parallel and searched one after another")
      ->capture_default_str();
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "Index file to write, .awi (default: that of --add-to)")
      ->type_name("FILE");
  verb->add_option("--add-to", options->add_to, "Index file to add the input to, with its features and distance")
      ->type_name("FILE");
  add_force(*verb, options->force);
  add_memory(*verb, options->memory, "the rows");
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_index(*options); }; });
}

}  // namespace awe::cli
