// What the command line shows on stderr while it runs: a progress bar (only on a terminal, only after two seconds) and
// notes; also the clean stop on Ctrl-C. Results go to stdout and are not handled here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "awe/run_options.h"

namespace awe::cli {

// Installs handlers for SIGINT and SIGTERM: the first signal asks the work to stop; a second one, or a second of time,
// ends the process. Neither leaves temporary files.
void catch_signals();
// From now on signals no longer stop anything: the outputs are complete, or the error is being reported.
void end_of_work() noexcept;
[[nodiscard]] bool stop_requested() noexcept;
// The signal that requested the stop (the exit code is 128 + its number), or 0.
[[nodiscard]] int stop_signal() noexcept;

// Prints a line on stderr: "awe: note: ...", with option fields of the library replaced by flags.
void note(std::string_view text);
// The same, unless this text has been printed before: an input that is read twice is described once. Thread-safe.
void note_once(std::string_view text);

// Shows a bar with rate and ETA during its lifetime; cleared at the end. Not thread-safe.
class ProgressBar {
 public:
  // `unit` is the plural of what is counted: "graphs", "bytes".
  explicit ProgressBar(std::string unit);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // A count that falls back to the beginning starts a new phase, with a separate rate.
  void update(std::uint64_t done, std::optional<std::uint64_t> total);
  // Shown after the ETA from the next update on.
  void set_detail(std::string detail);
  // The library's interface to this bar, together with the stop flag.
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
