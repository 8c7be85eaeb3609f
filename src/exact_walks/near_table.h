// Closed-form sums over fresh nodes for the visited nodes of a search on a plain graph, from PreparedGraph's near rows.
//
// For visited v_0 .. v_k-1 it keeps small matrices indexed by position: what each pair shares in two and three steps
// over all nodes, and which pairs are adjacent. Sums over fresh nodes follow by subtracting the terms of visited nodes:
//   S_cj = two(c,j)   - sum over visited s ~ c, s ~ j of 1/d(s)
//   W_cj = three(c,j) - sum over visited s ~ c of S_sj / d(s) - sum over visited s ~ j of two(c,s) / d(s)
// A nonempty sum is at least 1/(d(x) d(y)) >= 2^-30, since no node has more than 2^15 walks of three steps; the at most
// 2^15 terms of size up to 1 are rounded to within 2^-36. So a sum below 2^-33 is zero, and is set to zero. Rows have a
// fixed width (six positions if that is enough, otherwise eight), so that operations on them are vectorised. Cost: O(k)
// to enter a node, O(k) vector operations per row.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exact_walks/closed_sums.h"
#include "exact_walks/prepared_graph.h"

namespace awe::exact_walks {

class NearTable {
 public:
  static constexpr std::size_t kWidth = PreparedGraph::kNearWidth;
  using Row = std::array<double, kWidth>;

  explicit NearTable(const PreparedGraph& prepared);

  // Enters the node at the next position, adjacent to the visited nodes of `inside`. Nodes are left in reverse order.
  void enter(NodeId node, std::uint32_t inside);
  void leave();
  // Makes the node entered last visible to nodes that are entered later; undone in reverse order.
  void publish();
  void withdraw();

  // Enters a node after which no other is entered: the rows of this node and of its visited neighbours are derived from
  // those of the nodes before it, which do not change. S is symmetric, and a visited neighbour s of the node u loses
  // only the terms of u: S_sj - 1/d(u) for j ~ u.
  void enter_last(NodeId node, std::uint32_t inside) {
    narrow_ ? close_last<kNarrow>(node, inside) : close_last<kWidth>(node, inside);
  }
  void leave_last();

  // One fresh step from v_c and back to each visited node, and the mass that goes on to another fresh node.
  struct Fresh {
    Row back;
    double on;
    double neighbours;  // number of fresh neighbours of v_c
  };
  // Two fresh steps, and then a step back to each visited node, back to the first fresh node, or on.
  struct TwoFresh {
    Row back;
    double self, on;
  };
  // After enter_last, only for the last node and its visited neighbours.
  [[nodiscard]] const Fresh& fresh(int c) { return narrow_ ? row_of<kNarrow>(c) : row_of<kWidth>(c); }
  // After enter_last, only for the last node.
  [[nodiscard]] TwoFresh two_fresh(int c) { return narrow_ ? two_rows_of<kNarrow>(c) : two_rows_of<kWidth>(c); }
  // Adds the last three steps of walks with this mass that are at v_c.
  void add_closed(int c, double mass, ClosedSums& sums) {
    narrow_ ? add_closed_rows<kNarrow>(c, mass, sums) : add_closed_rows<kWidth>(c, mass, sums);
  }
  // Clears the cached rows; must be called after nodes were entered or left.
  void forget() { known_ = 0; }

 private:
  struct Shared {  // of one node with the published nodes, by their position
    Row two{}, three{};
  };

  // Row operations cover only the first kUsed positions; the others are zero if no walk visits more nodes.
  static constexpr std::size_t kNarrow = 6;
  template <std::size_t kUsed>
  const Fresh& known_row(int c);
  template <std::size_t kUsed>
  const Fresh& row_of(int c) {
    return last_ ? last_rows_[static_cast<std::size_t>(c)] : known_row<kUsed>(c);
  }
  template <std::size_t kUsed>
  TwoFresh two_fresh_of(int c);
  template <std::size_t kUsed>
  TwoFresh two_rows_of(int c) {
    return last_ ? last_two_ : two_fresh_of<kUsed>(c);
  }
  template <std::size_t kUsed>
  void close_last(NodeId node, std::uint32_t inside);
  template <std::size_t kUsed>
  void add_closed_rows(int c, double mass, ClosedSums& sums);

  const PreparedGraph& prepared_;
  bool narrow_;
  std::size_t used_ = 0;
  std::array<NodeId, kWidth> nodes_{};
  std::array<std::uint32_t, kWidth> inside_{};
  Row inverse_{};
  Row fresh_{};  // number of neighbours that are not visited
  std::array<double, kWidth> degree_{};
  std::array<double, kWidth> self_two_{};
  std::array<Shared, kWidth> shared_by_place_{};
  std::array<Row, kWidth> step_{};  // row s: 1/d(v_s) at the positions adjacent to v_s
  std::vector<Shared> shared_;      // by node
  std::uint32_t known_ = 0;
  std::array<Fresh, kWidth> rows_;
  bool last_ = false;
  std::array<Fresh, kWidth> last_rows_;
  TwoFresh last_two_;
};

}  // namespace awe::exact_walks
