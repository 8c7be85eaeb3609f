#include "console.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "bytes/mapped_file.h"
#include "flag_names.h"
#include "outputs/unfinished.h"
#include "terminal.h"

namespace awe::cli {
namespace {

volatile std::sig_atomic_t g_signal = 0;
volatile std::sig_atomic_t g_work_done = 0;  // if so, signals come too late to stop anything
std::mutex g_bar_mutex;                      // of the progress bar and the reading of inputs

void ring_after(int seconds, int microseconds) {
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  timer.it_value.tv_usec = microseconds;
  setitimer(ITIMER_REAL, &timer, nullptr);
}

// Ends the process at once, without leaving temporary files. While outputs are being put in place it waits for that.
void end_now() {
  if (!outputs::abandon_unfinished()) return ring_after(0, 50'000);
  constexpr std::string_view kMessage = "awe: stopped; outputs that were not complete are removed\n";
  clear_bar();
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
    // Only its last words are left to write; if it is still there after a second, nobody reads them.
    if (number == SIGALRM && !first) _exit(128 + g_signal);
    if (number != SIGALRM) ring_after(1, 0);
  } else if (!first) {
    end_now();
  } else if (number != SIGALRM) {
    ring_after(1, 0);
  }
  errno = error;
}

void write_piece(std::string_view text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); }

// A mapped input that is cut short while it is in use: nothing can go on, and a handler cannot throw.
void on_bus_error(int number, siginfo_t* info, void* /*context*/) {
  static std::atomic_flag entered = ATOMIC_FLAG_INIT;
  const char* path = info->si_code > 0 ? bytes::mapped_file_at(info->si_addr) : nullptr;
  if (path == nullptr) {
    std::signal(number, SIG_DFL);  // not ours: the same instruction ends the process
    return;
  }
  while (entered.test_and_set()) ::pause();  // another thread is ending the process
  constexpr timespec kMoment = {0, 10'000'000};
  for (int tries = 0; tries < 100 && !outputs::abandon_unfinished(); ++tries) ::nanosleep(&kMoment, nullptr);
  clear_bar();
  write_piece("awe: ");
  if (*path == '\0') path = "a mapped input";
  for (; *path != '\0'; ++path)
    write_piece(static_cast<unsigned char>(*path) < 0x20 || *path == 0x7F ? "?" : std::string_view(path, 1));
  write_piece(": was cut short, or its disk failed, while it was being read; run again when it is complete\n");
  _exit(static_cast<int>(ErrorKind::io));
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
  struct sigaction bus_error {};
  bus_error.sa_sigaction = on_bus_error;
  bus_error.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &bus_error, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // writing to a closed pipe, or past a limit of file sizes, is an error of the write
  std::signal(SIGXFSZ, SIG_IGN);
}

bool stop_requested() noexcept { return g_signal != 0; }
int stop_signal() noexcept { return g_signal; }
void end_of_work() noexcept { g_work_done = 1; }

void note(std::string_view text) {
  const std::string line = fmt::format("awe: note: {}\n", printable(with_flags(text, "")));
  const std::lock_guard guard(g_bar_mutex);
  write_error_text(line);
}

Progress noting() {
  return {{}, {}, [](std::string_view text) { note(text); }};
}

void note_once(std::string_view text) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> told;
  const std::lock_guard lock(mutex);
  if (told.emplace(text).second) note(text);
}

namespace {

// Bytes with a unit: "3.4 GB".
std::string size_text(double bytes) {
  const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < std::size(units); ++unit) bytes /= 1000;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 || bytes >= 100 ? 0 : 1, units[unit]);
}

