#include "exact_walks/closed_sums.h"

#include <bit>

namespace awe::exact_walks {
namespace {

// Index of the choice that steps from v_from to the visited node v_to.
std::size_t choice(std::size_t to, std::size_t from) { return to - (to > from ? 1 : 0); }

// Calls visit(place) for every set bit.
template <class Visit>
void for_each_place(ClosedSums::Bits bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace

void ClosedSums::spread(RankAccumulator& accumulator, std::uint64_t rank, std::span<const Bits> adjacency,
                        int current) const {
  // With k names, T(1,k) = k and T(2,k) = k^2 + 1; after a fresh step there is one more name.
  const std::size_t used = adjacency.size(), c = static_cast<std::size_t>(current);
  const std::size_t two_steps = used * used + 1, two_steps_more = (used + 1) * (used + 1) + 1;
  const std::size_t fresh = (used - 1) * two_steps;
  double* const block = accumulator.block(rank, static_cast<std::uint32_t>(fresh + two_steps_more));
  for_each_place(adjacency[c], [&](std::size_t j) {
    double* const from_j = block + choice(j, c) * two_steps;
    for_each_place(adjacency[j], [&](std::size_t i) {
      double* const ends = from_j + choice(i, j) * used;
      for_each_place(adjacency[i], [&](std::size_t k) { ends[choice(k, i)] += inside[j][i]; });
      ends[used - 1] += inside_on[j][i];
    });
    double* const ends = from_j + (used - 1) * used;
    for (std::size_t i = 0; i < used; ++i) ends[i] += fresh_back[j][i];
    ends[used] += fresh_on[j];
  });
  for (std::size_t j = 0; j < used; ++j) {
    double* const ends = block + fresh + j * (used + 1);
    for_each_place(adjacency[j] | Bits{1} << used, [&](std::size_t k) { ends[choice(k, j)] += back[j]; });
    ends[used] += back_on[j];
  }
  double* const ends = block + fresh + used * (used + 1);
  for (std::size_t j = 0; j < used; ++j) ends[j] += two_back[j];
  ends[used] += two_self;
  ends[used + 1] += two_on;
}

}  // namespace awe::exact_walks
