#include "awe/graph_index.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "awe/embedding_model.h"
#include "awe/error.h"
#include "search/index_builder.h"
#include "search/index_file.h"
#include "search/nearest.h"

namespace awe {
namespace {

constexpr std::size_t kQueriesAtOnce = 4096;      // of a stream: enough for every thread
constexpr std::uint64_t kMostApproximate = 1000;  // results; more are searched exactly

// A row to search for, with its id.
struct Query {
  std::string id;
  search::PreparedRow row;
};

void check(const SearchOptions& options) {
  if (options.k == 0) throw Error(ErrorKind::usage, "`k` must be at least 1");
  if (options.max_distance && !(*options.max_distance >= 0)) {
    throw Error(ErrorKind::usage, "`max_distance` must be at least 0");
  }
  if (options.breadth == 0U) throw Error(ErrorKind::usage, "`breadth` must be at least 1");
}

// Searches, and what a search returns.
class Searcher {
 public:
  Searcher(const GraphIndex::State& index, const SearchOptions& options) : index_(index), options_(options) {
    check(options);
    if (options.shared_walks > 0 && !index.vectors->has_walks()) {
      throw Error(ErrorKind::usage, "`shared_walks`: the columns of this index are no walks; leave it out");
    }
    nearest_.k = static_cast<std::size_t>(std::min(options.k, index.rows.size()));
    nearest_.max_distance = options.max_distance;
    nearest_.breadth = static_cast<std::size_t>(std::min<std::uint64_t>(
        options.breadth.value_or(std::max<std::uint32_t>(
            index.summary.breadth,
            static_cast<std::uint32_t>(std::min<std::uint64_t>(2 * options.k, 2 * kMostApproximate)))),
        index.rows.size()));
    exact_ = options.exact || options.max_distance || index.graph.empty() || options.k > kMostApproximate;
    if (index.file) index.file->check_unchanged();
  }

  [[nodiscard]] std::vector<std::vector<search::FoundRow>> find(std::span<const search::NearestQuery> queries) const {
    return search::nearest(index_, queries, nearest_, exact_, options_.run.thread_count(), options_.run.progress);
  }

  [[nodiscard]] SearchResult result(std::string id, const search::RowView& query,
                                    const std::vector<search::FoundRow>& found) const {
    SearchResult made{std::move(id), {}};
    for (const search::FoundRow& row : found) {
      const double distance = search::distance_of_sum(index_.summary.distance, row.sum);
      if (options_.max_distance && distance > *options_.max_distance) continue;
      SearchHit hit{row.row, std::string(index_.rows.id(row.row)), distance, {}};
      if (made.hits.size() < options_.explained_hits) hit.shared = shared(query, index_.rows.row(row.row));
      made.hits.push_back(std::move(hit));
    }
    return made;
  }

  // Searches for the queries and passes their results on.
  void run(std::vector<Query>& queries, const std::function<void(SearchResult&&)>& consume) const {
    std::vector<search::NearestQuery> views;
    for (const Query& query : queries) views.push_back({query.row.view()});
    const auto found = find(views);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      consume(result(std::move(queries[i].id), queries[i].row.view(), found[i]));
    }
    queries.clear();
  }

 private:
  [[nodiscard]] std::vector<SharedWalk> shared(const search::RowView& query, const search::RowView& hit) const {
    struct Term {
      double term;
      std::uint32_t column;
      float query, hit;
    };
    std::vector<Term> terms;
    double sum = 0;
    for (std::size_t i = 0, j = 0; options_.shared_walks > 0 && i < query.size() && j < hit.size();) {
      const std::uint32_t left = query.columns[i], right = hit.columns[j];
      if (left == right) {
        const double term = search::similarity_term(index_.summary.distance, query.values[i], hit.values[j]);
        terms.push_back({term, left, query.values[i], hit.values[j]});
        sum += term;
      }
      i += left <= right ? 1 : 0;
      j += right <= left ? 1 : 0;
    }
    std::sort(terms.begin(), terms.end(),
              [](const Term& a, const Term& b) { return a.term != b.term ? a.term > b.term : a.column < b.column; });
    terms.resize(std::min<std::size_t>(terms.size(), static_cast<std::size_t>(options_.shared_walks)));
    std::vector<SharedWalk> walks;
    for (const Term& term : terms) {
      if (term.column >= index_.summary.columns) throw search::damaged_index("a column has no name");
      MatrixColumn column = index_.vectors->column(term.column);
      walks.push_back({std::move(column.block), column.length, std::move(column.walk), value_of(term.query),
                       value_of(term.hit), sum > 0 ? term.term / sum : 0});
    }
    return walks;
  }
  // The value of a column from the stored one; that of cosine is relative to the length of its row.
  [[nodiscard]] double value_of(float stored) const {
    const auto value = static_cast<double>(stored);
    return index_.summary.distance == Distance::hellinger ? value * value : value;
  }

