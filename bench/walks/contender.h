// A contender of this task is prepared for a graph, then repeatedly draws a given number of random walks on one thread.
// Contenders that count return the distribution of the anonymous walks; those that only walk return a sum over the end
// nodes. Contenders of one kind draw the same walks, so their results must be bitwise equal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "awe/graph.h"
#include "awe/walk_distribution.h"

namespace awe::bench {

inline constexpr int kWalkLength = 10;
inline constexpr std::uint64_t kWalkSeed = 1;

struct WalkOutcome {
  WalkDistribution counted;
  std::uint64_t ends = 0;

  bool operator==(const WalkOutcome&) const = default;
};

// Prepared for one graph, which must outlive it.
class PreparedWalks {
 public:
  virtual ~PreparedWalks() = default;
  virtual void draw(std::uint64_t walks) = 0;             // the timed part
  [[nodiscard]] virtual WalkOutcome outcome() const = 0;  // of the last draw
};

struct Contender {
  std::string name;
  std::function<std::unique_ptr<PreparedWalks>(const Graph& graph)> prepare;
};

// Our walker, from start node to counted code.
Contender counted(int length = kWalkLength);
// The lower bound: the same steps in the same lanes, neither named nor counted. For far rows, reads are prefetched.
Contender floor_near();
Contender floor_far();
// Walks over the graph's own rows, without packing; named and counted like ours.
Contender plain_rows();
// Node-labelled walks. Returns the distribution that remains when the labels are removed.
Contender labelled(int length);

}  // namespace awe::bench
