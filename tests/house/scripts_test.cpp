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
}

TEST(Scripts, CommentsOfHeadersAreShownToDoxygen) {
  const test::TemporaryFolder folder;
  const std::string header = folder.write("x.h",
                                          "// What it is.\n#pragma once\n\nnamespace awe {\n\nstruct First {\n"
                                          "  int a;  // behind\n  int b;\n};\n\n// Above.\nvoid f();\nvoid g();\n\n"
                                          "void h();\n\n}\n");
  EXPECT_EQ(test::run_shell(kScripts + "/doxygen_filter " + header).out,
            "/** \\file\nWhat it is. */\n\nnamespace awe {\n\n/** What it is. */ struct First {\n"
            "  int a;  ///< behind\n  int b;\n};\n\n/// Above.\nvoid f();\n/** Above. */ void g();\n\n"
            "void h();\n\n}\n");
}

TEST(Scripts, NamesWithoutCommentAreRefusedUnlessTheySayItAll) {
  const test::TemporaryFolder folder;
  const auto judged = [&](const std::string& warning) {
    return test::run_shell(kScripts + "/doxygen_filter --check " + folder.write("log", warning + "\n")).exit_code;
  };
  const std::string end = " is not documented.";
  EXPECT_EQ(judged("x.h:1: warning: Compound awe::A" + end), 1);
  EXPECT_EQ(judged("x.h:1: warning: Member f(int a) (function) of namespace awe" + end), 1);
  EXPECT_EQ(judged("x.h:1: warning: Member f(int a) const (function) of class awe::A" + end), 1);
  EXPECT_EQ(judged("x.h:1: warning: unknown command"), 1);
  EXPECT_EQ(judged("x.h:1: warning: Member size() const noexcept (function) of class awe::A" + end), 0);
  EXPECT_EQ(judged("x.h:1: warning: Member A(int b) noexcept (function) of class awe::A" + end), 0);
  EXPECT_EQ(judged("x.h:1: warning: Member operator==(const A &) const =default (function) of struct awe::A" + end), 0);
  EXPECT_EQ(judged("x.h:1: warning: Member nodes (variable) of struct awe::A" + end), 0);
  EXPECT_EQ(judged(""), 0);
}

}  // namespace
}  // namespace awe
