// One line of the catalogue of bad input: a command, run by the real binary in a folder of its own, that must end with
// one message and one exit code and write nothing; or, with exit code 0, that must say what it did otherwise.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace awe::test {

// Every folder has g.jsonl: twelve graphs a0 .. a5 and b0 .. b5 of the classes `ring` and `star`, with node labels.
struct BadCase {
  const char* test;                                        // name of the case
  std::vector<std::pair<std::string, std::string>> files;  // made before: name, content
  std::string command;                                     // without `awe`; may go on with a pipe or ` && awe ...`
  int exit_code;
  const char* message;     // a piece of the message
  const char* setup = "";  // shell commands before it, which must succeed
};

void PrintTo(const BadCase& bad, std::ostream* out);

// Runs the case and checks it.
void check_bad_case(const BadCase& bad);

}  // namespace awe::test

// The tests of a table of BadCase.
#define AWE_BAD_CASES(Suite, table)                                                             \
  class Suite : public testing::TestWithParam<BadCase> {};                                      \
  TEST_P(Suite, GetOneMessageAndTheirExitCodeAndNothingWritten) { check_bad_case(GetParam()); } \
  INSTANTIATE_TEST_SUITE_P(Table, Suite, testing::ValuesIn(table),                              \
                           [](const auto& param) { return std::string(param.param.test); })
