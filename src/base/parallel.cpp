#include "awe/base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <thread>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

namespace awe {
namespace {

// Lets oneTBB run more threads than there are CPUs, if that is asked for: otherwise it warns on stderr.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads)
      : control_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)) {}

 private:
  tbb::global_control control_;
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
  const ThreadLimit limit(threads);
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
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
  arena.execute([&] {
    tbb::parallel_pipeline(
        in_flight, tbb::make_filter<void, Item>(tbb::filter_mode::serial_in_order,
                                                [&](tbb::flow_control& control) -> Item {
                                                  Item item = produce();
                                                  if (!item) control.stop();
                                                  return item;
                                                }) &
                       tbb::make_filter<Item, Item>(tbb::filter_mode::parallel,
                                                    [&](const Item& item) { return transform(item); }) &
                       tbb::make_filter<Item, void>(tbb::filter_mode::serial_in_order,
                                                    [&](const Item& item) { consume(item); }));
  });
}

}  // namespace detail
}  // namespace awe
