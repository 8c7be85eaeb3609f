#include "support/process.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace awe::test {
namespace fs = std::filesystem;

ProcessResult run_shell(const std::string& command, const std::string& input) {
  const TemporaryFolder folder;
  const std::string in = folder.write("in", input), out = folder.file("out"), err = folder.file("err");
  const std::string line = "export PATH='" + fs::path(AWE_BINARY).parent_path().string() + "':\"$PATH\"; ( " + command +
                           "\n) <" + in + " >" + out + " 2>" + err;
  const int status = std::system(line.c_str());
  ProcessResult result;
  result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  result.out = read_file(out);
  result.err = read_file(err);
  return result;
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "awe-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& content) const {
  const fs::path path = fs::path(path_) / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

std::vector<std::string> TemporaryFolder::list() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) {
    if (!fs::is_directory(entry.symlink_status())) names.push_back(entry.path().lexically_relative(path_).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace awe::test
