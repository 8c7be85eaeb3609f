// Search against the definition, and its promises: exact distances, the same results by every way, defined results of
// degenerate inputs.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "awe/embedding_model.h"
#include "awe/error.h"
#include "awe/generators.h"
#include "awe/graph_index.h"
#include "support/process.h"
#include "support/random_graphs.h"
#include "support/search_oracle.h"
#include "support/toy_graphs.h"

#ifdef __SANITIZE_THREAD__
// hnswlib locks its nodes in any order, but one thread alone builds each of its graphs.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { return "detect_deadlocks=0"; }
#endif

namespace awe {
namespace {

constexpr Distance kAll[] = {Distance::hellinger, Distance::cosine, Distance::intersection, Distance::euclidean};

IndexOptions with(Distance distance, ApproximateSearch approximate = ApproximateSearch::never) {
  IndexOptions options;
  options.distance = distance;
  options.approximate = approximate;
  options.run.threads = 2;
  return options;
}

// Rows of a matrix as one of its own.
FeatureMatrix some_rows(const FeatureMatrix& matrix, std::size_t first, std::size_t count) {
  FeatureMatrix some = matrix;
  some.rows.assign(matrix.rows.begin() + static_cast<std::ptrdiff_t>(first),
                   matrix.rows.begin() + static_cast<std::ptrdiff_t>(first + count));
  return some;
}

// Expects that hits are the nearest rows by the definition.
void expect_nearest(const SearchResult& result, const SparseVector& query, Distance distance,
                    const FeatureMatrix& matrix, std::size_t k) {
  const std::vector<test::OracleHit> right = test::search_by_definition(distance, query, matrix);
  ASSERT_EQ(result.hits.size(), std::min(k, right.size()));
  std::set<std::uint64_t> seen;
  for (std::size_t i = 0; i < result.hits.size(); ++i) {
    const SearchHit& hit = result.hits[i];
    EXPECT_NEAR(hit.distance, right[i].distance, 2e-4) << to_string(distance) << " rank " << i;
    // The square root of a difference near 0 is off by more than the difference.
    const double own =
        test::distance_by_definition(distance, query, matrix.rows[static_cast<std::size_t>(hit.row)].values, matrix);
    EXPECT_NEAR(hit.distance * hit.distance, own * own, 2e-6 * (1 + own * own));
    EXPECT_EQ(hit.id, matrix.rows[static_cast<std::size_t>(hit.row)].id);
    EXPECT_TRUE(seen.insert(hit.row).second) << "a row twice";
    if (i > 0) {
      EXPECT_TRUE(result.hits[i - 1].distance < hit.distance ||
                  (result.hits[i - 1].distance == hit.distance && result.hits[i - 1].row < hit.row));
    }
  }
}

bool same(const std::vector<SearchResult>& a, const std::vector<SearchResult>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const SearchResult& x, const SearchResult& y) {
    return x.id == y.id && std::equal(x.hits.begin(), x.hits.end(), y.hits.begin(), y.hits.end(),
                                      [](const SearchHit& h, const SearchHit& i) {
                                        return h.row == i.row && h.id == i.id && h.distance == i.distance;
                                      });
  });
}

TEST(ExactSearch, FindsWhatTheDefinitionFinds) {
  for (const Distance distance : kAll) {
    const bool signs = distance == Distance::cosine || distance == Distance::euclidean;
    for (const auto& [columns, share] : {std::pair(12, 0.8), std::pair(400, 0.03)}) {
      const FeatureMatrix all = test::random_matrix(330, static_cast<std::uint64_t>(columns), share, 7, signs);
      const FeatureMatrix stored = some_rows(all, 0, 300), queries = some_rows(all, 290, 40);
      const GraphIndex index = GraphIndex::build(stored, with(distance));
      EXPECT_EQ(index.summary().rows, 300u);
      EXPECT_FALSE(index.summary().approximate);
      for (const std::uint64_t k : {1u, 10u, 1000u}) {
        SearchOptions options;
        options.k = k;
        const auto results = index.search(queries, options);
        ASSERT_EQ(results.size(), 40u);
        for (std::size_t i = 0; i < results.size(); ++i) {
          EXPECT_EQ(results[i].id, queries.rows[i].id);
          expect_nearest(results[i], queries.rows[i].values, distance, stored, static_cast<std::size_t>(k));
        }
      }
    }
  }
}

