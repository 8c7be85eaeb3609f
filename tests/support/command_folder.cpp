#include "support/command_folder.h"

#include <algorithm>
#include <sstream>

namespace awe::test {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

ProcessResult CommandFolder::run(const std::string& command, const std::string& input) const {
  return run_shell("cd " + folder_.path() + " && " + command, input);
}

std::string CommandFolder::succeed(const std::string& command, const std::string& input) const {
  const auto result = run(command, input);
  EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.err;
  EXPECT_EQ(result.err, "") << command;
  return result.out;
}

void CommandFolder::fail(int code, const std::string& command, const std::string& part, const std::string& input,
                         std::ptrdiff_t lines) const {
  const auto before = folder_.list();
  const auto result = run(command, input);
  EXPECT_EQ(result.exit_code, code) << command << "\n" << result.err;
  EXPECT_EQ(result.out, "") << command;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), lines) << result.err;
  EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
  EXPECT_EQ(folder_.list(), before) << command;
}

}  // namespace awe::test
