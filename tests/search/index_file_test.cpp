// Index files: what is saved is what is found; the same bytes by every way; damage never passes and never crashes.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "awe/error.h"
#include "awe/generators.h"
#include "awe/graph_index.h"
#include "support/process.h"
#include "support/search_oracle.h"
#include "support/toy_graphs.h"

namespace awe {
namespace {

class IndexFiles : public ::testing::Test {
 protected:
  [[nodiscard]] std::string bytes_of(const GraphIndex& index) const {
    index.save(path_, true);
    return test::read_file(path_);
  }
  void replace(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  [[nodiscard]] static FeatureMatrix rows_of(const FeatureMatrix& all, std::size_t first, std::size_t last) {
    FeatureMatrix some = all;
    some.rows.assign(all.rows.begin() + static_cast<std::ptrdiff_t>(first),
                     all.rows.begin() + static_cast<std::ptrdiff_t>(last));
    return some;
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_.file("x.awi");
};

TEST_F(IndexFiles, GiveBackWhatWasBuilt) {
  const auto graphs = read_all(*six_families(12, 24, 5, 1));
  IndexOptions options;
  options.features.features = parse_features("2*aw:2..4 + colours:1..2");
  options.approximate = ApproximateSearch::always;
  options.reading = GraphReading{true, false, true, false};
  const GraphIndex built = GraphIndex::build(graphs, options);
  built.save(path_);
  const GraphIndex opened = GraphIndex::open(path_);
  EXPECT_NO_THROW(opened.verify());
  const IndexSummary &a = built.summary(), &b = opened.summary();
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.columns, b.columns);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.distance, b.distance);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.features, b.features);
  EXPECT_EQ(a.reading, b.reading);
  EXPECT_EQ(a.recall, b.recall);
  EXPECT_EQ(a.breadth, b.breadth);
  SearchOptions wanted;
  wanted.shared_walks = 2;
  const auto right = built.search(graphs, wanted), found = opened.search(graphs, wanted);
  for (std::size_t i = 0; i < right.size(); ++i) {
    ASSERT_EQ(right[i].hits.size(), found[i].hits.size());
    for (std::size_t j = 0; j < right[i].hits.size(); ++j) {
      EXPECT_EQ(right[i].hits[j].row, found[i].hits[j].row);
      EXPECT_EQ(right[i].hits[j].id, found[i].hits[j].id);
      EXPECT_EQ(right[i].hits[j].distance, found[i].hits[j].distance);
    }
    EXPECT_EQ(right[i].hits[0].shared[0].walk, found[i].hits[0].shared[0].walk);
  }
  EXPECT_THROW(built.save(path_), Error) << "it exists";
  EXPECT_THROW((void)GraphIndex::open(folder_.file("absent.awi")), Error);
}

TEST_F(IndexFiles, AreTheSameBytesForAnyNumberOfThreads) {
  const FeatureMatrix all = test::clustered_matrix(1500, 40, 5);
  std::string first;
  for (const int threads : {1, 2, 8}) {
    IndexOptions options;
    options.approximate = ApproximateSearch::always;
    options.part_rows = 400;
    options.run.threads = threads;
    const std::string bytes = bytes_of(GraphIndex::build(all, options));
    if (first.empty()) first = bytes;
    EXPECT_TRUE(bytes == first) << threads;
  }
}

TEST_F(IndexFiles, GrowToTheSameBytesInAnySteps) {
  // Of 8300 rows, so that the last block of lists is incomplete when rows are added.
  const FeatureMatrix all = test::clustered_matrix(8300, 12, 6);
  for (const ApproximateSearch approximate : {ApproximateSearch::never, ApproximateSearch::always}) {
    IndexOptions options;
    options.approximate = approximate;
    options.part_rows = 3000;
    options.build_breadth = 20;
    const GraphIndex begun = GraphIndex::build(rows_of(all, 0, 5000), options);
    const std::string at_once = bytes_of(begun.add(rows_of(all, 5000, 8300)));
    GraphIndex grown = begun;
    for (std::size_t first = 5000; first < 8300; first += 1100) {
      grown.save(path_, true);
      grown = GraphIndex::open(path_).add(rows_of(all, first, std::min<std::size_t>(8300, first + 1100)));
    }
    EXPECT_TRUE(bytes_of(grown) == at_once) << to_string(approximate);
    if (approximate == ApproximateSearch::never) {
      EXPECT_TRUE(bytes_of(GraphIndex::build(all, options)) == at_once);
    }
    EXPECT_EQ(grown.summary().rows, 8300u);
    EXPECT_EQ(grown.id(8299), all.rows[8299].id);
    SearchOptions exact;
    exact.exact = true;
    const auto hit = grown.search(rows_of(all, 8000, 8001), exact).front().hits.front();
    EXPECT_EQ(hit.row, 8000u);
    EXPECT_EQ(begun.summary().rows, 5000u) << "the old index is as it was";
  }
}

TEST_F(IndexFiles, AddGraphsWithTheFeaturesOfTheIndex) {
  const auto graphs = read_all(*six_families(12, 24, 4, 1));
  const std::span<const Graph> all = graphs;
  IndexOptions options;
  options.features.features = parse_features("walks(degree):0..2");
  const GraphIndex begun = GraphIndex::build(all.first(10), options);
  const GraphIndex grown = begun.add(all.subspan(10));
  EXPECT_EQ(grown.summary().rows, graphs.size());
  EXPECT_EQ(grown.summary().columns, begun.summary().columns) << "walks that only new graphs have get no column";
  const auto results = grown.search(all.subspan(10));
  for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i].hits.front().distance, 0);
  EXPECT_THROW((void)grown.add(test::random_matrix(3, 7, 0.5, 1)), Error) << "other columns";
}

