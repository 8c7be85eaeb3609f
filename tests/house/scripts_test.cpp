// The scripts that judge the house: what they accept and what they refuse.
#include <gtest/gtest.h>

#include "support/process.h"

namespace awe {
namespace {

const std::string kScripts = AWE_SOURCE_DIR "/scripts";

TEST(Scripts, TestsAndChecksAreAddedUp) {
  const test::TemporaryFolder folder;
  const std::string good = folder.write("a.xml", "<s><testcase status='run'/><testcase status='run'/></s>"),
                    bad = folder.write("b.xml", "<s><testcase status='fail'/></s>"), count = kScripts + "/count_tests ";
  EXPECT_EQ(test::run_shell(count + good).out, "2 passed, 0 failed, 0 skipped\n");
  const auto both = test::run_shell(count + good + " " + bad + " " + folder.file("missing.xml"));
  EXPECT_EQ(both.out, "2 passed, 2 failed, 0 skipped\n");
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

}  // namespace
}  // namespace awe
