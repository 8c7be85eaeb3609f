// The scripts that judge the house: what they accept and what they refuse.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/process.h"

namespace awe {
namespace {

const std::string kScripts = AWE_SOURCE_DIR "/scripts";

TEST(Scripts, TestsAndChecksAreAddedUp) {
  const test::TemporaryFolder folder;
  const std::string good = folder.write("a.xml", "<s><testcase status='run'/><testcase status='run'/></s>"),
                    bad = folder.write("b.xml", "<s><testcase name='Z.A' status='fail'/></s>"),
                    count = kScripts + "/count_tests ";
  EXPECT_EQ(test::run_shell(count + good).out, "2 passed, 0 failed, 0 skipped\n");
  const auto both = test::run_shell(count + good + " " + bad + " " + folder.file("missing.xml"));
  EXPECT_EQ(both.out, "2 passed, 2 failed, 0 skipped\n");
  EXPECT_EQ(both.err, "failed: Z.A\nfailed: no results in " + folder.file("missing.xml") + "\n");
  EXPECT_EQ(both.exit_code, 1);
  const std::string pytest = folder.write(
      "c.xml",
      "<testsuites><testsuite><testcase name='a'/><testcase name='b'><skipped type='pytest.skip'/></testcase>"
      "<testcase name='c'><failure/></testcase><testcase name='d'><error/></testcase></testsuite></testsuites>");
  EXPECT_EQ(test::run_shell(count + pytest).out, "1 passed, 2 failed, 1 skipped\n");
}

TEST(Scripts, CommentsOfHeadersAreShownToDoxygen) {
  const test::TemporaryFolder folder;
  const std::string header =
      folder.write("x.h",
                   "// What it is.\n#pragma once\n\nnamespace awe {\n\n// The first.\n"
                   "struct First {\n  int a;  // behind\n  int b, c;  // one; two\n  int d;\n};\n\n"
                   "// Above.\nvoid f();\nvoid f(int);\n\nvoid h();\n\n}\n");
  EXPECT_EQ(
      test::run_shell(kScripts + "/doxygen_filter " + header).out,
      "/** \\file\nWhat it is. */\n\nnamespace awe {\n\n/** The first. */\nstruct First {\n/** behind */ int a;\n"
      "/** one */ int b; /** two */ int c;\n  int d;\n};\n\n/** Above. */\nvoid f();\n/** Above. */ void f(int);\n\n"
      "void h();\n\n}\n");
}

// A program that answers like `awe evaluate --compare size,RECIPE --json`, and counts how often it was asked.
constexpr const char* kFakeAwe = R"(#!/bin/sh
if [ "$2" = --help ]; then echo '  --recipe TEXT:{auto,wl,sp,size}'; exit 0; fi
echo "$2 $4" >> "$0.calls"
case "$4" in
  size,sp) echo 'awe: 2 matrices need more than `memory`' >&2; exit 5;;
  size,auto) better=0.9;;
  size,wl) better=0.8;;
esac
exec python3 - "${4#size,}" "$better" <<'END'
import json, math, sys
name, better = sys.argv[1], float(sys.argv[2])
scores = {"size": [0.5 + 0.01 * i for i in range(10)], name: [better + 0.002 * (i % 3) for i in range(10)]}
d = [a - b for a, b in zip(scores["size"], scores[name])]
mean = sum(d) / 10
half = 2.2621571627982 * math.sqrt(sum((x - mean) ** 2 for x in d) / 9) * math.sqrt(1 / 10 + 1 / 9)
recipes = [{"recipe": n, "folds_chosen": [{"accuracy": a} for a in s]} for n, s in scores.items()]
print(json.dumps({"recipes": recipes, "differences": [
    {"first": "size", "second": name, "mean": mean, "low": mean - half, "high": mean + half}]}))
END
)";

TEST(Scripts, AccuracyContinuesAndShowsWhatWasNotRun) {
  const test::TemporaryFolder folder;
  folder.write("data/B.zip", "bb");
  folder.write("data/A.zip", "a");
  const std::string awe = folder.write("awe", kFakeAwe), page = folder.file("page.md");
  const std::string command = "chmod +x " + awe + " && " + kScripts + "/accuracy --awe " + awe + " --data " +
                              folder.file("data") + " --results " + folder.file("results") + " --into " + page + " ";
  const auto first = test::run_shell(command + "--sets A --recipes auto,wl");
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(test::read_file(awe + ".calls"),
            folder.file("data/A.zip") + " size,auto\n" + folder.file("data/A.zip") + " size,wl\n");
  std::string text = test::read_file(page);
  for (const char* part : {"**seed 1618**", "| A | 90.2 | wl 80.2 | +10.0 (+10.0 .. +10.0) | 10:0 | `auto` is better |",
                           "| A | **90.2** | 80.2 | 54.5 |", "| B | not run | not run | not run |",
                           "not run on any set: `wl-oa`, `wwl`, `sp`"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  ASSERT_EQ(test::run_shell(command + "--sets A --recipes auto,wl,sp").exit_code, 0);
  ASSERT_EQ(test::run_shell(command + "--sets A --recipes auto,wl,sp").exit_code, 0) << "nothing is left to do";
  text = test::read_file(awe + ".calls");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3) << text;
  text = test::read_file(page);
  EXPECT_NE(text.find("refused; memory"), std::string::npos) << text;
  EXPECT_NE(text.find("- A, sp: 2 matrices need more than"), std::string::npos) << text;
  ASSERT_EQ(test::run_shell(command + "--sets A --recipes sp --memory 16000000000").exit_code, 0) << "a higher limit";
  folder.write("awe", std::string(kFakeAwe) + "\n# another build\n");
  ASSERT_EQ(test::run_shell(command + "--sets A --recipes auto,wl --keep-others").exit_code, 0);
  text = test::read_file(awe + ".calls");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4) << text;
  ASSERT_EQ(test::run_shell(command + "--sets A --recipes wl").exit_code, 0) << "of the new build";
  text = test::read_file(awe + ".calls");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5) << text;
  EXPECT_NE(test::read_file(page).find("Results are of several programs"), std::string::npos);
  EXPECT_EQ(test::run_shell(command + "--sets C").exit_code, 1);
  EXPECT_EQ(test::run_shell(command + "--recipes nothing").exit_code, 1);
}

}  // namespace
}  // namespace awe
