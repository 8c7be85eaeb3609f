#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace awe::base {
namespace {

constexpr int kThreadCounts[] = {1, 2, 3, 8};

TEST(AvailableThreads, IsAtLeastOne) { EXPECT_GE(available_threads(), 1); }

TEST(ParallelFor, CallsEveryIndexOnce) {
  for (const int threads : kThreadCounts) {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{1000}}) {
      std::vector<std::atomic<int>> calls(count);
      parallel_for(count, threads, [&](std::size_t i) { ++calls[i]; });
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(calls[i], 1) << "index " << i << ", " << threads << " threads";
    }
  }
}

TEST(ParallelFor, RethrowsAnException) {
  for (const int threads : kThreadCounts) {
    EXPECT_THROW(parallel_for(100, threads,
                              [](std::size_t i) {
                                if (i == 37) throw std::out_of_range("37");
                              }),
                 std::out_of_range);
  }
}

TEST(ParallelFor, RunsInsideItself) {
  std::atomic<int> calls = 0;
  parallel_for(10, 3, [&](std::size_t) { parallel_for(10, 3, [&](std::size_t) { ++calls; }); });
  EXPECT_EQ(calls, 100);
}

TEST(ParallelFor, RunsInsideItselfWithAnyNumbersOfThreads) {
  for (int again = 0; again < 3; ++again) {
    std::atomic<int> calls = 0;
    parallel_for(6, 4, [&](std::size_t) {
      parallel_for(5, 2, [&](std::size_t) { parallel_for(4, 3, [&](std::size_t) { ++calls; }); });
      parallel_for(3, 4, [&](std::size_t) { ++calls; });
    });
    EXPECT_EQ(calls, 6 * (5 * 4 + 3));
    EXPECT_THROW(parallel_for(8, 2,
                              [](std::size_t i) {
                                if (i == 3) throw std::out_of_range("3");
                              }),
                 std::out_of_range);
  }
}

// An item that knows how many of its kind exist.
struct Counted {
  Counted(int number, std::atomic<int>& alive_now, std::atomic<int>& most_alive)
      : value(number), alive(std::shared_ptr<void>(nullptr, [&alive_now](void*) { --alive_now; })) {
    const int now = ++alive_now;
    for (int most = most_alive; now > most && !most_alive.compare_exchange_weak(most, now);) {
    }
  }
  int value;
  std::shared_ptr<void> alive;
};

TEST(OrderedPipeline, KeepsTheOrderAndBoundsTheItemsInFlight) {
  for (const int threads : kThreadCounts) {
    std::atomic<int> alive = 0, most = 0;
    int produced = 0;
    std::vector<int> consumed;
    const int in_flight = 2 * threads;
    ordered_pipeline<Counted, Counted>(
        threads, static_cast<std::size_t>(in_flight),
        [&]() -> std::optional<Counted> {
          if (produced == 500) return std::nullopt;
          return Counted(produced++, alive, most);
        },
        [](Counted&& item) {
          volatile unsigned work = 0;  // uneven, so that later items overtake
          for (int i = 0; i < (item.value % 7) * 2000; ++i) work = work + 1;
          return std::move(item);
        },
        [&](Counted&& item) { consumed.push_back(item.value); });
    ASSERT_EQ(consumed.size(), 500u) << threads << " threads";
    for (int i = 0; i < 500; ++i) ASSERT_EQ(consumed[static_cast<std::size_t>(i)], i) << threads << " threads";
    EXPECT_LE(most, in_flight) << threads << " threads";
    EXPECT_EQ(alive, 0);
  }
}

TEST(OrderedPipeline, OfNothingConsumesNothing) {
  for (const int threads : kThreadCounts) {
    ordered_pipeline<int, int>(
        threads, 4, []() -> std::optional<int> { return std::nullopt; }, [](int&& i) { return i; },
        [](int&&) { FAIL() << "nothing was produced"; });
  }
}

