#include "bad_input/bad_case.h"

#include <algorithm>

#include "support/process.h"

namespace awe::test {
namespace {

// Rings of 4 to 9 nodes and stars of 4 to 9 nodes, with labels x and y.
std::string twelve_graphs() {
  std::string text;
  for (const bool ring : {true, false}) {
    for (int i = 0; i < 6; ++i) {
      const int nodes = 4 + i;
      std::string edges, labels;
      for (int u = 0; u < nodes; ++u) {
        if (ring || u > 0) {
          edges += (edges.empty() ? "[" : ", [") + std::to_string(u) + ", " +
                   std::to_string(ring ? (u + 1) % nodes : 0) + "]";
        }
        labels += (labels.empty() ? "\"" : ", \"") + std::string(u % 2 == 0 ? "x" : "y") + "\"";
      }
      text += "{\"name\": \"" + std::string(ring ? "a" : "b") + std::to_string(i) + "\", \"label\": \"" +
              (ring ? "ring" : "star") + "\", \"n\": " + std::to_string(nodes) + ", \"edges\": [" + edges +
              "], \"node_labels\": [" + labels + "]}\n";
    }
  }
  return text;
}

}  // namespace

void PrintTo(const BadCase& bad, std::ostream* out) { *out << bad.test; }

void check_bad_case(const BadCase& bad) {
  const TemporaryFolder folder;
  folder.write("g.jsonl", twelve_graphs());
  for (const auto& [name, content] : bad.files) folder.write(name, content);
  const std::string there = "cd " + folder.path() + " && ";
  if (*bad.setup != '\0') {
    const auto made = run_shell(there + bad.setup);
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  const auto before = folder.list();

  const auto result = run_shell(there + "awe " + bad.command);
  EXPECT_EQ(result.exit_code, bad.exit_code) << result.err;
  EXPECT_NE(result.err.find(bad.message), std::string::npos) << result.err;
  if (bad.exit_code == 0) return;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_TRUE(result.err.starts_with("awe: ")) << result.err;
  EXPECT_LT(result.err.size(), 600u) << "a message is a line to read";
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(folder.list(), before) << "something was written";
}

}  // namespace awe::test
