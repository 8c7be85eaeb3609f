#include "base/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <sched.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

#ifdef AWE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace awe::base {
namespace {

// ThreadSanitizer cannot see how oneTBB synchronises, since that library is not instrumented; these annotations tell
// it: what happens before release(x) happens before what follows acquire(x). They do nothing in other builds.
#ifdef AWE_THREAD_SANITIZER
void acquire(const void* place) { __tsan_acquire(const_cast<void*>(place)); }
void release(const void* place) { __tsan_release(const_cast<void*>(place)); }
#else
void acquire(const void*) {}
void release(const void*) {}
#endif

// Two addresses, so that bodies are ordered after the start of the call and before its end but not among themselves:
// races between them are still reported.
struct Region {
  char begin = 0, end = 0;
  Region() { release(&begin); }
  ~Region() { acquire(&end); }
};
class InRegion {
 public:
  explicit InRegion(Region& region) : region_(region) { acquire(&region_.begin); }
  ~InRegion() { release(&region_.end); }

 private:
  Region& region_;
};

// Lets oneTBB run more threads than there are CPUs if the caller requests them; otherwise it would warn on stderr.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads)
      : control_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)) {}

 private:
  tbb::global_control control_;
};

// The arena of one call. Each thread keeps its last arena for the next call with the same number of threads: training
// makes about ten calls per millisecond, and creating an arena costs more than their work. A nested call creates one.
class ArenaUse {
 public:
  explicit ArenaUse(int threads) : first_(!kept_.used) {
    if (!first_) {
      own_.emplace(threads);
      return;
    }
    kept_.used = true;
    if (kept_.threads != threads) kept_.arena.emplace(threads);
    kept_.threads = threads;
  }
  ~ArenaUse() {
    if (first_) kept_.used = false;
  }
  ArenaUse(const ArenaUse&) = delete;
  ArenaUse& operator=(const ArenaUse&) = delete;
  [[nodiscard]] tbb::task_arena& arena() { return first_ ? *kept_.arena : *own_; }

 private:
  struct Kept {
    bool used = false;
    int threads = 0;
    std::optional<tbb::task_arena> arena;
  };
  static thread_local Kept kept_;
  bool first_;
  std::optional<tbb::task_arena> own_;
};
thread_local ArenaUse::Kept ArenaUse::kept_;

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
  const ThreadLimit limit(threads);
  ArenaUse use(threads);
  Region region;
  use.arena().execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          const InRegion inside(region);
          for (std::size_t i = range.begin(); i != range.end(); ++i) body(i);
        },
        tbb::simple_partitioner{});
  });
}

namespace detail {

void run_pipeline(int threads, std::size_t in_flight, const std::function<std::shared_ptr<void>()>& produce,
                  const std::function<std::shared_ptr<void>(const std::shared_ptr<void>&)>& transform,
                  const std::function<void(const std::shared_ptr<void>&)>& consume) {
  if (threads <= 1) {
    while (auto item = produce()) consume(transform(item));
    return;
  }
  using Item = std::shared_ptr<void>;
  const ThreadLimit limit(threads);
  tbb::task_arena arena(threads);
  // Items stay in our own slots and oneTBB passes pointers to them; otherwise it would leak the items in flight when a
  // stage throws. At most in_flight items exist at once and leave in order, so the next slot is always free.
  std::vector<Item> slots(in_flight);
  std::size_t produced = 0;
  Region region;
  // An item passes from stage to stage, and the calls of a serial stage follow one another.
  const auto first = [&](tbb::flow_control& control) -> Item* {
    const InRegion inside(region);
    acquire(&produce);
    Item* slot = &slots[produced++ % in_flight];
    acquire(slot);
    *slot = produce();
    if (!*slot) control.stop();
    release(slot);
    release(&produce);
    return slot;
  };
  const auto middle = [&](Item* slot) {
    const InRegion inside(region);
    acquire(slot);
    *slot = transform(*slot);
    release(slot);
    return slot;
  };
  const auto last = [&](Item* slot) {
    const InRegion inside(region);
    acquire(slot);
    acquire(&consume);
    consume(*slot);
    slot->reset();
    release(&consume);
    release(slot);
  };
  arena.execute([&] {
    tbb::parallel_pipeline(in_flight, tbb::make_filter<void, Item*>(tbb::filter_mode::serial_in_order, first) &
                                          tbb::make_filter<Item*, Item*>(tbb::filter_mode::parallel, middle) &
                                          tbb::make_filter<Item*, void>(tbb::filter_mode::serial_in_order, last));
  });
}

}  // namespace detail
}  // namespace awe::base
