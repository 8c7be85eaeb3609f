// What the command line shows on stderr while it works: a progress bar (only on a terminal, only after two seconds),
// notes, and the clean stop on Ctrl-C. Results go to stdout and never through here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "awe/run_options.h"

namespace awe::cli {

// Installs the handlers of SIGINT and SIGTERM: the first asks the work to stop, a second one ends the process.
void catch_signals();
[[nodiscard]] bool stop_requested() noexcept;
// The signal that asked to stop (its exit code is 128 + number), or 0.
[[nodiscard]] int stop_signal() noexcept;

// A line on stderr: "awe: note: ...", with fields of the library as flags.
void note(std::string_view text);

// A bar with rate and ETA while it lives; cleared at the end. One thread at a time.
class ProgressBar {
 public:
  // `unit` is the plural of what is counted: "graphs", "bytes".
  explicit ProgressBar(std::string unit);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Counts that fall back to the beginning start another phase, with a rate of its own.
  void update(std::uint64_t done, std::optional<std::uint64_t> total);
  // Shown behind the ETA from the next update on.
  void set_detail(std::string detail);
  // The library's view of this bar, together with the stop flag.
  [[nodiscard]] Progress progress();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Seconds since construction.
class Stopwatch {
 public:
  Stopwatch();
  [[nodiscard]] double seconds() const;

 private:
  std::int64_t start_;
};

[[nodiscard]] std::uint64_t peak_rss_bytes();

// "1 graph", "2 graphs": the noun with an s unless there is exactly one.
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace awe::cli
