// The only exception type of the library, thrown for invalid input and for failures of the system. The command line
// uses the kind of an error as its exit code.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace awe {

// The kind of an error. The values are the exit codes of the command line.
enum class ErrorKind {
  usage = 2,         // an invalid argument, or an output that already exists
  io = 3,            // a file cannot be read, written or fetched
  malformed = 4,     // the content of an input violates its format
  limit = 5,         // a stated limit (budget, memory, size) would be exceeded
  numeric = 6,       // a result is not finite, or a weight is negative or not finite
  locked = 7,        // another process is writing the output
  incompatible = 8,  // a model or binary file of an unsupported version
  interrupted = 130  // the caller asked to stop
};

// An error with a kind and a message for the user.
class Error : public std::runtime_error {
 public:
  // An error of this kind; what() returns `message`.
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }  // kind of the error

 private:
  ErrorKind kind_;
};

// An error at a line of a file, with the message "file[!member]:line: reason". Line 0: without the line.
[[nodiscard]] Error error_at(ErrorKind kind, std::string_view file, std::size_t line, std::string_view reason);

}  // namespace awe
