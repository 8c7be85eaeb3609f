#include "console.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "bytes/unfinished.h"
#include "flag_names.h"

namespace awe::cli {
namespace {

volatile std::sig_atomic_t g_signal = 0;
volatile std::sig_atomic_t g_work_done = 0;  // if so, signals come too late to stop anything
bool g_bar_shown = false;                    // if so, a note first clears the line

void ring_after(int seconds, int microseconds) {
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  timer.it_value.tv_usec = microseconds;
  setitimer(ITIMER_REAL, &timer, nullptr);
}

// Ends the process at once, without leaving temporary files. While outputs are being put in place it waits for that.
void end_now() {
  if (!bytes::abandon_unfinished()) return ring_after(0, 50'000);
  constexpr std::string_view kMessage = "awe: stopped; outputs that were not complete are removed\n";
  constexpr std::string_view kClear = "\r\x1b[K";
  if (g_bar_shown && ::write(STDERR_FILENO, kClear.data(), kClear.size()) < 0) _exit(128 + g_signal);
  (void)!::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  _exit(128 + g_signal);
}

// The first signal asks the work to stop. If it is still running a second later (it checks for a stop only between two
// steps), or at the second signal, the process ends here.
void on_signal(int number) {
  const int error = errno;
  const bool first = g_signal == 0;
  if (number != SIGALRM) g_signal = number;
  if (g_work_done != 0) {
    if (!first && number != SIGALRM) _exit(128 + number);  // blocked in writing its last words
  } else if (!first) {
    end_now();
  } else if (number != SIGALRM) {
    ring_after(1, 0);
  }
  errno = error;
}

std::int64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::string duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::max(0.0, seconds) + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  // One signal at a time: the handler is not entered a second time.
  for (const int number : {SIGINT, SIGTERM, SIGALRM}) sigaddset(&action.sa_mask, number);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGALRM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

bool stop_requested() noexcept { return g_signal != 0; }
int stop_signal() noexcept { return g_signal; }
void end_of_work() noexcept { g_work_done = 1; }

void note(std::string_view text) {
  if (g_bar_shown) std::fputs("\r\x1b[K", stderr);
  // Not fmt::print, which throws if stderr is closed or full: the work goes on without notes.
  std::fputs(fmt::format("awe: note: {}\n", with_flags(text, "")).c_str(), stderr);
}

void note_once(std::string_view text) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> told;
  const std::lock_guard lock(mutex);
  if (told.emplace(text).second) note(text);
}

struct ProgressBar::State {
  std::string unit, detail;
  std::int64_t start = now_ns();     // start of the bar
  std::int64_t phase_start = start;  // start of the current phase ...
  std::uint64_t phase_done = 0;      // ... and the count at that time: a resumed run does not begin with 0
  std::int64_t updated = start;
  std::optional<std::uint64_t> done;  // last reported count
  std::int64_t shown = 0;
  bool terminal = isatty(STDERR_FILENO) == 1;
};

ProgressBar::ProgressBar(std::string unit) : state_(std::make_unique<State>()) { state_->unit = std::move(unit); }

ProgressBar::~ProgressBar() {
  if (state_->shown != 0) std::fputs("\r\x1b[K", stderr);
  g_bar_shown = false;
}

void ProgressBar::set_detail(std::string detail) { state_->detail = std::move(detail); }

void ProgressBar::update(std::uint64_t done, std::optional<std::uint64_t> total) {
  if (!state_->terminal) return;
  const std::int64_t now = now_ns();
  if (!state_->done || done < *state_->done) {
    state_->phase_start = state_->updated;
    state_->phase_done = done > 0 ? done - 1 : 0;
  }
  state_->done = done;
  state_->updated = now;
  constexpr std::int64_t kQuiet = 2'000'000'000, kEvery = 100'000'000;
  if (now - state_->start < kQuiet || now - state_->shown < kEvery) return;
  state_->shown = now;
  g_bar_shown = true;
  const double seconds = std::max(1e-3, static_cast<double>(now - state_->phase_start) * 1e-9);
  const double rate = static_cast<double>(done - state_->phase_done) / seconds;
  const std::string detail = state_->detail.empty() ? "" : " " + state_->detail;
  std::string line;
  if (total && *total > 0) {
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(*total));
    constexpr int kWidth = 30;
    const int filled = static_cast<int>(share * kWidth);
    const double left = rate > 0 ? static_cast<double>(*total - std::min(done, *total)) / rate : 0;
    line = fmt::format("\r[{:#<{}}{:.<{}}] {:3.0f}% {}/{} {} {:.0f}/s ETA {}{}\x1b[K", "", filled, "", kWidth - filled,
                       share * 100, done, *total, state_->unit, rate, duration(left), detail);
  } else {
    line = fmt::format("\r{} {} {:.0f}/s {}{}\x1b[K", done, state_->unit, rate, duration(seconds), detail);
  }
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

Progress ProgressBar::progress() {
  Progress progress;
  progress.report = [this](std::uint64_t done, std::uint64_t total) {
    update(done, total == 0 ? std::nullopt : std::optional(total));
  };
  progress.stop_requested = [] { return stop_requested(); };
  progress.note = [](std::string_view text) { note_once(text); };
  return progress;
}

Stopwatch::Stopwatch() : start_(now_ns()) {}
double Stopwatch::seconds() const { return static_cast<double>(now_ns() - start_) * 1e-9; }

std::uint64_t peak_rss_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  if (count == 1) return fmt::format("1 {}", noun);
  if (noun.ends_with("ss")) return fmt::format("{} {}es", count, noun);  // class, pass
  return fmt::format("{} {}s", count, noun);
}

}  // namespace awe::cli
