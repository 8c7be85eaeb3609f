// The README's commands are true: each line "awe ..." of its ```sh blocks runs, in order, in one empty folder.
#include <gtest/gtest.h>

#include <sstream>

#include "support/data.h"
#include "support/process.h"

namespace awe {
namespace {

// Lines that begin with "awe ", with the lines that a backslash continues.
std::vector<std::string> commands_of(const std::string& markdown) {
  std::vector<std::string> commands;
  std::istringstream lines(markdown);
  bool inside = false, continued = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside && line == "```sh";
      continued = false;
      continue;
    }
    if (!inside) continue;
    if (continued) {
      commands.back() += "\n" + line;
    } else if (line.rfind("awe ", 0) == 0) {
      commands.push_back(line);
    } else {
      continue;
    }
    continued = line.ends_with('\\');
  }
  return commands;
}

TEST(Readme, HasCommandsThatRun) {
  const std::string readme = test::read_file(AWE_SOURCE_DIR "/README.md");
  ASSERT_FALSE(readme.empty()) << "README.md is missing";
  const auto commands = commands_of(readme);
  ASSERT_FALSE(commands.empty()) << "README.md has no line \"awe ...\" in a ```sh block";
  const test::TemporaryFolder folder;
  for (const std::string& command : commands) {
    const auto result =
        test::run_shell("cd " + folder.path() + " && bash -e -o pipefail <<'README'\n" + command + "\nREADME");
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.err;
  }
}

TEST(Readme, CommandsAreThoseOfShellBlocksAlone) {
  const std::string text =
      "awe no\n```sh\nawe one\n# awe no\ncd x\nawe two \\\n  --more\nls\n```\nawe no\n```cpp\nawe no\n```\n```sh\nawe "
      "three | "
      "head\n```\n";
  EXPECT_EQ(commands_of(text), (std::vector<std::string>{"awe one", "awe two \\\n  --more", "awe three | head"}));
}

}  // namespace
}  // namespace awe
