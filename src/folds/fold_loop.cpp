#include "folds/fold_loop.h"

#include <mutex>
#include <numeric>
#include <vector>

#include "base/parallel.h"

namespace awe::folds {

void for_each_fold(std::span<const FoldAssignment> splits, std::uint64_t seed, std::size_t lanes,
                   const Progress& progress, const std::function<void(const FoldPlace&)>& run) {
  std::vector<std::pair<std::size_t, int>> folds;  // repeat and fold
  for (std::size_t repeat = 0; repeat < splits.size(); ++repeat) {
    for (int fold = 0; fold < splits[repeat].folds; ++fold) folds.emplace_back(repeat, fold);
  }
  std::mutex mutex;
  std::vector<std::size_t> free(lanes);
  std::iota(free.begin(), free.end(), std::size_t{0});
  std::uint64_t done = 0;
  base::parallel_for(folds.size(), static_cast<int>(lanes), [&](std::size_t number) {
    progress.throw_if_stopped();
    const auto [repeat, fold] = folds[number];
    std::size_t lane = 0;
    {
      const std::lock_guard lock(mutex);
      lane = free.back();
      free.pop_back();
    }
    const auto stream = static_cast<std::uint32_t>(1000 * repeat) + static_cast<std::uint32_t>(fold) + 1;
    run({splits[repeat], fold, {seed, stream}, number, lane});
    const std::lock_guard lock(mutex);
    free.push_back(lane);
    if (progress.report) progress.report(++done, folds.size());
  });
}

}  // namespace awe::folds
