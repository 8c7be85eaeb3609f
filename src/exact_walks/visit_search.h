// Exact distributions on undirected, unweighted graphs without loops, for walks of three steps or more.
//
// The search goes over ordered sets of first visits V = (v_0, ..., v_k-1) instead of walks: all walks that visit the
// nodes of V in this order, and no others, are carried along together as entries (steps made, current node, rank so
// far, mass). What they share is found once: the neighbours inside V, and the distribution of the last three steps from
// each current node, closed in terms of fresh common neighbours. With d the degrees and x, y over fresh nodes,
//   S_cj = sum of 1/d(x) over x adjacent to v_c and v_j                       (fresh, then back to v_j)
//   W_cj = sum of 1/(d(x) d(y)) over x adjacent to v_c, y to x and v_j        (fresh, fresh, then back to v_j)
// Cost: O(ordered sets reached in l-3 steps, over classes of twins), times the closing (neighbours of neighbours, or
// the size of V for nodes of high degree), plus O(1) for each walk of length l-3 and each of its last three steps.
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
  // Adds what is still held back; returns the mass of walks that stopped since the last call.
  [[nodiscard]] double finish();
  // After a stop the search is spent.
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
  // What a fresh step from v_c may lead to: back to each visited node, or on to another fresh node. Places beyond the
  // visited nodes are not set.
  struct FreshRow {
    std::array<double, kMost> back;
    double on;
  };

  // The ordered set with `node` appended; its walks arrive from those of the level before, `share` times their mass.
  void explore(NodeId node, double share);
  // The same where nothing will be appended: the set is reached only at the last step that is carried on.
  void explore_last(NodeId node, double share);
  void arrive(Level& level, const Level& from, Bits from_bits, double share, int first_step);
  void emit(const Level& level);
  void emit_to_sums(const Level& level);
  void exits(const Level& level);

  // The last three steps from v_c as offsets from the rank and shares of the mass.
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
  // The choices of a step from v_j to the visited nodes of `bits`, each with this value.
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
  std::optional<PatternSums> sums_;  // together with near_
  Bits rows_known_ = 0;
  std::array<FreshRow, kMost> rows_;
  std::vector<std::uint32_t> offsets_;  // the template of close_three: size_ pairs
  std::vector<double> values_;
  std::size_t size_ = 0;
};

}  // namespace awe::exact_walks
