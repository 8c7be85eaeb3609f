#include "awe/features/featurizer.h"

#include <algorithm>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "graph_rows.h"

namespace awe {
namespace {

void check(const FeaturePlan& plan) {
  if (plan.first_length > plan.last_length) {
    throw Error(ErrorKind::usage, "lengths " + std::to_string(plan.first_length) + ".." +
                                      std::to_string(plan.last_length) + " are an empty range");
  }
  if (plan.walks && *plan.walks == 0) throw Error(ErrorKind::usage, "--walks must be at least 1");
  if (!(plan.epsilon > 0 && plan.epsilon < 2)) throw Error(ErrorKind::usage, "--epsilon must be above 0 and below 2");
  if (!(plan.delta > 0 && plan.delta < 1)) throw Error(ErrorKind::usage, "--delta must be above 0 and below 1");
  if (!(plan.budget > 0)) throw Error(ErrorKind::usage, "--budget must be above 0");
  if (plan.level == Level::subgraph && plan.node_sets.empty()) {
    throw Error(ErrorKind::usage, "--level subgraph needs --nodes FILE with graph ids and node ids");
  }
}

struct Item {
  Graph graph;
  std::uint64_t place = 0;
};

// All of a graph that the totals need, once its rows are made.
struct Result {
  std::vector<MatrixRow> rows;
  std::uint64_t nodes = 0, edges = 0, walks = 0;
  bool exact = false, weights_unused = false;
};

Result describe(const Graph& graph, const GraphRows& rows) {
  Result result;
  result.nodes = graph.num_nodes();
  result.edges = graph.num_edges();
  result.walks = rows.walks_per_row() * rows.size();
  result.exact = rows.exact();
  result.weights_unused = graph.build_notes().weights_unused;
  return result;
}

void add(FeatureTotals& totals, const Result& result) {
  ++totals.graphs;
  totals.nodes += result.nodes;
  totals.edges += result.edges;
  totals.walks += result.walks;
  ++(result.exact ? totals.exact : totals.sampled);
  totals.weights_unused = totals.weights_unused || result.weights_unused;
}

}  // namespace

Featurizer::Featurizer(FeaturePlan plan) : plan_(std::move(plan)) {
  check(plan_);
  first_column_.push_back(0);
  for (int length = plan_.first_length; length <= plan_.last_length; ++length) {
    indices_.emplace_back(length, plan_.self_loops);
    if (indices_.back().size() > ~first_column_.back()) {
      throw Error(ErrorKind::limit, "the columns of all lengths together pass 2^64; use fewer lengths");
    }
    first_column_.push_back(first_column_.back() + indices_.back().size());
  }
}

MatrixColumn Featurizer::column(std::uint64_t index) const {
  const auto after = std::upper_bound(first_column_.begin(), first_column_.end(), index);
  const auto block = static_cast<std::size_t>(after - first_column_.begin()) - 1;
  return {"aw", indices_[block].length(), to_string(indices_[block].unrank(index - first_column_[block]))};
}

FeatureTotals Featurizer::run(GraphSource& source, const std::function<void(MatrixRow&&)>& consume,
                              const Progress& progress) const {
  FeatureTotals totals;
  const std::uint64_t expected = source.count().value_or(0);
  std::uint64_t next_place = 0;
  const auto read = [&]() -> std::optional<Item> {
    progress.throw_if_stopped();
    auto graph = source.next();
    if (!graph) return std::nullopt;
    return Item{std::move(*graph), next_place++};
  };
  const auto finish = [&](const Result& result) {
    add(totals, result);
    if (progress.report) progress.report(totals.graphs, expected);
  };

  if (plan_.level == Level::graph) {
    const auto make_row = [&](Item&& item) {
      const GraphRows rows(item.graph, item.place, plan_, indices_, first_column_);
      Result result = describe(item.graph, rows);
      result.rows.push_back(GraphRows::Worker(rows).row(0, plan_.threads, progress));
      return result;
    };
    ordered_pipeline<Item, Result>(plan_.threads, static_cast<std::size_t>(plan_.threads) * 4, read, make_row,
                                   [&](Result&& result) {
                                     totals.rows += result.rows.size();
                                     for (MatrixRow& row : result.rows) consume(std::move(row));
                                     finish(result);
                                   });
    return totals;
  }

  // Rows within a graph: in runs, each cut among the threads, so that a large graph needs the memory of one run.
  constexpr std::size_t kRun = 4096;
  while (auto item = read()) {
    const GraphRows rows(item->graph, item->place, plan_, indices_, first_column_);
    const auto threads = static_cast<std::size_t>(std::max(1, plan_.threads));
    std::vector<GraphRows::Worker> workers;
    for (std::size_t i = 0; i < std::min(threads, rows.size()); ++i) workers.emplace_back(rows);
    std::vector<MatrixRow> run;
    for (std::size_t first = 0; first < rows.size(); first += kRun) {
      run.assign(std::min(kRun, rows.size() - first), MatrixRow{});
      parallel_for(workers.size(), plan_.threads, [&](std::size_t part) {
        for (std::size_t i = part; i < run.size(); i += workers.size()) {
          progress.throw_if_stopped();
          run[i] = workers[part].row(first + i, 1, progress);
        }
      });
      totals.rows += run.size();
      for (MatrixRow& row : run) consume(std::move(row));
    }
    finish(describe(item->graph, rows));
  }
  return totals;
}

}  // namespace awe
