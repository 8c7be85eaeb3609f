// Shared by the tests of the command line: a folder where commands run, checks of their results, and small inputs.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "support/process.h"

namespace awe::test {

// Five named graphs with classes, as JSON lines: a cycle with a chord, a path and an isolated node, an empty graph, a
// star with a triangle, two cycles.
inline constexpr const char* kFiveGraphs =
    "{\"n\": 5, \"edges\": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 2]], \"label\": 1, \"name\": \"a\"}\n"
    "{\"n\": 4, \"edges\": [[0, 1], [1, 2]], \"label\": -1, \"name\": \"b\"}\n"
    "{\"n\": 0, \"edges\": [], \"label\": 1, \"name\": \"c\"}\n"
    "{\"n\": 6, \"edges\": [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [1, 2]], \"label\": 1, \"name\": \"d\"}\n"
    "{\"n\": 7, \"edges\": [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 6], [6, 3]], \"label\": -1, \"name\": \"e\"}\n";

// Writes families.jsonl: 72 graphs of six classes.
inline constexpr const char* kMakeFamilies =
    "awe generate six-families --num-nodes 24 --num-edges 60 --count 12 -o families.jsonl";

[[nodiscard]] std::vector<std::string> lines_of(const std::string& text);

// The base class of fixtures: an empty folder in which commands run.
class CommandFolder : public ::testing::Test {
 protected:
  [[nodiscard]] ProcessResult run(const std::string& command, const std::string& input = "") const;
  // Expects exit code 0 and nothing on stderr; returns stdout.
  std::string succeed(const std::string& command, const std::string& input = "") const;
  // Expects this exit code, this many lines on stderr including `part`, nothing on stdout, and no change of files.
  void fail(int code, const std::string& command, const std::string& part, const std::string& input = "",
            std::ptrdiff_t lines = 1) const;
  [[nodiscard]] std::string file(const std::string& name) const { return read_file(folder_.file(name)); }

  TemporaryFolder folder_;
};

}  // namespace awe::test
