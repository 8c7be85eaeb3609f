// What the command line shows on stderr while it runs: a progress bar (only on a terminal, only after two seconds) and
// notes; also the clean stop on Ctrl-C. Results go to stdout and are not handled here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "awe/run_options.h"
#include "base/counted.h"

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
// Passes the notes of the library on, and nothing else.
[[nodiscard]] Progress noting();

// Shows a bar with rate and ETA during its lifetime; cleared at the end. At most one exists at a time. Thread-safe.
class ProgressBar {
 public:
  // `unit` is the plural of what is counted: "graphs", "bytes". Empty: predicted milliseconds, which are not shown; the
  // ETA begins with the prediction for `threads` and is corrected by what was reached.
  explicit ProgressBar(std::string unit, int threads = 1);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // A count that falls back to the beginning starts a new phase, with a separate rate.
  void update(std::uint64_t done, std::optional<std::uint64_t> total);
  // Progress within the only thing that is counted: the nodes of one graph.
  void update_within(std::uint64_t done, std::uint64_t total, std::string_view unit);
  // Shown after the ETA from the next update on.
  void set_detail(std::string detail);
  // The library's interface to this bar, together with the stop flag.
  [[nodiscard]] Progress progress();

  struct State;

 private:
  std::unique_ptr<State> state_;
};

// Shows how much of the input has been read, until the bar that counts what becomes of it begins. Thread-safe.
void show_reading(std::uint64_t done, std::uint64_t total);

// Seconds since construction.
class Stopwatch {
 public:
  Stopwatch();
  [[nodiscard]] double seconds() const;

 private:
  std::int64_t start_;
};

[[nodiscard]] std::uint64_t peak_rss_bytes();

using base::counted;

}  // namespace awe::cli
