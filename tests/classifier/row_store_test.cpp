#include "classifier/row_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/rng.h"
#include "support/process.h"

namespace awe::classifier {
namespace {

// Rows that went to a file come back, each once, in the same blocks whatever the order in which they came.
TEST(RowStores, KeepRowsInMemoryAndInAFile) {
  kernels::SparseRows rows(1000);
  std::vector<Hash128> keys;
  base::Sequence random(5, {});
  for (std::size_t i = 0; i < 500; ++i) {
    SparseVector row;
    for (std::uint64_t c = random.below(50); c < 1000; c += 1 + random.below(300)) row.push_back(c, random.unit());
    rows.append(row);
    keys.push_back({random.next64(), random.next64()});
  }
  for (const std::uint64_t most : {std::uint64_t{1000}, std::uint64_t{100}}) {
    RowStore store(500, 1000, most);
    for (std::size_t i = 0; i < 500; ++i) store.add(rows.row(i), static_cast<int>(i), keys[i]);
    const machines::RowBlocks blocks = store.blocks();
    EXPECT_EQ(blocks.classes.size(), most == 1000 ? 1u : 5u);
    std::size_t seen = 0;
    for (std::size_t b = 0; b < blocks.classes.size(); ++b) {
      const kernels::SparseRows read = *blocks.read(b);
      ASSERT_EQ(read.rows(), blocks.classes[b].size());
      EXPECT_GT(read.rows(), 60u) << "blocks of about the same size";
      for (std::size_t r = 0; r < read.rows(); ++r, ++seen) {
        const auto expected = rows.row(static_cast<std::size_t>(blocks.classes[b][r])), found = read.row(r);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t k = 0; k < found.size(); ++k) {
          EXPECT_EQ(found.column(k), expected.column(k));
          EXPECT_EQ(found.values[k], expected.values[k]);
        }
      }
    }
    EXPECT_EQ(seen, 500u);
  }
}

// A store in a named file is continued from what it had; rows that were added later are gone.
TEST(RowStores, ContinueFromWhatANamedFileHad) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("rows");
  kernels::SparseRows rows(50);
  for (std::uint64_t i = 0; i < 40; ++i) {
    SparseVector row;
    row.push_back(i, 1.5);
    rows.append(row);
  }
  const auto add = [&](RowStore& store, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) store.add(rows.row(i), static_cast<int>(i), {i * 7, i});
  };
  std::vector<RowStore::BlockState> state;
  {
    RowStore store(40, 50, 20, path);
    add(store, 0, 25);
    state = store.state();
    add(store, 30, 40);
    (void)store.state();
  }
  RowStore store(50, state, path);
  add(store, 25, 40);
  const machines::RowBlocks blocks = store.blocks();
  ASSERT_EQ(blocks.classes.size(), 2u);
  std::vector<int> seen;
  for (std::size_t b = 0; b < 2; ++b) {
    const kernels::SparseRows read = *blocks.read(b);
    for (std::size_t r = 0; r < read.rows(); ++r) {
      ASSERT_EQ(read.row(r).size(), 1u);
      EXPECT_EQ(read.row(r).column(0), static_cast<std::uint64_t>(blocks.classes[b][r]));
      seen.push_back(blocks.classes[b][r]);
    }
  }
  std::sort(seen.begin(), seen.end());
  for (int i = 0; i < 40; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace awe::classifier
