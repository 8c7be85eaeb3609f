#include "awe/featurizer.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "awe/error.h"
#include "awe/walk_index.h"
#include "base/parallel.h"
#include "features/feature_columns.h"
#include "features/graph_rows.h"

namespace awe {
namespace {

constexpr std::uint64_t kMostWalks = std::uint64_t{1} << 53;  // a double counts them exactly

// The result of one graph: its rows, and what the totals need.
struct Result {
  std::vector<MatrixRow> rows;
  std::uint64_t nodes = 0, edges = 0;
  features::RowMethod method = features::RowMethod::exact;
  double seconds = 0;  // time to compute the rows
  double stopped = 0;  // sum over the rows
  std::uint64_t num_rows = 0;
  std::string name;
  bool directed = false, edge_labels_missing = false, weights_unused = false;
};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Result describe(const features::GraphRows& rows) {
  const Graph& graph = rows.items().graph();
  Result result;
  result.nodes = graph.num_nodes();
  result.edges = graph.num_edges();
  result.method = rows.method();
  result.num_rows = rows.size();
  result.name = rows.items().graph_name();
  result.directed = graph.directed();
  result.edge_labels_missing = rows.wants_edge_labels() && graph.num_arcs() > 0 && graph.edge_labels().empty();
  result.weights_unused = graph.build_notes().weights_unused;
  return result;
}

void add(FeatureTotals& totals, const Result& result) {
  ++totals.graphs;
  totals.nodes += result.nodes;
  totals.edges += result.edges;
  ++(result.method == features::RowMethod::exact   ? totals.exact
     : result.method == features::RowMethod::mixed ? totals.mixed
                                                   : totals.sampled);
  totals.walk_seconds += result.seconds;
  const double stopped = result.num_rows == 0 ? 0 : result.stopped / static_cast<double>(result.num_rows);
  if (stopped > totals.largest_stopped) {
    totals.largest_stopped = stopped;
    totals.most_stopped = result.name;
    totals.directed = result.directed;
  }
  totals.edge_labels_missing = totals.edge_labels_missing || result.edge_labels_missing;
  totals.weights_unused = totals.weights_unused || result.weights_unused;
}

void add(FeatureTotals& totals, const MatrixRow& row) {
  ++totals.rows;
  totals.stopped += (row.stopped - totals.stopped) / static_cast<double>(totals.rows);
  totals.walks += row.walks;
  totals.largest_error = std::max(totals.largest_error, row.certified_error);
  totals.largest_part_error = std::max(totals.largest_part_error, row.largest_error);
  totals.largest_unseen = std::max(totals.largest_unseen, row.unseen);
}

}  // namespace

void check(const FeatureOptions& options) {
  if (options.features.empty()) throw Error(ErrorKind::usage, "there is no block of features");
  for (const FeatureBlock& block : options.features) {
    if (block.first > block.last) {
      throw Error(ErrorKind::usage,
                  "lengths " + std::to_string(block.first) + ".." + std::to_string(block.last) + " are an empty range");
    }
    const bool unlabelled = block.kind == FeatureBlock::Kind::walks && !block.labels.any();
    if (block.first < (unlabelled ? 1 : 0) || block.last > kMaxWalkLength) {
      throw Error(ErrorKind::usage, "a length of " + block.name() + " is outside " + (unlabelled ? "1" : "0") + ".." +
                                        std::to_string(kMaxWalkLength));
    }
    if (block.of_map() && options.level != Level::graph) {
      throw Error(ErrorKind::usage, "`level` " + std::string(to_string(options.level)) + ": " + block.name() +
                                        " describes whole graphs; use walks, colours, size or ldp");
    }
    if (!(block.weight > 0)) throw Error(ErrorKind::usage, "the weight of " + block.name() + " must be above 0");
  }
  if (options.walks && *options.walks == 0) throw Error(ErrorKind::usage, "`walks` must be at least 1");
  if (options.walks && *options.walks > kMostWalks) throw Error(ErrorKind::usage, "`walks` must be at most 2^53");
  if (!(options.epsilon > 0 && options.epsilon < 2))
    throw Error(ErrorKind::usage, "`epsilon` must be above 0 and below 2");
  if (!(options.delta > 0 && options.delta < 1)) throw Error(ErrorKind::usage, "`delta` must be above 0 and below 1");
  if (!(options.budget > 0)) throw Error(ErrorKind::usage, "`budget` must be above 0");
  if (options.vocabulary.max_columns == 0u) throw Error(ErrorKind::usage, "`max_columns` must be at least 1");
  if (options.hash_bits && *options.hash_bits != features::kWideHashBits &&
      (*options.hash_bits < 1 || *options.hash_bits > 32)) {
    throw Error(ErrorKind::usage, "`hash_bits` must be from 1 to 32");
  }
  if (options.level == Level::subgraph && options.node_sets.empty()) {
    throw Error(ErrorKind::usage, "`level` subgraph needs the nodes of each subgraph in `node_sets`");
  }
}

Featurizer::Featurizer(FeatureOptions options) : Featurizer(std::move(options), std::nullopt) {}

Featurizer::Featurizer(FeatureOptions options, std::optional<features::FittedFeatures> fitted)
    : columns_(std::make_shared<const features::FeatureColumns>(std::move(options), std::move(fitted), false)) {}
Featurizer Featurizer::fit(const OpenGraphs& open, const FeatureOptions& options) {
  FeatureOptions wanted = features::with_spec(options);
  std::optional<features::FittedFeatures> fitted;
  if (features::needs_fit(wanted)) {
    fitted = features::fit_features(wanted, open, options.run.progress);
    wanted.dead_ends = fitted->dead_ends;
  } else if (wanted.dead_ends == DeadEnds::automatic) {
    wanted.dead_ends = features::settled(wanted.dead_ends, open()->next());
  }
  return {std::move(wanted), std::move(fitted)};
}

Featurizer Featurizer::fit(std::span<const Graph> graphs, const FeatureOptions& options) {
  return fit([graphs] { return source_of_borrowed(graphs); }, options);
}

void Featurizer::save(const std::string& path, bool force) const {
  if (!fitted()) throw Error(ErrorKind::usage, "these features learn nothing from graphs: there is nothing to save");
  features::save_fitted(path, *fitted(), force);
}

namespace {

Featurizer with_learnt(features::FittedFeatures fitted, FeatureOptions options) {
  if (options.features.empty()) options.features = fitted.features;
  options.self_loops = fitted.self_loops;
  return {std::move(options), std::move(fitted)};
}

}  // namespace

Featurizer Featurizer::load(const std::string& path, FeatureOptions options) {
  return with_learnt(features::load_fitted(path), std::move(options));
}

std::string Featurizer::learnt_text() const {
  std::string text;
  if (fitted()) features::write_fitted(*fitted(), [&](std::string_view more) { text += more; });
  return text;
}

Featurizer Featurizer::from_learnt_text(std::string text, FeatureOptions options) {
  return with_learnt(features::parse_fitted("learnt features", std::move(text)), std::move(options));
}

Featurizer::~Featurizer() = default;
Featurizer::Featurizer(Featurizer&&) noexcept = default;

std::uint64_t Featurizer::num_columns() const noexcept { return columns_->size(); }

MatrixColumn Featurizer::column(std::uint64_t index) const { return columns_->describe(index); }

const std::optional<features::FittedFeatures>& Featurizer::fitted() const noexcept { return columns_->fitted; }

std::vector<std::uint64_t> Featurizer::block_ends() const {
  std::vector<std::uint64_t> ends;
  const FeatureBlock* last = nullptr;
  for (const auto& part : columns_->parts) {
    if (part.block != last) ends.emplace_back();
    ends.back() = part.first_column.back();
    last = part.block;
  }
  return ends;
}

const FeatureOptions& Featurizer::options() const noexcept { return columns_->options; }

FeatureMatrix Featurizer::transform(std::span<const Graph> graphs, const Progress& progress) const {
  FeatureMatrix matrix;
  matrix.columns = {num_columns(), [columns = columns_](std::uint64_t index) { return columns->describe(index); }};
  std::uint64_t first = 0;
  const std::vector<std::uint64_t> ends = block_ends();
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const FeatureBlock& block = options().features[i];
    matrix.blocks.push_back({block.name(), first, ends[i], block.weight});
    first = ends[i];
  }
  run(
      *source_of_borrowed(graphs), [&](MatrixRow&& row) { matrix.rows.push_back(std::move(row)); }, progress);
  return matrix;
}