TEST(ExactSearch, CrossesBlocksOfRows) {
  const FeatureMatrix all = test::random_matrix(9000, 20, 0.3, 3);
  const GraphIndex index = GraphIndex::build(all, with(Distance::hellinger));
  const FeatureMatrix queries = some_rows(all, 4090, 12);
  const auto results = index.search(queries);
  for (std::size_t i = 0; i < results.size(); ++i) {
    expect_nearest(results[i], queries.rows[i].values, Distance::hellinger, all, 10);
    EXPECT_EQ(results[i].hits.front().row, 4090 + i);
    EXPECT_EQ(results[i].hits.front().distance, 0);
  }
}

TEST(ExactSearch, WithALimitFindsAllRowsWithinIt) {
  const FeatureMatrix all = test::random_matrix(500, 12, 0.8, 5);
  for (const Distance distance : kAll) {
    const GraphIndex index = GraphIndex::build(all, with(distance));
    for (const std::uint64_t row : {0u, 5u, 8u}) {
      const SparseVector& query = all.rows[row].values;
      const auto right = test::search_by_definition(distance, query, all);
      SearchOptions options;
      options.k = 500;
      // Between two distances, so that rounding does not matter.
      std::size_t wanted = 60;
      while (right[wanted].distance - right[wanted - 1].distance < 1e-4) ++wanted;
      options.max_distance = (right[wanted - 1].distance + right[wanted].distance) / 2;
      const auto found = index.search(some_rows(all, row, 1), options).front();
      EXPECT_EQ(found.hits.size(), wanted) << to_string(distance) << " " << row;
      expect_nearest(found, query, distance, all, wanted);
      // Without itself.
      const auto others = index.search_rows(std::vector<std::uint64_t>{row}, options).front();
      EXPECT_EQ(others.hits.size(), wanted - 1);
      for (const SearchHit& hit : others.hits) EXPECT_NE(hit.row, row);
    }
  }
}

double recall_of(const std::vector<SearchResult>& found, const std::vector<SearchResult>& exact) {
  double right = 0, wanted = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    wanted += static_cast<double>(exact[i].hits.size());
    for (const SearchHit& hit : found[i].hits) right += hit.distance <= exact[i].hits.back().distance ? 1 : 0;
  }
  return right / wanted;
}

TEST(ApproximateSearch, FindsNearlyAllAndItsDistancesAreExact) {
  for (const Distance distance : kAll) {
    const FeatureMatrix all = test::clustered_matrix(3200, distance == Distance::cosine ? 900 : 40, 11);
    const FeatureMatrix stored = some_rows(all, 0, 3000), queries = some_rows(all, 3000, 200);
    IndexOptions options = with(distance, ApproximateSearch::always);
    options.part_rows = 1100;
    const GraphIndex index = GraphIndex::build(stored, options);
    EXPECT_TRUE(index.summary().approximate);
    EXPECT_GE(index.summary().recall, 0.97) << to_string(distance);
    SearchOptions exact;
    exact.exact = true;
    const auto right = index.search(queries, exact), found = index.search(queries);
    EXPECT_GE(recall_of(found, right), 0.93) << to_string(distance);
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].hits.size(), 10u);
      for (const SearchHit& hit : found[i].hits) {
        const double own = test::distance_by_definition(distance, queries.rows[i].values,
                                                        stored.rows[static_cast<std::size_t>(hit.row)].values, stored);
        EXPECT_NEAR(hit.distance * hit.distance, own * own, 2e-6);
      }
    }
    // A broader search finds more, and a narrow one still answers.
    SearchOptions narrow, broad;
    narrow.breadth = 1;
    broad.breadth = 1000;
    EXPECT_GE(recall_of(index.search(queries, broad), right), recall_of(index.search(queries, narrow), right));
    EXPECT_GE(recall_of(index.search(queries, broad), right), 0.98);
  }
}