TEST(OrderedPipeline, RethrowsFromEveryStage) {
  for (const int threads : kThreadCounts) {
    for (int stage = 0; stage < 3; ++stage) {
      int next = 0;
      const auto fail_in = [&](int here, int item) {
        if (stage == here && item == 20) throw std::out_of_range("20");
      };
      EXPECT_THROW((ordered_pipeline<int, int>(
                       threads, 8,
                       [&]() -> std::optional<int> {
                         fail_in(0, next);
                         return next < 50 ? std::optional(next++) : std::nullopt;
                       },
                       [&](int&& i) {
                         fail_in(1, i);
                         return i;
                       },
                       [&](int&& i) { fail_in(2, i); })),
                   std::out_of_range)
          << "stage " << stage << ", " << threads << " threads";
    }
  }
}

// Two bodies that end when both have begun, which needs two threads; gives up after a minute.
bool both_begin(int threads) {
  std::atomic<int> begun = 0;
  std::atomic<bool> met = true;
  parallel_for(2, threads, [&](std::size_t) {
    ++begun;
    for (int i = 0; begun < 2 && i < 60'000; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (begun < 2) met = false;
  });
  return met;
}

TEST(ParallelFor, ThreadsThatWaitHelpWithInnerLoops) {
  bool met = false;
  // One long item: the second thread of the pipeline has nothing to do but to help.
  bool produced = false;
  ordered_pipeline<int, int>(
      2, 4, [&]() -> std::optional<int> { return std::exchange(produced, true) ? std::nullopt : std::optional(1); },
      [&](int&& i) {
        met = both_begin(2);
        return i;
      },
      [](int&&) {});
  EXPECT_TRUE(met);
  std::atomic<int> many = 0;
  parallel_for(3, 2, [&](std::size_t i) { many += i == 2 && both_begin(2) ? 1 : 0; });
  EXPECT_EQ(many, 1);
}

TEST(OrderedPipeline, RunsInsideAnotherOne) {
  for (const int threads : kThreadCounts) {
    int next = 0;
    std::vector<int> sums;
    ordered_pipeline<int, int>(
        threads, 4, [&]() -> std::optional<int> { return next < 20 ? std::optional(next++) : std::nullopt; },
        [&](int&& outer) {
          int inner = 0, sum = 0;
          ordered_pipeline<int, int>(
              threads, 3, [&]() -> std::optional<int> { return inner < 10 ? std::optional(inner++) : std::nullopt; },
              [](int&& i) { return i; }, [&](int&& i) { sum = 2 * sum + i; });
          return sum + outer;
        },
        [&](int&& sum) { sums.push_back(sum); });
    ASSERT_EQ(sums.size(), 20u);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(sums[static_cast<std::size_t>(i)], sums[0] + i) << threads << " threads";
  }
}

TEST(ParallelFor, WorksInAChildOfAProcessWithThreads) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the thread sanitizer does not support threads after fork";
#endif
  const auto sum_of = [](int threads) {
    std::vector<int> values(1000);
    parallel_for(values.size(), threads, [&](std::size_t i) { values[i] = static_cast<int>(i); });
    return std::accumulate(values.begin(), values.end(), 0);
  };
  ASSERT_EQ(sum_of(4), 499500);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);  // a child that waits for its parent's threads fails instead of waiting for ever
    _exit(sum_of(4) == 499500 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(sum_of(4), 499500);
}

TEST(ParallelFor, ForksWithinALoopWorkToo) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the thread sanitizer does not support threads after fork";
#endif
  std::atomic<int> right = 0;
  parallel_for(4, 4, [&](std::size_t) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      std::atomic<int> calls = 0;
      parallel_for(100, 3, [&](std::size_t) { ++calls; });
      _exit(calls == 100 ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    right += status == 0 ? 1 : 0;
  });
  EXPECT_EQ(right, 4);
}

}  // namespace
}  // namespace awe::base
