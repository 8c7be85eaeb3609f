#include "run.h"

#include <chrono>
#include <system_error>
#include <thread>

namespace awe::python {

thread_local const Progress* Run::outer_ = nullptr;

Progress Run::make_progress() {
  Progress progress;
  progress.report = [this](std::uint64_t done, std::uint64_t total) {
    done_.store(done, std::memory_order_relaxed);
    total_.store(total, std::memory_order_relaxed);
  };
  progress.stop_requested = [this, outer = outer_] {
    return stop_.load(std::memory_order_relaxed) || (outer != nullptr && outer->stop_requested());
  };
  progress.note = [this](std::string_view text) {
    const std::scoped_lock lock(mutex_);
    notes_.emplace_back(text);
  };
  return progress;
}

void Run::look_at_python() {
  if (stopped_) return;
  if (PyErr_CheckSignals() != 0) {
    stopped_.emplace();  // takes the exception that is set
    stop_ = true;
    return;
  }
  const std::uint64_t done = done_.load(std::memory_order_relaxed);
  if (report_.is_none() || done == shown_) return;
  try {
    report_(done, total_.load(std::memory_order_relaxed));
    shown_ = done;
  } catch (nb::python_error& error) {
    stopped_.emplace(std::move(error));
    stop_ = true;
  }
}

void Run::perform(const std::function<void()>& work) {
  std::exception_ptr failure;
  bool done = false;
  const auto body = [&]() noexcept {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    done = true;
    finished_.notify_one();
  };
  {
    nb::gil_scoped_release without_lock;
    std::optional<std::thread> thread;
    try {
      thread.emplace(body);
    } catch (const std::system_error&) {  // no thread is to be had: work here, without looking at signals
      body();
    }
    std::unique_lock lock(mutex_);
    while (!finished_.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
      lock.unlock();
      {
        nb::gil_scoped_acquire with_lock;
        look_at_python();
      }
      lock.lock();
    }
    lock.unlock();
    if (thread) thread->join();
  }
  if (stopped_) throw std::move(*stopped_);
  if (failure) std::rethrow_exception(failure);
  look_at_python();  // the last report
  if (stopped_) throw std::move(*stopped_);
  for (const std::string& note : notes_) {
    if (PyErr_WarnEx(PyExc_UserWarning, note.c_str(), 2) != 0) throw nb::python_error();
  }
}

}  // namespace awe::python