TEST(ApproximateSearch, ReportsTheRecallThatItMeasured) {
  const FeatureMatrix all = test::clustered_matrix(2000, 30, 2);
  IndexOptions options = with(Distance::euclidean, ApproximateSearch::always);
  options.recall = 0.5;
  const GraphIndex index = GraphIndex::build(all, options);
  const IndexSummary& summary = index.summary();
  EXPECT_EQ(summary.recall_queries, 256u);
  std::vector<std::uint64_t> rows;
  for (std::uint64_t i = 0; i < 256; ++i) rows.push_back(i * 2000 / 256);
  SearchOptions exact, approximate;
  exact.exact = true;
  approximate.breadth = summary.breadth;
  EXPECT_EQ(recall_of(index.search_rows(rows, approximate), index.search_rows(rows, exact)), summary.recall);
}

TEST(ApproximateSearch, FindsTheFirstOfManyEqualRows) {
  FeatureMatrix all = test::clustered_matrix(600, 30, 4);
  for (std::size_t i = 100; i < 500; ++i) all.rows[i].values = all.rows[50].values;
  const GraphIndex index = GraphIndex::build(all, with(Distance::hellinger, ApproximateSearch::always));
  const auto hits = index.search(some_rows(all, 50, 1)).front().hits;
  ASSERT_EQ(hits.size(), 10u);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    EXPECT_EQ(hits[i].row, i == 0 ? 50 : 99 + i);
    EXPECT_EQ(hits[i].distance, 0);
  }
}

TEST(Search, IsTheSameForAnyThreadsAndBatch) {
  const FeatureMatrix all = test::clustered_matrix(2500, 40, 9);
  const GraphIndex index = GraphIndex::build(all, with(Distance::hellinger, ApproximateSearch::always));
  for (const bool exact : {false, true}) {
    SearchOptions one, eight;
    one.exact = eight.exact = exact;
    one.run.threads = 1;
    eight.run.threads = 8;
    const auto whole = index.search(all, one);
    EXPECT_TRUE(same(whole, index.search(all, eight)));
    std::vector<SearchResult> pieces;
    for (std::size_t i = 0; i < 2500; i += 7) {
      for (auto& result : index.search(some_rows(all, i, std::min<std::size_t>(7, 2500 - i)), eight)) {
        pieces.push_back(std::move(result));
      }
    }
    EXPECT_TRUE(same(whole, pieces));
  }
}

TEST(Search, OfGraphsListsTheWalksThatTwoShare) {
  const std::vector<Graph> graphs = {test::cycle_graph(6), test::star_graph(5), test::path_graph(6),
                                     test::complete_graph(5), test::cycle_graph(9)};
  IndexOptions options;
  options.features.features = parse_features("aw:3");
  const GraphIndex index = GraphIndex::build(graphs, options);
  EXPECT_EQ(index.summary().source, "features");
  SearchOptions wanted;
  wanted.k = 5;
  wanted.shared_walks = 3;
  wanted.explained_hits = 2;
  const std::vector<Graph> query = {test::cycle_graph(7)};
  const SearchResult found = index.search(query, wanted).front();
  ASSERT_EQ(found.hits.size(), 5u);
  EXPECT_EQ(std::set<std::uint64_t>({found.hits[0].row, found.hits[1].row}), std::set<std::uint64_t>({0, 4}));
  EXPECT_EQ(found.hits[0].distance, 0);
  ASSERT_EQ(found.hits[0].shared.size(), 3u);
  EXPECT_EQ(found.hits[1].shared.size(), 3u);
  EXPECT_TRUE(found.hits[2].shared.empty());
  // Walks of length 3 in long cycles: 1 2 1 2, 1 2 1 3, 1 2 3 2, 1 2 3 4, a quarter each.
  for (const SharedWalk& walk : found.hits[0].shared) {
    EXPECT_EQ(walk.block, "aw");
    EXPECT_EQ(walk.length, 3);
    EXPECT_NEAR(walk.share, 0.25, 1e-6);
    EXPECT_NEAR(walk.query, 0.25, 1e-6);
    EXPECT_NEAR(walk.hit, 0.25, 1e-6);
  }
  EXPECT_EQ(found.hits[0].shared[0].walk, "1 2 1 2");
}