FeatureMatrix embed(std::span<const Graph> graphs, const FeatureOptions& options) {
  return Featurizer::fit(graphs, options).transform(graphs, options.run.progress);
}

FeatureTotals Featurizer::run(GraphSource& source, const std::function<void(MatrixRow&&)>& consume,
                              const Progress& progress) const {
  FeatureTotals totals;
  const FeatureOptions& options = columns_->options;
  const std::uint64_t expected = source.count().value_or(0);
  Progress inner = progress;  // of the work on one graph
  if (expected != 1) inner.within = {};
  std::uint64_t next_place = 0;
  const auto read = [&]() -> std::optional<features::PlacedGraph> {
    progress.throw_if_stopped();
    auto graph = source.next();
    if (!graph) return std::nullopt;
    return features::PlacedGraph{std::move(*graph), next_place++};
  };
  const auto give = [&](MatrixRow&& row) {
    add(totals, row);
    consume(std::move(row));
  };
  const auto finish = [&](const Result& result) {
    add(totals, result);
    if (progress.report) progress.report(totals.graphs, expected);
  };

  if (options.level == Level::graph) {
    const auto make_row = [&](features::PlacedGraph&& item) {
      const double begun = now();
      const features::GraphRows rows(item.graph, item.place, *columns_);
      Result result = describe(rows);
      result.rows.push_back(features::GraphRows::Worker(rows).row(0, options.run.thread_count(), inner));
      result.seconds = now() - begun;
      return result;
    };
    base::ordered_pipeline<features::PlacedGraph, Result>(options.run.thread_count(),
                                                          static_cast<std::size_t>(options.run.thread_count()) * 4,
                                                          read, make_row, [&](Result&& result) {
                                                            for (MatrixRow& row : result.rows) {
                                                              result.stopped += row.stopped;
                                                              give(std::move(row));
                                                            }
                                                            finish(result);
                                                          });
    return totals;
  }

  // Rows within a graph: in runs, each divided among the threads, so that a large graph needs the memory of only one
  // run.
  constexpr std::size_t kRun = 4096;
  while (auto item = read()) {
    const double begun = now();
    const features::GraphRows rows(item->graph, item->place, *columns_);
    const auto threads = static_cast<std::size_t>(std::max(1, options.run.thread_count()));
    std::vector<features::GraphRows::Worker> workers;
    for (std::size_t i = 0; i < std::min(threads, rows.size()); ++i) workers.emplace_back(rows);
    std::vector<MatrixRow> run;
    double stopped = 0;
    const double prepared = now() - begun;
    std::vector<double> seconds(workers.size());
    Progress stoppable = progress;  // rows are counted here, not within them
    stoppable.within = {};
    for (std::size_t first = 0; first < rows.size(); first += kRun) {
      run.assign(std::min(kRun, rows.size() - first), MatrixRow{});
      base::parallel_for(workers.size(), options.run.thread_count(), [&](std::size_t part) {
        const double part_begun = now();
        for (std::size_t i = part; i < run.size(); i += workers.size()) {
          progress.throw_if_stopped();
          run[i] = workers[part].row(first + i, 1, stoppable);
        }
        seconds[part] += now() - part_begun;
      });
      for (MatrixRow& row : run) {
        stopped += row.stopped;
        give(std::move(row));
      }
      if (inner.within) inner.within(first + run.size(), rows.size(), options.level == Level::node ? "nodes" : "rows");
    }
    Result result = describe(rows);
    result.stopped = stopped;
    result.seconds = std::accumulate(seconds.begin(), seconds.end(), prepared);
    finish(result);
  }
  return totals;
}

}  // namespace awe
