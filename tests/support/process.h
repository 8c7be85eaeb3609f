// Runs the real `awe` binary, as a user would, and returns the result.
#pragma once

#include <string>
#include <vector>

namespace awe::test {

struct ProcessResult {
  int exit_code = -1;  // 128 + signal if ended by a signal
  std::string out;
  std::string err;
};

// Runs a shell command line, in which `awe` is the binary under test (first on PATH). `input` goes to standard input.
[[nodiscard]] ProcessResult run_shell(const std::string& command, const std::string& input = "");

// An empty folder that is removed with its content at the end of the scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  // Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& content) const;
  // Names of all files in it, recursively, sorted.
  [[nodiscard]] std::vector<std::string> list() const;

 private:
  std::string path_;
};

[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace awe::test