TEST(Search, FindsNodes) {
  // Every node of a cycle is like every other; the centre of a star is not like its leaves.
  const std::vector<Graph> graphs = {test::star_graph(4), test::cycle_graph(5)};
  IndexOptions options;
  options.features.level = Level::node;
  options.features.length = 4;
  const GraphIndex index = GraphIndex::build(graphs, options);
  EXPECT_EQ(index.summary().rows, 10u);
  const std::vector<Graph> query = {test::star_graph(4)};
  const auto results = index.search(query);
  ASSERT_EQ(results.size(), 5u);
  EXPECT_EQ(results[0].hits[0].row, 0u);
  EXPECT_GT(results[0].hits[1].distance, 0.1);
  for (std::size_t i = 1; i < 5; ++i) {
    for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(results[i].hits[j].row, 1 + j);
  }
}

TEST(Search, OfLearnedVectorsUsesTheModel) {
  const auto graphs = read_all(*six_families(20, 40, 6, 1));
  EmbeddingOptions training;
  training.walks = anonymous_walks(4, 4);
  training.dimensions = 8;
  training.max_iterations = 50;
  const EmbeddingModel model = EmbeddingModel::train(graphs, training);
  const test::TemporaryFolder folder;
  model.save(folder.file("m.awe"));
  IndexOptions options;
  options.model = folder.file("m.awe");
  const GraphIndex index = GraphIndex::build(graphs, options);
  EXPECT_EQ(index.summary().source, "model");
  EXPECT_EQ(index.summary().distance, Distance::euclidean);
  EXPECT_EQ(index.summary().columns, 8u);
  index.save(folder.file("m.awi"));
  const GraphIndex opened = GraphIndex::open(folder.file("m.awi"));
  FeatureMatrix vectors;
  vectors.columns.count = 8;
  for (const EmbeddingRow& row : model.infer(graphs)) {
    MatrixRow made;
    made.id = row.id;
    for (std::size_t d = 0; d < 8; ++d) made.values.push_back(d, row.vector[d]);
    vectors.rows.push_back(std::move(made));
  }
  const auto results = opened.search(graphs);
  for (std::size_t i = 0; i < results.size(); ++i) {
    expect_nearest(results[i], vectors.rows[i].values, Distance::euclidean, vectors, 10);
    EXPECT_EQ(results[i].hits.front().distance, 0);
  }
  SearchOptions walks;
  walks.shared_walks = 1;
  EXPECT_THROW((void)opened.search(graphs, walks), Error) << "dimensions are no walks";
}

TEST(Search, OfDegenerateInputsIsDefined) {
  EXPECT_THROW((void)GraphIndex::build(std::vector<Graph>{}), Error) << "nothing to index";
  FeatureMatrix none;
  none.columns.count = 3;
  EXPECT_THROW((void)GraphIndex::build(none), Error);

  const std::vector<Graph> graphs = {test::make_graph(0, {}), test::make_graph(3, {}), test::path_graph(2)};
  for (const Distance distance : kAll) {
    IndexOptions options = with(distance, ApproximateSearch::always);
    const GraphIndex index = GraphIndex::build(graphs, options);
    const std::vector<Graph> empty = {test::make_graph(0, {})};
    const auto hits = index.search(empty).front().hits;
    ASSERT_EQ(hits.size(), 3u) << "k is larger than the index";
    EXPECT_EQ(hits[0].row, 0u);
    EXPECT_EQ(hits[0].distance, 0);
    EXPECT_EQ(hits[1].row, 1u) << "no walks, either";
    EXPECT_EQ(hits[1].distance, 0);
    EXPECT_EQ(hits[2].row, 2u);
    EXPECT_GT(hits[2].distance, 0.2);
    if (distance == Distance::cosine) {
      EXPECT_EQ(hits[2].distance, 1);
    }
    EXPECT_TRUE(index.search(std::vector<Graph>{}).empty());
  }
  // One row, whose neighbours are none.
  const GraphIndex single =
      GraphIndex::build(std::vector<Graph>{test::path_graph(3)}, with(Distance::cosine, ApproximateSearch::always));
  EXPECT_EQ(single.summary().recall, 1);
  EXPECT_TRUE(single.search_rows(std::vector<std::uint64_t>{0}).front().hits.empty());
  // All rows equal.
  FeatureMatrix equal = test::clustered_matrix(50, 10, 1);
  for (MatrixRow& row : equal.rows) row.values = equal.rows[0].values;
  const GraphIndex same_rows = GraphIndex::build(equal, with(Distance::euclidean, ApproximateSearch::always));
  EXPECT_EQ(same_rows.search_rows(std::vector<std::uint64_t>{20}).front().hits[9].row, 9u);
}

