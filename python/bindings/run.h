// Runs work of the library for Python: without the interpreter lock, on a thread of its own, while the calling thread
// looks for signals (Ctrl-C raises KeyboardInterrupt) and passes on reports of progress twenty times a second.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "awe/run_options.h"
#include "bindings.h"

namespace awe::python {

class Run {
 public:
  // `report`: None, or a function of (done, total) that is called now and then; an exception in it stops the work.
  explicit Run(nb::object report) : report_(std::move(report)) {}

  // The result of work(progress), a function that does not touch Python objects. Called with the interpreter lock held.
  // Notes of the library become warnings.
  template <class Work>
  auto operator()(Work&& work) {
    using Result = std::invoke_result_t<Work&, const Progress&>;
    const Progress progress = make_progress();
    if constexpr (std::is_void_v<Result>) {
      perform([&] { work(progress); });
    } else {
      std::optional<Result> result;
      perform([&] { result.emplace(work(progress)); });
      return std::move(*result);
    }
  }

 private:
  friend class InnerRuns;

  [[nodiscard]] Progress make_progress();
  void perform(const std::function<void()>& work);
  void look_at_python();  // with the interpreter lock held

  nb::object report_;
  std::atomic<bool> stop_ = false;
  std::atomic<std::uint64_t> done_ = 0, total_ = 0;
  std::uint64_t shown_ = 0;
  std::mutex mutex_;
  std::condition_variable finished_;
  std::vector<std::string> notes_;           // guarded by mutex_
  std::optional<nb::python_error> stopped_;  // the exception that asked for the stop
  static thread_local const Progress* outer_;
};

// While it lives, runs that this thread begins also stop when the run of `progress` is to stop: for Python code that
// the library calls during a run, since only the main thread sees signals.
class InnerRuns {
 public:
  explicit InnerRuns(const Progress& progress) : before_(std::exchange(Run::outer_, &progress)) {}
  InnerRuns(const InnerRuns&) = delete;
  InnerRuns& operator=(const InnerRuns&) = delete;
  ~InnerRuns() { Run::outer_ = before_; }

 private:
  const Progress* before_;
};

}  // namespace awe::python
