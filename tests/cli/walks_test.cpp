// awe walks as a user runs it.
#include <gtest/gtest.h>

#include "support/command_folder.h"
#include "support/process.h"

namespace awe {
namespace {

using test::run_shell;

void expect_refused(const std::string& arguments, const std::string& part, int code = 2) {
  const auto result = run_shell("awe walks " + arguments);
  EXPECT_EQ(result.exit_code, code) << arguments;
  EXPECT_EQ(result.out, "") << arguments;
  EXPECT_EQ(result.err.substr(0, 5), "awe: ") << result.err;
  EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
}

TEST(AweWalks, RunsTheExamplesOfItsHelp) {
  const auto list = run_shell("awe walks --length 7");
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_EQ(list.out.substr(0, list.out.find('\t')), "877 anonymous walks of length 7\n0");
  EXPECT_NE(list.out.find("\n876\t1 2 3 4 5 6 7 8\n"), std::string::npos);
  EXPECT_EQ(run_shell("awe walks --rank '1 2 3 2 3'").out, "9\n");
  EXPECT_EQ(run_shell("awe walks --length 4 --unrank 9").out, "1 2 3 2 3\n");
  EXPECT_EQ(run_shell("awe walks --length 7 --epsilon 0.5 --delta 0.05").out, "4888\n");
}

TEST(AweWalks, CountsWithAndWithoutSelfLoops) {
  EXPECT_EQ(run_shell("awe walks --length 10 --count").out, "115975 anonymous walks of length 10\n");
  EXPECT_EQ(run_shell("awe walks --length 7 --count --self-loops keep").out,
            "4140 anonymous walks of length 7 with self-loops\n");
  EXPECT_EQ(
      run_shell("awe walks --length 25 --max-walks 1").out,
      "4638590332229999353 anonymous walks of length 25\n0\t1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2\n");
}

TEST(AweWalks, NumbersWalksThatEndAfterTheOthers) {
  EXPECT_EQ(run_shell("awe walks --length 2 --dead-ends end").out,
            "2 anonymous walks of length 2, and 2 that end before\n0\t1 2 1\n1\t1 2 3\n2\t1 .\n3\t1 2 .\n");
  EXPECT_EQ(
      run_shell("awe walks --length 2 --dead-ends end --json").out,
      "{\"length\":2,\"self_loops\":false,\"walks\":2,\"ended\":2,\"list\":[\"1 2 1\",\"1 2 3\",\"1 .\",\"1 2 .\"]}\n");
  EXPECT_EQ(run_shell("awe walks --length 7 --dead-ends end --count").out,
            "877 anonymous walks of length 7, and 279 that end before\n");
  for (const std::string loops : {"", " --self-loops keep"}) {
    const std::string list = run_shell("awe walks --length 4 --dead-ends end" + loops).out;
    for (const auto& line : test::lines_of(list)) {
      const std::size_t tab = line.find('\t');
      if (tab == std::string::npos) continue;
      const std::string number = line.substr(0, tab), walk = line.substr(tab + 1);
      EXPECT_EQ(run_shell("awe walks --length 4 --rank '" + walk + "'" + loops).out, number + "\n");
      EXPECT_EQ(run_shell("awe walks --length 4 --dead-ends end --unrank " + number + loops).out, walk + "\n");
    }
  }
  expect_refused("--rank '1 2 .'", "has a number in every larger --length");
  expect_refused("--length 2 --rank '1 2 3 .'", "does not end before 2 steps");
  expect_refused("--length 3 --rank '1 3 .'", "is no anonymous walk");
  expect_refused("--length 2 --dead-ends end --unrank 4", "rank 4 is outside 0..3");
  EXPECT_EQ(run_shell("awe walks --length 3 --epsilon 0.1 --dead-ends end --json").out,
            "{\"anonymous_walks\":9,\"epsilon\":0.1,\"delta\":0.05,\"walks\":1847}\n");
}

TEST(AweWalks, ListsInRankOrderUpToTheLimit) {
  EXPECT_EQ(run_shell("awe walks --length 3 --max-walks 3").out,
            "5 anonymous walks of length 3\n0\t1 2 1 2\n1\t1 2 1 3\n2\t1 2 3 1\n");
  EXPECT_EQ(run_shell("awe walks --length 2 --max-walks 100").out,
            "2 anonymous walks of length 2\n0\t1 2 1\n1\t1 2 3\n");
}

TEST(AweWalks, PrintsJson) {
  EXPECT_EQ(run_shell("awe walks --length 2 --json").out,
            "{\"length\":2,\"self_loops\":false,\"walks\":2,\"list\":[\"1 2 1\",\"1 2 3\"]}\n");
  EXPECT_EQ(run_shell("awe walks --rank '1 2 3 2 3' --json").out, "{\"length\":4,\"rank\":9}\n");
  EXPECT_EQ(run_shell("awe walks --length 4 --unrank 9 --json").out, "{\"rank\":9,\"walk\":\"1 2 3 2 3\"}\n");
  EXPECT_EQ(run_shell("awe walks --length 7 --epsilon 0.5 --json").out,
            "{\"anonymous_walks\":877,\"epsilon\":0.5,\"delta\":0.05,\"walks\":4888}\n");
}

TEST(AweWalks, RefusesWhatMakesNoSense) {
  expect_refused("", "give --length");
  expect_refused("--length 0", "a length from 1 to 25");
  expect_refused("--length 26", "a length from 1 to 25");
  expect_refused("--length 25 --self-loops keep", "outside 1..24");
  expect_refused("--length x", "a range such as 2..7");
  expect_refused("--length 4 --unrank 15", "rank 15 is outside 0..14");
  expect_refused("--length 4 --unrank -1", "see awe walks --help");
  expect_refused("--rank '1 3 2'", "is no anonymous walk");
  expect_refused("--rank '1 1 2'", "self-loops");
  expect_refused("--rank '1 2' --length 4", "has length 1, not 4");
  expect_refused("--length 7 --epsilon 0", "--epsilon must be above 0");
  expect_refused("--length 7 --epsilon 0.1 --delta 1", "--delta must be above 0 and below 1");
  expect_refused("--length 25 --epsilon 0.1", "more than 2^63", 5);
}

TEST(AweWalks, TakesARangeOfLengths) {
  EXPECT_EQ(run_shell("awe walks --length 1..3 --count").out,
            "1 anonymous walk of length 1\n2 anonymous walks of length 2\n5 anonymous walks of length 3\n");
  EXPECT_EQ(run_shell("awe walks --length 1..2 --json").out,
            "[{\"length\":1,\"self_loops\":false,\"walks\":1,\"list\":[\"1 2\"]},"
            "{\"length\":2,\"self_loops\":false,\"walks\":2,\"list\":[\"1 2 1\",\"1 2 3\"]}]\n");
  EXPECT_EQ(run_shell("awe walks --length 6..7 --epsilon 0.5").out, "6\t1150\n7\t4888\n");
  EXPECT_EQ(run_shell("awe walks --rank '1 2 3 2 3' --length 2..5").out, "9\n");
  expect_refused("--rank '1 2' --length 2..5", "has length 1, not 2..5");
  expect_refused("--length 2..5 --unrank 1", "--unrank needs one --length");
  expect_refused("--length 5..2", "a range such as 2..7");
  expect_refused("--self-loops maybe --length 2", "use drop or keep");
}

TEST(AweWalks, EndsQuietlyWhenItsReaderGoesAway) {
  const auto result = run_shell("awe walks --length 10 | head -n 1");
  EXPECT_EQ(result.out, "115975 anonymous walks of length 10\n");
  EXPECT_EQ(result.err.find("terminate"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace awe
