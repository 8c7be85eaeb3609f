// Exact distributions on undirected, unweighted graphs without self-loops, for walks of three steps or more.
//
// The search enumerates ordered sets of first visits V = (v_0, ..., v_k-1) instead of walks: all walks that visit
// exactly the nodes of V in this order are processed together as entries (steps made, current node, rank so far, mass).
// What they share is computed once: the neighbours inside V, and the distribution of the last three steps from each
// current node, in closed form in terms of fresh (unvisited) common neighbours. With d the degrees and x, y over fresh
// nodes,
//   S_cj = sum of 1/d(x) over x adjacent to v_c and v_j                       (fresh, then back to v_j)
//   W_cj = sum of 1/(d(x) d(y)) over x adjacent to v_c, y to x and v_j        (fresh, fresh, then back to v_j)
// Cost: O(ordered sets reached in l-3 steps, over classes of twins), times the closed form (neighbours of neighbours,
// or the size of V for nodes of high degree), plus O(1) for each walk of length l-3 and each of its last three steps.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/stop_check.h"
#include "exact_walks/near_table.h"
#include "exact_walks/pattern_sums.h"
#include "exact_walks/prepared_graph.h"
#include "exact_walks/rank_accumulator.h"
#include "exact_walks/visited_nodes.h"

namespace awe::exact_walks {

class VisitSearch {
 public:
  VisitSearch(const PreparedGraph& prepared, RankAccumulator& accumulator);

  // Adds mass times the distribution of walks from the node.
  void from_node(NodeId node, double mass);
  // Adds the sums that are still buffered; returns the mass of walks that stopped since the last call.
  [[nodiscard]] double finish();
  // The search must not be used again after it has been stopped.
  void watch(const Progress* progress) noexcept { stop_check_.watch(progress); }

 private:
  using Bits = VisitedNodes::Bits;
  using Node = VisitedNodes::Node;
  static constexpr std::size_t kMost = kMaxWalkLength + 2;

  // Walks that have made some steps inside the visited nodes.
  struct Entry {
    std::uint64_t rank;  // of the walk so far: its smallest completion
    double mass;
    int current;
  };
  // All entries of one ordered set, by the number of steps made: those after t steps begin at first[t].
  struct Level {
    std::vector<Entry> entries;
    std::array<std::size_t, kMost> first{};
    PatternSums::Pattern pattern = 0;
  };
  // Where a fresh step from v_c may lead next: back to each visited node, or on to another fresh node. Positions beyond
  // the visited nodes are not set.
  struct FreshRow {
    std::array<double, kMost> back;
    double on;
  };

  // Extends the ordered set by `node`; its walks continue those of the previous level, with `share` times their mass.
  void explore(NodeId node, double share);
  // The same if nothing will be appended later: the set is reached only at the last step before the closed form.
  void explore_last(NodeId node, double share);
  void arrive(Level& level, const Level& from, Bits from_bits, double share, int first_step);
  void emit(const Level& level);
  void emit_to_sums(const Level& level);
  void exits(const Level& level);

  // Stores the last three steps from v_c as a template: offsets from the rank, and fractions of the mass.
  void close_three(int c);
  void close_inside(int c, int j);
  void close_fresh(int c);
  template <class Row>
  void put_row(std::uint32_t offset, const Row& back, double scale);
  void put(std::uint32_t offset, double value) {
    offsets_[size_] = offset;
    values_[size_++] = value;
  }
  void apply(std::uint64_t rank, double mass);
  // Stores this value for each choice of a step from v_j to a visited node of `bits`.
  void put_choices(std::uint32_t offset, Bits bits, int j, double value);
  void clear(FreshRow& row) const;
  [[nodiscard]] const FreshRow& fresh_row(int c);
  struct TwoFresh {
    FreshRow row;
    double self;  // back to the first of the two
  };
  [[nodiscard]] TwoFresh two_fresh(int c) const;
  template <bool kFresh>
  void add_row_of(NodeId x, double weight, FreshRow& row, double& self) const;
  template <bool kFresh>
  void add_row_by_table(const PreparedGraph::Common* common, NodeId x, double weight, FreshRow& row,
                        double& self) const;
  [[nodiscard]] int used() const noexcept { return visited_.used(); }
  [[nodiscard]] double inverse(int place) const noexcept { return visited_.place(place).inverse_degree; }

  const PreparedGraph& prepared_;
  const Graph& graph_;
  RankAccumulator& accumulator_;
  int last_entry_step_;  // l - 3
  base::StopCheck stop_check_;
  double stopped_ = 0;
  VisitedNodes visited_;
  std::vector<Level> levels_;
  std::optional<NearTable> near_;
  std::optional<PatternSums> sums_;  // set if and only if near_ is
  Bits rows_known_ = 0;
  std::array<FreshRow, kMost> rows_;
  std::vector<std::uint32_t> offsets_;  // the template of close_three: size_ pairs
  std::vector<double> values_;
  std::size_t size_ = 0;
};

}  // namespace awe::exact_walks
