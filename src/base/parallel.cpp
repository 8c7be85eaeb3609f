// Threads are made once and kept: training makes about ten calls per millisecond. The calling thread always works
// itself, and threads that cannot be made (the system's limits, or no memory for a stack) are done without: with none
// at all, everything runs on the caller. A thread that waits in one call helps with calls made inside it. A child made
// by fork() has only the thread that called it: it begins with a new pool and leaves that of its parent as it is.
#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace awe::base {
namespace {

// Waits actively for a few microseconds, which is shorter than waking a thread takes; true as soon as `done` is.
template <class Done>
bool spin_until(Done done) {
  constexpr int kRounds = 1000;
  for (int round = 0; round < kRounds; ++round) {
    if (done()) return true;
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
  return false;
}

class Pool;

// Work that several threads share. Its members belong to the pool and are guarded by the pool's mutex, unless said.
class Job {
 public:
  Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  virtual ~Job() = default;

  // Works on the job, and returns when there is nothing left to do for another thread.
  virtual void take_part(Pool& pool) noexcept = 0;

 protected:
  // Keeps the exception being handled, if it is the first.
  void keep_failure() noexcept {
    if (!failed_.test_and_set()) failure_ = std::current_exception();
  }

 private:
  friend class Pool;
  std::atomic_flag failed_ = ATOMIC_FLAG_INIT;
  std::exception_ptr failure_;
  std::uint64_t number_ = 0;  // jobs are numbered from 1: a job inside another has the higher number
  int places_ = 0;            // how many more threads may join
  int inside_ = 0;            // threads that have joined and not left
  Job* next_ = nullptr;
};

class Pool {
 public:
  using Lock = std::unique_lock<std::mutex>;

  // The only pool of the process. It is never destroyed: its threads wait in it when the process ends.
  static Pool& instance() {
    static const int forks = pthread_atfork(nullptr, nullptr, [] { forget(); });
    static_cast<void>(forks);  // without memory for the handler, forks are as they would be without it
    Pool* pool = instance_.load(std::memory_order_acquire);
    if (pool != nullptr) return *pool;
    auto made = std::make_unique<Pool>();
    if (instance_.compare_exchange_strong(pool, made.get(), std::memory_order_acq_rel)) pool = made.release();
    return *pool;
  }
  [[nodiscard]] Lock lock() { return Lock(mutex_); }

  // Works on the job with up to `threads` threads, the caller among them, until it is done.
  void run(Job& job, int threads) {
    Lock lock(mutex_);
    hire(threads - 1);
    job.number_ = ++jobs_made_;
    if (workers_ > 0) {
      job.places_ = threads - 1;
      job.next_ = std::exchange(jobs_, &job);
      announce(threads > 2);
    }
    const std::uint64_t outer = std::exchange(in_job_, job.number_);
    lock.unlock();
    job.take_part(*this);
    lock.lock();
    remove(job);
    while (job.inside_ > 0) help_or_wait(lock);
    in_job_ = outer;
    lock.unlock();
    if (job.failure_) std::rethrow_exception(job.failure_);
  }

  // Tells one waiting thread, or all of them, that something has changed. Needs the lock.
  void announce(bool to_all) {
    ++announced_;
    if (sleeping_ > 0) to_all ? announcement_.notify_all() : announcement_.notify_one();
  }

  // Takes part in a job made after the one that this thread is in, if there is any; otherwise waits for the next
  // announcement. The lock is given up meanwhile.
  void help_or_wait(Lock& lock) {
    Job* job = jobs_;
    while (job != nullptr && (job->places_ == 0 || job->number_ <= in_job_)) job = job->next_;
    if (job != nullptr) return join(*job, lock);
    const auto seen = announced_.load();
    const auto announced = [&] { return announced_.load() != seen; };
    lock.unlock();
    const bool soon = spin_until(announced);
    lock.lock();
    if (soon || announced()) return;
    ++sleeping_;
    // Instead of announcement_.wait(), which is a function of its own since GCC 12: the rest of the library runs with
    // the C++ run time of GCC 11.
    while (!announced()) pthread_cond_wait(announcement_.native_handle(), lock.mutex()->native_handle());
    --sleeping_;
  }

 private:
  // In a new child process: its parent's threads are not there, and its parent's mutex may be held by one of them.
  static void forget() {
    instance_.store(nullptr, std::memory_order_release);
    in_job_ = 0;
  }

  void join(Job& job, Lock& lock) {
    --job.places_;
    ++job.inside_;
    const std::uint64_t outer = std::exchange(in_job_, job.number_);
    lock.unlock();
    job.take_part(*this);
    lock.lock();
    in_job_ = outer;
    job.places_ = 0;
    if (--job.inside_ == 0) announce(true);
  }

  // Makes threads until there are `wanted`, or until one cannot be made. They leave signals to the caller's threads,
  // except for those that a fault raises.
  void hire(int wanted) {
    if (workers_ >= wanted || full_) return;
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) sigdelset(&blocked, fault);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    try {
      for (; workers_ < wanted; ++workers_) {
        std::thread([this]() noexcept {
          for (Lock lock(mutex_);;) help_or_wait(lock);
        }).detach();
      }
    } catch (const std::exception&) {  // no more threads, or no memory for one
      full_ = true;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void remove(const Job& job) {
    for (Job** place = &jobs_; *place != nullptr; place = &(*place)->next_) {
      if (*place == &job) {
        *place = job.next_;
        return;
      }
    }
  }

  static std::atomic<Pool*> instance_;
  static thread_local std::uint64_t in_job_;  // the job that this thread is in; 0: none

  std::mutex mutex_;
  std::condition_variable announcement_;
  std::atomic<std::uint64_t> announced_ = 0;
  int sleeping_ = 0;  // threads that wait for an announcement
  Job* jobs_ = nullptr;
  std::uint64_t jobs_made_ = 0;
  int workers_ = 0;
  bool full_ = false;  // no further thread can be made
};
std::atomic<Pool*> Pool::instance_ = nullptr;
thread_local std::uint64_t Pool::in_job_ = 0;

class Loop final : public Job {
 public:
  Loop(std::size_t count, const std::function<void(std::size_t)>& body) : count_(count), body_(body) {}
  void take_part(Pool&) noexcept override {
    try {
      for (std::size_t i = 0; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) body_(i);
    } catch (...) {
      keep_failure();
      next_ = count_;
    }
  }

 private:
  std::size_t count_;
  const std::function<void(std::size_t)>& body_;
  std::atomic<std::size_t> next_ = 0;
};

class Pipeline final : public Job {
 public:
  using Item = std::shared_ptr<void>;
  using Produce = std::function<Item()>;
  using Transform = std::function<Item(const Item&)>;
  using Consume = std::function<void(const Item&)>;
  Pipeline(std::size_t in_flight, const Produce& produce, const Transform& transform, const Consume& consume)
      : ring_(in_flight), produce_(produce), transform_(transform), consume_(consume) {}

  void take_part(Pool& pool) noexcept override {
    Pool::Lock lock = pool.lock();
    try {
      while (!over_) step(pool, lock);
    } catch (...) {
      if (!lock) lock.lock();
      keep_failure();
      over_ = true;
      pool.announce(true);
    }
  }

 private:
  // An item in flight, or a free place.
  struct Place {
    Item item;
    bool ready = false;  // the item is transformed, and is consumed when its turn comes
  };

  Place& place(std::uint64_t number) { return ring_[number % ring_.size()]; }

  // Consumes an item, or produces and transforms one, or else helps with another job or waits.
  void step(Pool& pool, Pool::Lock& lock) {
    if (!consuming_ && place(consumed_).ready) {
      consume_next(pool, lock);
    } else if (!producing_ && !at_end_ && produced_ - consumed_ < ring_.size()) {
      produce_next(pool, lock);
    } else {
      pool.help_or_wait(lock);
    }
  }

  void consume_next(Pool& pool, Pool::Lock& lock) {
    Place& from = place(consumed_);
    consuming_ = true;
    lock.unlock();
    consume_(from.item);
    from.item.reset();
    lock.lock();
    from.ready = consuming_ = false;
    ++consumed_;
    over_ = over_ || (at_end_ && consumed_ == produced_);
    pool.announce(over_);
  }

  void produce_next(Pool& pool, Pool::Lock& lock) {
    producing_ = true;
    Place& into = place(produced_);
    lock.unlock();
    into.item = produce_();
    lock.lock();
    producing_ = false;
    at_end_ = into.item == nullptr;
    produced_ += at_end_ ? 0 : 1;
    over_ = over_ || (at_end_ && consumed_ == produced_);
    pool.announce(over_);
    if (at_end_) return;
    lock.unlock();
    into.item = transform_(into.item);
    lock.lock();
    into.ready = true;
  }

  // Guarded by the pool's mutex.
  std::vector<Place> ring_;
  std::uint64_t produced_ = 0, consumed_ = 0;
  bool producing_ = false, consuming_ = false, at_end_ = false, over_ = false;
  const Produce& produce_;
  const Transform& transform_;
  const Consume& consume_;
};

}  // namespace

int available_threads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body) {
  if (threads <= 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  Loop loop(count, body);
  Pool::instance().run(loop, static_cast<int>(std::min<std::size_t>(count, static_cast<std::size_t>(threads))));
}

namespace detail {

void run_pipeline(int threads, std::size_t in_flight, const std::function<std::shared_ptr<void>()>& produce,
                  const std::function<std::shared_ptr<void>(const std::shared_ptr<void>&)>& transform,
                  const std::function<void(const std::shared_ptr<void>&)>& consume) {
  if (threads <= 1) {
    while (auto item = produce()) consume(transform(item));
    return;
  }
  Pipeline pipeline(in_flight, produce, transform, consume);
  Pool::instance().run(pipeline, threads);
}

}  // namespace detail
}  // namespace awe::base