// A small index with every section: lists full and not, several parts and layers.
GraphIndex small_index() {
  FeatureMatrix matrix = test::random_matrix(40, 9, 0.2, 8);
  IndexOptions options;
  options.distance = Distance::hellinger;
  options.approximate = ApproximateSearch::always;
  options.part_rows = 25;
  options.links = 2;
  options.build_breadth = 4;
  return GraphIndex::build(matrix, options);
}

TEST_F(IndexFiles, AreRefusedIfCutShortAtAnyByte) {
  const std::string whole = bytes_of(small_index());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    replace(whole.substr(0, size));
    EXPECT_THROW((void)GraphIndex::open(path_), Error) << size;
  }
  replace(whole + '\0');
  EXPECT_THROW((void)GraphIndex::open(path_), Error);
}

TEST_F(IndexFiles, AreVerifiedAndNeverCrashWithAnyByteChanged) {
  const std::string whole = bytes_of(small_index());
  const FeatureMatrix queries = test::random_matrix(3, 9, 0.9, 8);
  std::size_t opened = 0, refused_in_use = 0;
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string changed = whole;
    // A large change and a small one, by turns.
    changed[place] = static_cast<char>(changed[place] ^ (place % 2 == 0 ? 0xFF : 0x01));
    replace(changed);
    std::optional<GraphIndex> index;
    try {
      index = GraphIndex::open(path_);
    } catch (const Error& error) {
      EXPECT_TRUE(error.kind() == ErrorKind::malformed || error.kind() == ErrorKind::incompatible) << place;
      continue;
    }
    ++opened;
    EXPECT_THROW(index->verify(), Error) << place;
    EXPECT_THROW((void)index->add(queries), Error) << place << ": what is added to is checked";
    for (const bool exact : {false, true}) {
      SearchOptions options;
      options.exact = exact;
      options.k = 40;
      options.run.threads = 1;
      try {
        for (const SearchResult& result : index->search(queries, options)) EXPECT_LE(result.hits.size(), 40u);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::malformed);
        ++refused_in_use;
      }
    }
    try {
      (void)index->near_duplicates(0.1);
    } catch (const Error&) {
    }
  }
  EXPECT_GT(opened, whole.size() / 3) << "large sections are checked in use";
  EXPECT_GT(refused_in_use, 50u);
}

TEST_F(IndexFiles, OfAnotherKindOrVersionAreIncompatible) {
  std::string bytes = bytes_of(small_index());
  const auto kind_of = [&] {
    try {
      (void)GraphIndex::open(path_);
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::interrupted;
  };
  folder_.write("x.awi", "a text\n");
  EXPECT_EQ(kind_of(), ErrorKind::malformed);
  bytes[8] = 2;  // the version of the container
  replace(bytes);
  EXPECT_EQ(kind_of(), ErrorKind::incompatible);
}

}  // namespace
}  // namespace awe
