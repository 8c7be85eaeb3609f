// What a contender of this task does: is prepared for a graph, then draws so many random walks on one thread, again and
// again. Those that count give the distribution of the anonymous walks; those that only walk, a sum over where walks
// ended. Contenders of one kind draw the same walks, so that what they give must be equal to the bit.
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
  virtual void draw(std::uint64_t walks) = 0;             // what is timed
  [[nodiscard]] virtual WalkOutcome outcome() const = 0;  // of the last draw
};

struct Contender {
  std::string name;
  std::function<std::unique_ptr<PreparedWalks>(const Graph& graph)> prepare;
};

// Ours, from start node to counted code.
Contender counted(int length = kWalkLength);
// The floor: the same steps in the same lanes, neither named nor counted. Of far rows, reads are asked for ahead.
Contender floor_near();
Contender floor_far();
// The graph's own rows, without packing; named and counted as ours are.
Contender plain_rows();
// Node-labelled walks. What it gives is the distribution that is left when the labels are struck out.
Contender labelled(int length);

}  // namespace awe::bench