  const GraphIndex::State& index_;
  const SearchOptions& options_;
  search::NearestOptions nearest_;
  bool exact_ = true;
};

void add_all(search::IndexBuilder& builder, const search::ItemVectors& vectors, GraphSource& source,
             const RunOptions& run) {
  vectors.run(
      source, [&](std::string&& id, SparseVector&& row) { builder.add(id, row); }, run.progress);
}

void add_all(search::IndexBuilder& builder, const FeatureMatrix& rows) {
  for (const MatrixRow& row : rows.rows) builder.add(row.id, row.values);
}

void check_columns(const FeatureMatrix& rows, const GraphIndex::State& state) {
  if (rows.num_columns() == state.summary.columns) return;
  throw Error(ErrorKind::usage, "the rows have " + std::to_string(rows.num_columns()) + " columns, the index has " +
                                    std::to_string(state.summary.columns) + "; make them in the same way");
}

}  // namespace

GraphIndex GraphIndex::build(const OpenGraphs& open, const IndexOptions& options) {
  search::check(options);
  std::shared_ptr<const search::ItemVectors> vectors;
  if (options.model.empty()) {
    FeatureOptions features = options.features;
    features.run = options.run;
    vectors = std::make_shared<const search::ItemVectors>(Featurizer::fit(open, features));
  } else {
    vectors = std::make_shared<const search::ItemVectors>(
        EmbeddingModel::load(options.model, options.run.thread_count(), options.features.node_sets));
  }
  search::IndexBuilder builder(vectors, options);
  add_all(builder, *vectors, *open(), options.run);
  return builder.finish(options.run.progress);
}

GraphIndex GraphIndex::build(std::span<const Graph> graphs, const IndexOptions& options) {
  return build([graphs] { return source_of_borrowed(graphs); }, options);
}

GraphIndex GraphIndex::build(const FeatureMatrix& rows, const IndexOptions& options) {
  search::check(options);
  search::IndexBuilder builder(std::make_shared<const search::ItemVectors>(rows.num_columns(), rows.blocks), options);
  add_all(builder, rows);
  return builder.finish(options.run.progress);
}

GraphIndex GraphIndex::add(GraphSource& source, const RunOptions& run) const {
  search::IndexBuilder builder(state_, run);
  add_all(builder, *state_->vectors, source, run);
  return builder.finish(run.progress);
}

GraphIndex GraphIndex::add(std::span<const Graph> graphs, const RunOptions& run) const {
  return add(*source_of_borrowed(graphs), run);
}

GraphIndex GraphIndex::add(const FeatureMatrix& rows, const RunOptions& run) const {
  check_columns(rows, *state_);
  search::IndexBuilder builder(state_, run);
  add_all(builder, rows);
  return builder.finish(run.progress);
}

void GraphIndex::save(const std::string& path, bool force) const { search::save_index(*state_, path, force); }

GraphIndex GraphIndex::open(const std::string& path, int threads, NodeSets node_sets) {
  return GraphIndex(search::open_index(path, threads, std::move(node_sets)));
}

void GraphIndex::verify() const {
  if (state_->file) state_->file->verify();
}

void GraphIndex::search(GraphSource& source, const std::function<void(SearchResult&&)>& consume,
                        const SearchOptions& options) const {
  const Searcher searcher(*state_, options);
  const search::RowForm form = state_->form();
  std::vector<Query> queries;
  state_->vectors->run(
      source,
      [&](std::string&& id, SparseVector&& row) {
        queries.push_back({std::move(id), {}});
        queries.back().row = form.prepare(row, queries.back().id);
        if (queries.size() == kQueriesAtOnce) searcher.run(queries, consume);
      },
      options.run.progress);
  searcher.run(queries, consume);
}

std::vector<SearchResult> GraphIndex::search(std::span<const Graph> graphs, const SearchOptions& options) const {
  std::vector<SearchResult> results;
  search(
      *source_of_borrowed(graphs), [&](SearchResult&& result) { results.push_back(std::move(result)); }, options);
  return results;
}

std::vector<SearchResult> GraphIndex::search(const FeatureMatrix& rows, const SearchOptions& options) const {
  check_columns(rows, *state_);
  const Searcher searcher(*state_, options);
  const search::RowForm form = state_->form();
  std::vector<Query> queries;
  for (const MatrixRow& row : rows.rows) queries.push_back({row.id, form.prepare(row.values, row.id)});
  std::vector<SearchResult> results;
  searcher.run(queries, [&](SearchResult&& result) { results.push_back(std::move(result)); });
  return results;
}

std::vector<SearchResult> GraphIndex::search_rows(std::span<const std::uint64_t> rows,
                                                  const SearchOptions& options) const {
  const Searcher searcher(*state_, options);
  std::vector<search::NearestQuery> queries;
  for (const std::uint64_t row : rows) {
    if (row >= state_->rows.size()) {
      throw Error(ErrorKind::usage, "row " + std::to_string(row) + " is not below " +
                                        std::to_string(state_->rows.size()) + ", the number of rows");
    }
    queries.push_back({state_->rows.row(row), row});
  }
  const auto found = searcher.find(queries);
  std::vector<SearchResult> results;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    results.push_back(searcher.result(std::string(state_->rows.id(rows[i])), queries[i].row, found[i]));
  }
  return results;
}

const IndexSummary& GraphIndex::summary() const noexcept { return state_->summary; }

std::string GraphIndex::id(std::uint64_t row) const {
  if (row >= state_->rows.size()) throw Error(ErrorKind::usage, "the index has no row " + std::to_string(row));
  return std::string(state_->rows.id(row));
}

}  // namespace awe
