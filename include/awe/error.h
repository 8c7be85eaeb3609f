// The one exception type of the library. Thrown where outside input is checked and where the outside world fails;
// inner loops never throw. The command line turns the kind into its exit code.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace awe {

// The values are the exit codes of the command line.
enum class ErrorKind {
  usage = 2,         // an argument makes no sense, or an output is there already
  io = 3,            // a file cannot be read, written or fetched
  malformed = 4,     // the content of an input breaks its format
  limit = 5,         // a stated limit (budget, memory, size) would be passed
  numeric = 6,       // a result is not finite, or a weight is negative or not finite
  locked = 7,        // another writer holds the output
  incompatible = 8,  // a model or binary file of another version
  interrupted = 130  // the caller asked to stop
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

// An error at a place in a file: "file[!member]:line: reason". Line 0 leaves the line out.
[[nodiscard]] Error error_at(ErrorKind kind, std::string_view file, std::size_t line, std::string_view reason);

}  // namespace awe