// How far one count of something has come, and when.
class Pace {
 public:
  // What is counted is predicted time: so many units per second are expected, until experience says otherwise.
  void expect(double rate) { expected_ = rate; }
  void update(std::uint64_t done, std::uint64_t total, std::int64_t now) {
    if (begun_ && done < done_ && done >= done_ / 2) return;  // a report that another thread has overtaken
    if (!begun_ || done < done_) {                            // a new phase; a resumed run does not begin with 0
      phase_start_ = begun_ ? updated_ : start_;
      phase_done_ = done > 0 ? done - 1 : 0;
    }
    begun_ = true;
    done_ = done;
    total_ = total;
    updated_ = now;
  }
  [[nodiscard]] bool begun() const { return begun_; }
  [[nodiscard]] std::int64_t start() const { return start_; }
  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] double seconds() const { return std::max(1e-3, static_cast<double>(updated_ - phase_start_) * 1e-9); }

  // The line of a terminal with this many columns: parts that do not fit are left out, the least important first.
  [[nodiscard]] std::string line(const std::string& unit, const std::string& detail, int columns) const {
    // The expectation counts as much as its first half minute.
    const double prior = expected_ > 0 ? 30 : 0;
    const double rate = (static_cast<double>(done_ - phase_done_) + prior * expected_) / (seconds() + prior);
    const bool bytes = unit == "bytes";
    const std::string speed = bytes ? size_text(rate) : fmt::format("{:.0f}", rate);
    const auto width = static_cast<std::size_t>(std::max(1, columns - 1));
    if (total_ == 0) {
      std::string line = bytes ? size_text(static_cast<double>(done_))
                               : fmt::format("{} {}", done_, done_ == 1 ? unit.substr(0, unit.size() - 1) : unit);
      for (const std::string& part : {fmt::format(" {}/s", speed), " " + duration(seconds()), detail}) {
        if (line.size() + part.size() <= width) line += part;
      }
      return line.substr(0, width);
    }
    const double share = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
    const double left = rate > 0 ? static_cast<double>(total_ - std::min(done_, total_)) / rate : 0;
    std::string text = fmt::format("{:3.0f}%", share * 100);
    if (unit.empty()) {
      for (const std::string& part : {fmt::format(" ETA {}", duration(left)), detail}) {
        if (text.size() + part.size() <= width) text += part;
      }
      return with_bar(text, share, width);
    }
    for (const std::string& part : {fmt::format(" ETA {}", duration(left)),
                                    bytes ? fmt::format(" {} of {}", size_text(static_cast<double>(done_)),
                                                        size_text(static_cast<double>(total_)))
                                          : fmt::format(" {}/{} {}", done_, total_, unit),
                                    fmt::format(" {}/s", speed), detail}) {
      if (text.size() + part.size() <= width) text += part;
    }
    return with_bar(text, share, width);
  }

 private:
  // The text behind a bar, if there is room for one.
  static std::string with_bar(const std::string& text, double share, std::size_t width) {
    const std::size_t room = width > text.size() + 3 ? std::min<std::size_t>(30, width - text.size() - 3) : 0;
    if (room < 5) return text.substr(0, width);
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(room));
    return fmt::format("[{:#<{}}{:.<{}}] {}", "", filled, "", room - filled, text);
  }

  double expected_ = 0;
  std::int64_t start_ = now_ns(), phase_start_ = start_, updated_ = start_;
  std::uint64_t phase_done_ = 0, done_ = 0, total_ = 0;
  bool begun_ = false;
};

std::int64_t g_shown = 0;  // when a bar was last drawn

// Draws a line, unless the work has just begun or one was drawn a moment ago.
void draw(const Pace& pace, const std::string& unit, const std::string& detail) {
  constexpr std::int64_t kQuiet = 2'000'000'000, kEvery = 100'000'000;
  const std::int64_t now = now_ns();
  if (now - pace.start() < kQuiet || now - g_shown < kEvery) return;
  const int columns = terminal_columns();
  if (columns == 0) return;
  g_shown = now;
  draw_bar(pace.line(unit, detail, columns));
}

}  // namespace

struct ProgressBar::State {
  std::string unit, detail;
  Pace pace;
  Pace within;  // progress within the only graph
};

namespace {

ProgressBar::State* g_bar = nullptr;  // the bar that is alive
std::unique_ptr<Pace> g_reading;      // of the input

}  // namespace

ProgressBar::ProgressBar(std::string unit, int threads) : state_(std::make_unique<State>()) {
  if (unit.empty()) state_->pace.expect(1000.0 * threads);
  state_->unit = std::move(unit);
  const std::lock_guard guard(g_bar_mutex);
  g_bar = state_.get();
  g_reading.reset();
}

ProgressBar::~ProgressBar() {
  const std::lock_guard guard(g_bar_mutex);
  if (g_bar == state_.get()) g_bar = nullptr;
  g_reading.reset();
  clear_bar();
}

void ProgressBar::set_detail(std::string detail) {
  const std::lock_guard guard(g_bar_mutex);
  state_->detail = detail.empty() ? "" : " " + detail;
}

void ProgressBar::update(std::uint64_t done, std::optional<std::uint64_t> total) {
  const std::lock_guard guard(g_bar_mutex);
  state_->pace.update(done, total.value_or(0), now_ns());
  if (total == 1) return;  // its end says nothing; progress within it does
  draw(state_->pace, state_->unit, state_->detail);
}

void ProgressBar::update_within(std::uint64_t done, std::uint64_t total, std::string_view unit) {
  const std::lock_guard guard(g_bar_mutex);
  state_->within.update(done, total, now_ns());
  draw(state_->within, std::string(unit), state_->detail);
}

Progress ProgressBar::progress() {
  Progress progress;
  progress.report = [this](std::uint64_t done, std::uint64_t total) {
    update(done, total == 0 ? std::nullopt : std::optional(total));
  };
  progress.within = [this](std::uint64_t done, std::uint64_t total, std::string_view unit) {
    update_within(done, total, unit);
  };
  progress.stop_requested = [] { return stop_requested(); };
  progress.note = [](std::string_view text) { note_once(text); };
  return progress;
}

void show_reading(std::uint64_t done, std::uint64_t total) {
  const std::lock_guard guard(g_bar_mutex);
  if (g_bar != nullptr && g_bar->pace.begun()) return;  // the bar shows what becomes of the input
  if (!g_reading || done == 0) g_reading = std::make_unique<Pace>();
  g_reading->update(done, total, now_ns());
  draw(*g_reading, "bytes", " read");
}

Stopwatch::Stopwatch() : start_(now_ns()) {}
double Stopwatch::seconds() const { return static_cast<double>(now_ns() - start_) * 1e-9; }

std::uint64_t peak_rss_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace awe::cli
