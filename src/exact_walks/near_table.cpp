#include "exact_walks/near_table.h"

#include <bit>
#include <cstring>

namespace awe::exact_walks {
namespace {

constexpr double kNothing = 0x1.0p-33;

double above_noise(double sum) { return sum > kNothing ? sum : 0.0; }

// Sets sums without any term to zero and adds up the others. Positions that are not visited are zero already. Uses
// masks, two values at a time (which every machine supports), because the compiler would generate branches.
template <std::size_t kUsed>
double clear_noise(NearTable::Row& sums) {
  using Pair = double __attribute__((vector_size(16)));
  Pair total = {0, 0};
  for (std::size_t j = 0; j < kUsed; j += 2) {
    Pair pair;
    std::memcpy(&pair, &sums[j], sizeof pair);
    auto above = pair > kNothing;
    above &= reinterpret_cast<decltype(above)>(pair);
    pair = reinterpret_cast<Pair>(above);
    std::memcpy(&sums[j], &pair, sizeof pair);
    total += pair;
  }
  return total[0] + total[1];
}

// 1 at the positions of set bits, 0 elsewhere.
constexpr auto kOnes = [] {
  std::array<NearTable::Row, std::size_t{1} << NearTable::kWidth> rows{};
  for (std::size_t bits = 0; bits < rows.size(); ++bits) {
    for (std::size_t j = 0; j < NearTable::kWidth; ++j) rows[bits][j] = (bits >> j & 1) != 0 ? 1.0 : 0.0;
  }
  return rows;
}();

std::size_t lowest(std::uint32_t bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }

}  // namespace

NearTable::NearTable(const PreparedGraph& prepared)
    : prepared_(prepared),
      // Walks visit at most length - 2 nodes before their last three steps.
      narrow_(prepared.index.length() - 2 <= static_cast<int>(kNarrow)),
      shared_(prepared.graph->num_nodes()) {}

void NearTable::enter(NodeId node, std::uint32_t inside) {
  const std::size_t own = used_++;
  const PreparedGraph::Self& self = prepared_.self[node];
  nodes_[own] = node;
  inverse_[own] = prepared_.inverse_degree[node];
  degree_[own] = prepared_.graph->degree(node);
  fresh_[own] = degree_[own];
  self_two_[own] = self.two;
  inside_[own] = inside;
  shared_by_place_[own] = shared_[node];
  shared_by_place_[own].two[own] = self.two;
  shared_by_place_[own].three[own] = self.three;
  for (std::size_t j = 0; j < own; ++j) {
    shared_by_place_[j].two[own] = shared_by_place_[own].two[j];
    shared_by_place_[j].three[own] = shared_by_place_[own].three[j];
  }
  for (std::uint32_t bits = inside; bits != 0; bits &= bits - 1) {
    const std::size_t j = lowest(bits);
    step_[own][j] = inverse_[own];
    step_[j][own] = inverse_[j];
    fresh_[own] -= 1;
    fresh_[j] -= 1;
    inside_[j] |= std::uint32_t{1} << own;
  }
}

void NearTable::leave() {
  const std::size_t own = --used_;
  for (std::uint32_t bits = inside_[own]; bits != 0; bits &= bits - 1) {
    const std::size_t j = lowest(bits);
    step_[own][j] = step_[j][own] = 0;
    fresh_[j] += 1;
    inside_[j] &= ~(std::uint32_t{1} << own);
  }
  for (std::size_t j = 0; j < own; ++j) shared_by_place_[j].two[own] = shared_by_place_[j].three[own] = 0;
}

void NearTable::publish() {
  const std::size_t own = used_ - 1;
  for (const PreparedGraph::Near& near : prepared_.near_of(nodes_[own])) {
    shared_[near.other].two[own] = near.two;
    shared_[near.other].three[own] = near.three;
  }
}

void NearTable::withdraw() {
  const std::size_t own = used_ - 1;
  for (const PreparedGraph::Near& near : prepared_.near_of(nodes_[own])) {
    shared_[near.other].two[own] = shared_[near.other].three[own] = 0;
  }
}

template <std::size_t kUsed>
const NearTable::Fresh& NearTable::known_row(int c) {
  const auto place = static_cast<std::size_t>(c);
  Fresh& row = rows_[place];
  if ((known_ >> c & 1) != 0) return row;
  known_ |= std::uint32_t{1} << c;
  Row sums = shared_by_place_[place].two;
  double on = degree_[place];
  for (std::uint32_t bits = inside_[place]; bits != 0; bits &= bits - 1) {
    const Row& step = step_[lowest(bits)];
    for (std::size_t j = 0; j < kUsed; ++j) sums[j] -= step[j];
    on -= 1;
  }
  row.neighbours = on;
  on -= clear_noise<kUsed>(sums);
  row.back = sums;
  row.on = above_noise(on);
  return row;
}

template <std::size_t kUsed>
NearTable::TwoFresh NearTable::two_fresh_of(int c) {
  const auto place = static_cast<std::size_t>(c);
  const Fresh& own = known_row<kUsed>(c);
  Row sums = shared_by_place_[place].three;
  double self = prepared_.self[nodes_[place]].two_of_neighbours;
  for (std::uint32_t bits = inside_[place]; bits != 0; bits &= bits - 1) {
    const std::size_t s = lowest(bits);
    const Row& onward = known_row<kUsed>(static_cast<int>(s)).back;
    for (std::size_t j = 0; j < kUsed; ++j) sums[j] -= inverse_[s] * onward[j];
    self -= inverse_[s] * self_two_[s];
  }
  for (std::size_t s = 0; s < used_; ++s) {
    const double shared = shared_by_place_[place].two[s];
    for (std::size_t j = 0; j < kUsed; ++j) sums[j] -= shared * step_[s][j];
    self -= inverse_[s] * own.back[s];
  }
  TwoFresh result;
  result.self = own.on > 0 ? above_noise(self) : 0.0;
  const double on = own.on - result.self - clear_noise<kUsed>(sums);
  result.back = sums;
  result.on = above_noise(on);
  return result;
}

template <std::size_t kUsed>
void NearTable::close_last(NodeId node, std::uint32_t inside) {
  const std::size_t own = used_;
  const Shared& shared = shared_[node];
  const PreparedGraph::Self& node_self = prepared_.self[node];
  const double inverse = prepared_.inverse_degree[node];
  const Row& adjacent = kOnes[inside];
  nodes_[own] = node;
  inverse_[own] = inverse;
  inside_[own] = inside;
  for (std::uint32_t bits = inside; bits != 0; bits &= bits - 1) fresh_[lowest(bits)] -= 1;

  // One fresh step from the node.
  Row sums = shared.two;
  double own_back = node_self.two;
  double neighbours = prepared_.graph->degree(node);
  for (std::uint32_t bits = inside; bits != 0; bits &= bits - 1) {
    const std::size_t s = lowest(bits);
    for (std::size_t j = 0; j < kUsed; ++j) sums[j] -= step_[s][j];
    own_back -= inverse_[s];
    neighbours -= 1;
  }
  own_back = above_noise(own_back);
  const double on = above_noise(neighbours - clear_noise<kUsed>(sums) - own_back);
  Fresh& own_row = last_rows_[own];
  own_row = {sums, on, neighbours};
  fresh_[own] = neighbours;
  own_row.back[own] = own_back;

  // One fresh step from its visited neighbours, and what they subtract from two fresh steps.
  Row two = shared.three;
  double two_own = node_self.three;
  double self = node_self.two_of_neighbours - inverse * own_back;
  for (std::uint32_t bits = inside; bits != 0; bits &= bits - 1) {
    const std::size_t s = lowest(bits);
    const Fresh& before = known_row<kUsed>(static_cast<int>(s));
    Row row = before.back;
    for (std::size_t j = 0; j < kUsed; ++j) row[j] -= inverse * adjacent[j];
    const double left = before.neighbours - 1;
    const double back = own_row.back[s];
    const double row_on = above_noise(left - clear_noise<kUsed>(row) - back);
    for (std::size_t j = 0; j < kUsed; ++j) two[j] -= inverse_[s] * row[j];
    last_rows_[s] = {row, row_on, left};
    last_rows_[s].back[own] = back;
    two_own -= inverse_[s] * (back + shared.two[s]);
    self -= inverse_[s] * self_two_[s];
  }
  for (std::size_t s = 0; s < own; ++s) {
    const double common = shared.two[s];
    for (std::size_t j = 0; j < kUsed; ++j) two[j] -= common * step_[s][j];
    self -= inverse_[s] * own_row.back[s];
  }
  for (std::size_t j = 0; j < kUsed; ++j) two[j] -= node_self.two * inverse * adjacent[j];

  two_own = above_noise(two_own);
  self = on > 0 ? above_noise(self) : 0.0;
  const double two_on = above_noise(on - self - clear_noise<kUsed>(two) - two_own);
  last_two_ = {two, self, two_on};
  last_two_.back[own] = two_own;
  last_ = true;
}

void NearTable::leave_last() {
  last_ = false;
  for (std::uint32_t bits = inside_[used_]; bits != 0; bits &= bits - 1) fresh_[lowest(bits)] += 1;
}

template <std::size_t kUsed>
void NearTable::add_closed_rows(int c, double mass, ClosedSums& sums) {
  static_assert(kWidth == ClosedSums::kMost);
  const auto place = static_cast<std::size_t>(c);
  const double here = mass * inverse_[place];
  for (std::uint32_t bits = inside_[place]; bits != 0; bits &= bits - 1) {
    const std::size_t j = lowest(bits);
    const Fresh& row = row_of<kUsed>(static_cast<int>(j));
    const double there = here * inverse_[j];
    for (std::size_t i = 0; i < kUsed; ++i) {
      // Entries of positions that are not adjacent to v_j are never read.
      const double each = there * inverse_[i];
      sums.inside[j][i] += each;
      sums.inside_on[j][i] += each * fresh_[i];
      sums.fresh_back[j][i] += there * row.back[i];
    }
    sums.fresh_on[j] += there * row.on;
  }
  const Fresh& own = row_of<kUsed>(c);
  const TwoFresh two = two_rows_of<kUsed>(c);
  for (std::size_t j = 0; j < kUsed; ++j) {
    const double back = here * own.back[j] * inverse_[j];
    sums.back[j] += back;
    sums.back_on[j] += back * (fresh_[j] - 1);
    sums.two_back[j] += here * two.back[j];
  }
  sums.two_self += here * two.self;
  sums.two_on += here * two.on;
}

template const NearTable::Fresh& NearTable::known_row<NearTable::kNarrow>(int);
template const NearTable::Fresh& NearTable::known_row<NearTable::kWidth>(int);
template NearTable::TwoFresh NearTable::two_fresh_of<NearTable::kNarrow>(int);
template NearTable::TwoFresh NearTable::two_fresh_of<NearTable::kWidth>(int);
template void NearTable::close_last<NearTable::kNarrow>(NodeId, std::uint32_t);
template void NearTable::close_last<NearTable::kWidth>(NodeId, std::uint32_t);
template void NearTable::add_closed_rows<NearTable::kNarrow>(int, double, ClosedSums&);
template void NearTable::add_closed_rows<NearTable::kWidth>(int, double, ClosedSums&);

}  // namespace awe::exact_walks
