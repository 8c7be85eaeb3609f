#include "processes.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <vector>

#include "contender.h"
#include "sampled_walks/sampled_walks.h"

namespace awe::bench {
namespace {

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// A separate process that runs its work once for every number of walks it receives, and replies with the processor time
// in seconds.
class Worker {
 public:
  explicit Worker(const std::function<void(std::uint64_t)>& work) {
    int orders[2], answers[2];
    if (pipe(orders) != 0 || pipe(answers) != 0) throw std::runtime_error("no pipe to a process; close some files");
    process_ = fork();
    if (process_ < 0) throw std::runtime_error("no further process; allow this user more of them");
    order_ = orders[1];
    answer_ = answers[0];
    if (process_ > 0) {
      close(orders[0]);
      close(answers[1]);
      return;
    }
    close(orders[1]);
    close(answers[0]);
    for (std::uint64_t walks = 0; read(orders[0], &walks, sizeof walks) == sizeof walks && walks > 0;) {
      const double before = processor_seconds();
      work(walks);
      const double took = processor_seconds() - before;
      if (write(answers[1], &took, sizeof took) != sizeof took) break;
    }
    _exit(0);
  }
  ~Worker() {
    const std::uint64_t none = 0;
    if (write(order_, &none, sizeof none) != sizeof none) return;
    waitpid(process_, nullptr, 0);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void start(std::uint64_t walks) const {
    if (write(order_, &walks, sizeof walks) != sizeof walks) throw std::runtime_error("a process ended early");
  }
  [[nodiscard]] double wait() const {
    double seconds = 0;
    if (read(answer_, &seconds, sizeof seconds) != sizeof seconds) throw std::runtime_error("a process ended early");
    return seconds;
  }

 private:
  pid_t process_ = 0;
  int order_ = 0, answer_ = 0;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Rates {
  std::vector<double> by_clock, by_processor;

  // Measures workers that share the walks.
  void take(const std::vector<const Worker*>& workers, std::uint64_t walks) {
    const auto start = std::chrono::steady_clock::now();
    for (const Worker* worker : workers) worker->start(walks / workers.size());
    double processor = 0;
    for (const Worker* worker : workers) processor += worker->wait();
    const std::chrono::duration<double> clock = std::chrono::steady_clock::now() - start;
    by_clock.push_back(static_cast<double>(walks) / clock.count() / 1e6);
    by_processor.push_back(static_cast<double>(walks) / processor / 1e6);
  }
};

}  // namespace

Shared threads_and_processes(const GraphShape& shape, std::uint64_t walks, int rounds) {
  const Graph graph = random_graph(shape);
  const sampled_walks::SampledWalks sampled(graph, WalkIndex(kWalkLength), kWalkSeed);
  const auto on = [&](int threads) {
    return [&sampled, threads](std::uint64_t count) {
      if (sampled.of_graph(count, threads).probabilities.size() == 0) _exit(1);
    };
  };
  const Worker both(on(2)), one(on(1)), other(on(1));
  Rates threads, processes;
  for (int round = 0; round < rounds; ++round) {
    threads.take({&both}, walks);
    processes.take({&one, &other}, walks);
  }
  return {median(threads.by_clock), median(processes.by_clock), median(threads.by_processor),
          median(processes.by_processor)};
}

}  // namespace awe::bench
