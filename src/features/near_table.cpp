#include "near_table.h"

#include <bit>

namespace awe {
namespace {

constexpr double kNothing = 0x1.0p-33;

// Makes sums without a term zero and adds up the others. Places that are not visited are zero already.
double clear_noise(NearTable::Row& sums) {
  for (double& sum : sums) sum = sum > kNothing ? sum : 0.0;
  static_assert(NearTable::kWidth == 8);
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

std::size_t lowest(std::uint32_t bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }

}  // namespace

NearTable::NearTable(const PreparedGraph& prepared) : prepared_(prepared), shared_(prepared.graph->num_nodes()) {}

void NearTable::enter(NodeId node, std::uint32_t inside) {
  const std::size_t own = used_++;
  const PreparedGraph::Self& self = prepared_.self[node];
  nodes_[own] = node;
  inverse_[own] = prepared_.inverse_degree[node];
  degree_[own] = prepared_.graph->degree(node);
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
    inside_[j] |= std::uint32_t{1} << own;
  }
}

void NearTable::leave() {
  const std::size_t own = --used_;
  for (std::uint32_t bits = inside_[own]; bits != 0; bits &= bits - 1) {
    const std::size_t j = lowest(bits);
    step_[own][j] = step_[j][own] = 0;
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

const NearTable::Fresh& NearTable::fresh(int c) {
  const auto place = static_cast<std::size_t>(c);
  Fresh& row = rows_[place];
  if ((known_ >> c & 1) != 0) return row;
  known_ |= std::uint32_t{1} << c;
  Row sums = shared_by_place_[place].two;
  double on = degree_[place];
  for (std::uint32_t bits = inside_[place]; bits != 0; bits &= bits - 1) {
    const Row& step = step_[lowest(bits)];
    for (std::size_t j = 0; j < kWidth; ++j) sums[j] -= step[j];
    on -= 1;
  }
  on -= clear_noise(sums);
  row.back = sums;
  row.on = on > kNothing ? on : 0.0;
  return row;
}

NearTable::TwoFresh NearTable::two_fresh(int c) {
  const auto place = static_cast<std::size_t>(c);
  const Fresh& own = fresh(c);
  Row sums = shared_by_place_[place].three;
  double self = prepared_.self[nodes_[place]].two_of_neighbours;
  for (std::uint32_t bits = inside_[place]; bits != 0; bits &= bits - 1) {
    const std::size_t s = lowest(bits);
    const Row& onward = fresh(static_cast<int>(s)).back;
    for (std::size_t j = 0; j < kWidth; ++j) sums[j] -= inverse_[s] * onward[j];
    self -= inverse_[s] * self_two_[s];
  }
  for (std::size_t s = 0; s < used_; ++s) {
    const double shared = shared_by_place_[place].two[s];
    for (std::size_t j = 0; j < kWidth; ++j) sums[j] -= shared * step_[s][j];
    self -= inverse_[s] * own.back[s];
  }
  TwoFresh result;
  result.self = own.on > 0 && self > kNothing ? self : 0.0;
  const double on = own.on - result.self - clear_noise(sums);
  result.back = sums;
  result.on = on > kNothing ? on : 0.0;
  return result;
}

}  // namespace awe
