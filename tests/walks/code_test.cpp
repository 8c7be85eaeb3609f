#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "awe/error.h"
#include "awe/walk_index.h"
#include "base/rng.h"
#include "support/brute_force.h"

namespace awe::walks {
namespace {

constexpr std::uint64_t kBell[] = {1,    1,     2,      5,      15,      52,       203,      877,
                                   4140, 21147, 115975, 678570, 4213597, 27644437, 190899322};

template <class Call>
void expect_usage(const Call& call, const std::string& part) {
  try {
    (void)call();
    ADD_FAILURE() << "did not throw: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Anonymise, NamesNodesByTheOrderOfTheirFirstVisit) {
  const std::uint32_t a = 70, b = 3, c = 12, d = 5;
  const auto text = [](const std::vector<std::uint32_t>& nodes) { return to_string(anonymise(nodes)); };
  EXPECT_EQ(text({a, b, c, b, c}), "1 2 3 2 3");
  EXPECT_EQ(text({c, d, b, d, b}), "1 2 3 2 3");
  EXPECT_EQ(text({a, b, a, b, d}), "1 2 1 2 3");
  EXPECT_EQ(text({a, a, b}), "1 1 2");
  EXPECT_EQ(text({a}), "1");
}

RC_GTEST_PROP(Anonymise, IsInvariantUnderRelabelling, (const std::vector<std::uint8_t>& walk)) {
  const std::uint32_t factor = 2 * *rc::gen::arbitrary<std::uint32_t>() + 1,
                      shift = *rc::gen::arbitrary<std::uint32_t>();
  std::vector<std::uint32_t> nodes(walk.begin(), walk.end()), renamed;
  for (const std::uint32_t node : nodes) renamed.push_back(node * factor + shift);  // odd factor: one to one
  RC_ASSERT(anonymise(nodes) == anonymise(renamed));
}

TEST(WalkIndex, CountsBellNumbers) {
  for (int length = 1; length <= 13; ++length) {
    EXPECT_EQ(WalkIndex(length).size(), kBell[length]) << length;
    EXPECT_EQ(WalkIndex(length, true).size(), kBell[length + 1]) << length;
  }
}

TEST(WalkIndex, HoldsTheLongestLengthsIn64Bits) {
  EXPECT_EQ(WalkIndex(25).size(), 4638590332229999353u);  // Bell(25)
  EXPECT_EQ(WalkIndex(24, true).size(), 4638590332229999353u);
}

TEST(WalkIndex, RanksTheExample) {
  EXPECT_EQ(WalkIndex(4).rank(parse_walk("1 2 3 2 3")), 9u);
  EXPECT_EQ(to_string(WalkIndex(4).unrank(9)), "1 2 3 2 3");
}

TEST(WalkIndex, IsTheLexicographicOrderOfAllWalks) {
  for (const bool loops : {false, true}) {
    for (int length = 1; length <= 8; ++length) {
      const WalkIndex index(length, loops);
      const auto walks = test::brute_force_vocabulary(length, loops);
      ASSERT_EQ(index.size(), walks.size());
      ASSERT_TRUE(std::is_sorted(walks.begin(), walks.end()));
      for (std::uint64_t rank = 0; rank < walks.size(); ++rank) {
        ASSERT_EQ(index.rank(walks[rank]), rank) << to_string(walks[rank]);
        ASSERT_EQ(index.unrank(rank), walks[rank]) << rank;
      }
    }
  }
}

TEST(WalkIndex, AdvancesInRankOrderToTheLast) {
  for (const bool loops : {false, true}) {
    const WalkIndex index(7, loops);
    AnonymousWalk walk = index.unrank(0);
    for (std::uint64_t rank = 1; rank < index.size(); ++rank) {
      ASSERT_TRUE(index.advance(walk));
      ASSERT_EQ(walk, index.unrank(rank));
    }
    EXPECT_FALSE(index.advance(walk));
  }
}

RC_GTEST_PROP(WalkIndex, RanksAndUnranksUpToTheLongest, (bool loops, std::uint64_t number)) {
  const int longest = loops ? kMaxWalkLengthWithLoops : kMaxWalkLength;
  const WalkIndex index(*rc::gen::resize(rc::kNominalSize, rc::gen::inRange(1, longest + 1)), loops);
  const std::uint64_t rank = number % index.size();
  const AnonymousWalk walk = index.unrank(rank);
  RC_ASSERT(walk.size() == static_cast<std::size_t>(index.length()) + 1);
  RC_ASSERT(index.rank(walk) == rank);
  const std::vector<std::uint32_t> as_nodes(walk.begin(), walk.end());
  RC_ASSERT(anonymise(as_nodes) == walk);
  if (!loops) RC_ASSERT(std::adjacent_find(walk.begin(), walk.end()) == walk.end());
  RC_ASSERT(parse_walk(to_string(walk)) == walk);
}

RC_GTEST_PROP(WalkIndex, RanksAnyWalkOfNodes, (bool loops)) {
  const int length = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(1, 25));
  std::vector<std::uint32_t> nodes = {0};
  base::Sequence random(*rc::gen::arbitrary<std::uint64_t>(), {});
  while (static_cast<int>(nodes.size()) <= length) {
    const auto next = static_cast<std::uint32_t>(random.below(6));
    if (loops || next != nodes.back()) nodes.push_back(next);
  }
  const WalkIndex index(length, loops);
  const std::uint64_t rank = index.rank(anonymise(nodes));
  RC_ASSERT(rank < index.size());
  RC_ASSERT(index.unrank(rank) == anonymise(nodes));
}

TEST(WalkIndex, HasItsFirstAndLastWalksAtTheEnds) {
  const WalkIndex index(25);
  AnonymousWalk swing, path;
  for (int i = 0; i <= 25; ++i) {
    swing.push_back(static_cast<std::uint8_t>(1 + i % 2));
    path.push_back(static_cast<std::uint8_t>(1 + i));
  }
  EXPECT_EQ(index.rank(swing), 0u);
  EXPECT_EQ(index.rank(path), index.size() - 1);
  EXPECT_EQ(index.unrank(index.size() - 1), path);
}

TEST(WalkIndex, RefusesLengthsThatItCannotHold) {
  for (const int length : {-1, 0, 26, 1000}) expect_usage([&] { return WalkIndex(length); }, "is outside 1..25");
  for (const int length : {0, 25}) expect_usage([&] { return WalkIndex(length, true); }, "is outside 1..24");
}

TEST(WalkIndex, RefusesWalksThatAreNotInIt) {
  const WalkIndex index(3);
  expect_usage([&] { return index.rank({1, 2, 3}); }, "another length");
  expect_usage([&] { return index.rank({2, 1, 2, 1}); }, "begin with 1");
  expect_usage([&] { return index.rank({1, 3, 2, 1}); }, "before its turn");
  expect_usage([&] { return index.rank({1, 2, 0, 1}); }, "before its turn");
  expect_usage([&] { return index.rank({1, 2, 2, 1}); }, "self-loops");
  EXPECT_NO_THROW((void)WalkIndex(3, true).rank({1, 2, 2, 1}));
  expect_usage([&] { return index.unrank(5); }, "rank 5 is outside 0..4");
}

TEST(ParseWalk, ReadsSpacesCommasAndDashes) {
  EXPECT_EQ(parse_walk(" 1 2\t3 2 "), (AnonymousWalk{1, 2, 3, 2}));
  EXPECT_EQ(parse_walk("1,2,3"), (AnonymousWalk{1, 2, 3}));
  EXPECT_EQ(parse_walk("1-2-3"), (AnonymousWalk{1, 2, 3}));
}

TEST(ParseWalk, RefusesWhatIsNoAnonymousWalk) {
  for (const char* text :
       {"", " ", "1", "2 1", "0 1", "1 3", "1 x", "a b", "1 2 4", "1 -2", "1 2 99999999999999999999"}) {
    expect_usage([&] { return parse_walk(text); }, "is no anonymous walk");
  }
  std::string longer = "1";
  for (int i = 2; i <= 27; ++i) longer += " " + std::to_string(i);
  expect_usage([&] { return parse_walk(longer); }, "longer than 25 steps");
}

}  // namespace
}  // namespace awe::walks
