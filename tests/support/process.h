// Runs the real `awe` binary, as a user would, and gives what came of it.
#pragma once

#include <string>
#include <vector>

namespace awe::test {

struct ProcessResult {
  int exit_code = -1;  // 128 + signal if a signal ended it
  std::string out;
  std::string err;
};

// A shell command line; `awe` in it is the binary under test (first on PATH). `input` goes to its standard input.
[[nodiscard]] ProcessResult run_shell(const std::string& command, const std::string& input = "");

// An empty folder, removed with everything in it at the end of its scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  // Writes a file and gives its path.
  std::string write(const std::string& name, const std::string& content) const;
  // Names of all files below, sorted.
  [[nodiscard]] std::vector<std::string> list() const;

 private:
  std::string path_;
};

[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace awe::test
