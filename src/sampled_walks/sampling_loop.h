// The loop shared by all sampling until a rule is satisfied: over looks, origins, blocks and threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "awe/run_options.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/within_progress.h"
#include "sampled_walks/certificate.h"
#include "walks/walker.h"

namespace awe::sampled_walks {

struct Sampled {
  std::uint64_t walks = 0;
  double certified_error = 0;
};

// Calls
//   count(origin, block, first_lane, walks, thread)   for pieces that together cover all walks, each once;
//   bring(helpers)                                    before pieces of threads 1 .. helpers are counted;
//   deviation()                                       at every look: merges the threads' counts and returns their
//   Deviation.
template <class Count, class Bring, class Deviation>
Sampled sample_until(const StoppingRule& rule, std::size_t origins, int threads, const Progress& progress,
                     const Count& count, const Bring& bring, const Deviation& deviation) {
  Sampled sampled;
  std::uint64_t done = 0;  // walks drawn per origin
  base::WithinProgress drawn(progress, 0, "walks");
  for (const std::uint64_t look : rule.looks()) {
    std::uint64_t each = (look + origins - 1) / origins;
    // Lanes are computed 64 at a time: only the last look may end in between.
    if (look != rule.looks().back())
      each = (each + walks::WalkTile::kLanes - 1) / walks::WalkTile::kLanes * walks::WalkTile::kLanes;
    if (each <= done) continue;
    // Walks done .. each of every origin, in pieces that end at block boundaries; small work stays on this thread.
    const std::uint64_t first_block = done / base::kBlockWalks, last_block = (each - 1) / base::kBlockWalks + 1;
    const std::uint64_t pieces = (last_block - first_block) * origins;
    constexpr std::uint64_t kPiecesWorthAThread = 64;
    const auto parts = static_cast<std::size_t>(
        std::clamp<std::uint64_t>(pieces / kPiecesWorthAThread, 1, static_cast<std::uint64_t>(std::max(1, threads))));
    bring(parts - 1);
    base::parallel_for(parts, threads, [&](std::size_t part) {
      for (std::uint64_t piece = pieces * part / parts; piece < pieces * (part + 1) / parts; ++piece) {
        progress.throw_if_stopped();
        const std::uint64_t block = first_block + piece / origins;
        const std::uint64_t from = std::max(done, block * base::kBlockWalks);
        const std::uint64_t to = std::min(each, (block + 1) * base::kBlockWalks);
        count(static_cast<std::size_t>(piece % origins), block,
              static_cast<std::uint32_t>(from - block * base::kBlockWalks), static_cast<std::uint32_t>(to - from),
              part);
        drawn.add(to - from);
      }
    });
    done = each;
    sampled.walks = each * origins;
    sampled.certified_error = rule.error_at(sampled.walks, deviation(), origins == 1);
    if (sampled.certified_error <= rule.epsilon()) break;
  }
  return sampled;
}

}  // namespace awe::sampled_walks