TEST(Search, RefusesWhatMakesNoSense) {
  const FeatureMatrix matrix = test::random_matrix(20, 10, 0.5, 1), signs = test::random_matrix(20, 10, 0.5, 1, true);
  const GraphIndex index = GraphIndex::build(matrix, with(Distance::hellinger));
  const auto kind_of = [](const auto& work) {
    try {
      work();
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::interrupted;  // it worked
  };
  const auto build = [&](auto change) {
    return kind_of([&] {
      IndexOptions options;
      change(options);
      (void)GraphIndex::build(matrix, options);
    });
  };
  EXPECT_EQ(build([](IndexOptions& o) { o.recall = 0; }), ErrorKind::usage);
  EXPECT_EQ(build([](IndexOptions& o) { o.recall = std::nan(""); }), ErrorKind::usage);
  EXPECT_EQ(build([](IndexOptions& o) { o.links = 1; }), ErrorKind::usage);
  EXPECT_EQ(build([](IndexOptions& o) { o.links = 65; }), ErrorKind::usage);
  EXPECT_EQ(build([](IndexOptions& o) { o.build_breadth = 3; }), ErrorKind::usage);
  EXPECT_EQ(build([](IndexOptions& o) { o.part_rows = 0; }), ErrorKind::usage);
  EXPECT_EQ(build([](IndexOptions& o) { o.run.memory = 100; }), ErrorKind::limit);
  for (const Distance distance : {Distance::hellinger, Distance::intersection}) {
    EXPECT_EQ(kind_of([&] { (void)GraphIndex::build(signs, with(distance)); }), ErrorKind::numeric);
  }
  EXPECT_EQ(kind_of([&] { (void)index.search(signs); }), ErrorKind::numeric);
  const auto search = [&](auto change) {
    return kind_of([&] {
      SearchOptions options;
      change(options);
      (void)index.search(matrix, options);
    });
  };
  EXPECT_EQ(search([](SearchOptions& o) { o.k = 0; }), ErrorKind::usage);
  EXPECT_EQ(search([](SearchOptions& o) { o.max_distance = -1; }), ErrorKind::usage);
  EXPECT_EQ(search([](SearchOptions& o) { o.max_distance = std::nan(""); }), ErrorKind::usage);
  EXPECT_EQ(search([](SearchOptions& o) { o.breadth = 0; }), ErrorKind::usage);
  EXPECT_EQ(search([](SearchOptions& o) { o.shared_walks = 1; }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { (void)index.search_rows(std::vector<std::uint64_t>{20}); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { (void)index.id(20); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { (void)index.search(test::random_matrix(3, 11, 0.5, 1)); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { (void)index.search(std::vector<Graph>{test::path_graph(3)}); }), ErrorKind::usage);
  FeatureMatrix infinite = matrix;
  infinite.rows[4].values.values[0] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(kind_of([&] { (void)GraphIndex::build(infinite, with(Distance::euclidean)); }), ErrorKind::numeric);
  FeatureMatrix disordered = matrix;
  std::swap(disordered.rows[4].values.indices[0], disordered.rows[4].values.indices[1]);
  EXPECT_EQ(kind_of([&] { (void)GraphIndex::build(disordered, with(Distance::euclidean)); }), ErrorKind::usage);
}

}  // namespace
}  // namespace awe
